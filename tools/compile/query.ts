import type { Situation } from "../../advisor/situation.ts";

/** Writes a situation as the query string of the advisor's page: yes and no for what holds or not, requires once per feature. */
export function writeQuery(situation: Situation): string {
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries(situation) as [string, string | number | boolean | string[]][]) {
    for (const part of Array.isArray(value) ? value : [value]) query.append(field, writeValue(part));
  }
  return query.toString();
}

function writeValue(value: string | number | boolean): string {
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}
