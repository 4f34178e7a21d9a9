import type { AdviceStep } from "./advice.ts";

/** The reader's own names for what stands in braces in the code of steps. */
export type StepValues = { [placeholder: string]: string | undefined };

/** Puts the reader's values in the place of placeholders; one without a value stays in its braces, to be seen. */
export function fillStep<S extends Pick<AdviceStep, "code">>(step: S, values: StepValues): S {
  const { code } = step;
  return code === undefined ? step : { ...step, code: code.replace(/\{([a-z][a-z-]*)\}/g, (braces, name: string) => values[name] ?? braces) };
}

/** The steps of one tool with what is done in the guest and on the host around it; of every tool without one. */
export function stepsWith(steps: readonly AdviceStep[], tool: string | undefined): AdviceStep[] {
  return steps.filter((step) => tool === undefined || step.tool === tool || step.tool === "guest" || step.tool === "host");
}

/** The tools with which an adapter is applied. */
export function toolsOf(steps: readonly AdviceStep[]): string[] {
  return [...new Set(steps.filter(({ action }) => action === "apply").map(({ tool }) => tool))];
}
