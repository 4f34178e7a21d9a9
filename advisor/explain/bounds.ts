import { oncePer } from "../collections.ts";
import type { Table } from "../engine/table.ts";
import { decidingQuestions } from "../questions/questions.ts";
import type { NumberField } from "../questions/situation.ts";

/** Numbers at which rules begin or end ranges, by field: those that belong to the upper range, and those to the lower one. */
const authoredBounds = oncePer(({ rows, questions }: Table) => {
  const upper = new Set<string>();
  const lower = new Set<string>();
  for (const { field } of decidingQuestions({ questions }).numbers)
    for (const { rule } of rows) {
      const range = field === "platformVersion" ? undefined : rule?.when[field];
      if (!range) continue;
      for (const bound of [range.atLeast, range.below]) upper.add(`${field} ${bound}`);
      for (const bound of [range.above, range.atMost]) lower.add(`${field} ${bound}`);
    }
  return { upper, lower };
});

/** Whether a range is said to begin at its first number, as rules write it, rather than above the number before it. */
export function beginsAt(table: Table, field: NumberField, from: number): boolean {
  const { upper, lower } = authoredBounds(table);
  return upper.has(`${field} ${from}`) || !lower.has(`${field} ${from - 1}`);
}

/** Whether a range is said to end below the first number beyond it, as rules write it, rather than at its last number. */
export function endsBelow(table: Table, field: NumberField, to: number): boolean {
  const { upper, lower } = authoredBounds(table);
  return upper.has(`${field} ${to}`) && !lower.has(`${field} ${to - 1}`);
}
