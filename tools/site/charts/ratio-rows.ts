import { writeConditions } from "../compile/display.ts";
import { formatFixed } from "../../records/numbers.ts";
import { toRatio } from "../compile/comparisons.ts";
import type { ChartRow, RatioData } from "./chart.ts";
import { shortenMeasured } from "../compile/words.ts";
import { findRecord, namePlatform, shortenName } from "./knowledge.ts";
import type { ChartKnowledge, KnownDataset, KnownMeasurement } from "./knowledge.ts";

/** Metrics of which a user wants more; the others would point the other way on the same axis. */
export const gains: ReadonlySet<string> = new Set([
  "throughput",
  "request-rate",
  "operation-rate",
  "packet-rate",
  "users-per-cpu",
  "benchmark-score",
]);

/** Lists one row per ratio to an emulated adapter, by platform and workload. */
export function listRatioRows({ adapter }: RatioData, knowledge: ChartKnowledge): ChartRow[] {
  const rows = knowledge.datasets
    .filter(({ grade }) => grade === "comparison")
    .flatMap((dataset) => listOf(dataset, knowledge));
  return sortRatios(rows.filter((row) => adapter === undefined || row.adapter === adapter || row.over === adapter));
}

/** Puts rows of ratios under their headings, the heading with the largest ratio first, and within it the largest ratio. */
export function sortRatios(rows: readonly ChartRow[]): ChartRow[] {
  const sorted = [...rows].sort((a, b) => Number(b.value) - Number(a.value));
  const groups = [...new Set(sorted.map(({ group }) => group))];
  return groups.flatMap((group) => sorted.filter((row) => row.group === group));
}

/** The fields of a row that draw a ratio and tell how far single runs set it. */
export function describeRatio(
  ratio: number,
  display: string,
  spread: { low: number; high: number; basis: string } | undefined,
  { method }: KnownDataset,
): ChartRow {
  const { low, high, basis } = spread ?? { low: null, high: null, basis: "none" };
  const spreadText = spread ? `${formatFixed(spread.low, 2)} to ${formatFixed(spread.high, 2)}` : "not known";
  return { value: ratio, low, high, basis, end: high ?? ratio, display, spreadText, runs: method.runs ?? null };
}

/** Heading of rows that may stand together: platform, workload and metric. */
function writeGroup(
  { platform }: KnownDataset,
  { workload, metric }: Pick<KnownMeasurement, "workload" | "metric">,
  knowledge: ChartKnowledge,
): string {
  return `${namePlatform(platform, knowledge)}: ${shortenMeasured(workload)} ${shortenMeasured(metric)}`;
}

function listOf(dataset: KnownDataset, knowledge: ChartKnowledge): ChartRow[] {
  const rowOf = (id: string): KnownMeasurement => findRecord(dataset.measurements, id, `row of ${dataset.id}`);
  const formed = dataset.comparisons.map(({ numerator, denominator, ratio, display, spread, statistic }) => ({
    upper: rowOf(numerator),
    over: rowOf(denominator).adapter,
    value: ratio,
    display,
    spread,
    statistic,
    isStated: false,
  }));
  const stated = dataset.measurements.flatMap((upper) => {
    const value = upper.kind === "relative" ? toRatio(upper) : undefined;
    if (upper.kind !== "relative" || value === undefined || upper.adapter === upper.relativeTo) return [];
    const about = upper.precision === "about" ? "about " : "";
    return [
      {
        upper,
        over: upper.relativeTo,
        value,
        display: about + formatFixed(value, 2),
        spread: undefined,
        statistic: undefined,
        isStated: true,
      },
    ];
  });
  const found = [
    ...formed,
    ...stated.filter(
      ({ upper, over }) => !formed.some((known) => known.over === over && isSamePair(known.upper, upper)),
    ),
  ];
  return found
    .filter(
      ({ upper, over }) =>
        gains.has(upper.metric) &&
        kindOf(over, knowledge) === "emulated" &&
        !["emulated", undefined].includes(kindOf(upper.adapter, knowledge)),
    )
    .map(({ upper, over, value, display, spread, statistic = null, isStated }) => {
      const names = [upper.adapterName, findRecord(knowledge.adapters, over, "adapter").name].map(shortenName);
      return {
        reference: `${dataset.id}/${upper.id}`,
        adapter: upper.adapter,
        adapterName: upper.adapterName,
        over,
        platform: dataset.platform,
        workload: upper.workload,
        metric: upper.metric,
        statistic,
        year: dataset.year,
        study: `${dataset.sourceRecord.publisher} ${dataset.year}`,
        result: isStated ? "stated-ratio" : "ratio",
        group: writeGroup(dataset, upper, knowledge),
        pair: names.join(" to "),
        label: `${names.join(" to ")}\n${brief(dataset, upper)}`,
        ...describeRatio(value, display, spread, dataset),
        conditionsText: upper.conditionsText,
      };
    });
}

function isSamePair(one: KnownMeasurement, other: KnownMeasurement): boolean {
  return (
    one.adapter === other.adapter &&
    one.metric === other.metric &&
    one.workload === other.workload &&
    one.conditionsText === other.conditionsText
  );
}

function kindOf(id: string, { adapters }: ChartKnowledge): string | undefined {
  return adapters.find((adapter) => adapter.id === id)?.kind;
}

/** What tells a row from its neighbours in few words: guest, direction, frames, and what else differs within its study. */
function brief({ year, measurements }: KnownDataset, row: KnownMeasurement): string {
  const { guest, direction, packetBytes } = row.conditions;
  const short = writeConditions({
    ...(guest ? { guest } : {}),
    ...(direction ? { direction } : {}),
    ...(packetBytes ? { packetBytes } : {}),
  });
  const isAlone = !measurements.some(
    (other) =>
      other.id !== row.id &&
      other.adapter === row.adapter &&
      other.metric === row.metric &&
      other.kind === row.kind &&
      writeConditions(other.conditions) !== writeConditions(row.conditions) &&
      other.conditions.guest === guest &&
      other.conditions.direction === direction,
  );
  return [isAlone || row.particularText === "" ? short : row.particularText, String(year)]
    .filter((part) => part !== "")
    .join(", ");
}
