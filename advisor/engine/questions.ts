import { eachBit } from "../collections.ts";
import type { Guest } from "../knowledge/knowledge.ts";
import { isReleaseLike, type FilledSituation, type Unknowns, withValue, valueOf } from "./fill-situation.ts";
import type { Field, NumberField, Situation, YesNoField } from "../questions/situation.ts";
import { isDecisive, isWithin, numberValues, strideOn, type Axis, type Space } from "./search-space.ts";
import { amongReleases, newestHardware, type NumberValue, type Table } from "./table.ts";

/** An unknown field whose answer could change the recommendation. Adapters are indexes, -1 if none fits. */
export interface OpenQuestionFacts {
  field: Field;
  /** Adapters that are possible with every answer, because other questions decide about them. */
  always: number[];
  /** Answers that can change the recommendation. */
  answers: Answered[];
}

/** One value or range of a field, the recommendation if all other assumptions are correct, and all possible recommendations. */
export interface Answered {
  entry: { value: number | boolean } | NumberValue;
  recommended: number;
  possible: number[];
}

/** A recommendation, with the guests that lead to it. */
export interface GuestAnswer {
  recommended: number;
  guests: Guest[];
}

/** Returns the index of the recommended adapter after a field has become known. -1 if no adapter fits. */
export type Recommend = (changed: FilledSituation, learnt: Field) => number;

/**
 * Returns the unknown fields whose answer could change the recommendation. Each answer has the recommendation if all other
 * assumptions are correct, and all possible recommendations for any values of the other unknown fields except the guest.
 * A question whose answers all have the same result is left out while there are others.
 */
export function openQuestions(
  table: Table,
  filled: FilledSituation,
  unknowns: Unknowns,
  space: Space,
  best: number,
  recommend: Recommend,
): OpenQuestionFacts[] {
  if (space.outcomes.every((found) => found === space.outcomes[0])) return [];
  const decisive = space.axes.map((_, at) => isDecisiveAxis(space, at));
  // If no axis is decisive alone, the release and the virtual hardware decide together. The release is asked, because it says more.
  const isJoint = !decisive.includes(true);
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
  const changing = asked.filter(({ answers: [first, ...others] }) =>
    others.some((other) => !isAlike(first as Answered, other)),
  );
  return (changing.length > 0 ? changing : asked)
    .map(({ at, answers }) =>
      toQuestion(table, (space.axes[at] as Axis).field, changing.length > 0 ? mergeAlike(answers) : answers, best),
    )
    .sort(
      (a, b) =>
        decisiveness(b, best) - decisiveness(a, best) || priorityOf(table, a.field) - priorityOf(table, b.field),
    );
}

function priorityOf({ questions }: Table, field: Field): number {
  return questions.find((question) => question.field === field)?.priority ?? 0;
}

/** Whether two cells that differ only in one axis lead to different adapters. */
function isDecisiveAxis(space: Space, at: number): boolean {
  const { axes, cells, outcomes } = space;
  const [stride, count] = strideOn(space, at);
  // For each combination of the other axes, the outcome of its first cell plus 2. 0 if there is no cell yet.
  const firstOf = new Int8Array(axes.reduce((product, { values }) => product * values.length, 1));
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index] as number;
    const rest = cell - (Math.floor(cell / stride) % count) * stride;
    const found = (outcomes[index] as number) + 2;
    if (firstOf[rest] === 0) firstOf[rest] = found;
    else if (firstOf[rest] !== found) return true;
  }
  return false;
}

function answersTo(space: Space, at: number, outcomeOf: (value: number | boolean) => number): Answered[] {
  const { values } = space.axes[at] as Axis;
  const [stride, count] = strideOn(space, at);
  // For each value, a bit for each outcome. The lowest bit means that no adapter fits.
  const possible = values.map(() => 0);
  for (let index = 0; index < space.cells.length; index++) {
    const value = Math.floor((space.cells[index] as number) / stride) % count;
    possible[value] = (possible[value] as number) | (1 << ((space.outcomes[index] as number) + 1));
  }
  return values.map((entry, value) => {
    const recommended = outcomeOf(entry.value);
    const found: number[] = [];
    // If the guest is unknown too, the recommended adapter may be one that only another guest allows.
    eachBit((possible[value] as number) | (1 << (recommended + 1)), (bit) => found.push(bit - 1));
    return { entry, recommended, possible: found };
  });
}

function toQuestion(table: Table, field: Field, answers: Answered[], best: number): OpenQuestionFacts {
  return {
    field,
    always: table.adapters.flatMap((_, index) =>
      answers.every(({ possible }) => possible.includes(index)) ? [index] : [],
    ),
    answers: answers.filter((answer) => [answer.recommended, ...answer.possible].some((found) => found !== best)),
  };
}

/** Merges neighbouring ranges with the same outcomes into one answer. */
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

/** Returns 1 if one answer to the question alone changes the recommendation, or else 0. */
function decisiveness(question: OpenQuestionFacts, best: number): number {
  return question.answers.some((answer) => answer.recommended !== best) ? 1 : 0;
}

/** Number of guests between two yields. */
const GUESTS_IN_A_PART = 50;

/** Returns the other recommendations over all guests that the VM can have. It yields between batches of guests. */
export function* askForGuest(
  guests: readonly Guest[],
  table: Table,
  filled: FilledSituation,
  situation: Situation,
  best: number,
  recommend: (guest: Guest) => number,
): Generator<undefined, GuestAnswer[]> {
  const byOutcome = new Map<number, Guest[]>();
  let tried = 0;
  for (const [guest, found] of tryGuests(guests, table, filled, situation, recommend)) {
    if (++tried % GUESTS_IN_A_PART === 0) yield;
    byOutcome.set(found, [...(byOutcome.get(found) ?? []), guest]);
  }
  return [...byOutcome]
    .filter(([found]) => found !== best)
    .map(([recommended, leading]) => ({ recommended, guests: leading }));
}

/** Yields each guest that the VM can have, with its recommendation. */
export function* tryGuests(
  guests: readonly Guest[],
  table: Table,
  filled: FilledSituation,
  { bitness }: Situation,
  recommend: (guest: Guest) => number,
): Generator<[Guest, number]> {
  const virtualHardware = valueOf(filled, table.fields.virtualHardware);
  for (const guest of guests) {
    if (!guest.platforms[table.platform.id] || (bitness ?? guest.bitness) !== guest.bitness) continue;
    if (table.guestView(guest, undefined, virtualHardware).listedFrom > virtualHardware) continue;
    yield [guest, recommend(guest)];
  }
}

/** The nearest value of a known field at which another adapter is recommended. */
export interface TurningPointFacts {
  field: Field;
  /**
   * Rates and links: the highest value below the bound. Releases (as codes) and virtual hardware: the lowest value above the bound.
   * Yes-or-no fields: the other answer.
   */
  value: number | boolean;
  direction: "above" | "below" | "at";
  /** Index of the recommended adapter, -1 if none fits. */
  recommended: number;
}

/** Returns the nearest change of each known field that leads to another recommendation. */
export function turningPoints(
  table: Table,
  filled: FilledSituation,
  unknowns: Unknowns,
  best: number,
  recommend: Recommend,
): TurningPointFacts[] {
  return [
    ...table.numberFields.flatMap((field) => (unknowns.fields[field] ? [] : numberPoints(field))),
    ...table.yesNoFields.flatMap((field) =>
      unknowns.fields[field] || filled.view.implied.includes(field) || !isDecisive(table, filled, field)
        ? []
        : booleanPoint(field),
    ),
  ];

  function outcomeOf(field: Field, value: number | boolean): number {
    return recommend(withValue(table, filled, unknowns, field, value), field);
  }

  function numberPoints(field: NumberField): TurningPointFacts[] {
    const ranges = numberValues(table, filled, unknowns, field);
    const here = ranges.findIndex((range) => isWithin(range, valueOf(filled, table.fields[field])));
    if (here < 0) return [];
    return [
      ...nearest(field, "below", ranges.slice(0, here).reverse()),
      ...nearest(field, "above", ranges.slice(here + 1)),
    ];
  }

  /** Returns the turning point at the first range with another recommendation. */
  function nearest(field: NumberField, direction: "above" | "below", ranges: NumberValue[]): TurningPointFacts[] {
    for (const range of ranges) {
      if (isUnlisted(field, range.value) && !isUnlisted(field, valueOf(filled, table.fields[field]))) continue;
      const found = outcomeOf(field, range.value);
      if (found === best) continue;
      const { from, to } = field === "platformVersion" ? amongReleases(table, range) : range;
      const edge = direction === "above" ? from : to;
      // Rates and links: the highest value below the bound. Versions: the lowest value above the bound.
      const value = isReleaseLike(field) ? edge : edge - 1;
      return [{ field, value, direction, recommended: found }];
    }
    return [];
  }

  /** Whether a release or virtual hardware is older than every range in the guest's record. It is no alternative to a newer one. */
  function isUnlisted(field: NumberField, value: number): boolean {
    const [first] = filled.view.offered;
    return (
      (field === "platformVersion" ? newestHardware(table, value) : field === "virtualHardware" ? value : Infinity) <
      (first as { from: number }).from
    );
  }

  function booleanPoint(field: YesNoField): TurningPointFacts[] {
    const value = !valueOf(filled, table.fields[field]);
    const recommended = outcomeOf(field, value);
    return recommended === best ? [] : [{ field, value, direction: "at", recommended }];
  }
}
