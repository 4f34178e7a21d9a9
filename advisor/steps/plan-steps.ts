import type { AdviceStep } from "../explain/advice.ts";
import { type Guest, type Knowledge, type Step, isForPresent, PHASES } from "../knowledge/knowledge.ts";
import type { Findings } from "../engine/engine.ts";

/**
 * Gives the steps to apply an adapter in the order of work, in each phase those first that fired rules demand.
 * A step that some rule demands, and all tuning, is for those whose rule demands it: what helps one machine slows another.
 */
export type StepPlanner = (findings: Findings, adapter: string, current: string | undefined) => AdviceStep[];

/** A planner that works out each combination of adapter, guest family and demands once. */
export function prepareSteps(knowledge: Knowledge): StepPlanner {
  const plans = new Map<string, AdviceStep[]>();
  const demandable = new Set(knowledge.rules.flatMap(({ then }) => then.require ?? []));
  return ({ table, guest, firedRules, filled }, adapter, current) => {
    const { dpdk } = filled.values;
    const demanding = firedRules.filter(({ rule }) => rule?.then.for?.includes(adapter));
    let key = `${table.platform.id} ${adapter} ${guest?.family} ${current} ${dpdk}`;
    for (const { id } of demanding) key += ` ${id}`;
    const known = plans.get(key);
    if (known) return known;
    const demanded = new Set(demanding.flatMap(({ rule }) => rule?.then.require ?? []));
    const own = knowledge.steps.filter(
      (step) =>
        step.platform === table.platform.id &&
        step.adapters.includes(adapter) &&
        !demandable.has(step.id) &&
        step.action !== "tune" &&
        step.mode === undefined,
    );
    const steps = [...knowledge.steps.filter((step) => demanded.has(step.id)), ...own].filter((step) =>
      suits(step, guest, current, dpdk),
    );
    const isWanted = (step: Step): boolean => current !== adapter || isForPresent(step, demanded.has(step.id));
    const plan = PHASES.flatMap((phase) => steps.filter((step) => step.action === phase && isWanted(step))).map(
      (step) => toAdviceStep(step, current),
    );
    plans.set(key, plan);
    return plan;
  };
}

/**
 * Where the current adapter is not known, the machine may be new or not: what is for either stays, and is marked.
 * What is for a new adapter and for one in the place of some is an addition in both cases.
 */
function suits(
  { guestFamily, occasion, replaces, notReplacing, dpdk }: Step,
  guest: Guest | undefined,
  current: string | undefined,
  usesDpdk: boolean,
): boolean {
  return (
    (guestFamily === undefined || guest === undefined || guestFamily.includes(guest.family)) &&
    (current === undefined
      ? replaces === undefined || occasion === "new"
      : (replaces === undefined ? occasion !== "new" : replaces.includes(current)) &&
        !notReplacing?.includes(current)) &&
    (dpdk === undefined || dpdk === usesDpdk)
  );
}

function toAdviceStep(
  { id, title, tool, action, occasion, text, language, code, codeValues, pitfalls }: Step,
  current: string | undefined,
): AdviceStep {
  return {
    id,
    title,
    tool,
    action,
    pitfalls,
    ...(occasion === undefined || current !== undefined ? {} : { occasion }),
    ...(text === undefined ? {} : { text }),
    ...(language === undefined ? {} : { language }),
    ...(code === undefined ? {} : { code }),
    ...(codeValues === undefined ? {} : { codeValues }),
  };
}
