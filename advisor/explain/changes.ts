import type { Conflict as ConflictFound, MendableField } from "../engine/conflicts.ts";
import type { Judgement } from "../engine/engine.ts";
import type { Answered, GuestAnswer, OpenQuestion as QuestionFound } from "../engine/questions.ts";
import { amongReleases, idOf, type NumberValue } from "../engine/table.ts";
import { isReleaseLike } from "../engine/fill-situation.ts";
import type { TurningPoint as TurningPointFound } from "../engine/questions.ts";
import { fillSentence } from "../questions/questions.ts";
import type { Field, NumberField } from "../questions/situation.ts";
import type { Adapter, Guest } from "../knowledge/knowledge.ts";
import { versionText } from "../knowledge/version.ts";
import type { Conflict, OpenQuestion, TurningPoint } from "./advice.ts";
import { featureName, groupDigits, nameAt, remedyFor, type Context } from "./context.ts";

/** Guests that an answer names as examples. */
const MOST_EXAMPLES = 2;

/** The questions whose answers could change the recommendation, that about the guest first. */
export function explainQuestions(
  context: Context,
  { openQuestions, guestAnswers }: Pick<Judgement, "openQuestions" | "guestAnswers">,
): OpenQuestion[] {
  return [
    ...(guestAnswers.length === 0 ? [] : [guestQuestion(context, guestAnswers)]),
    ...openQuestions.map((question) => explainQuestion(context, question)),
  ];
}

function explainQuestion(context: Context, { field, always, answers }: QuestionFound): OpenQuestion {
  const { table } = context;
  return {
    field,
    text: context.questions.get(field)?.question ?? field,
    always: always.map((index) => idOf(table, index)),
    answers: answers.map(({ entry, recommended, possible }) => ({
      value: plainValue(field, entry.value),
      label: answerLabel(context, field, entry),
      recommended: idOf(table, recommended),
      possible: possible.map((index) => idOf(table, index)),
    })),
  };
}

function guestQuestion({ table, messages, questions }: Context, guestAnswers: GuestAnswer[]): OpenQuestion {
  return {
    field: "guest",
    text: questions.get("guest")?.question ?? "",
    always: [],
    answers: guestAnswers.map(({ recommended, guests }) => ({
      value: (guests[0] as Guest).id,
      label: oneOfEach(guests)
        .slice(0, MOST_EXAMPLES)
        .map((guest) => messages.guest(guest.name, guest.bitness))
        .join(", "),
      recommended: idOf(table, recommended),
      possible: [idOf(table, recommended)],
    })),
  };
}

/** The first guest of each kind of system: who runs Linux does not find it behind a server and a desktop of Windows. */
function oneOfEach(guests: Guest[]): Guest[] {
  const kindOf = ({ family }: Guest): string | undefined => family.split("-")[0];
  return guests.filter((guest, at) => guests.findIndex((other) => kindOf(other) === kindOf(guest)) === at);
}

/** A value of a field as a situation carries it: versions are text, the rest as it is. */
export function plainValue(field: Field, value: number | boolean): string | number | boolean {
  return field === "platformVersion" ? versionText(Number(value)) : value;
}

function answerLabel(context: Context, field: Field, entry: Answered["entry"]): string {
  if ("to" in entry) return rangeLabel(context, field as NumberField, entry);
  return entry.value ? context.messages.yes() : context.messages.no();
}

function rangeLabel({ messages, table, questions }: Context, field: NumberField, range: NumberValue): string {
  if (!isReleaseLike(field)) {
    const unit = questions.get(field)?.unit;
    const show = (value: number): string => groupDigits(value) + (unit === undefined ? "" : ` ${unit}`);
    if (range.to === Infinity)
      return range.from % 10 === 0 ? messages.atLeast(show(range.from)) : messages.above(show(range.from - 1));
    if (range.to - range.from === 1) return show(range.from);
    return range.from === 0
      ? messages.atMost(show(range.to - 1))
      : messages.between(groupDigits(range.from), show(range.to - 1));
  }
  const { from, to } = field === "platformVersion" ? amongReleases(table, range) : range;
  const text = field === "platformVersion" ? versionText : String;
  if (to === Infinity) return messages.from(text(from));
  if (from === 0) return messages.before(text(to));
  return to - from === 1 ? text(from) : `${messages.from(text(from))}, ${messages.before(text(to))}`;
}

/** What would have to be given up or changed for another adapter, or any, to fit. */
export function explainConflict(context: Context, { adapter, giveUp, change, doubt }: ConflictFound): Conflict {
  const { messages, table } = context;
  const changes = change.map(([field, value]) => ({
    field,
    value: plainValue(field, value),
    text: changeText(context, field, value),
  }));
  const words = [
    ...(giveUp.length ? [messages.giveUp(giveUp.map((id) => featureName(context, id)).join(", "))] : []),
    ...changes.map(({ text }) => text),
  ];
  return {
    giveUp,
    change: changes,
    allows: (table.adapters[adapter] as Adapter).id,
    text: messages.conflict(words, nameAt(context, adapter), doubt),
  };
}

function changeText(context: Context, field: MendableField, value: number | true): string {
  const { messages, table } = context;
  switch (field) {
    case "virtualHardware":
      return messages.changeHardware(Number(value));
    case "platformVersion":
      return messages.changeVersion(table.platform.releaseName, versionText(Number(value)));
    default:
      return remedyFor(context, field);
  }
}

/** At which value of a field another adapter is recommended. */
export function explainTurningPoint(
  context: Context,
  { field, value, direction, recommended }: TurningPointFound,
): TurningPoint {
  return {
    field,
    value: plainValue(field, value),
    direction,
    recommended: idOf(context.table, recommended),
    text: turningText(context, field, value, direction === "above", nameAt(context, recommended)),
  };
}

function turningText(
  { messages: { turning, virtualHardware }, table: { platform }, unknowns, questions }: Context,
  field: Field,
  value: number | boolean,
  isAbove: boolean,
  adapter: string,
): string {
  if (field === "platformVersion" || field === "virtualHardware")
    return turning[!isAbove ? "before" : unknowns.fields.virtualHardware ? "releaseFrom" : "from"](
      field === "platformVersion" ? platform.releaseName : virtualHardware(),
      String(plainValue(field, value)),
      adapter,
    );
  const { means, condition } = questions.get(field) ?? {};
  if (typeof value === "boolean") return turning.under(means?.[value ? "yes" : "no"] ?? field, adapter);
  const bound =
    isAbove && (value + 1) % 10 === 0
      ? turning.atLeast(groupDigits(value + 1))
      : turning[isAbove ? "moreThan" : "atMost"](groupDigits(value));
  return turning.under(fillSentence(condition ?? "", { value: bound }), adapter);
}
