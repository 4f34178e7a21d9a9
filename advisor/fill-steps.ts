import type { AdviceStep } from "./advice.ts";
import { fillMac } from "./mac-address.ts";

/** The reader's own names for what stands in braces in the code of steps. */
export type StepValues = { [placeholder: string]: string | undefined };

/**
 * Puts the reader's values in the place of placeholders, so that the code reads them as they are; one without a value stays in
 * its braces, to be seen. Code of which nothing is left goes.
 */
export function fillStep<S extends Pick<AdviceStep, "code" | "language">>(step: S, values: StepValues): S {
  const { code, language } = step;
  if (code === undefined) return step;
  const known = values.mac === undefined ? code : fillMac(code, values.mac);
  const filled = known.replace(/(")?(')?\{([a-z][a-z-]*)\}/g, (found, double: string | undefined, single: string | undefined, name: string) => {
    const value = values[name];
    if (value === undefined) return found;
    if (single !== undefined) return `${double ?? ""}'${escapeForXml(value)}`;
    return double === undefined ? value : `"${escapeInQuotes(value, language)}`;
  });
  return { ...step, code: filled || undefined, language: filled ? language : undefined };
}

/** A value between double quotes; what a language reads there as more than a letter is marked as one. */
function escapeInQuotes(value: string, language: string | undefined): string {
  switch (language) {
    case "shell": return value.replace(/[\\"$`]/g, "\\$&");
    case "powershell": return value.replace(/[`"$]/g, "`$&");
    case "hcl": return value.replace(/[\\"]/g, "\\$&").replace(/[$%](?=\{)/g, "$&$&");
    case "yaml": return value.replace(/[\\"]/g, "\\$&");
    default: return value;
  }
}

/** Single quotes stand around placeholders in XML alone. */
function escapeForXml(value: string): string {
  return value.replace(/[&<>'"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
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

/** What tools call the type of the present adapter, as far as they have one word for it. */
export function nameOldType(adapter: string | undefined): string | undefined {
  if (adapter === "vlance") return "pcnet32";
  return adapter === "pvrdma" || adapter === "vmxnet" || adapter === "directpath-io" ? undefined : adapter;
}

/** The tools with which an adapter is applied. */
export function toolsOf(steps: readonly Pick<AdviceStep, "action" | "tool">[]): string[] {
  return [...new Set(steps.filter(({ action }) => action === "apply").map(({ tool }) => tool))];
}
