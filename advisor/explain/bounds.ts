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

/** Whether texts call the lower end "at least" its first number, as the rules write it, instead of "above" the number before. */
export function beginsAt(table: Table, field: NumberField, from: number): boolean {
  const { upper, lower } = authoredBounds(table);
  return upper.has(`${field} ${from}`) || !lower.has(`${field} ${from - 1}`);
}

/** Whether texts call the upper end "below" the first number beyond, as the rules write it, instead of "at most" its last number. */
export function endsBelow(table: Table, field: NumberField, to: number): boolean {
  const { upper, lower } = authoredBounds(table);
  return upper.has(`${field} ${to}`) && !lower.has(`${field} ${to - 1}`);
}
