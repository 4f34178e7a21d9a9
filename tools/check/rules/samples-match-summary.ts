import { boundStatistics, type Span, type Statistic } from "../../records/samples.ts";
import type { AnyRecord } from "../../records/record.ts";
import { lastDigitOf, printLike } from "../numbers-in-text.ts";
import { type Figure, listFigures, listRows, listSamples, type Row } from "../rows.ts";
import type { Complaint, RecordRule } from "../rule.ts";
import { select } from "../select.ts";

/**
 * What a source says its samples come to is what they come to, within the last digit that it prints. Percentiles may follow
 * any of the usual definitions, and a standard deviation may be that of the samples or an estimate for what they stand for.
 *
 * Good: samples 4.4, 4.5, 4.7 with the summary `mean: 4.53`
 * Bad: samples 4.4, 4.5, 4.7 with the summary `mean: 4.35`
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
