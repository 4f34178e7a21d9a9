import { groupDigits } from "../../../../advisor/text.ts";
import {
  conditionNames,
  facetNames,
  numberNames,
  restated,
  textNames,
} from "../../../../assets/ts/explorer/measurement-file.ts";
import type {
  Coded,
  FacetName,
  MeasurementFile,
  NumberName,
  Study,
  StudyRatio,
  Testbed,
  TestbedField,
  TextName,
} from "../../../../assets/ts/explorer/measurement-file.ts";
import { groupBy } from "../../../../advisor/collections.ts";
import { formatQuantity } from "../../../records/numbers.ts";
import { compareRows, figuresOf } from "../comparisons.ts";
import { displayResult, writeConditions } from "../display.ts";
import { isCount } from "../counts.ts";
import { dropUndefined } from "../../../records/objects.ts";
import { yearOf } from "../evidence.ts";
import { otherPlatforms } from "../../../records/kinds.ts";
import { pathOf } from "../paths.ts";
import type { Atlas, Measurement, RecordOf } from "../records.ts";
import { licence } from "../site/meta.ts";

type Dataset = RecordOf<"datasets">;

/** One measurement with all its columns. */
interface Row {
  id: string;
  facets: Record<FacetName, string>;
  numbers: Partial<Record<NumberName, number>>;
  texts: Record<TextName, string>;
}

/** Lists every measurement of every study, and labels for facet values that are words of a source. */
export function listMeasurements(
  atlas: Atlas,
  knowledgeVersion: string,
): { file: MeasurementFile; guestNames: Map<string, string> } {
  // Rows of performance come before counts, which explain them. A study without rows is not a facet value.
  const countsOnly = ({ measurements }: Dataset): boolean => measurements.every(({ metric }) => isCount(metric));
  const datasets = atlas.datasets
    .filter(({ measurements }) => measurements.length > 0)
    .sort((a, b) => Number(countsOnly(a)) - Number(countsOnly(b)));
  const guests = nameForAddress([
    "unknown",
    ...datasets.flatMap((dataset) => dataset.measurements.map((row) => guestOf(row, dataset))),
  ]);
  const rows = datasets.flatMap((dataset) => listRows(dataset, atlas, guests));
  const file: MeasurementFile = {
    count: rows.length,
    facets: makeColumns(facetNames, (name) => codeColumn(rows.map(({ facets }) => facets[name]))),
    numbers: makeColumns(numberNames, (name) => rows.map(({ numbers }) => numbers[name] ?? null)),
    texts: makeColumns(textNames, (name) => codeColumn(rows.map(({ texts }) => texts[name]))),
    rows: rows.map(({ id }) => id),
    studies: datasets.map((dataset) => describeStudy(dataset, atlas)),
    knowledgeVersion,
    licence,
  };
  return { file, guestNames: new Map([...guests].map(([name, id]) => [id, name])) };
}

function makeColumns<Name extends string, Column>(
  names: readonly Name[],
  make: (name: Name) => Column,
): Record<Name, Column> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Column>;
}

function listRows(dataset: Dataset, atlas: Atlas, guests: ReadonlyMap<string, string>): Row[] {
  const source = atlas.find("sources", dataset.source);
  const nameAdapter = (id: string): string => atlas.find("adapters", id).name;
  return dataset.measurements.map((row) => {
    const { unit, ...figures } = toAxisValue(row) ?? { unit: "" };
    const conditions = Object.fromEntries(conditionNames.map((name) => [name, row.conditions[name]]));
    return {
      id: row.id,
      facets: {
        metric: row.metric,
        adapter: row.adapter,
        platform: dataset.platform,
        workload: row.workload,
        guest: guests.get(guestOf(row, dataset)) ?? "unknown",
        topology: row.conditions.topology ?? dataset.testbed.topology,
        link: linkOf(row, dataset),
        part: partOf(row),
        grade: dataset.grade,
        origin: source.kind,
        kind: row.kind === "value" && row.restates ? restated : row.kind,
        study: dataset.id,
      },
      numbers: dropUndefined({ ...figures, ...conditions, year: yearOf(source), runs: dataset.method.runs }),
      texts: {
        unit,
        result: displayResult(row, nameAdapter),
        conditions: writeConditions(row.conditions),
      },
    };
  });
}

/** The row's own guest or kernel, or else the only guest of the testbed, without its resources. */
function guestOf({ conditions }: Measurement, { testbed }: Dataset): string {
  const [only, ...others] = testbed.guests;
  return (
    conditions.guest ??
    conditions.guestKernel ??
    (others.length === 0 ? only?.split(/[,;(]/)[0]?.trim() : undefined) ??
    "unknown"
  );
}

/** The row's own link, or else the only link of the testbed, in Gbit/s. `none` if the traffic stays on one host. */
function linkOf({ conditions }: Measurement, { testbed }: Dataset): string {
  if (conditions.linkGbps !== undefined) return String(conditions.linkGbps);
  const speeds = testbed.linkGbps;
  if (speeds?.length === 0) return "none";
  return speeds?.length === 1 ? String(speeds[0]) : "unknown";
}

/** Some counts cover only a part, so their label must name the part. */
function partOf({ conditions }: Measurement): string {
  if (conditions.register !== undefined) return "register";
  return conditions.access === undefined ? "whole" : `${conditions.access}s`;
}

function describeStudy(dataset: Dataset, atlas: Atlas): Study {
  const source = atlas.find("sources", dataset.source);
  return dropUndefined({
    id: dataset.id,
    title: dataset.title,
    name: `${source.publisher} ${yearOf(source)}`,
    year: yearOf(source),
    grade: dataset.grade,
    path: pathOf("datasets", dataset),
    source: `${source.title}, ${source.publisher}, ${source.published}`,
    url: source.url,
    testbed: describeTestbed(
      dataset,
      atlas.platforms.find(({ id }) => id === dataset.platform)?.name ??
        otherPlatforms[dataset.platform] ??
        dataset.platform,
    ),
    ratios: listRatios(dataset, atlas),
  });
}

/** The lowest and the highest ratio of each pair of adapters. A study of one configuration has none. */
function listRatios({ grade, measurements }: Dataset, atlas: Atlas): StudyRatio[] {
  if (grade !== "comparison") return [];
  const rows = new Map(measurements.map((row) => [row.id, row]));
  const comparisons = compareRows(measurements, (id) => atlas.find("adapters", id)).map((comparison) => {
    const [upper, lower] = [rows.get(comparison.numerator), rows.get(comparison.denominator)];
    const { adapter = "", workload = "" } = upper ?? {};
    return {
      ratio: comparison.ratio,
      pair: { adapter, over: lower?.adapter ?? "", metric: comparison.metric, workload },
    };
  });
  return [...groupBy(comparisons, ({ pair }) => JSON.stringify(pair))].map(([pair, group]) => {
    const ratios = group.map(({ ratio }) => ratio);
    return {
      ...(JSON.parse(pair) as (typeof group)[number]["pair"]),
      low: Math.min(...ratios),
      high: Math.max(...ratios),
    };
  });
}

/** A result on an axis, in the common unit of its metric. */
interface AxisValue {
  unit: string;
  value: number;
  low?: number;
  high?: number;
}

/** For each metric, the unit of axes and the factors of other units. */
const scales: Partial<Record<Measurement["metric"], { unit: string; factors: Record<string, number> }>> = {
  throughput: { unit: "Gbit/s", factors: { "kbit/s": 1e-6, "Mbit/s": 1e-3, "Gbit/s": 1, "kB/s": 8e-6, "MB/s": 8e-3 } },
  "packet-rate": { unit: "Mpackets/s", factors: { "packets/s": 1e-6, "kpackets/s": 1e-3, "Mpackets/s": 1 } },
  latency: { unit: "us", factors: { us: 1, ms: 1e3, s: 1e6 } },
  duration: { unit: "s", factors: { ms: 1e-3, s: 1 } },
};

/**
 * Returns the place of a row on its axis. Undefined for an order, a ratio and a summary without a mean or median. The middle is the
 * mean if there is one. The spread is that of all samples, or else the interval that the source states.
 */
export function toAxisValue(row: Measurement): AxisValue | undefined {
  if (row.kind === "relative" || row.kind === "ordinal") return undefined;
  const { value, mean, median, min, max, confidenceInterval } = figuresOf(row);
  const middle = value ?? mean ?? median;
  if (middle === undefined) return undefined;
  const scale = scales[row.metric];
  const factor = scale?.factors[row.unit];
  const convert = (figure: number): number =>
    factor === undefined ? figure : Number((figure * factor).toPrecision(12));
  const { low, high } =
    min !== undefined && max !== undefined ? { low: min, high: max } : (confidenceInterval ?? { low: 0, high: 0 });
  const spread = low === high ? {} : { low: convert(low), high: convert(high) };
  return { unit: scale && factor !== undefined ? scale.unit : row.unit, value: convert(middle), ...spread };
}

/** Replaces each value by its index in the list of distinct values, in the order of their first appearance. */
export function codeColumn(column: readonly string[]): Coded {
  const places = new Map<string, number>();
  const codes = column.map((value) => {
    const known = places.get(value) ?? places.size;
    places.set(value, known);
    return known;
  });
  return { values: [...places.keys()], codes };
}

/** Turns labels into ids for addresses. Equal ids get a number. */
export function nameForAddress(words: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const word of words) {
    if (names.has(word)) continue;
    const plain =
      word
        .toLowerCase()
        .replace(/[^a-z0-9.]+/g, "-")
        .replace(/^-+|-+$/g, "") || "other";
    let name = plain;
    for (let next = 2; taken.has(name); next++) name = `${plain}-${next}`;
    taken.add(name);
    names.set(word, name);
  }
  return names;
}

/** Lists the fields of a study's testbed and method. Fields that the source does not state are left out. */
export function describeTestbed({ testbed, method }: Dataset, platform: string): Testbed {
  const { linkGbps, guests, topology, notes: _, unknown: __, ...texts } = testbed;
  const fields: [TestbedField, string | undefined][] = [
    ["platform", platform],
    ...(Object.entries(texts) as [TestbedField, string][]),
    ["link", linkGbps && (linkGbps.length === 0 ? "not used" : formatQuantityList(linkGbps))],
    ["guests", guests.join("; ")],
    ["topology", topology === "unknown" ? undefined : writeConditions({ topology })],
    ["tool", method.tool],
    ["version", method.version],
    ["runs", method.runs === undefined ? undefined : groupDigits(method.runs)],
    ["duration", method.durationSeconds === undefined ? undefined : formatQuantity(method.durationSeconds, "s")],
  ];
  return Object.fromEntries(fields.filter(([, text]) => text !== undefined && text !== "unknown"));
}

function formatQuantityList(speeds: readonly number[]): string {
  return speeds.map((speed) => formatQuantity(speed, "Gbit/s")).join(", ");
}
