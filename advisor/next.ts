import type { AdviceStep, Validation, Verdict } from "./advice.ts";
import type { Guest, Knowledge, Step } from "./knowledge.ts";
import type { Told } from "./reasons.ts";

const RUNS = 5;
const SECONDS_PER_RUN = 33;
const PHASES: Step["action"][] = ["prepare", "apply", "tune", "clean-up"];

/**
 * Gives the steps to apply an adapter in the order of work, in each phase those first that fired rules demand.
 * Tuning is for those whose rule demands it: what helps one machine slows another.
 */
export type StepPlanner = (told: Told, adapter: string, current: string | undefined) => AdviceStep[];

/** A planner that works out each combination of adapter, guest family and demands once. */
export function stepPlanner(knowledge: Knowledge): StepPlanner {
  const plans = new Map<string, AdviceStep[]>();
  return ({ table, guest, firedRules }, adapter, current) => {
    const demanding = firedRules.filter(({ rule }) => rule?.then.for?.includes(adapter));
    const key = [table.platform.id, adapter, guest?.family, current, ...demanding.map(({ id }) => id)].join(" ");
    const known = plans.get(key);
    if (known) return known;
    const demanded = new Set(demanding.flatMap(({ rule }) => rule?.then.require ?? []));
    const own = knowledge.steps.filter((step) =>
      step.platform === table.platform.id && step.adapters.includes(adapter) && !demanded.has(step.id) && step.action !== "tune" && step.mode === undefined && suits(step, guest));
    const steps = [...knowledge.steps.filter((step) => demanded.has(step.id)), ...own];
    // A machine that has the adapter already needs no change, only what makes it run well.
    const phases = current === adapter ? PHASES.filter((phase) => phase === "tune") : PHASES;
    const plan = phases.flatMap((phase) => steps.filter((step) => step.action === phase)).map(toAdviceStep);
    plans.set(key, plan);
    return plan;
  };
}

function suits(step: Step, guest: Guest | undefined): boolean {
  return step.guestFamily === undefined || guest === undefined || step.guestFamily.includes(guest.family);
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
export function validationPlan(told: Told, recommended: string, verdicts: Verdict[], current: string | undefined): Validation {
  const { table, fitting } = told;
  const fits = (verdict: Verdict): boolean => ((fitting >> table.adapters.findIndex(({ id }) => id === verdict.adapter)) & 1) === 1;
  const own = verdicts[0] as Verdict;
  // What the machine has now is what the answer has to beat.
  const present = current === recommended ? undefined : verdicts.find(({ adapter }) => adapter === current);
  const other = present ?? verdicts.find((verdict) => verdict.status === "suitable" && fits(verdict));
  const { tests, tool } = testsFor(told);
  const commandFor = (adapter: string): string => `sh vnic-validate.sh --target HOST${tool} --test ${tests.join(",")} --runs ${RUNS} --label ${adapter}`;
  return {
    script: "vnic-validate.sh",
    command: commandFor(recommended),
    commands: [recommended, ...(other ? [other.adapter] : [])].map((adapter) => ({ adapter, command: commandFor(adapter) })),
    seconds: RUNS * SECONDS_PER_RUN * tests.length * (other ? 2 : 1),
    expect: other ? table.messages.expect(own.name, other.name) : table.messages.expectAlone(own.name),
  };
}

/** The tests of the kit that bear on what was asked, and the tool where only one of the two has them. */
function testsFor({ filled, unknowns }: Told): { tests: string[]; tool: string } {
  if (filled.booleans.latencySensitive && !unknowns.booleans.latencySensitive) return { tests: ["request-response"], tool: " --tool netperf" };
  const doPacketsDecide = !unknowns.numbers.packetRate || filled.booleans.forwardsPackets || filled.booleans.dpdk;
  return doPacketsDecide ? { tests: ["throughput", "packets"], tool: " --tool iperf3" } : { tests: ["throughput"], tool: "" };
}
