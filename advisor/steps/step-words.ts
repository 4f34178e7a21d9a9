import type { AdviceStep } from "../explain/advice.ts";
import type { Knowledge, Step } from "../knowledge/knowledge.ts";

const FIELDS = ["title", "text", "language", "code", "pitfalls"] as const satisfies readonly (keyof Step)[];

/** What a reader sees of a step. */
type Words = Pick<Step, (typeof FIELDS)[number]>;

/** What a reader sees of each step, by its id: nothing of it decides which steps advice names. */
export type StepWords = Record<string, Words>;

/** The same on its way over a network: each field of all of a platform's steps, in the order of their ids; null where one lacks it. */
export type PackedWords = { [Field in keyof Words]-?: (Words[Field] | null)[] };

/** A knowledge whose steps say nothing, and apart from it, by platform, what they say: a fifth of its weight, for those who read that far. */
export function partSteps(knowledge: Knowledge): { knowledge: Knowledge; words: Record<string, StepWords> } {
  const words: Record<string, StepWords> = {};
  const steps = knowledge.steps.map(({ title, text, language, code, pitfalls, ...step }): Step => {
    (words[step.platform] ??= {})[step.id] = {
      title,
      ...(text === undefined ? {} : { text }),
      ...(language === undefined ? {} : { language }),
      ...(code === undefined ? {} : { code }),
      pitfalls,
    };
    return { ...step, title: "", pitfalls: [] };
  });
  return { knowledge: { ...knowledge, steps }, words };
}

/** Packs the words of a platform's steps without their ids, in whose order they are: like stands beside like, a tool's steps. */
export function packWords(words: StepWords): PackedWords {
  const all = Object.keys(words)
    .sort()
    .map((id) => words[id]);
  return Object.fromEntries(FIELDS.map((field) => [field, all.map((own) => own?.[field] ?? null)])) as PackedWords;
}

/** The words as they were before they were packed, with the ids of the knowledge that they were taken from. */
export function unpackWords(packed: PackedWords, { steps }: Pick<Knowledge, "steps">, platform: string): StepWords {
  const ids = steps
    .filter((step) => step.platform === platform)
    .map(({ id }) => id)
    .sort();
  return Object.fromEntries(
    ids.map((id, at) => [
      id,
      Object.fromEntries(FIELDS.flatMap((field) => (packed[field][at] === null ? [] : [[field, packed[field][at]]]))),
    ]),
  ) as StepWords;
}

/** Steps as the whole knowledge would have them. */
export function addStepWords(steps: readonly AdviceStep[], words: StepWords): AdviceStep[] {
  return steps.map((step) => ({ ...step, ...words[step.id] }));
}
