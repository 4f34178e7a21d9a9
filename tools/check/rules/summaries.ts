// The rule about samples and their summary, and the order of the figures in a summary.

import { lastDigitOf, printLike } from "../numbers-in-text.ts";
import { type Figure, listFigures, listRows, listSamples, type Row } from "../rows.ts";
import type { Complaint, RecordRule } from "../rule.ts";
import { isMapping, select, type Selected } from "../select.ts";
import type { AnyRecord, Path } from "../../records/record.ts";
import { boundStatistics, type Span, type Statistic } from "../../records/samples.ts";

/**
 * What a source says its samples come to is what they come to, within the last digit that it prints. Percentiles may follow
 * any of the usual definitions, and a standard deviation may be that of the samples or an estimate for what they stand for.
 */
export const samplesMatchSummary: RecordRule = {
  name: "samples-match-summary",
  summary: "A summary matches its samples.",
  scope: "dataset",
  check: (record) => listRows(record.data).flatMap((row) => checkRow(row, record)),
};

/** A figure of a summary that the samples do not bear out. */
interface Misfit extends Figure {
  name: string;
  /** What they come to instead, in words. */
  computed: string;
}

function checkRow({ path, row }: Row, record: AnyRecord): Complaint[] {
  const samples = listSamples(row);
  if (row.summary === undefined || samples.length === 0) return [];
  const misfits = findMisfits(
    path,
    row,
    samples.map(({ number }) => number),
    record,
  );
  const [first, ...others] = misfits;
  if (!first) return [];
  const restsOn = [[...path, "samples"], ...[...samples, ...misfits].map(({ field }) => [...path, ...field])];
  const help = "compare the samples and the summary with the source";
  if (others.length === 0) {
    const message = `${first.name} is ${first.number}, and the samples have ${first.computed}`;
    return [{ path: [...path, ...first.field], restsOn, message, help }];
  }
  // One sample that was mistyped spoils several statistics.
  const list = misfits.map(({ name, number, computed }) => `${name} ${computed} (not ${number})`).join(", ");
  return [{ path: [...path, "summary"], onKey: true, restsOn, message: `the samples have ${list}`, help }];
}

function findMisfits(path: Row["path"], row: Row["row"], samples: readonly number[], record: AnyRecord): Misfit[] {
  const bounds = boundStatistics(samples);
  // Samples that were rounded for printing may come to a little more or less.
  const ofSamples = Math.min(...samples.map((sample) => lastDigitOf(String(sample)))) / 2;
  const misfits = listFigures(row).flatMap(({ field, number }): Misfit[] => {
    const name = String(field.at(-1));
    if (field.length !== 2 || !isStatistic(name, bounds)) return [];
    const lastDigit = lastDigitOf(record.spellingOf([...path, ...field]) ?? String(number));
    const slack = name === "count" ? 0 : lastDigit + ofSamples;
    if (isWithin(number, bounds[name], slack)) return [];
    return [{ field, name, number, computed: saySpan(bounds[name], lastDigit) }];
  });
  return [...misfits, ...findMissedMean(row, bounds.mean.low, ofSamples)];
}

/** An interval around the mean that leaves the mean out. */
function findMissedMean(row: Row["row"], mean: number, ofSamples: number): Misfit[] {
  const [low, high] = ["low", "high"].map((end) => select(row, `summary.confidenceInterval.${end}`)[0]?.value);
  if (typeof low !== "number" || typeof high !== "number" || low > high) return [];
  const slack = Math.max(lastDigitOf(String(low)), lastDigitOf(String(high))) + ofSamples;
  if (isWithin(mean, { low, high }, slack)) return [];
  const [end, number] = mean < low ? (["low", low] as const) : (["high", high] as const);
  const field = ["summary", "confidenceInterval", end];
  return [{ field, number, name: `${end} of the confidence interval`, computed: `the mean ${printLike(mean, slack)}` }];
}

function isStatistic(name: string, bounds: object): name is Statistic {
  return Object.hasOwn(bounds, name);
}

function isWithin(number: number, { low, high }: Span, slack: number): boolean {
  // What floating point adds is no difference.
  const dust = 1e-9 * Math.max(1, Math.abs(low), Math.abs(high));
  return number >= low - slack - dust && number <= high + slack + dust;
}

function saySpan({ low, high }: Span, lastDigit: number): string {
  const [from, to] = [printLike(low, lastDigit), printLike(high, lastDigit)];
  return from === to ? from : `${from} to ${to}`;
}

/** From the smallest to the largest; of each pair of neighbours that a summary holds the first is not above the second. */
const ascending = ["min", "p5", "p25", "median", "p75", "p90", "p95", "p99", "p999", "p9999", "p99999", "max"];

type Named = [name: string, number: number];

/** Complains of a summary whose figures cannot belong to one set of samples. */
export function checkStatistics({ path, value: summary }: Selected): Complaint[] {
  if (!isMapping(summary)) return [];
  const present = numbersOf(summary, ascending);
  const neighbours = present.flatMap((figure, index) => compare(path, present[index - 1] ?? figure, figure));
  // Ends that were swapped are one mistake, although both are out of order with what stands between them.
  const ends = neighbours.length > 1 ? compareEnds(path, summary) : [];
  const swaps = ends.length > 0 ? ends : neighbours;
  const interval = checkInterval({ path: [...path, "confidenceInterval"], value: summary.confidenceInterval });
  // What else does not fit follows from the same mistake.
  if (swaps.length > 0 || interval.length > 0) return [...swaps, ...interval];
  return [...checkMean(path, summary), ...checkDeviation(path, summary)];
}

function compare(path: Path, [low, a]: Named, [high, b]: Named): Complaint[] {
  if (a <= b) return [];
  return [
    {
      path: [...path, high],
      restsOn: [[...path, low]],
      message: `${high} ${b} is below ${low} ${a}`,
      help: "compare both with the source",
    },
  ];
}

function compareEnds(path: Path, summary: { [name: string]: unknown }): Complaint[] {
  const [[min], [max]] = [numbersOf(summary, ["min"]), numbersOf(summary, ["max"])];
  return min && max ? compare(path, min, max) : [];
}

function checkInterval({ path, value: interval }: Selected): Complaint[] {
  if (!isMapping(interval)) return [];
  const [low, high] = numbersOf(interval, ["low", "high"]);
  return low && high ? compare(path, low, high) : [];
}

function checkMean(path: Path, summary: { [name: string]: unknown }): Complaint[] {
  const [mean] = numbersOf(summary, ["mean"]);
  if (!mean) return [];
  const [min] = numbersOf(summary, ["min"]);
  const [max] = numbersOf(summary, ["max"]);
  const interval = isMapping(summary.confidenceInterval) ? summary.confidenceInterval : {};
  const [low, high] = numbersOf(interval, ["low", "high"]);
  const outside = [...(min ? compare(path, min, mean) : []), ...(max ? compare(path, mean, max) : [])];
  if (outside.length > 0 || !low || !high || (low[1] <= mean[1] && mean[1] <= high[1])) return outside;
  const place = [...path, "confidenceInterval"];
  return [
    {
      path: place,
      onKey: true,
      restsOn: [
        [...path, "mean"],
        [...place, "low"],
        [...place, "high"],
      ],
      message: `the interval from ${low[1]} to ${high[1]} does not contain the mean ${mean[1]}`,
      help: "compare all three with the source",
    },
  ];
}

function checkDeviation(path: Path, summary: { [name: string]: unknown }): Complaint[] {
  const [deviation, min, max] = ["standardDeviation", "min", "max"].map((name) => numbersOf(summary, [name])[0]?.[1]);
  if (deviation === undefined || min === undefined || max === undefined || deviation <= max - min) return [];
  return [
    {
      path: [...path, "standardDeviation"],
      restsOn: [
        [...path, "min"],
        [...path, "max"],
      ],
      message: `standardDeviation ${deviation} is larger than the distance from min ${min} to max ${max}`,
      help: "compare all three with the source; a variance is its square",
    },
  ];
}

function numbersOf(mapping: { [name: string]: unknown }, names: readonly string[]): Named[] {
  return names.flatMap((name): Named[] => {
    const number = mapping[name];
    return typeof number === "number" ? [[name, number]] : [];
  });
}
