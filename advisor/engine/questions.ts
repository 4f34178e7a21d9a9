import type { OpenQuestion } from "../explain/advice.ts";
import { BOOLEAN_FIELDS, NUMBER_FIELDS, type Field, type NumberField } from "../questions/fields.ts";
import { withValue, type Case, type Unknowns } from "./case.ts";
import { booleanLabel, plainValue, questionText, rangeLabel } from "../explain/labels.ts";
import { strideOn, type Axis, type NumberValue, type Space } from "./search-space.ts";
import { idOf, type Table } from "./table.ts";

const ASKING_ORDER: readonly string[] = [NUMBER_FIELDS[0], ...BOOLEAN_FIELDS, ...NUMBER_FIELDS.slice(1)];

/** Index of the adapter that a case would lead to, a field of which has become known; -1 when none fits. */
export type Recommend = (changed: Case, learnt: Field) => number;

/**
 * The unknown fields whose answer could change the recommendation: for each answer what it leads to with the rest
 * as assumed, and all that it may lead to whatever the other unknown fields, the guest apart, turn out to be.
 * One whose every answer leads to the same waits until the others are answered.
 */
export function openQuestions(
  table: Table,
  filled: Case,
  unknowns: Unknowns,
  space: Space,
  best: number,
  recommend: Recommend,
): OpenQuestion[] {
  const base = idOf(table, best);
  const decisive = space.axes.map((_, at) => isDecisiveAxis(space, at));
  // Releases and virtual hardware that are never both of one kind decide only together: the release tells more of the two.
  const isJoint = !decisive.includes(true) && space.outcomes.some((found) => found !== space.outcomes[0]);
  const asked = space.axes.flatMap((axis, at) =>
    decisive[at] || (isJoint && axis.field === "platformVersion")
      ? [
          {
            at,
            answers: answersTo(space, at, (value) =>
              recommend(withValue(table, filled, unknowns, axis.field, value), axis.field),
            ),
          },
        ]
      : [],
  );
  const telling = asked.filter(({ answers: [first, ...others] }) =>
    others.some((other) => !isAlike(first as Answered, other)),
  );
  return (telling.length > 0 ? telling : asked)
    .map(({ at, answers }) =>
      word(table, (space.axes[at] as Axis).field, telling.length > 0 ? mergeAlike(answers) : answers, best),
    )
    .sort(
      (a, b) =>
        decisiveness(b, base) - decisiveness(a, base) || ASKING_ORDER.indexOf(a.field) - ASKING_ORDER.indexOf(b.field),
    );
}

/** Whether two cells that differ in nothing but one axis lead to different adapters. */
function isDecisiveAxis(space: Space, at: number): boolean {
  const { cells, outcomes } = space;
  const [stride, count] = strideOn(space, at);
  const firstOf: number[] = [];
  return outcomes.some((found, index) => {
    const cell = cells[index] as number;
    const rest = cell - (Math.floor(cell / stride) % count) * stride;
    return (firstOf[rest] ??= found) !== found;
  });
}

function answersTo(space: Space, at: number, outcomeOf: (value: number | boolean) => number): Answered[] {
  const { values } = space.axes[at] as Axis;
  const [stride, count] = strideOn(space, at);
  const possible = values.map(() => new Set<number>());
  space.outcomes.forEach((found, index) =>
    (possible[Math.floor((space.cells[index] as number) / stride) % count] as Set<number>).add(found),
  );
  return values.map((entry, value) => {
    const recommended = outcomeOf(entry.value);
    // With the guest unknown too, the answer may be one that only another guest allows.
    return {
      entry,
      recommended,
      possible: [...(possible[value] as Set<number>).add(recommended)].sort((a, b) => a - b),
    };
  });
}

function word(table: Table, field: Field, answers: Answered[], best: number): OpenQuestion {
  return {
    field,
    text: questionText(table, field),
    always: table.adapters.flatMap(({ id }, index) =>
      answers.every(({ possible }) => possible.includes(index)) ? [id] : [],
    ),
    answers: answers
      .filter((answer) => [answer.recommended, ...answer.possible].some((found) => found !== best))
      .map(({ entry, recommended, possible }) => ({
        value: plainValue(field, entry.value),
        label:
          "to" in entry ? rangeLabel(table, field as NumberField, entry) : booleanLabel(table, Boolean(entry.value)),
        recommended: idOf(table, recommended),
        possible: possible.map((found) => idOf(table, found)),
      })),
  };
}

interface Answered {
  entry: { value: number | boolean } | NumberValue;
  recommended: number;
  possible: number[];
}

/** Neighbouring ranges that lead to the same are one answer. */
function mergeAlike(answers: Answered[]): Answered[] {
  const merged: Answered[] = [];
  for (const answer of answers) {
    const last = merged.at(-1);
    if (last && isAlike(last, answer) && "to" in last.entry && "to" in answer.entry)
      last.entry = { ...last.entry, to: answer.entry.to };
    else merged.push({ ...answer });
  }
  return merged;
}

function isAlike(one: Answered, other: Answered): boolean {
  return one.recommended === other.recommended && one.possible.join() === other.possible.join();
}

/** A question that changes the answer as things stand comes before one that does so only together with others. */
function decisiveness(question: OpenQuestion, base: string | null): number {
  return question.answers.some((answer) => answer.recommended !== base) ? 1 : 0;
}
