import type { Comparability } from "./compare-testbeds.ts";
import type { TestbedField } from "./measurement-file.ts";
import { joinWords } from "./write-question.ts";

/** Says in words whether the numbers of two studies may be compared, and why. */
export function writeConclusion({ answer, fields }: Comparability, sharedCount: number, nameField: (field: TestbedField) => string): string {
  if (sharedCount === 0) return "Nothing to compare: no adapter was measured by the same metric under the same workload in both.";
  const named = joinWords(fields.map(nameField), "and");
  switch (answer) {
    case "yes":
      return "The numbers may be compared where the conditions of two rows are the same: nothing that is stated of the testbeds differs.";
    case "no":
      return `The numbers may not be compared: the testbeds differ in ${named}. Compare adapters within each study instead.`;
    case "unknown":
      return `Whether the numbers may be compared is not known: nothing that both state differs, but one or both do not fully state ${named}.`;
  }
}
