import { summarize } from "../../../records/samples.ts";
import type { JsonPlace } from "../json-place.ts";
import type { Report, RowFacts } from "../report.ts";
import type { Metric, Statistic, Unit, Workload } from "../row.ts";
import { bitsPerSecond, secondsOf } from "../units.ts";

/** Whether a document is a data file of flent. */
export function isFlent(document: JsonPlace): boolean {
  return document.at("x_values").exists && document.at("results").exists;
}

/** Reads a data file of flent: of every series of samples its statistics. Its versions 2 to 4 differ in the metadata. */
export function readFlent(document: JsonPlace, report: Report): void {
  const metadata = document.at("metadata");
  const results = document.at("results");
  const length = report.number(metadata.at("LENGTH"));
  if (results.names.length === 0) report.refuse("the file has no results", results.written, results.spot);
  const load = findLoad(results, metadata);
  for (const name of results.names)
    readSeries(name, findUnits(name, metadata), results.at(name), length, load, metadata, report);
}

function findUnits(name: string, metadata: JsonPlace): string | undefined {
  const stated = metadata.at("SERIES_META", name, "UNITS").text ?? /\((ms|Mbits\/s)\)/.exec(name)?.[1];
  return stated ?? findOldUnits(name);
}

/** Positions of samples, counted from 0. */
interface Range {
  first: number;
  last: number;
}

/** Where the streams have samples; a test begins with pings alone and ends with them. */
function findLoad(results: JsonPlace, metadata: JsonPlace): Range | undefined {
  const streams = results.names.filter((name) => findScale(findUnits(name, metadata) ?? "")?.metric === "throughput");
  const positions = streams.flatMap((name) => findPositions(results.at(name)));
  if (positions.length === 0) return undefined;
  return positions.reduce(({ first, last }, at) => ({ first: Math.min(first, at), last: Math.max(last, at) }), {
    first: Number.POSITIVE_INFINITY,
    last: 0,
  });
}

/** Positions at which a series has a sample. */
function findPositions(series: JsonPlace): number[] {
  return series.items.flatMap((item, at) => (isSample(item) ? [at] : []));
}

function isSample({ node }: JsonPlace): boolean {
  return node?.kind !== "word" || node.text !== "null";
}

/** How many samples of a latency are from before or after the load; one step at each end is the streams' own start and end. */
function countIdle(series: JsonPlace, load: Range | undefined): number {
  if (!load) return 0;
  return findPositions(series).filter((at) => at < load.first - 1 || at > load.last + 1).length;
}

/** Files without SERIES_META are of versions that recorded every stream in Mbit/s. */
function findOldUnits(name: string): string | undefined {
  return /^(?:TCP|UDP)\b.*\b(?:upload|download|totals|sum|avg)\b/i.test(name) ? "Mbits/s" : undefined;
}

function readSeries(
  name: string,
  units: string | undefined,
  series: JsonPlace,
  length: number | undefined,
  load: Range | undefined,
  metadata: JsonPlace,
  report: Report,
): void {
  const samples = series.items.filter(isSample);
  const values = samples.map((item) => item.number);
  const broken = samples.find((item) => item.number === undefined);
  if (broken) return report.refuse("a sample is not a number", broken.written, broken.spot);
  // A series that ran in no second has no sample; flent keeps it all the same.
  if (values.length === 0) return;
  if (units === undefined) return report.refuse("the unit of the series is missing (SERIES_META)", name, series.spot);
  const scale = findScale(units);
  if (!scale) return report.refuse("a dataset has no unit for this series", `${name}: ${units}`, series.spot);
  const { metric, unit, factor } = scale;
  const numbers = values.map((value) => (value ?? Number.NaN) * factor).sort((a, b) => a - b);
  const idle = metric === "latency" ? countIdle(series, load) : 0;
  const facts: Omit<RowFacts, "value" | "statistic" | "asWritten"> = {
    metric,
    unit,
    tool: { name: "flent", ...versionOf(metadata) },
    ...workloadOf(name),
    ...flowOf(name),
    ...(length ? { durationSeconds: length } : {}),
    series: name,
    note: `${numbers.length} samples.`,
    ...(idle > 0
      ? {
          warnings: [
            `${idle} of ${numbers.length} samples are from before or after the load, when the network was idle.`,
          ],
        }
      : {}),
  };
  for (const [statistic, value] of statisticsOf(numbers, metric === "latency"))
    report.add(
      { ...facts, statistic, value, asWritten: `${statistic} of ${numbers.length} samples in ${units}` },
      series.spot,
    );
}

function versionOf(metadata: JsonPlace): { version?: string } {
  const version = metadata.at("FLENT_VERSION").text ?? metadata.at("NETPERF_WRAPPER_VERSION").text;
  return version ? { version } : {};
}

function findScale(units: string): { metric: Metric; unit: Unit; factor: number } | undefined {
  const seconds = secondsOf(units);
  if (seconds !== undefined) return { metric: "latency", unit: "ms", factor: Number((seconds * 1000).toPrecision(3)) };
  const bits = bitsPerSecond(units);
  if (bits !== undefined) return { metric: "throughput", unit: "Mbit/s", factor: bits / 1e6 };
  return /^packets\/s$/i.test(units) ? { metric: "packet-rate", unit: "packets/s", factor: 1 } : undefined;
}

function workloadOf(name: string): { workload?: Workload } {
  if (/\bUDP\b.*\bms\b|\bms\b.*\bUDP\b/i.test(name)) return { workload: "udp-rr" };
  if (/\bping\b|\bICMP\b/i.test(name)) return { workload: "ping" };
  if (/\bUDP\b/i.test(name)) return { workload: "udp-stream" };
  return /\bTCP\b/i.test(name) ? { workload: "tcp-stream" } : {};
}

function flowOf(name: string): Pick<RowFacts, "flow"> {
  if (/upload/i.test(name)) return { flow: "client-to-server" };
  return /download/i.test(name) ? { flow: "server-to-client" } : {};
}

/** Statistics of sorted samples; percentiles by the nearest rank. */
function statisticsOf(sorted: readonly number[], hasTail: boolean): [Statistic, number][] {
  const { mean, median, min, max } = summarize(sorted);
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  const tail: [Statistic, number][] = [
    ["p90", at(0.9)],
    ["p99", at(0.99)],
  ];
  return [["mean", mean], ["median", median], ["min", min], ["max", max], ...(hasTail ? tail : [])];
}
