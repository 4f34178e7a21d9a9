import { testbedFields } from "./measurement-file.ts";
import type { Testbed, TestbedField } from "./measurement-file.ts";

/** How a field of two testbeds compares. */
export type Verdict = "same" | "differs" | "not stated";

export interface FieldComparison { field: TestbedField; a?: string; b?: string; verdict: Verdict }

/** Compares two testbeds field by field; fields that neither states are left out. */
export function compareTestbeds(one: Testbed, other: Testbed): FieldComparison[] {
  return testbedFields.flatMap((field) => {
    const [a, b] = [one[field], other[field]];
    if (a === undefined && b === undefined) return essential.has(field) ? [{ field, verdict: "not stated" as const }] : [];
    return [{ field, ...(a === undefined ? {} : { a }), ...(b === undefined ? {} : { b }), verdict: compareTexts(a, b) }];
  });
}

/** Fields whose silence alone keeps two studies from being compared. */
const essential: ReadonlySet<TestbedField> = new Set(["platform", "hypervisor", "host", "cpu", "nic", "link", "guests", "topology", "tool", "version"]);

/** Fields that say how carefully, not how, something was measured. */
const aboutEffort: ReadonlySet<TestbedField> = new Set(["runs", "duration"]);

/** Lists the fields in which at least two of the testbeds differ. */
export function listDiffering(testbeds: readonly Testbed[]): TestbedField[] {
  const stated = (field: TestbedField): (string | undefined)[] => testbeds.map((testbed) => testbed[field]).filter((text) => !isOpen(text));
  return testbedFields.filter((field) => !aboutEffort.has(field) && new Set(stated(field)).size > 1);
}

/** A text that calls a part of itself unknown can be the same as any other, or none. */
function compareTexts(a: string | undefined, b: string | undefined): Verdict {
  if (isOpen(a) || isOpen(b)) return "not stated";
  return a === b ? "same" : "differs";
}

function isOpen(text: string | undefined): boolean {
  return text === undefined || /\bunknown\b/.test(text);
}

/** What follows for the numbers of two studies. */
export interface Comparability { answer: "yes" | "no" | "unknown"; fields: TestbedField[] }

/** Numbers may be compared where nothing differs and nothing essential is left unsaid. */
export function judgeComparability(comparisons: readonly FieldComparison[]): Comparability {
  const having = (wanted: Verdict): TestbedField[] => comparisons.filter(({ verdict }) => verdict === wanted).map(({ field }) => field);
  const differing = having("differs").filter((field) => !aboutEffort.has(field));
  const silent = having("not stated").filter((field) => essential.has(field));
  if (differing.length > 0) return { answer: "no", fields: differing };
  return silent.length > 0 ? { answer: "unknown", fields: silent } : { answer: "yes", fields: [] };
}
