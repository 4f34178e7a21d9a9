import type { Assumed, AssumedWhen, Feature, Knowledge, Platform, Question } from "../knowledge/knowledge.ts";
import { getOrCompute, oncePer } from "../collections.ts";
import type { NumberField, Situation, YesNoField } from "./situation.ts";

/** The questions on whose fields rows may depend, by what they are, in the order of their priority. */
export function decidingQuestions({ questions }: Pick<Knowledge, "questions">): {
  numbers: (Question & { field: NumberField })[];
  yesNo: (Question & { field: YesNoField })[];
} {
  const ordered = questions
    .filter(({ means, condition }) => means !== undefined || condition !== undefined)
    .sort((a, b) => (a.priority ?? 0) - (b.priority ?? 0));
  return {
    numbers: ordered.filter(({ kind }) => kind === "number" || kind === "version") as never,
    yesNo: ordered.filter(({ kind }) => kind === "yes-no") as never,
  };
}

/** The question for a field. */
export function questionOf({ questions }: Pick<Knowledge, "questions">, field: string): Question | undefined {
  return questionsByField(questions).get(field);
}

/** The question for each field. */
export const questionsByField = oncePer(
  (questions: readonly Question[]): ReadonlyMap<string, Question> =>
    new Map(questions.map((question) => [question.field, question])),
);

/** The id of a feature by each of its names: the id itself and its aliases. */
export function featureIds({ features }: Pick<Knowledge, "features">): ReadonlyMap<string, string> {
  return idsOf(features);
}

/** Spells a name that people write as an id is spelt: in lower case, and with hyphens for spaces. */
export function spellAsId(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, "-");
}

/** The id of a platform by each of its names: the id itself and those of its products. */
export const platformIds = oncePer(
  (platforms: readonly Platform[]): ReadonlyMap<string, string> =>
    new Map(platforms.flatMap(({ id, productIds = [] }) => [id, ...productIds].map((name) => [name, id] as const))),
);

/** Whether the releases of what names a platform are the platform's own: Proxmox VE 8.1 is no release of QEMU. */
export function hasReleasesOf({ id, sameReleases = [] }: Platform, name: string): boolean {
  return name === id || sameReleases.includes(name);
}

const idsOf = oncePer(
  (features: readonly Feature[]) =>
    new Map(features.flatMap(({ id, aliases }) => [id, ...aliases].map((name) => [name, id] as const))),
);

/** The id of a feature by each word for it, spelt as an id: what platforms call it too. What is another's id is that id. */
export const featureWords = oncePer(
  (features: readonly Feature[]): ReadonlyMap<string, string> =>
    new Map([
      ...features.flatMap(({ id, name, platforms }) =>
        [name, ...Object.values(platforms)].map((words) => [spellAsId(words), id] as const),
      ),
      ...idsOf(features),
    ]),
);

/** Whether a field is yes, no or unknown. */
export function isYesNo(knowledge: Pick<Knowledge, "questions">, field: string): boolean {
  return questionOf(knowledge, field)?.kind === "yes-no";
}

/** Every field that a situation may have, in the order in which they are asked. */
export function situationFields({ questions }: Pick<Knowledge, "questions">): (keyof Situation)[] {
  return questions.map(({ field }) => field);
}

/** The platform that is taken when a situation names none. */
export function assumedPlatform(knowledge: Pick<Knowledge, "questions">): string {
  return String(questionOf(knowledge, "platform")?.assumed?.value ?? "");
}

/** The record of a platform, the assumed one where none is named. */
export function findPlatform(knowledge: Pick<Knowledge, "questions" | "platforms">, id?: string): Platform | undefined {
  const wanted = id ?? assumedPlatform(knowledge);
  return knowledge.platforms.find((platform) => platform.id === wanted);
}

/** What decides which of the values is assumed. */
export interface AssumedFacts {
  /** Whether the machine has a passthrough adapter; undefined when nobody said what it has. */
  isPassing: boolean | undefined;
  /** The packet rate, given or assumed. */
  packetRate: number;
  throughputGbps?: number | undefined;
  /** The update that first had the virtual hardware, where it was one. */
  update?: string | undefined;
}

const HOLDS: Record<AssumedWhen, (facts: AssumedFacts, usual: Assumed["value"], from?: number) => boolean> = {
  "has-passthrough": ({ isPassing }) => isPassing === true,
  "packet-rate-from": ({ packetRate }, _, from = Infinity) => packetRate >= from,
  "throughput-above": ({ throughputGbps = 0 }, usual) => throughputGbps > Number(usual),
  "newest-since-update": ({ update }) => update !== undefined,
};

/** What is assumed in a situation, with its sentence: the first alternative whose condition holds, else the usual. */
export function assumedIn({ assumed }: Question, facts: AssumedFacts): Assumed | undefined {
  const other = assumed?.instead?.find(({ when, from }) => HOLDS[when](facts, assumed.value, from));
  // Rules compare whole numbers.
  if (other?.when === "throughput-above") return { value: Math.ceil(facts.throughputGbps as number), text: other.text };
  return other ?? assumed;
}

/** A sentence of a question with the words for what stands in braces. */
export function fillSentence(sentence: string, words: Readonly<Record<string, string | undefined>>): string {
  const parts = getOrCompute(partsOf, sentence, () => sentence.split(/\{(\w+)\}/));
  return parts.map((part, at) => (at % 2 === 0 ? part : (words[part] ?? `{${part}}`))).join("");
}

/** The sentences of records so far, split at the names in braces: these stand at the odd places. */
const partsOf = new Map<string, string[]>();

/** The parts of the form, in their order, with what stands above what is folded away in each. */
export const GROUPS: readonly { id: Question["group"]; title: string; more: string }[] = [
  { id: "vm", title: "The VM", more: "More about the VM" },
  { id: "traffic", title: "The traffic", more: "More about the traffic" },
  { id: "features", title: "Must keep working", more: "More features" },
  { id: "host", title: "The host", more: "More about the host" },
];
