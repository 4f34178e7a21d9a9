import { formatFixed } from "../../records/numbers.ts";
import type { ChartRow } from "./chart.ts";
import { findRecord } from "./knowledge.ts";
import type { ChartKnowledge } from "./knowledge.ts";
import { arrange, gains, writeGroup } from "./ratio-rows.ts";
import { shortenName } from "./words.ts";

/** Lists one row per setting that a study changed on one adapter while all else stayed as it was. */
export function listSettingRows({ datasets }: ChartKnowledge): ChartRow[] {
  const rows = datasets.flatMap((dataset) =>
    dataset.settings
      .filter(({ metric }) => gains.has(metric))
      .map(
        ({
          numerator,
          denominator,
          ratio,
          display,
          setting,
          base,
          particularText,
          conditionsText,
          spread,
        }): ChartRow => {
          const row = findRecord(dataset.measurements, numerator, `row of ${dataset.id}`);
          const held = [particularText, String(dataset.year)].filter((part) => part !== "").join(", ");
          return {
            reference: `${dataset.id}/${numerator}`,
            adapter: row.adapter,
            adapterName: row.adapterName,
            setting,
            base,
            platform: dataset.platform,
            workload: row.workload,
            metric: row.metric,
            year: dataset.year,
            study: `${dataset.sourceRecord.publisher} ${dataset.year}`,
            result: denominator === undefined ? "stated-ratio" : "ratio",
            group: writeGroup(dataset, row),
            label: `${shortenName(row.adapterName)}: ${setting}\n${held}`,
            value: ratio,
            low: spread?.low ?? null,
            high: spread?.high ?? null,
            basis: spread?.basis ?? "none",
            end: spread?.high ?? ratio,
            display,
            spreadText: spread ? `${formatFixed(spread.low, 2)} to ${formatFixed(spread.high, 2)}` : "not known",
            runs: dataset.method.runs ?? null,
            conditionsText,
          };
        },
      ),
  );
  return arrange(rows);
}
