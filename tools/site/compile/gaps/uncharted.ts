import { count, groupDigits, joinWords } from "../../../../advisor/text.ts";
import { isAdapterId } from "../display.ts";
import { formatQuantity } from "../../../records/numbers.ts";
import { type AuthoredFile, readPlaced, refuse } from "../read-placed.ts";
import type { Atlas, Measurement, RecordOf } from "../records.ts";
import { compareSettings } from "../comparisons.ts";
import { cite } from "../site/sources.ts";

type Dataset = RecordOf<"datasets">;
type Setting = "mtu" | "queues";

interface Uncharted {
  title: string;
  metrics?: Measurement["metric"][];
  settings?: Setting[];
  why: string;
  query: string;
  charts: string[];
  nearest: string[];
  gaps: string[];
}

/** Returns the questions without enough data for a chart, with the recorded data. A question that can be drawn is left out. */
export function compileUncharted(
  authored: AuthoredFile,
  gaps: readonly { id: string; title: string; path: string }[],
  atlas: Atlas,
) {
  const { data, placeOf } = readPlaced("assets/gaps/uncharted.yaml", authored);
  const entries = Object.entries(data as Record<string, Uncharted>);
  refuse(
    entries.flatMap(([id, entry]) =>
      entry.gaps.flatMap((gap, index) =>
        gaps.some((one) => one.id === gap) ? [] : [`${placeOf([id, "gaps", index])}  ${id}: "${gap}" is not a gap`],
      ),
    ),
  );
  return entries
    .filter(([, entry]) => !atlas.datasets.some((dataset) => isDrawable(entry, dataset)))
    .map(([id, { title, why, query, charts, nearest, ...entry }]) => ({
      id,
      title,
      why,
      path: `/benchmarks/#${id}`,
      recorded: entry.metrics ? countMetrics(entry.metrics, atlas) : countSettings(entry.settings ?? [], atlas),
      rows: `/explore/${query}`,
      charts,
      nearest: nearest.map((ref) => cite(ref, atlas)),
      gaps: gaps.filter((gap) => entry.gaps.includes(gap.id)).map((gap) => ({ title: gap.title, path: gap.path })),
    }));
}

/** Whether a study has numbers of two adapters in one metric and unit, or two rows that differ in one of the settings alone. */
function isDrawable({ metrics = [], settings = [] }: Uncharted, { measurements }: Dataset): boolean {
  const adapters = new Map<string, Set<string>>();
  for (const row of measurements) {
    if (!metrics.includes(row.metric) || !isNumber(row) || !isAdapterId(row.adapter)) continue;
    const key = `${row.metric} ${row.workload} ${row.unit}`;
    adapters.set(key, (adapters.get(key) ?? new Set()).add(row.adapter));
  }
  if ([...adapters.values()].some(({ size }) => size > 1)) return true;
  const find = (id: string | undefined): Measurement | undefined => measurements.find((row) => row.id === id);
  return compareSettings(measurements.filter(isCarried)).some(
    ({ numerator, denominator }) =>
      denominator !== undefined &&
      settings.some((setting) => find(numerator)?.conditions[setting] !== find(denominator)?.conditions[setting]),
  );
}

function isNumber(row: Measurement): row is Exclude<Measurement, { kind: "relative" | "ordinal" }> {
  return row.kind !== "relative" && row.kind !== "ordinal";
}

/** Metrics of network performance. Counts have their own charts. */
function isCarried({ metric }: Measurement): boolean {
  return metric === "throughput" || metric === "packet-rate" || metric === "request-rate";
}

/** "We recorded 5 rows of 2 studies: 1 ratio or difference and 4 orders without a number." */
function countMetrics(metrics: readonly string[], { datasets }: Atlas): string {
  const found = datasets
    .map(({ measurements }) => measurements.filter(({ metric }) => metrics.includes(metric)))
    .filter(({ length }) => length > 0);
  const rows = found.flat();
  if (rows.length === 0) return "No rows recorded.";
  const [relatives, orders] = (["relative", "ordinal"] as const).map(
    (wanted) => rows.filter(({ kind }) => kind === wanted).length,
  ) as [number, number];
  const numbers = rows.length - relatives - orders;
  const kinds = [
    ...(numbers === 0 ? [] : [count(numbers, "number without a comparison", "numbers without a comparison")]),
    ...(relatives === 0 ? [] : [count(relatives, "ratio or difference", "ratios or differences")]),
    ...(orders === 0 ? [] : [count(orders, "order without a number", "orders without a number")]),
  ];
  return `We recorded ${count(rows.length, "row")} of ${count(found.length, "study", "studies")}: ${joinWords(kinds, "and")}.`;
}

const settingWords: Record<Setting, { noun: string; unit: string }> = {
  mtu: { noun: "an MTU", unit: "bytes" },
  queues: { noun: "a number of queues", unit: "" },
};

/** "Of 81 rows of throughput, packets and requests per second, 8 state an MTU (1,500 bytes) and none a number of queues." */
function countSettings(settings: readonly Setting[], { datasets }: Atlas): string {
  const rows = datasets.flatMap(({ measurements }) => measurements).filter(isCarried);
  const parts = settings.map((setting, index) => {
    const values = rows.flatMap(({ conditions }) => conditions[setting] ?? []);
    const { noun, unit } = settingWords[setting];
    const stated = index > 0 ? noun : `${values.length === 1 ? "states" : "state"} ${noun}`;
    const listed = [...new Set(values)].sort((a, b) => a - b).map((value) => formatQuantity(value, unit));
    return values.length === 0
      ? `none ${stated}`
      : `${groupDigits(values.length)} ${stated} (${joinWords(listed, "or")})`;
  });
  return `Of ${count(rows.length, "row")} of throughput, packets and requests per second, ${joinWords(parts, "and")}. No two rows of a study differ only in one of these settings.`;
}
