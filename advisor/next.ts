import type { AdviceStep, Validation, Verdict } from "./advice.ts";
import type { Knowledge, Rule, Step } from "./knowledge.ts";
import { messages } from "./messages.ts";
import type { Table } from "./table.ts";

const RUNS = 5;
const SECONDS_PER_RUN = 33;
const PHASES: Step["action"][] = ["prepare", "apply", "tune", "clean-up"];

/** How to apply the recommendation: steps that fired rules demand first, then those of the adapter in the order of work. */
export function nextSteps(knowledge: Knowledge, rules: Map<string, Rule>, table: Table, adapter: string, requiring: string[]): AdviceStep[] {
  const demanded = new Set(requiring.flatMap((id) => {
    const then = rules.get(id)?.then;
    return then?.for?.includes(adapter) ? then.require ?? [] : [];
  }));
  const own = knowledge.steps.filter((step) => step.platform === table.platform.id && step.adapters.includes(adapter) && !demanded.has(step.id));
  const first = knowledge.steps.filter((step) => demanded.has(step.id));
  return [...first, ...PHASES.flatMap((phase) => own.filter((step) => step.action === phase))].map(toAdviceStep);
}

function toAdviceStep({ id, title, tool, action, text, language, code, pitfalls }: Step): AdviceStep {
  return {
    id, title, tool, action, pitfalls,
    ...(text === undefined ? {} : { text }),
    ...(language === undefined ? {} : { language }),
    ...(code === undefined ? {} : { code }),
  };
}

/** The run of the validation kit that would confirm or refute the recommendation. */
export function validationPlan(table: Table, recommended: string, verdicts: Verdict[]): Validation {
  const own = verdicts.find((verdict) => verdict.adapter === recommended);
  const other = verdicts.find((verdict) => verdict.status === "suitable");
  const kinds = other ? 2 : 1;
  return {
    script: "vnic-validate.sh",
    command: `sh vnic-validate.sh --target HOST --runs ${RUNS} --label ${recommended}`,
    seconds: RUNS * SECONDS_PER_RUN * kinds,
    expect: own && other ? messages.expect(own.name, other.name) : messages.expectAlone(own?.name ?? table.platform.name),
  };
}
