import type { Path } from "../records/record.ts";

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
