import { isMapping } from "../../check/select.ts";
import { formatNumber } from "../../records/numbers.ts";
import type { ValueChange } from "./compare-values.ts";
import { join, say, type Sentence } from "./sentence.ts";

/** Says in a sentence what differs at one place. A unit is given where the place has one that its name does not tell. */
export function describeChange(change: ValueChange, unit?: string): Sentence {
  const place = writePath(change.path);
  const show = (value: unknown): string => showValue(value, unit ?? unitOf(change.path));
  switch (change.change) {
    case "added":
      return say`${place} is new: ${show(change.after)}`;
    case "removed":
      return say`${place} is gone; it was ${show(change.before)}`;
    case "reordered":
      return say`${place}: the order changed`;
    case "items":
      return say`${place}: ${describeItems(change.added.map(String), change.removed.map(String))}`;
    case "changed": {
      const { before, after } = change;
      const [was, is] =
        typeof before === "string" && typeof after === "string" ? contrast(before, after) : [show(before), show(after)];
      return say`${place} was ${was}; is now ${is}`;
    }
  }
}

/** Says what came to a list and what left it. */
function describeItems(added: readonly string[], removed: readonly string[]): Sentence {
  if (removed.length === 0) return say`added ${join(added, ", ")}`;
  const gone = say`removed ${join(removed, ", ")}`;
  return added.length === 0 ? gone : say`added ${join(added, ", ")}; ${gone}`;
}

/** Writes a path as a reader finds it: keys with points between, rows by their id, other entries by their number. */
function writePath(path: readonly string[]): string {
  return path.reduce((text, step) => text + (text === "" || /^[[#]/.test(step) ? "" : ".") + step, "");
}

/** Writes any value on one line. */
export function showValue(value: unknown, unit?: string): string {
  if (typeof value === "number") return withUnit(formatNumber(value), unit);
  if (typeof value === "string") return `"${value}"`;
  if (Array.isArray(value)) return `[${value.map((item) => showPart(item, unit)).join(", ")}]`;
  if (!isMapping(value)) return value === null || value === undefined ? "nothing" : String(value);
  const parts = Object.entries(value).map(([key, part]) => `${key}: ${showPart(part, unitOf([key]))}`);
  return parts.length === 0 ? "{}" : parts.join(", ");
}

function showPart(value: unknown, unit: string | undefined): string {
  return isMapping(value) ? `{ ${showValue(value)} }` : showValue(value, unit);
}

/** Ends of field names, and the fields, that carry their unit. */
const units: readonly (readonly [RegExp, string])[] = [
  [/Seconds$/, "s"],
  [/Gbps$/, "Gbit/s"],
  [/Bytes$|^mtu$/, "bytes"],
  [/Us$/, "µs"],
  [/Percent$/, "%"],
  [/^packetRate$/, "packets/s"],
];

function unitOf(path: readonly string[]): string | undefined {
  const name = path.findLast((step) => !/^[[#]/.test(step)) ?? "";
  return units.find(([pattern]) => pattern.test(name))?.[1];
}

function withUnit(number: string, unit: string | undefined): string {
  return unit === undefined ? number : `${number} ${unit}`;
}

/** Longest text that is shown whole on both sides. */
const longest = 100;

/** Writes two texts so that their difference is seen: of long ones only what differs, with a few words around. */
export function contrast(before: string, after: string): [string, string] {
  if (before.length <= longest && after.length <= longest) return [`"${before}"`, `"${after}"`];
  const [from, to] = [before.split(" "), after.split(" ")];
  const most = Math.min(from.length, to.length);
  let start = 0;
  while (start < most && from[start] === to[start]) start++;
  let end = 0;
  while (end < most - start && from.at(-1 - end) === to.at(-1 - end)) end++;
  return [excerpt(from, start, end), excerpt(to, start, end)];
}

/** Words of a text that are shown on each side of a difference. */
const context = 4;

function excerpt(words: readonly string[], start: number, end: number): string {
  const [from, to] = [Math.max(0, start - context), Math.min(words.length, words.length - end + context)];
  return `"${from > 0 ? "… " : ""}${words.slice(from, to).join(" ")}${to < words.length ? " …" : ""}"`;
}
