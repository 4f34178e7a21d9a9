import { groupDigits } from "../../text.ts";
import type { Advice, KnownProblem, OpenQuestion, Verdict } from "../../explain/advice.ts";
import { assumedPlatform, questionOf } from "../../questions/questions.ts";
import { fullName } from "../../guests/guests.ts";
import { nameGuest } from "../../guests/name-guest.ts";
import type { Knowledge, Platform } from "../../knowledge/knowledge.ts";
import { nameOn } from "../../knowledge/part-platform.ts";
import type { MacProblem } from "../../steps/fill-code.ts";
import type { Situation } from "../../questions/situation.ts";
import { countWords, firstSentence } from "../../knowledge/later-texts.ts";
import { words } from "../words.ts";

/** The name of an adapter as this advice uses it. */
export function adapterName(advice: Pick<Advice, "verdicts">, id: string | null): string {
  return advice.verdicts.find(({ adapter }) => adapter === id)?.name ?? id ?? words.noneFits;
}

/** The recommended adapter's verdict, or null when none fits. */
export function recommendedVerdict(advice: Pick<Advice, "verdicts">): Verdict | null {
  return advice.verdicts.find(({ status }) => status === "recommended") ?? null;
}

/** A verdict's status in a word. */
export function statusWord({ status }: Pick<Verdict, "status">): string {
  return words.status[status];
}

/** Names in a row, the first few in full and the rest counted. */
export function listNames(named: readonly { name: string }[], most = MOST_NAMES): string {
  const rest = named.length - most;
  const shown = (rest > 1 ? named.slice(0, most) : named).map(({ name }) => name);
  return rest > 1 ? words.andMore(shown.join(", "), rest) : shown.join(", ");
}

/** The names that such a row only counts. */
export function countedNames(named: readonly { name: string }[]): string[] {
  return named.length - MOST_NAMES > 1 ? named.slice(MOST_NAMES).map(({ name }) => name) : [];
}

/** Names in a row. */
const MOST_NAMES = 3;

/** The price as labels and values: what the adapter loses, keeps, supports only under conditions and needs, and whether the VM stops. */
export function priceInWords({ price }: Pick<Advice, "price">): [string, string][] {
  if (price === null) return [];
  const { keeps, unsure, loses, conditional, needs, downtime } = price;
  return [
    ...inRows(loses).map((row, at): [string, string] => [at === 0 ? words.price.loses : words.price.alsoLoses, row]),
    ...(keeps.length > 0
      ? [
          [words.price.keeps, words.price.kept(listNames(keeps, 4), keeps.length, keeps.length + unsure.length)] as [
            string,
            string,
          ],
        ]
      : []),
    ...(unsure.length > 0 ? [[words.price.unsure, listNames(unsure)] as [string, string]] : []),
    ...inRows(conditional).map((row, at): [string, string] => [
      at === 0 ? words.price.conditional : words.price.alsoConditional,
      row,
    ]),
    [words.price.needs, needs.join(", ") || words.price.nothing],
    [words.price.downtime, downtime === null ? words.price.toReplace : downtime ? words.yes : words.no],
  ];
}

/** Words of a list that is read in one go. */
const MOST_OF_ROW = 20;

/** All names, in as many rows as it takes to keep each short. */
function inRows(named: readonly { name: string }[]): string[] {
  const rows: string[] = [];
  for (const { name } of named) {
    const longer = `${rows.at(-1)}, ${name}`;
    if (rows.length > 0 && countWords(longer) <= MOST_OF_ROW) rows[rows.length - 1] = longer;
    else rows.push(name);
  }
  return rows;
}

/** The current adapter in a sentence, if it is not what is recommended and cannot stay, and what would let it stay; nothing before contradictions are corrected. */
export function currentText({
  headline,
  current,
  conflicts,
  why,
}: Pick<Advice, "headline" | "current" | "conflicts" | "why">): string | null {
  if (current?.status !== "excluded" || headline.kind === "ask" || headline.kind === "contradiction") return null;
  const remedy = conflicts.find(({ allows }) => allows === current.adapter)?.text;
  // The line that says why may have said it already.
  const reason = current.text === why ? null : words.current(current.name, firstSentence(current.text));
  return [reason, remedy].filter(Boolean).join(" ") || null;
}

/** A known problem in a sentence or two: the symptom, and on what it depends if that is not known. */
export function problemText({ text, dependsOn }: KnownProblem): string {
  return [
    text,
    ...dependsOn.map(({ field, text: fact }) =>
      field === undefined ? words.known.appliesIf(fact) : words.known.dependsOn(fact),
    ),
  ].join(" ");
}

/** The same with the fix, or what helps until there is one. */
export function problemWithFix(problem: KnownProblem): string {
  const { fixedIn, workaround } = problem;
  const isFixed = fixedIn !== "none" && fixedIn !== "unknown";
  const help =
    isFixed || workaround === undefined
      ? words.known.fixed(fixedIn)
      : words.known.workaround(firstSentence(workaround));
  return `${problemText(problem)} ${help}`;
}

/** The versions that have a known problem, the one that fixes it, and what helps until then; empty until these texts have come. */
export function problemDetail({ affects, fixedIn, workaround }: KnownProblem): string {
  if (affects === "") return "";
  return [
    words.known.affects(affects),
    words.known.fixed(fixedIn),
    workaround === undefined ? "" : words.known.workaround(workaround),
  ]
    .filter(Boolean)
    .join(" ");
}

/** The question whose answer could change the verdict; none before contradictions are corrected. */
export function firstQuestion({
  headline,
  openQuestions,
}: Pick<Advice, "headline" | "openQuestions">): OpenQuestion | null {
  return headline.kind === "contradiction" ? null : (openQuestions[0] ?? null);
}

/** Whether there is no recommendation before the guest is named: then nothing is there to apply, to validate or to sign. */
export function isGuestNeeded({ headline, openQuestions }: Pick<Advice, "headline" | "openQuestions">): boolean {
  return headline.kind === "ask" && openQuestions[0]?.field === "guest";
}

/** The assumptions that could change the recommendation, and how the guest was understood. */
export function matteringAssumptions({
  assumptions,
  openQuestions,
  turningPoints,
  situation,
}: Pick<Advice, "assumptions" | "openQuestions" | "turningPoints" | "situation">): Advice["assumptions"] {
  const decisive = new Set([...openQuestions, ...turningPoints].map(({ field }) => field));
  return assumptions.filter(
    ({ field, value }) =>
      decisive.has(field) ||
      // Only what a guest is built for makes this a yes.
      (field === "forwardsPackets" && value === true) ||
      (field === "guest" && situation.guest !== undefined) ||
      (field === "packetRate" && situation.throughputGbps !== undefined),
  );
}

/** The cause of the confidence as the beginning of a sentence. */
export function confidenceCause({ confidence: { cause } }: Pick<Advice, "confidence">): string {
  return cause.charAt(0).toUpperCase() + cause.slice(1);
}

/** A platform, with the version if one is given: "VMware vSphere 8.0", or "KVM, QEMU 8.2" where it is that of another product. */
export function platformName({ platforms }: Pick<Knowledge, "platforms">, id: string, version?: string): string {
  const { name = id, releaseName = "" } = platforms.find((platform) => platform.id === id) ?? {};
  if (!version) return name;
  return name + (name.endsWith(releaseName) ? " " : `, ${releaseName} `) + version;
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
    return adapter ? (nameOn(adapter, platform) ?? adapter.name) : String(value);
  }
  if (typeof value === "number") return words.number(groupDigits(value));
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
  const guest = fieldLabel(knowledge, "guest");
  return situationInWords(knowledge, situation).map(([label, value]) => [
    label,
    label === guest
      ? adviceGuest(knowledge, situation, given)
      : label === platform && given.platform === undefined
        ? words.asAssumed(value)
        : value,
  ]);
}

/** The guest of an advice, in the words of who asked. */
export function adviceGuest(knowledge: Knowledge, situation: Situation, given: Situation): string {
  const guest = knowledge.guests.find(({ id }) => id === situation.guest);
  return guest
    ? nameGuest(knowledge, guest, given.guest ?? "", situation.platform)
    : valueText(knowledge, situation, "guest");
}

/** What goes with the validating commands: what to put in, where they run, how long, what would confirm and what refute. */
export function validationTexts({ validation }: Advice): string[] {
  if (validation === null) return [];
  return [
    `${validation.prepare} ${words.minutes(Math.max(1, Math.round(validation.seconds / 60)))}`,
    validation.expect,
  ];
}

/** What is expected of a validation, taken apart: how to run it, the result that passes, the one that fails; each may be empty. */
export function splitResult(expect: string): { how: string; pass: string; fail: string } {
  const sentences = expect.split(/(?<=[.!?]) (?=\p{Lu})/u);
  const [passes, fails] = words.results;
  const find = (label: string, word: RegExp): number => {
    const at = sentences.findIndex((sentence) => sentence.startsWith(label) || word.test(sentence));
    return at < 0 ? sentences.length : at;
  };
  const fail = find(fails, /^refuted/i);
  const pass = Math.min(find(passes, /^confirmed/i), fail);
  const join = (from: number, to: number | undefined, label: string): string => {
    const text = sentences.slice(from, to).join(" ");
    return text.startsWith(label) ? text.slice(label.length).trim() : text;
  };
  return { how: join(0, pass, ""), pass: join(pass, fail, passes), fail: join(fail, undefined, fails) };
}
