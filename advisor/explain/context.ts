import type { Findings } from "../engine/engine.ts";
import { driverOrigin } from "../engine/table.ts";
import { getOrCompute } from "../collections.ts";
import { countWords, firstSentence, MOST_WORDS } from "../knowledge/later-texts.ts";
import type { Adapter, Knowledge, Question } from "../knowledge/knowledge.ts";
import { fillSentence, questionsByField } from "../questions/questions.ts";
import type { YesNoField } from "../questions/situation.ts";
import type { Reason } from "./advice.ts";
import type { Messages } from "./messages.ts";

/** Input for the texts of an advice: the engine's findings and the texts of a language. */
export interface Context extends Findings {
  messages: Messages;
  /** Name of each feature on the platform, by id. */
  featureNames: ReadonlyMap<string, string>;
  /** The question for each field. */
  questions: ReadonlyMap<string, Question>;
  /** Cache of reasons, by the row or the guest that they follow from. */
  reasons: WeakMap<object, Map<string, Reason>>;
  /** First sentence of each rule's text, if it is short enough for `why`. Otherwise undefined. */
  shortGrounds: Map<string, string | undefined>;
}

/** Prepares contexts: findings with the texts of a language. */
export function prepareContext(knowledge: Knowledge, messages: Messages): (findings: Findings) => Context {
  const { platforms, features, questions } = knowledge;
  const names = new Map(
    platforms.map(({ id }) => [
      id,
      new Map(features.map((feature) => [feature.id, feature.platforms[id] ?? feature.name] as const)),
    ]),
  );
  const reasons = new WeakMap<object, Map<string, Reason>>();
  const shortGrounds = new Map(knowledge.rules.map(({ because }) => [because, firstShortSentence(because)]));
  // Each field by its name: V8 is slow to add fields to an object made by spreading.
  return ({ table, guest, filled, values, decision, certain, unknowns, firedRules, possible, fitting }) => ({
    table,
    guest,
    filled,
    values,
    decision,
    certain,
    unknowns,
    firedRules,
    possible,
    fitting,
    messages,
    featureNames: names.get(table.platform.id) as ReadonlyMap<string, string>,
    questions: questionsByField(questions),
    reasons,
    shortGrounds,
  });
}

/** Returns the first sentence of a text, if it is short enough for `why`. */
export function firstShortSentence(text = ""): string | undefined {
  const first = firstSentence(text);
  return first === "" || countWords(first) > MOST_WORDS ? undefined : first;
}

/** Returns the reason for a row or a guest and a key. It is written once and then cached. */
export function reasonOf({ reasons }: Context, origin: object, key: string, write: () => Reason): Reason {
  let written = reasons.get(origin);
  if (!written) {
    written = new Map();
    reasons.set(origin, written);
  }
  return getOrCompute(written, key, write);
}

/** An adapter's name on the platform. */
export function nameOn({ table }: Context, adapter: Adapter): string {
  return adapter.platforms[table.platform.id]?.name ?? adapter.name;
}

/** Returns the name of the adapter at an index, or the text that no adapter fits. */
export function nameAt(context: Context, index: number): string {
  return index < 0 ? context.messages.none() : nameOn(context, context.table.adapters[index] as Adapter);
}

/** A feature's name on the platform. */
export function featureName({ featureNames }: Context, id: string): string {
  return featureNames.get(id) ?? id;
}

/** Returns the name of the guest for sentences. */
export function guestName({ messages, guest }: Context): string {
  return guest ? messages.guest(guest.name, guest.bitness) : messages.someGuest();
}

/** Whether a field has no effect: its question is for other platforms, or the platform has no virtual hardware versions. */
export function isIgnored({ questions, table: { platform, releases } }: Context, field: string): boolean {
  return (
    questions.get(field)?.platforms?.includes(platform.id) === false ||
    (field === "virtualHardware" && releases.every(({ hardware }) => hardware === 0))
  );
}

/** Whether the guest's record has no section for the platform. Unknown facts then do not mean that they are missing. */
export function isUnrecorded({ guest, table: { platform } }: Context): boolean {
  return guest !== undefined && !guest.platforms[platform.id];
}

/** Returns the name of the guest's system. Catch-all entries such as "Other" have none. */
export function systemName({ guest }: Context): string {
  return guest && !guest.catchAll ? guest.name : "";
}

/** Fills the placeholders of a sentence from a question's record. */
export function questionSentence(
  { table: { platform } }: Context,
  sentence: string,
  words: Readonly<Record<string, string | undefined>> = {},
): string {
  if (!sentence.includes("{")) return sentence;
  return fillSentence(sentence, { drivers: platform.guestDrivers, platform: platform.releaseName, ...words });
}

/** Returns how to turn the answers no and unknown into a yes. */
export function remedyFor(context: Context, field: YesNoField): string {
  const remedy = context.questions.get(field)?.remedy;
  return questionSentence(context, remedy?.[context.unknowns.fields[field] ? "unknown" : "no"] ?? "");
}

/** Returns the driver to install in the guest for an adapter. Only some are in the platform's driver package. */
export function driverRemedy(context: Context, index: number): string {
  const { messages, table, filled } = context;
  return (filled.view.vendor >> index) & 1
    ? messages.changeVendorDriver(((table.emulated >> index) & 1) === 1)
    : remedyFor(context, "guestDrivers");
}

/** Whether no record states that the guest has a driver for an adapter. */
export function isUndriven({ guest, table: { platform } }: Context, adapter: Adapter): boolean {
  return guest !== undefined && driverOrigin(adapter, guest, platform.id) === "unknown";
}
