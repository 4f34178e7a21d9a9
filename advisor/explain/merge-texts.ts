import { isRecord } from "../collections.ts";

/** Texts of your own: any part of a set of texts. A text in the place of a function has {1}, {2} … for its parameters. */
export type OwnTexts = { readonly [key: string]: unknown };

/**
 * Texts with some of your own in their places, and what of these cannot be used, one line each that begins with the place. In open
 * groups also texts that the base does not have are taken.
 */
export function mergeTexts<Texts extends object>(
  base: Texts,
  own: OwnTexts,
  openGroups: readonly string[] = [],
): { texts: Texts; faults: string[] } {
  const faults: string[] = [];
  return { texts: merge(base, own, "", { openGroups, faults }) as Texts, faults };
}

interface Merging {
  openGroups: readonly string[];
  faults: string[];
}

function merge(base: unknown, own: unknown, path: string, merging: Merging): unknown {
  if (own === undefined) return base;
  if (typeof base === "function" && typeof own === "string")
    return (...values: unknown[]) =>
      own.replace(/\{(\d+)\}/g, (braces, at: string) => String(values[Number(at) - 1] ?? braces));
  if (isRecord(base) && isRecord(own)) {
    const isOpen = merging.openGroups.includes(path.split(".")[1] ?? "");
    const merged: Record<string, unknown> = { ...base };
    for (const [key, value] of Object.entries(own)) {
      const name = `${path}.${key}`;
      if (Object.hasOwn(base, key)) merged[key] = merge(base[key], value, name, merging);
      else if (isOpen && (typeof value === "string" || isRecord(value) || Array.isArray(value))) merged[key] = value;
      else merging.faults.push(`${name}: there is no such text`);
    }
    return merged;
  }
  if (typeof own === typeof base && !isRecord(own)) return own;
  merging.faults.push(`${path}: expected ${typeof base === "function" ? "a text or a function" : typeof base}`);
  return base;
}
