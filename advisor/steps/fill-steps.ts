import type { Advice, AdviceStep } from "../explain/advice.ts";
import type { Adapter, Platform } from "../knowledge/knowledge.ts";
import { fillCode, isLeftOut, type CodeValues } from "./fill-code.ts";

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
  const suits = (step: AdviceStep): boolean =>
    step.action === "apply" ? around.includes(step.tool) : platform?.tools[step.tool]?.keepsMachines !== true;
  if (tool === undefined) return [...steps];
  const suitable = steps.filter((step) => step.tool === tool || suits(step));
  // What two tools do alike is told once, with the chosen one where it can.
  return suitable.filter((step) => {
    const alike = suitable.filter(
      ({ action, text }) => action === step.action && text !== undefined && text === step.text,
    );
    return alike.length < 2 || step === (alike.find((one) => one.tool === tool) ?? alike[0]);
  });
}

/** What tools call the type of the present adapter, as far as they have one word for it. */
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
