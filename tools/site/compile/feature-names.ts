import type { RecordOf } from "./records.ts";

/**
 * Returns the name of a feature inside a sentence or a list: the platform's name without text in brackets, in lower case unless it
 * is a proper name. If the platform's name is a list itself, it is the name across platforms.
 */
export function nameInList({ name, platforms }: RecordOf<"features">, platform?: string): string {
  const here = (platform === undefined ? undefined : platforms[platform])?.replace(/ \([^)]*\)/g, "");
  const chosen = here === undefined || /,| or /.test(here) ? name : here;
  const rest = chosen.slice(1);
  return rest === rest.toLowerCase() ? chosen.toLowerCase() : chosen;
}

/** Joins names of features. A comma separates the last two if one of them contains "and" or "or": "RSS and multiqueue, or LRO". */
export function listFeatures(names: readonly string[], last: "and" | "or"): string {
  if (names.length < 2) return names.join("");
  const comma = names.slice(-2).some((name) => / (and|or) /.test(name)) ? "," : "";
  return `${names.slice(0, -1).join(", ")}${comma} ${last} ${names.at(-1)}`;
}
