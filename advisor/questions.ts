import type { OpenQuestion } from "./advice.ts";
import type { Guest, Knowledge } from "./knowledge.ts";
import { BOOLEAN_FIELDS, NUMBER_FIELDS, type BooleanField, type NumberField } from "./fields.ts";
import { withValue, type Case, type Unknowns } from "./case.ts";
import { booleanLabel, plainValue, questionText, rangeLabel } from "./labels.ts";
import { unknownAxes, type Axis, type NumberValue } from "./search-space.ts";
import type { Table } from "./table.ts";

/** Above this many combinations of unknown fields, release and hardware vary one at a time only. */
const MOST_COMBINATIONS = 1024;
const ASKING_ORDER: readonly string[] = [NUMBER_FIELDS[0], ...BOOLEAN_FIELDS, ...NUMBER_FIELDS.slice(1)];

type Outcome = string | null;
/** What the case leads to as it stands; with a field named, what advice would say if only that field had become known. */
type Recommend = (changed?: NumberField | BooleanField) => Outcome;

/**
 * The unknown fields whose answer could change the recommendation: for each answer what it leads to with the rest
 * as assumed, and all that it may lead to whatever the other unknown fields turn out to be.
 */
export function openQuestions(table: Table, filled: Case, unknowns: Unknowns, base: Outcome, recommend: Recommend): OpenQuestion[] {
  const axes = unknownAxes(table, filled, unknowns);
  const together = axes.reduce((count, axis) => count * axis.values.length, 1) <= MOST_COMBINATIONS
    ? axes
    : axes.filter((axis) => axis.field !== "platformVersion" && axis.field !== "virtualHardware");
  const grids = [together, ...axes.filter((axis) => !together.includes(axis)).map((axis) => [axis])];
  if (axes.length === 0) return [];
  const asked = grids.flatMap((grid) => {
    const outcomes = outcomesOn(table, filled, unknowns, grid, recommend);
    return grid.flatMap((_, at) => askAbout(table, grid, at, outcomes, base, (value) =>
      withValue(table, filled, unknowns, (grid[at] as Axis).field, value, () => recommend((grid[at] as Axis).field))));
  });
  return asked.sort((a, b) => decisiveness(b, base) - decisiveness(a, base) || ASKING_ORDER.indexOf(a.field) - ASKING_ORDER.indexOf(b.field));
}

/** The question about an unknown guest: one answer for each recommendation that some guest leads to. */
export function guestQuestion(knowledge: Knowledge, { platform, messages }: Table, base: Outcome, recommend: (guest: Guest) => Outcome): OpenQuestion[] {
  const byOutcome = new Map<Outcome, Guest[]>();
  for (const guest of knowledge.guests) {
    if (!guest.platforms[platform.id]) continue;
    const found = recommend(guest);
    byOutcome.set(found, [...(byOutcome.get(found) ?? []), guest]);
  }
  const answers = [...byOutcome].filter(([found]) => found !== base).map(([recommended, guests]) => ({
    value: (guests[0] as Guest).id,
    label: guests.slice(0, 3).map((guest) => messages.guest(guest.name, guest.bitness)).join(", "),
    recommended,
    possible: [recommended],
  }));
  return answers.length === 0 ? [] : [{ field: "guest", text: messages.ask.guest(), answers }];
}

/** The outcome of every combination of the values of some fields; the last field varies fastest. */
function outcomesOn(table: Table, filled: Case, unknowns: Unknowns, axes: Axis[], recommend: Recommend): Outcome[] {
  const outcomes: Outcome[] = [];
  const visit = (depth: number): void => {
    const axis = axes[depth];
    if (!axis) outcomes.push(recommend());
    else for (const { value } of valuesOf(axis)) withValue(table, filled, unknowns, axis.field, value, () => visit(depth + 1));
  };
  visit(0);
  return outcomes;
}

function askAbout(
  table: Table, grid: Axis[], at: number, outcomes: Outcome[], base: Outcome, outcomeOf: (value: number | boolean) => Outcome,
): OpenQuestion[] {
  const axis = grid[at] as Axis;
  const values = valuesOf(axis);
  const stride = grid.slice(at + 1).reduce((count, later) => count * later.values.length, 1);
  const place = (index: number): number => Math.floor(index / stride) % values.length;
  const decisive = outcomes.some((found, index) => found !== outcomes[index - place(index) * stride]);
  if (!decisive) return [];
  const answers = values.map((entry, value) => ({
    entry,
    recommended: outcomeOf(entry.value),
    possible: [...new Set(outcomes.filter((_, index) => place(index) === value))],
  }));
  return [{
    field: axis.field,
    text: questionText(table, axis.field),
    answers: mergeAlike(answers)
      .filter((answer) => answer.recommended !== base || answer.possible.some((found) => found !== base))
      .map(({ entry, recommended, possible }) => ({
        value: plainValue(axis.field, entry.value),
        label: "to" in entry ? rangeLabel(table, axis.field as NumberField, entry) : booleanLabel(table, Boolean(entry.value)),
        recommended,
        possible,
      })),
  }];
}

interface Answered { entry: { value: number | boolean } | NumberValue; recommended: Outcome; possible: Outcome[] }

/** Neighbouring ranges that lead to the same are one answer. */
function mergeAlike(answers: Answered[]): Answered[] {
  const merged: Answered[] = [];
  for (const answer of answers) {
    const last = merged.at(-1);
    const alike = last && last.recommended === answer.recommended && last.possible.join() === answer.possible.join();
    if (alike && "to" in last.entry && "to" in answer.entry) last.entry = { ...last.entry, to: answer.entry.to };
    else merged.push({ ...answer });
  }
  return merged;
}

function valuesOf(axis: Axis): readonly ({ value: number | boolean } | NumberValue)[] {
  return axis.values;
}

/** A question that changes the answer as things stand comes before one that does so only together with others. */
function decisiveness(question: OpenQuestion, base: Outcome): number {
  return question.answers.some((answer) => answer.recommended !== base) ? 1 : 0;
}
