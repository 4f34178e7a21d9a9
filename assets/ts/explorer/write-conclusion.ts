import { joinWords } from "../../../advisor/text.ts";
import { distanceOf, writeDifference, type Agreement, type RatioVerdict } from "./pair-rows.ts";
import type { Comparability, FieldComparison } from "./compare-testbeds.ts";
import type { TestbedField } from "./measurement-file.ts";

/** How much two studies have both measured, and how much of it under the same conditions. */
interface Common {
  shared: number;
  matched: number;
}

/** Says in words whether the numbers of two studies may be compared, and why. */
export function writeConclusion(
  { answer, fields }: Comparability,
  { shared, matched }: Common,
  nameField: (field: TestbedField) => string,
): string {
  if (shared === 0)
    return "Nothing to compare: no adapter was measured with the same metric and workload in both studies.";
  const named = joinWords(fields.map(nameField), "and");
  switch (answer) {
    case "yes":
      return "You can compare measurements that share conditions: no stated field of the testbeds differs.";
    case "no":
      return matched > 0
        ? `Differences may come from the testbeds, which differ in ${named}.`
        : `Do not compare these numbers: the testbeds differ in ${named}. Compare adapters within each study instead.`;
    case "unknown":
      return `It is unknown whether these numbers are comparable: at least one study does not fully state ${named}.`;
  }
}

/** How alike two testbeds are: "Testbeds: 3 fields differ, 11 the same". */
export function countFields(fields: readonly FieldComparison[]): string {
  const count = (wanted: FieldComparison["verdict"]): number =>
    fields.filter(({ verdict }) => verdict === wanted).length;
  return writeCounts(
    "Testbeds",
    [[count("differs"), "differs", "differ"], [count("same"), "the same", "the same"], ...openCounts(fields)],
    ["field", "fields"],
  );
}

/** Fields of which nobody can say if they differ: "11 fields not fully stated, 1 in other words". */
export function countOpenFields(fields: readonly FieldComparison[]): string {
  return joinCounts(openCounts(fields), ["field", "fields"]);
}

function openCounts(fields: readonly FieldComparison[]): Count[] {
  const count = (wanted: FieldComparison["verdict"]): number =>
    fields.filter(({ verdict }) => verdict === wanted).length;
  return [
    [count("not stated"), "not fully stated", "not fully stated"],
    [count("other words"), "in other words", "in other words"],
  ];
}

/** How alike the values that share conditions are, and the largest difference. */
export function countAgreements(agreements: readonly Agreement[]): string {
  const having = (wanted: Agreement["verdict"]): Agreement[] => agreements.filter(({ verdict }) => verdict === wanted);
  const [furthest] = having("differs")
    .filter(({ times }) => times !== undefined)
    .sort((a, b) => distanceOf(b) - distanceOf(a));
  const most = furthest?.times === undefined ? "" : `. Largest difference: ${writeDifference(furthest.times)}`;
  return (
    writeCounts("Measurements under the same conditions", [
      [having("differs").length, "differs", "differ"],
      [having("same").length, "the same", "the same"],
      [having("within the spread").length, "within the spread", "within the spread"],
    ]) + most
  );
}

/** How alike the ratios between adapters are. */
export function countRatios(verdicts: readonly RatioVerdict[]): string {
  const count = (wanted: RatioVerdict): number => verdicts.filter((verdict) => verdict === wanted).length;
  return writeCounts(
    "Between adapters",
    [
      [count("differs"), "points the opposite way", "point the opposite way"],
      [count("same order"), "points the same way", "point the same way"],
      [count("same"), "agrees", "agree"],
    ],
    ["ratio", "ratios"],
  );
}

/** Names in a table what `countRatios` counts. */
export function nameRatioVerdict(verdict: RatioVerdict): string {
  return { differs: "opposite way", "same order": "same way", same: "agrees" }[verdict];
}

type Count = readonly [count: number, one: string, many: string];

function writeCounts(of: string, counts: readonly Count[], nouns?: readonly [string, string]): string {
  return `${of}: ${joinCounts(counts, nouns)}`;
}

function joinCounts(counts: readonly Count[], [one, many]: readonly [string, string] = ["", ""]): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, single, plural], at) => {
      const unit = at > 0 ? "" : count === 1 ? one : many;
      return [String(count), ...(unit === "" ? [] : [unit]), count === 1 ? single : plural].join(" ");
    })
    .join(", ");
}
