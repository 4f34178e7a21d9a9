import type { FleetKnowledge } from "../knowledge.ts";

/** A spelling as the lists of names have it: small letters, without the "Virtual" that the vSphere API puts first. */
export function normaliseAdapter(written: string): string {
  const text = written.trim().toLowerCase();
  return /^virtual[a-z0-9]/.test(text) && !text.startsWith("virtual ") ? text.slice("virtual".length) : text;
}

/** The adapter that an inventory's spelling means on a platform; undefined if no record lists the spelling. */
export function findAdapter(
  { adapterNames }: Pick<FleetKnowledge, "adapterNames">,
  platform: string,
  written: string,
): string | undefined {
  const names = adapterNames[platform] ?? {};
  const name = normaliseAdapter(written);
  return Object.hasOwn(names, name) ? names[name] : undefined;
}
