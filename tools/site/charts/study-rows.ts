import { groupDigits } from "../../../advisor/text.ts";
import { isAdapterId, writeConditions } from "../compile/display.ts";
import { scaleOf } from "../../check/unit-table.ts";
import { writeCanonical } from "../../records/objects.ts";
import { isCount, writeSpread } from "../compile/counts.ts";
import { roundToData, withUnit } from "../../records/numbers.ts";
import type { ChartRow, SampleData, StudyData } from "./chart.ts";
import { shortenMeasured } from "../compile/words.ts";
import { findRecord, shortenName } from "./knowledge.ts";
import type { ChartKnowledge, KnownDataset, KnownMeasurement } from "./knowledge.ts";

/** What tells of no adapter how well it does. */
const noPerformance = new Set(["packet-rate-threshold", "packet-size"]);

/**
 * A row that general charts may show: counts have charts of their own, which tell what they count, and a bound such as "more than
 * 10 Gbit/s" has no length, and a row that restates others is no result of its own.
 */
export function isChartable(row: KnownMeasurement): boolean {
  const { metric, adapter } = row;
  const isBound = "precision" in row && row.precision !== "as-printed" && row.precision !== "about";
  const isRestated = "restates" in row && row.restates === true;
  return !noPerformance.has(metric) && !isCount(metric) && isAdapterId(adapter) && !isBound && !isRestated;
}

/** Lists the results of one study in one metric, in one unit: by adapter where it has several, else by what differs. */
export function listStudyRows(data: StudyData, { datasets }: ChartKnowledge): ChartRow[] {
  const dataset = findRecord(datasets, data.dataset, "dataset");
  const rows = dataset.measurements.filter((row) => row.metric === data.metric && isChartable(row));
  return data.kind === "values" ? listValues(dataset, rows) : listRelatives(dataset, rows);
}

type Relative = Extract<KnownMeasurement, { kind: "relative" }>;
type Absolute = Extract<KnownMeasurement, { kind: "value" | "summary" }>;

function listValues(dataset: KnownDataset, rows: readonly KnownMeasurement[]): ChartRow[] {
  const absolute = rows.filter((row): row is Absolute => row.kind === "value" || row.kind === "summary");
  const unit = pickUnit(absolute);
  return label(
    dataset,
    absolute.map((row) => {
      const share = scaleOf(row.unit).factor / unit.factor;
      const scale = (value: number | undefined): number | null =>
        value === undefined ? null : Number((value * share).toPrecision(8));
      const figures =
        row.kind === "value"
          ? {
              value: scale(row.value),
              low: null,
              high: null,
              precision: row.precision,
              result: "stated",
              short: row.display,
            }
          : summarize(row.summary, scale, unit.name);
      return { row, fields: { ...figures, end: figures.high ?? figures.value, unit: unit.name } };
    }),
  );
}

/** What a source reports of many runs: a middle where it states one, and the ends where it states them. */
function summarize(
  summary: Extract<Absolute, { kind: "summary" }>["summary"],
  scale: (value: number | undefined) => number | null,
  unit: string,
) {
  const [value, low, high] = [summary.median ?? summary.mean, summary.min, summary.max].map(scale);
  const spread = typeof low === "number" && typeof high === "number" ? high - low : undefined;
  const write = (figure: number): string => groupDigits(roundToData(figure, spread));
  const figures = [
    ...(typeof value === "number" ? [write(value)] : []),
    ...(typeof low === "number" && typeof high === "number" ? [`${write(low)} to ${write(high)}`] : []),
  ];
  return {
    value: value ?? null,
    low: low ?? null,
    high: high ?? null,
    precision: null,
    result: "reported",
    short: withUnit(figures.join(", "), unit),
  };
}

function listRelatives(dataset: KnownDataset, rows: readonly KnownMeasurement[]): ChartRow[] {
  const relative = rows.filter(
    (row): row is Relative => row.kind === "relative" && (row.form === "percent-more" || row.form === "percent-less"),
  );
  return label(
    dataset,
    relative.map((row) => {
      const value = row.form === "percent-more" ? row.value : -row.value;
      return {
        row,
        fields: {
          value,
          textAt: Math.max(0, value),
          short: `${value > 0 ? "+" : ""}${withUnit(groupDigits(value), "percent")}`,
          precision: row.precision,
          result: "relative",
          base: ("baseline" in row ? row.baseline : undefined) ?? row.relativeTo,
          unit: "percent",
        },
      };
    }),
  );
}

/** The unit of the largest number, so that no axis runs to millions. */
function pickUnit(rows: readonly Absolute[]): { name: string; factor: number } {
  const factors = rows.map(({ unit }) => ({ name: unit as string, factor: scaleOf(unit).factor }));
  return factors.reduce(
    (best, unit) => (unit.factor > best.factor ? unit : best),
    factors[0] ?? { name: "", factor: 1 },
  );
}

interface Named {
  row: KnownMeasurement;
  fields: ChartRow;
}

/** Names rows by their adapter under headings of what held, or by what differs where there is one adapter. */
function label(dataset: KnownDataset, rows: readonly Named[]): ChartRow[] {
  const isOfSeveral = new Set(rows.map(({ row }) => row.adapter)).size > 1;
  const named = isOfSeveral
    ? rows.map(({ row }) => ({ label: shortenName(row.adapterName), group: describe(row, rows) }))
    : nameByCondition(rows);
  const labelled = rows.map(({ row, fields }, index) => ({
    reference: `${dataset.id}/${row.id}`,
    adapter: row.adapter,
    adapterName: row.adapterName,
    workload: row.workload,
    metric: row.metric,
    label: "",
    group: "",
    ...named[index],
    display: row.display,
    conditionsText: row.conditionsText,
    ...fields,
  }));
  const groups = [...new Set(labelled.map(({ group }) => group))];
  return groups.flatMap((group) => labelled.filter((row) => row.group === group));
}

/** Conditions that a study may vary to compare, in the order in which they are looked at. */
const varied = [
  "driver",
  "offloadsOn",
  "offloadsOff",
  "coalescing",
  "queues",
  "mtu",
  "tuning",
  "hypervisor",
  "guest",
  "direction",
] as const;

/** Rows that differ in one condition stand under a heading of the others, named by that one; else each is named by all. */
function nameByCondition(rows: readonly Named[]): { label: string; group: string }[] {
  for (const key of varied) {
    const named = rows.map(({ row }) => ({
      label: writeConditions({ [key]: row.conditions[key] }),
      group: describe(row, rows, key),
    }));
    const isGrouped = named.every(
      ({ label, group }) => label !== "" && named.filter((other) => other.group === group).length > 1,
    );
    const isPlain = new Set(named.map(({ label, group }) => `${group}/${label}`)).size === named.length;
    if (isGrouped && isPlain) return named;
  }
  return rows.map(({ row }) => ({ label: describe(row, rows) || shortenName(row.adapterName), group: "" }));
}

/** What is particular to a row among others, but for one condition. */
function describe(row: KnownMeasurement, rows: readonly Named[], except?: string): string {
  const workloads = new Set(rows.map((other) => other.row.workload));
  const own = Object.entries(row.conditions).filter(
    ([key, value]) =>
      key !== except &&
      !rows.every(
        (other) =>
          writeCanonical(Object.entries(other.row.conditions).find(([name]) => name === key)?.[1]) ===
          writeCanonical(value),
      ),
  );
  return [...(workloads.size > 1 ? [shortenMeasured(row.workload)] : []), writeConditions(Object.fromEntries(own))]
    .filter((part) => part !== "")
    .join(", ");
}

/** Lists every sample, with the median of its row beside it: adapters and their configurations in the order of their medians. */
export function listSampleRows(
  { dataset: id, metric, direction }: SampleData,
  { datasets }: ChartKnowledge,
): ChartRow[] {
  const dataset = findRecord(datasets, id, "dataset");
  return dataset.measurements
    .flatMap((row) =>
      row.kind === "samples" &&
      row.metric === metric &&
      isWhole(row) &&
      (direction === undefined || row.conditions.direction === direction)
        ? [row]
        : [],
    )
    .sort((a, b) => (b.computed?.median ?? 0) - (a.computed?.median ?? 0))
    .flatMap((row) => {
      const { tuning } = row.conditions;
      const { median = null, min = null, max = null } = row.computed ?? {};
      return row.samples.map((value, index) => ({
        reference: `${id}/${row.id}`,
        adapter: row.adapter,
        adapterName: row.adapterName,
        workload: row.workload,
        metric,
        label: [shortenName(row.adapterName), ...(tuning === undefined ? [] : [tuning])].join(", "),
        result: "computed",
        sample: index + 1,
        short:
          min === null || max === null ? "" : writeSpread({ low: min, middle: value, high: max }, max < 10 ? 1 : 0),
        value,
        median,
        low: min,
        high: max,
        unit: row.unit,
        display: row.display,
        conditionsText: row.conditionsText,
        // More adapters than colours keep apart; the name at each row says which it is, as with pings.
        painted: "muted",
      }));
    });
}

/** Counts of single registers and of reads alone are parts of others. */
function isWhole({ conditions }: KnownMeasurement): boolean {
  return conditions.register === undefined && conditions.access === undefined;
}
