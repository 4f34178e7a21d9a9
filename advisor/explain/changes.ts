import { groupDigits } from "../text.ts";
import { viewWhenRaised, type ConflictFacts, type MendableField } from "../engine/conflicts.ts";
import type { EngineResult } from "../engine/engine.ts";
import type { Answered, GuestAnswer, OpenQuestionFacts, TurningPointFacts } from "../engine/questions.ts";
import { amongReleases, idOf, type NumberValue, usualOf } from "../engine/table.ts";
import { isReleaseLike } from "../engine/fill-situation.ts";
import { carriedGbps } from "../questions/packet-rate.ts";
import { fillSentence, assumedIn } from "../questions/questions.ts";
import type { Field, NumberField, Situation, YesNoField } from "../questions/situation.ts";
import type { Adapter, Guest } from "../knowledge/knowledge.ts";
import { versionText } from "../knowledge/version.ts";
import type { Conflict, OpenQuestion, TurningPoint, Assumption } from "./advice.ts";
import { driverRemedy, featureName, nameAt, remedyFor, type Context, questionSentence } from "./context.ts";
import { beginsAt, endsBelow } from "./bounds.ts";
import type { GuestOrigin } from "../guests/resolve-situation.ts";

/** Guests that an answer names as examples. */
const MOST_EXAMPLES = 2;

/** Returns the questions whose answers could change the recommendation. The question about the guest is first. */
export function explainQuestions(
  context: Context,
  { openQuestions, guestAnswers }: Pick<EngineResult, "openQuestions" | "guestAnswers">,
): OpenQuestion[] {
  return [
    ...(guestAnswers.length === 0 ? [] : [guestQuestion(context, guestAnswers)]),
    ...openQuestions.map((question) => explainQuestion(context, question)),
  ];
}

function explainQuestion(context: Context, { field, always, answers }: OpenQuestionFacts): OpenQuestion {
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

/** Picks the first guest of each kind of system (linux, windows), so that the examples cover different systems. */
function oneOfEach(guests: Guest[]): Guest[] {
  const kindOf = ({ family }: Guest): string | undefined => family.split("-")[0];
  return guests.filter((guest, at) => guests.findIndex((other) => kindOf(other) === kindOf(guest)) === at);
}

/** Converts a value of a field to its form in a situation: versions are text, others stay as they are. */
function plainValue(field: Field, value: number | boolean): string | number | boolean {
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
      return beginsAt(table, field, range.from)
        ? messages.atLeast(show(range.from))
        : messages.above(show(range.from - 1));
    if (range.to - range.from === 1) return show(range.from);
    if (range.from > 0) return messages.between(groupDigits(range.from), show(range.to - 1));
    return endsBelow(table, field, range.to) ? messages.below(show(range.to)) : messages.atMost(show(range.to - 1));
  }
  const isVersion = field === "platformVersion";
  const { from, to } = isVersion ? amongReleases(table, range) : range;
  const text = isVersion ? versionText : String;
  if (to === Infinity) return messages.from(text(from));
  if (from === 0) return messages.before(text(to));
  if (to - from === 1) return text(from);
  return isVersion ? `${messages.from(text(from))}, ${messages.before(text(to))}` : messages.between(from, to - 1);
}

/** Returns the requirements to give up and the fields to change so that another adapter, or any adapter, fits. */
export function explainConflict(context: Context, { adapter, giveUp, change, doubt }: ConflictFacts): Conflict {
  const { messages, table } = context;
  // The host is upgraded first: an older release cannot run newer virtual hardware.
  const inOrder = [...change].sort(([a], [b]) => Number(b === "platformVersion") - Number(a === "platformVersion"));
  const changes = inOrder.map(([field, value]) => ({
    field,
    value: plainValue(field, value),
    text: changeText(context, adapter, field, value),
  }));
  const words = [
    ...(giveUp.length ? [messages.giveUp(giveUp.map((id) => featureName(context, id)))] : []),
    ...changes.map(({ text }) => text),
  ];
  return {
    giveUp,
    change: changes,
    allows: (table.adapters[adapter] as Adapter).id,
    text: messages.conflict(words, nameAt(context, adapter), doubt),
  };
}

function changeText(context: Context, adapter: number, field: MendableField, value: number | true): string {
  const { messages, table } = context;
  switch (field) {
    case "virtualHardware":
      return hardwareText(context, adapter, Number(value));
    case "guestDrivers":
      return driverRemedy(context, adapter);
    case "platformVersion":
      return messages.changeVersion(table.platform.releaseName, versionText(Number(value)));
    default:
      return remedyFor(context, field);
  }
}

/** The virtual hardware version to upgrade to. Newer versions may not support the adapter for the guest. */
function hardwareText({ messages, filled }: Context, adapter: number, from: number): string {
  const end = viewWhenRaised(filled).offered.find((range) => range.from > from && !((range.adapters >> adapter) & 1));
  if (!end) return messages.changeHardware(from);
  const last = end.from - 1;
  return messages.changeOfferedAt(last === from ? String(from) : messages.between(from, last));
}

/** Returns the value of a field at which another adapter is recommended. */
export function explainTurningPoint(
  context: Context,
  { field, value, direction, recommended }: TurningPointFacts,
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
  { messages: { turning, virtualHardware }, table, unknowns, questions }: Context,
  field: Field,
  value: number | boolean,
  isAbove: boolean,
  adapter: string,
): string {
  if (field === "platformVersion" || field === "virtualHardware")
    return turning[!isAbove ? "before" : unknowns.fields.virtualHardware ? "releaseFrom" : "from"](
      field === "platformVersion" ? table.platform.releaseName : virtualHardware(),
      String(plainValue(field, value)),
      adapter,
    );
  const { means, condition } = questions.get(field) ?? {};
  if (typeof value === "boolean") return turning.under(means?.[value ? "yes" : "no"] ?? field, adapter);
  // The value is the last one before the turning point.
  const isNext = (isAbove ? beginsAt : endsBelow)(table, field as NumberField, value + 1);
  const word = isAbove ? (isNext ? "atLeast" : "moreThan") : isNext ? "below" : "atMost";
  const bound = turning[word](groupDigits(isNext ? value + 1 : value));
  return turning.under(fillSentence(condition ?? "", { value: bound }), adapter);
}

/** Lists the assumptions: how the guest was identified, which older entry covers it, and the assumed value of each unknown field. */
export function listAssumptions(
  context: Context,
  situation: Situation,
  origin: GuestOrigin | undefined,
  given: Situation,
): Assumption[] {
  const { messages, table, guest, filled, unknowns } = context;
  const { assumed } = messages;
  const assumptions = guest
    ? [
        ...(origin ? [assumeGuest(context, guest, origin, given.guest ?? "")] : []),
        ...assumeEntry(context, guest, context.values.virtualHardware),
      ]
    : [];
  if (guest && situation.forwardsPackets !== given.forwardsPackets) {
    // A product is not the system that it is built on.
    const name = origin?.kind === "set" ? (given.guest ?? "") : guest.name;
    assumptions.push({ field: "forwardsPackets", value: true, text: assumed.forwards(name) });
  }
  if (unknowns.guest)
    assumptions.push({ field: "guest", value: "unknown", text: context.questions.get("guest")?.assumed?.text ?? "" });
  if (unknowns.rates) {
    const { low, high, largest, smallest } = unknowns.rates;
    assumptions.push({
      field: "packetRate",
      value: low,
      text: assumed.packetRateOf(
        String(carriedGbps(situation)),
        groupDigits(low),
        groupDigits(high),
        groupDigits(largest),
        smallest,
      ),
    });
  }
  for (const { field } of table.questions) {
    if (field === "packetRate" && unknowns.rates) continue;
    // A field on which no row of this platform depends is not worth a word.
    if (!table.asked.has(field)) continue;
    // What the current adapter implies is no assumption, except where that is what is usually taken.
    const isOpen =
      typeof context.values[field] === "boolean"
        ? situation[field] === undefined &&
          !(filled.view.implied.includes(field as YesNoField) && usualOf(table, field) === 0)
        : unknowns.fields[field];
    if (isOpen)
      assumptions.push({
        field,
        value: plainValue(field, context.values[field]),
        text: assumptionText(context, situation, field),
      });
  }
  return assumptions;
}

/** The older guest's entry that covers the VM on the platform. */
function assumeEntry(
  { messages, table: { platform } }: Context,
  { name, bitness, platforms }: Guest,
  hardware: number,
): Assumption[] {
  const { listedFrom = 0, older } = platforms[platform.id] ?? {};
  const entry = older?.entries.findLast(({ from }) => from <= hardware);
  if (!entry || hardware >= listedFrom) return [];
  const word =
    messages.assumed[
      hardware > entry.to ? "betweenEntries" : entry.basis === "inferred" ? "nearestEntry" : "olderEntry"
    ];
  return [
    {
      field: "guest",
      value: entry.guest,
      text: word(platform.name, messages.guest(name, bitness), hardware, entry.name),
    },
  ];
}

/** The assumed guest, if the given name does not identify one guest. */
function assumeGuest({ messages }: Context, guest: Guest, origin: GuestOrigin, spelling: string): Assumption {
  const { assumed } = messages;
  const nameOf = ({ name, bitness }: Guest): string => messages.guest(name, bitness);
  const write = (): string => {
    switch (origin.kind) {
      case "set":
        return (origin.isBuilt ? assumed.builtOn : assumed.setOf)(
          spelling,
          origin.product,
          [guest, ...origin.others].map(nameOf),
          origin.differ === true,
        );
      case "bare-name":
        return assumed.bareName(spelling, nameOf(guest));
      case "usual-bitness":
        return assumed.usualBitness(spelling, nameOf(guest));
      case "claimed":
        return assumed[origin.isLater ? "laterGuest" : "likeGuest"](spelling, nameOf(guest));
    }
  };
  return { field: "guest", value: guest.id, text: write() };
}

function assumptionText(context: Context, { throughputGbps }: Situation, field: Field): string {
  const { table, filled, questions } = context;
  const question = questions.get(field);
  const value = context.values[field];
  const update =
    field === "virtualHardware"
      ? table.platform.versions.find(({ virtualHardware }) => virtualHardware === value)?.virtualHardwareSince
      : undefined;
  const facts = { isPassing: filled.view.isPassing, packetRate: context.values.packetRate, throughputGbps, update };
  const { text = "" } = (question && assumedIn(question, facts)) ?? {};
  if (!text.includes("{")) return text;
  const plain = plainValue(field, value);
  return questionSentence(context, text, {
    value: typeof plain === "number" ? groupDigits(plain) : String(plain),
    update,
  });
}
