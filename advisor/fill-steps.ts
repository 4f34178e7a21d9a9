import type { AdviceStep } from "./advice.ts";

/** The reader's own names for what stands in braces in the code of steps. */
export type StepValues = { [placeholder: string]: string | undefined };

/** Puts the reader's values in the place of placeholders; one without a value stays in its braces, to be seen. */
export function fillStep<S extends Pick<AdviceStep, "code">>(step: S, values: StepValues): S {
  const { code } = step;
  return code === undefined ? step : { ...step, code: code.replace(/\{([a-z][a-z-]*)\}/g, (braces, name: string) => values[name] ?? braces) };
}

/** Each of these keeps the machines in its own way: a host has one of them, where those of vSphere work side by side. */
const KEEPERS: readonly string[] = ["libvirt", "qemu", "proxmox"];

/**
 * The steps with which one tool applies the adapter, with all that comes before and after; of every tool without one.
 * What else the advice demands stays when it is done with another tool: without it the machine may not even start.
 */
export function stepsWith(steps: readonly AdviceStep[], tool: string | undefined): AdviceStep[] {
  const around = ["guest", "host"];
  const suits = (step: AdviceStep): boolean => step.action === "apply" ? around.includes(step.tool) : !KEEPERS.includes(step.tool);
  if (tool === undefined) return [...steps];
  const suitable = steps.filter((step) => step.tool === tool || suits(step));
  // What two tools do alike is told once, with the chosen one where it can.
  return suitable.filter((step) => {
    const alike = suitable.filter(({ action, text }) => action === step.action && text !== undefined && text === step.text);
    return alike.length < 2 || step === (alike.find((one) => one.tool === tool) ?? alike[0]);
  });
}

/** The tools with which an adapter is applied. */
export function toolsOf(steps: readonly AdviceStep[]): string[] {
  return [...new Set(steps.filter(({ action }) => action === "apply").map(({ tool }) => tool))];
}
