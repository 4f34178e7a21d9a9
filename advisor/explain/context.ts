import type { Findings } from "../engine/engine.ts";
import { driverOrigin } from "../engine/table.ts";
import { getOrCompute } from "../collections.ts";
import { countWords, firstSentence, MOST_WORDS } from "../knowledge/later-texts.ts";
import type { Adapter, Knowledge, Question } from "../knowledge/knowledge.ts";
import { fillSentence, questionsByField } from "../questions/questions.ts";
import type { YesNoField } from "../questions/situation.ts";
import type { Reason } from "./advice.ts";
import type { Messages } from "./messages.ts";

/** What the sentences of an advice are written from: what the engine found, and the words to say it in. */
export interface Context extends Findings {
  messages: Messages;
  /** What the platform calls each feature, by id. */
  featureNames: ReadonlyMap<string, string>;
  /** The question for each field. */
  questions: ReadonlyMap<string, Question>;
  /** Reasons written so far, by the row or the guest that they follow from; they never change. */
  reasons: WeakMap<object, Map<string, Reason>>;
  /** First sentences that were short enough for the line that says why, and undefined for the others, by the whole text of a rule. */
  shortGrounds: Map<string, string | undefined>;
}

/** Gives findings the words of a language. */
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

/** The first sentence of a text, unless it is too long for the line that says why. */
export function firstShortSentence(text = ""): string | undefined {
  const first = firstSentence(text);
  return first === "" || countWords(first) > MOST_WORDS ? undefined : first;
}

/** A reason that follows from a row or a guest and from what the key says, written the first time. */
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

/** The name of the adapter at an index, or that none fits. */
export function nameAt(context: Context, index: number): string {
  return index < 0 ? context.messages.none() : nameOn(context, context.table.adapters[index] as Adapter);
}

/** A feature's name on the platform. */
export function featureName({ featureNames }: Context, id: string): string {
  return featureNames.get(id) ?? id;
}

/** A guest as sentences call it. */
export function guestName({ messages, guest }: Context): string {
  return guest ? messages.guest(guest.name, guest.bitness) : messages.someGuest();
}

/** Whether a field is asked on other platforms only, or the platform has no virtual hardware versions: its value then changes nothing. */
export function isIgnored({ questions, table: { platform, releases } }: Context, field: string): boolean {
  return (
    questions.get(field)?.platforms?.includes(platform.id) === false ||
    (field === "virtualHardware" && releases.every(({ hardware }) => hardware === 0))
  );
}

/** Whether the guest's record says nothing about the platform: what is not known there is not missing there. */
export function isUnrecorded({ guest, table: { platform } }: Context): boolean {
  return guest !== undefined && !guest.platforms[platform.id];
}

/** The name of the guest's system; catch-all entries such as "Other" name none. */
export function systemName({ guest }: Context): string {
  return guest && !/^Other\b/.test(guest.name) ? guest.name : "";
}

/** A sentence of a question's record, with the words of the platform and others for what stands in braces. */
export function questionSentence(
  { table: { platform } }: Context,
  sentence: string,
  words: Readonly<Record<string, string | undefined>> = {},
): string {
  if (!sentence.includes("{")) return sentence;
  return fillSentence(sentence, { drivers: platform.guestDrivers, platform: platform.releaseName, ...words });
}

/** What to do so that a no, or what is not known, becomes a yes. */
export function remedyFor(context: Context, field: YesNoField): string {
  const remedy = context.questions.get(field)?.remedy;
  return questionSentence(context, remedy?.[context.unknowns.fields[field] ? "unknown" : "no"] ?? "");
}

/** Which driver to install in the guest for an adapter: only some come with the platform's package. */
export function driverRemedy(context: Context, index: number): string {
  const { messages, table, filled } = context;
  return (filled.view.vendor >> index) & 1
    ? messages.changeVendorDriver(((table.emulated >> index) & 1) === 1)
    : remedyFor(context, "guestDrivers");
}

/** Whether nothing says that the guest has a driver for an adapter. */
export function isUndriven({ guest, table: { platform } }: Context, adapter: Adapter): boolean {
  return guest !== undefined && driverOrigin(adapter, guest, platform.id) === "unknown";
}
