import { isMap, isSeq, parseDocument, stringify } from "yaml";

/** A record with a fragment in it, and how far the fragment's lines and columns were moved. */
export interface Placed {
  text: string;
  lines: number;
  columns: number;
}

/** Holds the fragment's place while the rest is written. */
const marker = "fragmentHere";

/**
 * Puts fields into a mapping of a record, in the place of those that have the same names or that the other fragment has.
 * The fragment stays as it is written, mistakes included.
 */
export function placeFragment(
  record: string,
  at: readonly (string | number)[],
  fragment: string,
  other: string,
): Placed {
  const [modeline = ""] = record.split("\n");
  const document = parseDocument(record);
  const mapping = at.reduce<unknown>(stepInto, document.contents);
  if (!isMap(mapping)) throw new Error(`there is no mapping at ${at.join(".") || "the top"}`);
  const names = [...listNames(fragment), ...listNames(other)];
  mapping.items = mapping.items.filter(({ key }) => !names.includes(String(key)));
  mapping.items.unshift(document.createPair(marker, 0));
  // A mapping between braces has no lines of its own.
  mapping.flow = false;
  const lines = `${modeline}\n${stringify(document.toJS(), { lineWidth: 0 })}`.split("\n");
  const line = lines.findIndex((text) => text.includes(`${marker}: 0`));
  const columns = lines[line]?.indexOf(marker) ?? 0;
  const [first = "", ...more] = fragment.trimEnd().split("\n");
  const before = lines[line]?.slice(0, columns) ?? "";
  const placed = [before + first, ...more.map((text) => " ".repeat(columns) + text)];
  return { text: [...lines.slice(0, line), ...placed, ...lines.slice(line + 1)].join("\n"), lines: line, columns };
}

function stepInto(node: unknown, step: string | number): unknown {
  if (isSeq(node) && typeof step === "string") return node.items.find((item) => isMap(item) && item.get("id") === step);
  return isMap(node) || isSeq(node) ? node.get(step, true) : undefined;
}

/** Names of the fields that begin a line of their own. */
function listNames(fragment: string): string[] {
  return [...fragment.matchAll(/^([A-Za-z]\w*):/gm)].map(([, name = ""]) => name);
}
