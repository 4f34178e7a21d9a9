import type { AdviceStep, Advice } from "../explain/advice.ts";
import {
  type Adapter,
  type Guest,
  isForPresent,
  type Knowledge,
  PHASES,
  type Platform,
  type Step,
} from "../knowledge/knowledge.ts";
import type { Findings } from "../engine/engine.ts";
import { fillCode, isLeftOut, type CodeValues } from "./fill-code.ts";

/**
 * Gives the steps to apply an adapter in the order of work, in each phase those first that fired rules demand, and those of a mode last.
 * A step that some rule demands, and all tuning, is for those whose rule demands it: what helps one machine slows another.
 */
type StepPlanner = (findings: Findings, adapter: string, current: string | undefined) => AdviceStep[];

/** A planner that works out each combination of adapter, guest family and demands once. */
export function prepareSteps(knowledge: Knowledge): StepPlanner {
  const plans = new Map<string, AdviceStep[]>();
  const demandable = new Set(knowledge.rules.flatMap(({ then }) => then.require ?? []));
  return ({ table, guest, firedRules, values }, adapter, current) => {
    const { dpdk } = values;
    const demanding = firedRules.filter(({ rule }) => rule?.then.for?.includes(adapter));
    let key = `${table.platform.id} ${adapter} ${guest?.family} ${current} ${dpdk}`;
    for (const { id, rule } of demanding) key += ` ${id} ${rule?.then.require}`;
    const known = plans.get(key);
    if (known) return known;
    const demanded = new Set(demanding.flatMap(({ rule }) => rule?.then.require ?? []));
    const own = knowledge.steps.filter(
      (step) =>
        step.platform === table.platform.id &&
        !demandable.has(step.id) &&
        step.action !== "tune" &&
        step.mode === undefined,
    );
    const required = knowledge.steps.filter((step) => demanded.has(step.id));
    // A mode is set up on the adapter, which has to be there.
    const steps = [
      ...required.filter(({ mode }) => mode === undefined),
      ...own,
      ...required.filter(({ mode }) => mode !== undefined),
    ].filter((step) => step.adapters.includes(adapter) && isForMachine(step, guest, current, dpdk));
    const isRebuilt = steps.some(({ id, action }) => action === "apply" && demanded.has(id));
    const isWanted = (step: Step): boolean =>
      current !== adapter ||
      isForPresent(step, demanded.has(step.id)) ||
      (isRebuilt && step.sameAdapter === true && step.replaces === undefined);
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
function isForMachine(
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
  { id, title, tool, action, occasion, downtime, text, language, code, codeValues, pitfalls }: Step,
  current: string | undefined,
): AdviceStep {
  return {
    id,
    title,
    tool,
    action,
    pitfalls,
    ...(occasion === undefined || current !== undefined ? {} : { occasion }),
    ...(downtime === undefined ? {} : { downtime }),
    ...(text === undefined ? {} : { text }),
    ...(language === undefined ? {} : { language }),
    ...(code === undefined ? {} : { code }),
    ...(codeValues === undefined ? {} : { codeValues }),
  };
}

/** A step with the reader's values in its code; code of which nothing is left goes. */
export function fillStep<S extends Pick<AdviceStep, "code" | "language">>(step: S, values: CodeValues): S {
  if (step.code === undefined) return step;
  const code = fillCode(step.code, step.language, values);
  return { ...step, code: code || undefined, language: code ? step.language : undefined };
}

/** The same for a list of steps; where an address is left out of code the step says so. */
export function fillSteps(steps: readonly AdviceStep[], values: CodeValues, leftOut: string): AdviceStep[] {
  return steps.map((step) => {
    const filled = fillStep(step, values);
    if (!isLeftOut(step.code ?? "", values)) return filled;
    return filled.code === undefined
      ? { ...filled, text: leftOut, pitfalls: [] }
      : { ...filled, pitfalls: [...filled.pitfalls, leftOut] };
  });
}

/**
 * Steps with the name of the recommended adapter in their text and the numbers of the situation in their code; what the situation leaves open stays a
 * placeholder.
 */
export function fillFromSituation(
  steps: readonly AdviceStep[],
  { situation, verdicts: [best] }: Pick<Advice, "situation" | "verdicts">,
): AdviceStep[] {
  return steps.map((step) => {
    const named = step.text?.includes("{adapter}")
      ? { ...step, text: step.text.replace("{adapter}", best?.name ?? "") }
      : step;
    if (!named.codeValues) return named;
    const { codeValues, ...whole } = named;
    const values = Object.entries(codeValues).map(([name, { field, most = Infinity, times = 1, plus = 0 }]) => {
      const given = situation[field];
      return [name, typeof given === "number" ? String(Math.min(given, most) * times + plus) : undefined] as const;
    });
    return fillStep(whole, Object.fromEntries(values));
  });
}

/** An advice with the reader's values in the code of its steps and of its validation. */
export function fillAdvice(advice: Advice, values: CodeValues, leftOut: string): Advice {
  const { validation } = advice;
  const fill = (code: string): string => fillCode(code, validation?.language, values);
  return {
    ...advice,
    steps: fillSteps(advice.steps, values, leftOut),
    validation: validation && {
      ...validation,
      otherEnd: fill(validation.otherEnd),
      command: fill(validation.command),
      commands: validation.commands.map(({ adapter, command }) => ({ adapter, command: fill(command) })),
    },
  };
}

/**
 * The steps with which one tool applies the adapter, with all that comes before and after; of every tool without one.
 * What else the advice demands stays when it is done with another tool: without it the machine may not even start.
 */
export function stepsWith(
  steps: readonly AdviceStep[],
  tool: string | undefined,
  platform: Platform | undefined,
): AdviceStep[] {
  const around = ["guest", "host"];
  const isDoneAnyway = (step: AdviceStep): boolean =>
    step.action === "apply" ? around.includes(step.tool) : platform?.tools[step.tool]?.keepsMachines !== true;
  if (tool === undefined) return [...steps];
  const suitable = steps.filter((step) => step.tool === tool || isDoneAnyway(step));
  // A step that several tools share appears once, for the chosen tool if it has the step.
  return suitable.filter((step) => {
    const alike = suitable.filter(
      ({ action, text }) => action === step.action && text !== undefined && text === step.text,
    );
    return alike.length < 2 || step === (alike.find((one) => one.tool === tool) ?? alike[0]);
  });
}

/** What tools call the type of the current adapter, as far as they have one word for it. */
export function nameOldType(
  adapters: readonly Adapter[],
  current: string | undefined,
  platform = "",
): string | undefined {
  const typeName = adapters.find(({ id }) => id === current)?.platforms[platform]?.typeName ?? current;
  return typeName === "none" ? undefined : typeName;
}

/** The tools with which an adapter is applied. */
export function toolsOf(steps: readonly Pick<AdviceStep, "action" | "tool">[]): string[] {
  return [...new Set(steps.filter(({ action }) => action === "apply").map(({ tool }) => tool))];
}

const FIELDS = [
  "id",
  "title",
  "text",
  "language",
  "code",
  "codeValues",
  "pitfalls",
] as const satisfies readonly (keyof Step)[];

/** What a reader sees of a step, and its id. */
type Words = Pick<Step, (typeof FIELDS)[number]>;

/** The words of each step, by the id that it has in a knowledge without them: nothing of them decides which steps advice names. */
export type StepWords = Record<string, Words>;

/** The same on its way over a network: each field of all of a platform's steps, in the order of the knowledge; null where one lacks it. */
export type PackedWords = { [Field in keyof Words]-?: (Words[Field] | null)[] };

/**
 * A knowledge whose steps say nothing, and apart from it, by platform, what they say: a fifth of its weight, for those who read
 * that far. A number stands for an id, unless a rule demands the step by it, or the advice is told to somebody (`keepsIds`).
 */
export function partSteps(
  knowledge: Knowledge,
  { keepsIds = false } = {},
): { knowledge: Knowledge; words: Record<string, StepWords> } {
  const words: Record<string, StepWords> = {};
  const demanded = new Set(knowledge.rules.flatMap(({ then }) => then.require ?? []));
  const steps = knowledge.steps.map((whole, at): Step => {
    const { id, title, text, language, code, codeValues, pitfalls, ...step } = whole;
    const key = keepsIds || demanded.has(id) ? id : String(at);
    (words[step.platform] ??= {})[key] = pickWords((field) => whole[field]);
    return { ...step, id: key, title: "", pitfalls: [] };
  });
  return { knowledge: { ...knowledge, steps }, words };
}

/** Packs the words of the steps of a platform without the ids that the knowledge has. */
export function packWords(words: StepWords, knowledge: Pick<Knowledge, "steps">, platform: string): PackedWords {
  const all = idsOn(knowledge, platform).map((id) => words[id]);
  return Object.fromEntries(FIELDS.map((field) => [field, all.map((own) => own?.[field] ?? null)])) as PackedWords;
}

/** The words as they were before they were packed, with the ids of the knowledge that they were taken from. */
export function unpackWords(packed: PackedWords, knowledge: Pick<Knowledge, "steps">, platform: string): StepWords {
  return Object.fromEntries(
    idsOn(knowledge, platform).map((id, at) => [id, pickWords((field) => packed[field][at] ?? undefined)]),
  );
}

function idsOn({ steps }: Pick<Knowledge, "steps">, platform: string): string[] {
  return steps.filter((step) => step.platform === platform).map(({ id }) => id);
}

/** The fields that `read` finds a value for. */
function pickWords(read: (field: (typeof FIELDS)[number]) => unknown): Words {
  return Object.fromEntries(
    FIELDS.flatMap((field) => (read(field) === undefined ? [] : [[field, read(field)]])),
  ) as unknown as Words;
}

/** The steps of an advice as the whole knowledge would have them. */
export function addStepWords(advice: Pick<Advice, "steps" | "situation" | "verdicts">, words: StepWords): AdviceStep[] {
  return fillFromSituation(
    advice.steps.map((step) => ({ ...step, ...words[step.id] })),
    advice,
  );
}
