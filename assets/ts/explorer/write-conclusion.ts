import { distanceOf, writeDifference, type Agreement, type RatioVerdict } from "./pair-rows.ts";
import type { Comparability, FieldComparison } from "./compare-testbeds.ts";
import type { TestbedField } from "./measurement-file.ts";
import { joinWords } from "../../../tools/records/words.ts";

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
    return "Nothing to compare: no adapter was measured by the same metric under the same workload in both.";
  const named = joinWords(fields.map(nameField), "and");
  switch (answer) {
    case "yes":
      return "The numbers may be compared where the conditions of two rows are the same: nothing that is stated of the testbeds differs.";
    case "no":
      return matched > 0
        ? `Where numbers differ, that may be due to the testbeds, which differ in ${named}.`
        : `The numbers may not be compared: the testbeds differ in ${named}. Compare adapters within each study instead.`;
    case "unknown":
      return `Whether the numbers may be compared is not known: nothing that both state differs, but one or both do not fully state ${named}.`;
  }
}

/** How alike two testbeds are: "Testbeds: 3 facts differ, 11 are the same". */
export function countFields(fields: readonly FieldComparison[]): string {
  const count = (wanted: FieldComparison["verdict"]): number =>
    fields.filter(({ verdict }) => verdict === wanted).length;
  return writeCounts(
    "Testbeds",
    [
      [count("differs"), "differs", "differ"],
      [count("same"), "is the same", "are the same"],
      [count("not stated"), "is not fully stated", "are not fully stated"],
      [count("other words"), "is said in other words", "are said in other words"],
    ],
    ["fact", "facts"],
  );
}

/** How alike the values under the same conditions are, and how far those that differ do. */
export function countAgreements(agreements: readonly Agreement[]): string {
  const having = (wanted: Agreement["verdict"]): Agreement[] => agreements.filter(({ verdict }) => verdict === wanted);
  const [furthest] = having("differs")
    .filter(({ times }) => times !== undefined)
    .sort((a, b) => distanceOf(b) - distanceOf(a));
  const most = furthest?.times === undefined ? "" : `; the furthest is ${writeDifference(furthest.times)}`;
  return (
    writeCounts("Values under the same conditions", [
      [having("differs").length, "differs", "differ"],
      [having("same").length, "is the same", "are the same"],
      [having("within the spread").length, "lies within the spread", "lie within the spread"],
    ]) + most
  );
}

/** How alike the ratios between adapters are. */
export function countRatios(verdicts: readonly RatioVerdict[]): string {
  const count = (wanted: RatioVerdict): number => verdicts.filter((verdict) => verdict === wanted).length;
  return writeCounts("Ratios between adapters", [
    [count("differs"), "differs in its order", "differ in their order"],
    [count("same order"), "has the same order", "have the same order"],
    [count("same"), "has the same ratio", "have the same ratio"],
  ]);
}

function writeCounts(
  of: string,
  counts: readonly (readonly [count: number, one: string, many: string])[],
  [one, many] = ["", ""],
): string {
  const parts = counts
    .filter(([count]) => count > 0)
    .map(([count, single, plural], at) => {
      const unit = at > 0 ? "" : count === 1 ? one : many;
      return [String(count), ...(unit === "" ? [] : [unit]), count === 1 ? single : plural].join(" ");
    });
  return `${of}: ${parts.join(", ")}`;
}
