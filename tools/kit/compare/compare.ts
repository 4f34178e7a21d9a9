import {
  countPairsNeeded,
  countRunsNeeded,
  estimatePairedRatio,
  estimateRatio,
  geometricMean,
  judge,
  type RatioEstimate,
  type Verdict,
} from "./estimate-ratio.ts";
import { describeMeasure } from "./measure.ts";
import type { Measured, SampleSet } from "./samples.ts";
import type { Problem } from "../import/row.ts";

/** Version of the comparison as JSON. */
const schemaVersion = 1;

/** One measure of two adapters. */
export interface Comparison {
  schemaVersion: typeof schemaVersion;
  metric: string;
  /** What was run: a series of the kit, or workload and flow. */
  series: string;
  unit: string;
  better: "higher" | "lower";
  a: SideSummary;
  b: SideSummary;
  /** Geometric mean of b divided by that of a. */
  ratio: number;
  /** 95 % confidence interval of the ratio; null with fewer than two repetitions on a side. */
  interval: [low: number, high: number] | null;
  /** Relative difference that does not matter, such as 0.05. */
  margin: number;
  /** Confirmed: b is better. Refuted: b is worse. Equivalent: the difference is within the margin. */
  verdict: Verdict;
  /** Repetitions that each side needs beyond these to decide, if ratio and spread stay; null if a thousand would not do. */
  runsNeeded: number | null;
}

/** The samples of one side. */
interface SideSummary {
  samples: number[];
  /** What counts as independent: repetitions, or blocks. */
  units: number;
  geometricMean: number;
  min: number;
  max: number;
  /** Reasons to doubt some of the samples. */
  marks: string[];
}

/** Compares two files, or the two sides of one. Measures that only one of them has are problems, and so are those that cannot be compared. */
export function compareFiles(
  files: readonly (Measured & { name: string })[],
  margin: number,
): { comparisons: Comparison[]; problems: Problem[] } {
  const problems = files.flatMap((file) => file.problems);
  const sides = files.flatMap(({ name, sides }) => sides.map((side) => ({ name, side })));
  const [first, second] = sides;
  const note = (name: string, message: string, found: string): void =>
    void problems.push({ file: name, place: name, found, message });
  if (!first || !second || sides.length > 2) {
    for (const { name, sides } of files)
      if (files.length === 1 || sides.length !== 1)
        note(
          name,
          "two adapters are compared: give two files with one adapter each, or one file with both",
          sides.length === 1 ? "1 adapter" : `${sides.length} adapters`,
        );
    return { comparisons: [], problems };
  }
  // A file without a number says why; that the other file has more is nothing new.
  if (files.some((file) => file.problems.length > 0 && file.sides.every((side) => side.size === 0)))
    return { comparisons: [], problems };
  const isPaired = files.length === 1 && files[0]?.isInterleaved === true;
  const comparisons: Comparison[] = [];
  for (const [key, a] of first.side) {
    const b = second.side.get(key);
    const nothing = [a, b].find((set) => set?.samples.some((value) => value <= 0));
    if (!b) note(second.name, `this measure is in ${first.name} only`, describeMeasure(a));
    else if (nothing)
      note(nothing === a ? first.name : second.name, "a ratio needs numbers above 0", describeMeasure(a));
    else comparisons.push(compareSets(a, b, margin, isPaired));
  }
  for (const [key, set] of second.side)
    if (!first.side.has(key)) note(first.name, `this measure is in ${second.name} only`, describeMeasure(set));
  return { comparisons, problems };
}

function compareSets(a: SampleSet, b: SampleSet, margin: number, isPaired: boolean): Comparison {
  const { metric, series, unit, better } = a;
  const pairs = isPaired ? pairUp(a, b) : null;
  const estimate: RatioEstimate = pairs ? estimatePairedRatio(pairs) : estimateRatio(a.units, b.units);
  const verdict = judge(estimate, better === "higher", margin);
  return {
    schemaVersion,
    metric,
    series,
    unit,
    better,
    a: summarise(a),
    b: summarise(b),
    ...estimate,
    margin,
    verdict,
    runsNeeded:
      verdict !== "undecided" ? 0 : pairs ? countPairsNeeded(pairs, margin) : countRunsNeeded(a.units, b.units, margin),
  };
}

/** The repetitions of two sides by their numbers; null if one has more, as after an interruption. */
function pairUp(a: SampleSet, b: SampleSet): [a: number, b: number][] | null {
  return a.units.length === b.units.length ? a.units.map((value, at) => [value, b.units[at] as number]) : null;
}

function summarise({ samples, units, marks }: SampleSet): SideSummary {
  return {
    samples,
    units: units.length,
    geometricMean: geometricMean(units),
    min: Math.min(...samples),
    max: Math.max(...samples),
    marks,
  };
}

/** A ratio with three digits: "1.52×". */
export function formatRatio(ratio: number): string {
  return `${ratio.toPrecision(3)}×`;
}

/** The ends of an interval: "1.49–1.55". */
export function formatSpan(interval: readonly number[]): string {
  return interval.map((end) => end.toPrecision(3)).join("–");
}

/** The ratio with its interval: "1.52× (95 % interval 1.49–1.55)". */
export function formatInterval({ ratio, interval }: Pick<Comparison, "ratio" | "interval">): string {
  return interval === null
    ? `${formatRatio(ratio)} (no interval from one repetition)`
    : `${formatRatio(ratio)} (95 % interval ${formatSpan(interval)})`;
}

/** The verdict in a sentence. */
export function describeVerdict({ verdict, margin, runsNeeded }: Comparison): string {
  switch (verdict) {
    case "confirmed":
      return "confirmed. B is better.";
    case "refuted":
      return "refuted. B is worse.";
    case "equivalent":
      return `equivalent. The difference is within ${formatNumber(margin * 100)} %.`;
    case "undecided":
      return runsNeeded === null
        ? "undecided. More runs would hardly help: the spread is too large."
        : `undecided. About ${runsNeeded} more ${runsNeeded === 1 ? "run" : "runs"} a side would decide.`;
  }
}

/** A number with four significant digits and grouped thousands. */
export function formatNumber(value: number): string {
  return Number(value.toPrecision(4)).toLocaleString("en-GB", { maximumSignificantDigits: 4 });
}
