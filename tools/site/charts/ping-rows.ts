import { findPing, listConfigurations, spreadOf, writeSpread } from "../compile/counts.ts";
import type { ChartRow, PingData } from "./chart.ts";
import { findRecord } from "./knowledge.ts";
import type { ChartKnowledge } from "./knowledge.ts";

/** Lists one row per adapter and configuration: how often one ping has registers accessed, the most first. */
export function listPingRows({ dataset: id }: PingData, { datasets, adapters }: ChartKnowledge): ChartRow[] {
  const dataset = findRecord(datasets, id, "dataset");
  const rows = listConfigurations(dataset.measurements).flatMap((configuration) => {
    const { adapter, variant } = configuration;
    const [row, ofReads] = [findPing(configuration), findPing(configuration, "read")];
    const [all, reads] = [row && spreadOf(row), ofReads && spreadOf(ofReads)];
    if (!row || !all || !reads) return [];
    const adapterName = findRecord(adapters, adapter, "adapter").name;
    // What stands in parentheses has no room in a drawing.
    const label = [adapterName.replace(/ \(.*\)$/, ""), ...(variant === null ? [] : [variant])].join(", ");
    return [
      {
        reference: `${id}/${row.id}`,
        adapter,
        adapterName,
        label,
        variant: variant ?? "as it comes",
        reads: round(reads.middle),
        writes: round(all.middle - reads.middle),
        value: round(all.middle),
        low: round(all.low),
        high: round(all.high),
        display: writeSpread(all, 1),
        painted: "muted",
      },
    ];
  });
  return rows.sort((a, b) => b.value - a.value);
}

/** Counts are of hundreds of packets: more than two decimals mean nothing. */
function round(value: number): number {
  return Number(value.toFixed(2));
}
