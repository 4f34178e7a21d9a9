import { type Testbed, type TestbedField, testbedFields } from "./measurement-file.ts";

/** How a field of two testbeds compares; prose that is not the same to the letter may still mean the same. */
type Verdict = "same" | "differs" | "not stated" | "other words";

export interface FieldComparison {
  field: TestbedField;
  a?: string;
  b?: string;
  verdict: Verdict;
}

/** Compares two testbeds field by field; fields that neither states are left out. */
export function compareTestbeds(one: Testbed, other: Testbed): FieldComparison[] {
  return testbedFields.flatMap((field) => {
    const [a, b] = [one[field], other[field]];
    if (a === undefined && b === undefined)
      return essential.has(field) ? [{ field, verdict: "not stated" as const }] : [];
    return [
      {
        field,
        ...(a === undefined ? {} : { a }),
        ...(b === undefined ? {} : { b }),
        verdict: compareTexts(a, b, prose.has(field)),
      },
    ];
  });
}

/** What a page says of a comparison: "not stated" is for silence alone, not for what is stated in part. */
export function nameVerdict({ a, b, verdict }: FieldComparison): string {
  return verdict === "not stated" && a !== undefined && b !== undefined ? "stated in part" : verdict;
}

/** Fields whose silence alone keeps two studies from being compared. */
const essential: ReadonlySet<TestbedField> = new Set([
  "platform",
  "hypervisor",
  "host",
  "cpu",
  "nic",
  "link",
  "guests",
  "topology",
  "tool",
  "version",
]);

/** Fields that say how carefully, not how, something was measured. */
const aboutEffort: ReadonlySet<TestbedField> = new Set(["runs", "duration"]);

/** Fields that sources describe in sentences of their own. */
const prose: ReadonlySet<TestbedField> = new Set(["client", "neighbours"]);

/** Lists the fields in which at least two of the testbeds differ. */
export function listDiffering(testbeds: readonly Testbed[]): TestbedField[] {
  return testbedFields.filter((field) => {
    // Each text once: studies are many, what they say of one field is not.
    const texts = [...new Set(testbeds.flatMap((testbed) => testbed[field] ?? []))];
    return (
      !aboutEffort.has(field) &&
      texts.some((text, at) =>
        texts.slice(at + 1).some((other) => compareTexts(text, other, prose.has(field)) === "differs"),
      )
    );
  });
}

function compareTexts(a: string | undefined, b: string | undefined, isProse: boolean): Verdict {
  if (a === undefined || b === undefined) return "not stated";
  if (isOpen(a) || isOpen(b)) return haveOtherReleases(a, b) ? "differs" : "not stated";
  if (a === b) return "same";
  return isProse ? "other words" : "differs";
}

/** A text that calls a part of itself unknown can mean the same as another, or not. */
function isOpen(text: string): boolean {
  return /\bunknown\b/.test(text);
}

/** Says whether what two texts begin with names a release each, and not the same one: that differs whatever else is unknown. */
function haveOtherReleases(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) => text.split(/[,;(]/)[0]?.trim() ?? "") as [string, string];
  return /\d/.test(one) && /\d/.test(other) && !one.startsWith(other) && !other.startsWith(one);
}

/** What follows for the numbers of two studies. */
export interface Comparability {
  answer: "yes" | "no" | "unknown";
  fields: TestbedField[];
}

/** Numbers may be compared where nothing differs and nothing essential is left unsaid. */
export function judgeComparability(comparisons: readonly FieldComparison[]): Comparability {
  const having = (wanted: Verdict): TestbedField[] =>
    comparisons.filter(({ verdict }) => verdict === wanted).map(({ field }) => field);
  const differing = having("differs").filter((field) => !aboutEffort.has(field));
  const silent = having("not stated").filter((field) => essential.has(field));
  if (differing.length > 0) return { answer: "no", fields: differing };
  return silent.length > 0 ? { answer: "unknown", fields: silent } : { answer: "yes", fields: [] };
}
