import type { AdviceStep } from "./advice.ts";
import type { Knowledge, Step } from "./knowledge.ts";

/** What a reader sees of each step, by its id: nothing of it decides which steps advice names. */
export type StepWords = Record<string, Pick<Step, "title" | "text" | "language" | "code" | "pitfalls">>;

/** A knowledge whose steps say nothing, and apart from it, by platform, what they say: a fifth of its weight, for those who read that far. */
export function partSteps(knowledge: Knowledge): { knowledge: Knowledge; words: Record<string, StepWords> } {
  const words: Record<string, StepWords> = {};
  const steps = knowledge.steps.map(({ title, text, language, code, pitfalls, ...step }): Step => {
    (words[step.platform] ??= {})[step.id] = { title, ...(text === undefined ? {} : { text }), ...(language === undefined ? {} : { language }), ...(code === undefined ? {} : { code }), pitfalls };
    return { ...step, title: "", pitfalls: [] };
  });
  // Like beside like, a tool's steps are a fiftieth smaller on their way.
  const byId = (of: StepWords): StepWords => Object.fromEntries(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { knowledge: { ...knowledge, steps }, words: Object.fromEntries(Object.entries(words).map(([platform, of]) => [platform, byId(of)])) };
}

/** Steps as the whole knowledge would have them. */
export function tellSteps(steps: readonly AdviceStep[], words: StepWords): AdviceStep[] {
  return steps.map((step) => ({ ...step, ...words[step.id] }));
}
