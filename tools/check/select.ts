import { isRecord as isMapping } from "../../advisor/collections.ts";
import type { Path } from "../records/record.ts";

/** Tells a mapping from lists, plain values and nothing. */
export { isMapping };

/** A value in a record, with the path that leads to it. */
export interface Selected {
  path: Path;
  value: unknown;
  /** Set when the value is the name of a key. */
  onKey?: boolean;
}

/**
 * Finds the values that a pattern names, in any data, however wrong its shape is.
 * A pattern is keys with dots between: `*` is every item or value, `key()` at the end the keys themselves,
 * as in `platforms.*.sources.*.source` and `platforms.key()`.
 */
export function select(data: unknown, pattern: string): Selected[] {
  let found: Selected[] = [{ path: [], value: data }];
  for (const step of pattern.split(".")) found = found.flatMap((place) => stepInto(place, step));
  return found;
}

/** Like select, for values that are text. */
export function selectText(data: unknown, pattern: string): (Selected & { value: string })[] {
  return select(data, pattern).filter(
    (found): found is Selected & { value: string } => typeof found.value === "string",
  );
}

function stepInto({ path, value }: Selected, step: string): Selected[] {
  if (Array.isArray(value)) {
    return step === "*" ? value.map((item: unknown, index) => ({ path: [...path, index], value: item })) : [];
  }
  if (!isMapping(value)) return [];
  if (step === "key()") return Object.keys(value).map((key) => ({ path: [...path, key], value: key, onKey: true }));
  if (step === "*") return Object.entries(value).map(([key, item]) => ({ path: [...path, key], value: item }));
  return Object.hasOwn(value, step) ? [{ path: [...path, step], value: value[step] }] : [];
}

/** What sort of words a field holds: a program's, a source's, or our own. */
export type Wording = "code" | "quote" | "text";

/** A text in a record, with its place. */
export interface Text {
  path: Path;
  value: string;
  wording: Wording;
}

/** Fields that hold other words than our own, by name; a list's name stands for its items. */
const wordings: { readonly [field: string]: Wording } = {
  code: "code",
  commands: "code",
  quote: "quote",
  quotedAs: "quote",
};

/** Lists every text of a record, in the order of the record. */
export function listTexts(data: unknown): Text[] {
  const found: Text[] = [];
  const visit = (value: unknown, path: Path, wording: Wording): void => {
    if (typeof value === "string") found.push({ path, value, wording });
    else if (Array.isArray(value)) value.forEach((item: unknown, index) => visit(item, [...path, index], wording));
    else if (typeof value === "object" && value !== null)
      Object.entries(value).forEach(([name, item]) => visit(item, [...path, name], wordings[name] ?? "text"));
  };
  visit(data, [], "text");
  return found;
}
