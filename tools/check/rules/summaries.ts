// The rule about samples and their summary, and the order of the figures in a summary.

import { lastDigitOf, printLike } from "../numbers-in-text.ts";
import { type Figure, listFigures, listRows, listSamples, type Row } from "../rows.ts";
import type { Complaint, RecordRule } from "../rule.ts";
import { isMapping, select, type Selected } from "../select.ts";
import type { AnyRecord, Path } from "../../records/record.ts";
import { ascendingStatistics, boundStatistics, type Span, type Statistic } from "../../records/samples.ts";

/**
 * A published summary agrees with its samples within the last printed digit. Percentiles may follow any of the usual
 * definitions, and a standard deviation may be that of the sample or of the population.
 */
export const samplesMatchSummary: RecordRule = {
  name: "samples-match-summary",
  summary: "A summary matches its samples.",
  scope: "dataset",
  check: (record) => listRows(record.data).map((row) => checkRow(row, record)),
};

/** A figure of a summary that does not agree with the samples. */
interface Misfit extends Figure {
  name: string;
  /** What they come to instead, in words. */
  computed: string;
}

function checkRow({ path, row }: Row, record: AnyRecord): Complaint | undefined {
  const samples = listSamples(row);
  if (row.summary === undefined || samples.length === 0) return undefined;
  const misfits = findMisfits(
    path,
    row,
    samples.map(({ number }) => number),
    record,
  );
  const [first, ...others] = misfits;
  if (!first) return undefined;
  const restsOn = [[...path, "samples"], ...[...samples, ...misfits].map(({ field }) => [...path, ...field])];
  const help = "compare the samples and the summary with the source";
  if (others.length === 0) {
    const message = `${first.name} is ${first.number}, and the samples have ${first.computed}`;
    return { path: [...path, ...first.field], restsOn, message, help };
  }
  // One mistyped sample affects several statistics.
  const list = misfits.map(({ name, number, computed }) => `${name} ${computed} (not ${number})`).join(", ");
  return { path: [...path, "summary"], onKey: true, restsOn, message: `the samples have ${list}`, help };
}

function findMisfits(path: Row["path"], row: Row["row"], samples: readonly number[], record: AnyRecord): Misfit[] {
  const bounds = boundStatistics(samples);
  // Samples may be rounded, so a small difference is allowed.
  const ofSamples = Math.min(...samples.map((sample) => lastDigitOf(String(sample)))) / 2;
  const misfits = listFigures(row).flatMap(({ field, number }): Misfit[] => {
    const name = String(field.at(-1));
    if (field.length !== 2 || !isStatistic(name, bounds)) return [];
    const lastDigit = lastDigitOf(record.spellingOf([...path, ...field]) ?? String(number));
    const slack = name === "count" ? 0 : lastDigit + ofSamples;
    if (isWithin(number, bounds[name], slack)) return [];
    return [{ field, name, number, computed: formatSpan(bounds[name], lastDigit) }];
  });
  return [...misfits, ...findMeanOutsideInterval(row, bounds.mean.low, ofSamples)];
}

/** Complains of an interval that does not contain the mean. */
function findMeanOutsideInterval(row: Row["row"], mean: number, ofSamples: number): Misfit[] {
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
  // Allows for floating-point errors.
  const dust = 1e-9 * Math.max(1, Math.abs(low), Math.abs(high));
  return number >= low - slack - dust && number <= high + slack + dust;
}

function formatSpan({ low, high }: Span, lastDigit: number): string {
  const [from, to] = [printLike(low, lastDigit), printLike(high, lastDigit)];
  return from === to ? from : `${from} to ${to}`;
}

type Numbers = { readonly [name: string]: unknown };

/** Complains of a summary whose figures cannot belong to one set of samples. */
export function checkStatistics({ path, value: summary }: Selected): Complaint[] {
  if (!isMapping(summary)) return [];
  const present = ascendingStatistics.filter((name) => typeof summary[name] === "number");
  const neighbours = present.flatMap((name, index) => compare(path, summary, present[index - 1] ?? name, name) ?? []);
  // Swapped ends are one mistake, although both are out of order with the figures between them.
  const ends = neighbours.length > 1 ? compare(path, summary, "min", "max") : undefined;
  const interval = isMapping(summary.confidenceInterval) ? summary.confidenceInterval : {};
  const swapped = compare([...path, "confidenceInterval"], interval, "low", "high");
  const unordered = [...(ends ? [ends] : neighbours), swapped].filter((complaint) => complaint !== undefined);
  // Other mismatches follow from the same mistake.
  if (unordered.length > 0) return unordered;
  return [...checkMean(path, summary, interval), ...checkDeviation(path, summary)];
}

/** Complains if both numbers are there and the one that should be lower is not. */
function compare(path: Path, numbers: Numbers, low: string, high: string): Complaint | undefined {
  const [a, b] = [numbers[low], numbers[high]];
  if (typeof a !== "number" || typeof b !== "number" || a <= b) return undefined;
  return {
    path: [...path, high],
    restsOn: [[...path, low]],
    message: `${high} ${b} is below ${low} ${a}`,
    help: "compare both with the source",
  };
}

function checkMean(path: Path, summary: Numbers, { low, high }: Numbers): Complaint[] {
  const { mean } = summary;
  const outside = [compare(path, summary, "min", "mean"), compare(path, summary, "mean", "max")].filter(
    (complaint) => complaint !== undefined,
  );
  const isWhole = typeof low === "number" && typeof high === "number" && typeof mean === "number";
  if (outside.length > 0 || !isWhole || (low <= mean && mean <= high)) return outside;
  const place = [...path, "confidenceInterval"];
  return [
    {
      path: place,
      onKey: true,
      restsOn: [[...path, "mean"], ...["low", "high"].map((end) => [...place, end])],
      message: `the interval from ${low} to ${high} does not contain the mean ${mean}`,
      help: "compare all three with the source",
    },
  ];
}

function checkDeviation(path: Path, { standardDeviation, min, max }: Numbers): Complaint[] {
  if (typeof standardDeviation !== "number" || typeof min !== "number" || typeof max !== "number") return [];
  if (standardDeviation <= max - min) return [];
  return [
    {
      path: [...path, "standardDeviation"],
      restsOn: ["min", "max"].map((end) => [...path, end]),
      message: `standardDeviation ${standardDeviation} is larger than the distance from min ${min} to max ${max}`,
      help: "compare all three with the source; a variance is its square",
    },
  ];
}
