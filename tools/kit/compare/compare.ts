import { count } from "../../../advisor/text.ts";
import {
  countPairsNeeded,
  countRunsNeeded,
  estimatePairedRatio,
  estimateRatio,
  geometricMean,
  judge,
  type Pair,
  type RatioEstimate,
  type Verdict,
} from "./estimate-ratio.ts";
import { describeMeasure } from "./measure.ts";
import type { Measured, SampleSet, UnitOfReplication } from "./samples.ts";
import type { ImportProblem } from "../import/row.ts";

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
  /** 95 % confidence interval of the ratio; null with fewer than two units on a side. */
  interval: [low: number, high: number] | null;
  /** Relative difference that does not matter, such as 0.05. */
  margin: number;
  /** Confirmed: b is better. Refuted: b is worse. Equivalent: the difference is within the margin. */
  verdict: Verdict;
  /** Units that each side needs beyond these to decide, if ratio and spread stay; null if a thousand would not do, or without an interval. */
  runsNeeded: number | null;
  /** How to read the numbers of either side, such as how much of the machine a tool counts. */
  notes: string[];
}

/** The samples of one side; of adapters that took turns those with a partner. */
interface SideSummary {
  samples: number[];
  /** How many of what counts as independent: repetitions, or blocks. */
  units: number;
  unitOfReplication: UnitOfReplication;
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
): { comparisons: Comparison[]; problems: ImportProblem[] } {
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
  const unpaired: SampleSet[] = [];
  for (const [key, a] of first.side) {
    const b = second.side.get(key);
    const nothing = [a, b].find((set) => set?.samples.some((value) => value <= 0));
    if (!b) note(second.name, `this measure is in ${first.name} only`, describeMeasure(a));
    else if (nothing)
      note(nothing === a ? first.name : second.name, "a ratio needs numbers above 0", describeMeasure(a));
    else {
      const pairs = isPaired ? pairUp(a, b) : null;
      if (pairs && pairs.length < Math.max(a.units.length, b.units.length)) unpaired.push(a);
      comparisons.push(pairs ? comparePairs(a, b, pairs, margin) : compareSets(a, b, margin));
    }
  }
  if (unpaired.length > 0)
    note(
      first.name,
      "only repetitions that both adapters have are compared",
      [
        ...unpaired.slice(0, 3).map(describeMeasure),
        ...(unpaired.length > 3 ? [`${unpaired.length - 3} more`] : []),
      ].join("; "),
    );
  for (const [key, set] of second.side)
    if (!first.side.has(key)) note(first.name, `this measure is in ${second.name} only`, describeMeasure(set));
  return { comparisons, problems };
}

function compareSets(a: SampleSet, b: SampleSet, margin: number): Comparison {
  return describe(a, b, estimateRatio(a.units, b.units), margin, () => countRunsNeeded(a.units, b.units, margin));
}

function comparePairs(a: SampleSet, b: SampleSet, pairs: readonly Pair[], margin: number): Comparison {
  const keep = (set: SampleSet, values: number[]): SampleSet => ({ ...set, samples: values, units: values });
  return describe(
    keep(
      a,
      pairs.map(([value]) => value),
    ),
    keep(
      b,
      pairs.map(([, value]) => value),
    ),
    estimatePairedRatio(pairs),
    margin,
    () => countPairsNeeded(pairs, margin),
  );
}

function describe(
  a: SampleSet,
  b: SampleSet,
  estimate: RatioEstimate,
  margin: number,
  countNeeded: () => number | null,
): Comparison {
  const { metric, series, unit, better } = a;
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
    runsNeeded: verdict === "undecided" ? countNeeded() : 0,
    notes: [...new Set([...a.notes, ...b.notes])],
  };
}

/**
 * The repetitions that both sides have, by their numbers: an interruption, or other work in the guest, may leave one without its
 * partner. Null if the numbers do not tell repetitions apart, or if no two have the same.
 */
function pairUp(a: SampleSet, b: SampleSet): Pair[] | null {
  const [one, other] = [a, b].map(({ units, numbers }) => new Map(units.map((value, at) => [numbers[at], value])));
  if (one?.size !== a.units.length || other?.size !== b.units.length) return null;
  const pairs = [...one].flatMap(([number, value]): Pair[] => {
    const partner = other.get(number);
    return partner === undefined ? [] : [[value, partner]];
  });
  return pairs.length > 0 ? pairs : null;
}

function summarise({ samples, units, unitOfReplication, marks }: SampleSet): SideSummary {
  return {
    samples,
    units: units.length,
    unitOfReplication,
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

/** The units of a side: "5", or "2 blocks with 10 repetitions". */
export function formatUnits({ samples, units, unitOfReplication }: SideSummary): string {
  return unitOfReplication === "block"
    ? `${count(units, "block")} with ${count(samples.length, "repetition")}`
    : String(units);
}

/** The ratio with its interval: "1.52× (95 % interval 1.49–1.55)". */
export function formatInterval({ ratio, interval, a, b }: Comparison): string {
  return interval === null
    ? `${formatRatio(ratio)} (no interval from one ${nameUnit({ a, b })})`
    : `${formatRatio(ratio)} (95 % interval ${formatSpan(interval)})`;
}

function nameUnit({ a, b }: Pick<Comparison, "a" | "b">): UnitOfReplication {
  return [a, b].find(({ units }) => units < 2)?.unitOfReplication ?? a.unitOfReplication;
}

/** The verdict in a sentence. */
export function describeVerdict({ verdict, interval, margin, runsNeeded, a, b }: Comparison): string {
  const unit = nameUnit({ a, b }) === "block" ? "block" : "run";
  switch (verdict) {
    case "confirmed":
      return "confirmed. B is better.";
    case "refuted":
      return "refuted. B is worse.";
    case "equivalent":
      return `equivalent. The difference is within ${formatNumber(margin * 100)} %.`;
    case "undecided":
      if (interval === null) return `undecided. The spread is not known yet: two ${unit}s a side give an interval.`;
      return runsNeeded === null
        ? `undecided. More ${unit}s would hardly help: the spread is too large.`
        : `undecided. About ${runsNeeded} more ${unit}${runsNeeded === 1 ? "" : "s"} a side would decide.`;
  }
}

/** A number with four significant digits and grouped thousands. */
export function formatNumber(value: number): string {
  return Number(value.toPrecision(4)).toLocaleString("en-GB", { maximumSignificantDigits: 4 });
}
