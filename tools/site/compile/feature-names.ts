import type { RecordOf } from "./records.ts";

/**
 * Names a feature inside a sentence or a list: as the platform does, without what is in brackets, and in lower case unless it is a
 * proper name. A platform's name that is a list itself gives way to the name across platforms.
 */
export function nameInList({ name, platforms }: RecordOf<"features">, platform?: string): string {
  const here = (platform === undefined ? undefined : platforms[platform])?.replace(/ \([^)]*\)/g, "");
  const chosen = here === undefined || /,| or /.test(here) ? name : here;
  const rest = chosen.slice(1);
  return rest === rest.toLowerCase() ? chosen.toLowerCase() : chosen;
}

/** Puts names of features into a list; a comma parts the last two if one has an "and" of its own: "RSS and multiqueue, or LRO". */
export function listFeatures(names: readonly string[], last: "and" | "or"): string {
  if (names.length < 2) return names.join("");
  const comma = names.slice(-2).some((name) => / (and|or) /.test(name)) ? "," : "";
  return `${names.slice(0, -1).join(", ")}${comma} ${last} ${names.at(-1)}`;
}
