/** What the reader chose on the compare page. */
export interface Choice {
  platform: string;
  release: string;
  /** Ids of the two columns to show, or nothing for all. */
  pair: string[];
  needs: string[];
}

/** What there is to choose from: platforms with their releases, columns of each table, and features. */
export interface Choices {
  platforms: ReadonlyMap<string, readonly string[]>;
  tables: readonly (readonly string[])[];
  features: readonly string[];
}

/** Reads a choice from an address; what is not among the choices is left out. */
export function readChoice(search: string, { platforms, tables, features }: Choices): Choice {
  const query = new URLSearchParams(search);
  const asked = query.get("platform") ?? "";
  const platform = platforms.has(asked) ? asked : "";
  const release = query.get("release") ?? "";
  const pair = (query.get("pair") ?? "").split(",");
  const needs = (query.get("needs") ?? "").split(",");
  return {
    platform,
    release: platforms.get(platform)?.includes(release) ? release : "",
    pair: tables.some((columns) => isPair(pair, columns)) ? pair : [],
    needs: features.filter((feature) => needs.includes(feature)),
  };
}

/** Whether these are two different columns of a table. */
export function isPair(pair: readonly string[], columns: readonly string[]): boolean {
  return pair.length === 2 && pair[0] !== pair[1] && pair.every((id) => columns.includes(id));
}

/** Writes a choice as the query of an address, short and readable; nothing chosen is no query. */
export function writeChoice({ platform, release, pair, needs }: Choice): string {
  const parts = [
    ["platform", platform],
    ["release", release],
    ["pair", pair.join(",")],
    ["needs", needs.join(",")],
  ].filter(([, value]) => value !== "");
  return parts.length === 0 ? "" : `?${parts.map(([name, value]) => `${name}=${value}`).join("&")}`;
}
