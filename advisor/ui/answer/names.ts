import type { Advice, Verdict } from "../../explain/advice.ts";
import { groupDigits } from "../../explain/context.ts";
import { assumedPlatform, questionOf } from "../../questions/questions.ts";
import { messages } from "../../explain/messages.ts";
import { fullName } from "../../guests/guests.ts";
import type { Knowledge, Platform } from "../../knowledge/knowledge.ts";
import type { MacProblem } from "../../steps/fill-code.ts";
import type { Situation } from "../../questions/situation.ts";
import { words } from "../words.ts";

/** The name of an adapter as this advice uses it. */
export function adapterName(advice: Advice, id: string | null): string {
  return advice.verdicts.find(({ adapter }) => adapter === id)?.name ?? id ?? messages.none();
}

/** The recommended adapter's verdict, or null when none fits. */
export function recommendedVerdict(advice: Advice): Verdict | null {
  return advice.verdicts.find(({ status }) => status === "recommended") ?? null;
}

/** What the headline says of the recommended adapter. */
export function headVerb({ recommended, situation }: Advice): string {
  return recommended === situation.currentAdapter ? words.keep : words.use;
}

/** A verdict's status in a word: an adapter that does not fit as things are assumed, or whose driver or a required feature is in doubt, is not called suitable. */
export function statusWord({ status, reasons }: Verdict): string {
  const isInDoubt = reasons.some(
    ({ kind, effect, change }) =>
      effect === "warns" && (kind === "driver" || kind === "compatibility" || change !== undefined),
  );
  return status === "suitable" && isInDoubt ? words.mayFit : words.status[status];
}

/**
 * Why this adapter, or what would make one fit: the engine's summary without the words that the headline already says,
 * but whole where they are only a part of what has to be there.
 */
export function whyText(advice: Advice): string {
  const said =
    advice.recommended === null
      ? messages.noneFits()
      : messages.recommended(
          adapterName(advice, advice.recommended),
          [],
          "",
          advice.recommended === advice.situation.currentAdapter,
        );
  return advice.summary.startsWith(said) ? advice.summary.slice(said.length).trim() || advice.summary : advice.summary;
}

/** The cause of the confidence, without the level's word, which is said apart. */
export function confidenceCause(advice: Advice): string {
  const { level, text } = advice.confidence;
  const word = `${messages.confidence.levels[level]}: `;
  const cause = text.startsWith(word) ? text.slice(word.length) : text;
  return cause.charAt(0).toUpperCase() + cause.slice(1);
}

/** A platform's name as its record has it. */
export function platformName(knowledge: Knowledge, id: string): string {
  return knowledge.platforms.find((platform) => platform.id === id)?.name ?? id;
}

/** What a platform calls a tool, or where a step is done that none does. */
export function toolName(
  { platforms }: { platforms: readonly Pick<Platform, "id" | "tools">[] },
  platform: string | undefined,
  tool: string,
): string {
  const home = platforms.find(({ id }) => id === platform);
  return home?.tools[tool]?.name ?? words.places[tool] ?? tool;
}

/** What is wrong with an address of an adapter, in words. */
export function macProblemText(problem: MacProblem, platform: Platform | undefined): string {
  const { from = "", to = "" } = platform?.macAddresses?.safe ?? {};
  const nearest = "nearest" in problem ? problem.nearest : undefined;
  return words.macProblems[problem.kind](nearest, platform?.shortName, `${from} to ${to}`);
}

/** A feature's name on a platform. */
function featureName(knowledge: Knowledge, platform: string, id: string): string {
  const feature = knowledge.features.find((one) => one.id === id);
  return feature?.platforms[platform] ?? feature?.name ?? id;
}

/** The name of a situation's field, or the field itself when it is none. */
export function fieldLabel(knowledge: Knowledge, field: string): string {
  return questionOf(knowledge, field)?.label ?? field;
}

/** The value of a situation's field in words. */
export function valueText(knowledge: Knowledge, situation: Situation, field: keyof Situation): string {
  const value = situation[field];
  const platform = situation.platform ?? assumedPlatform(knowledge);
  const { kind, choices, choicesFrom } = questionOf(knowledge, field) ?? {};
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return words.unknown;
  if (Array.isArray(value)) return value.map((id) => featureName(knowledge, platform, id)).join(", ");
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (choices) return choices.find((choice) => choice.value === value)?.label ?? String(value);
  if (choicesFrom === "platforms") return platformName(knowledge, String(value));
  if (choicesFrom === "adapters") {
    const adapter = knowledge.adapters.find(({ id }) => id === value);
    return adapter?.platforms[platform]?.name ?? adapter?.name ?? String(value);
  }
  if (typeof value === "number") return groupDigits(value);
  const guest = kind === "guest" ? knowledge.guests.find(({ id }) => id === value) : undefined;
  return guest ? fullName(guest) : String(value);
}

/** What is known of a situation, as labels and values in the order in which it is asked. */
export function situationInWords(knowledge: Knowledge, situation: Situation): [string, string][] {
  return knowledge.questions
    .filter(
      ({ field }) =>
        situation[field] !== undefined && !(Array.isArray(situation[field]) && situation[field].length === 0),
    )
    .map(({ field, label }) => [label, valueText(knowledge, situation, field)]);
}

/** The situation that an advice is for, in the same words; a platform that was not given is called assumed. */
export function adviceInWords(knowledge: Knowledge, { situation }: Advice, given: Situation): [string, string][] {
  const platform = fieldLabel(knowledge, "platform");
  return situationInWords(knowledge, situation).map(([label, value]) => [
    label,
    label === platform && given.platform === undefined ? words.assumedValue(value) : value,
  ]);
}

/** What goes with the validating commands: what to put in, where they run, how long, what would confirm and what refute. */
export function validationTexts({ validation }: Advice): string[] {
  if (validation === null) return [];
  return [
    `${validation.prepare} ${words.minutes(Math.max(1, Math.round(validation.seconds / 60)))}`,
    validation.expect,
  ];
}
