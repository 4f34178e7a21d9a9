/** What the reader chose on the compare page. */
export interface Choice {
  platform: string;
  release: string;
  needs: string[];
}

/** What there is to choose from: platforms with their releases, and features. */
export interface Choices {
  platforms: ReadonlyMap<string, readonly string[]>;
  features: readonly string[];
}

/** Reads a choice from an address; what is not among the choices is left out. */
export function readChoice(search: string, { platforms, features }: Choices): Choice {
  const query = new URLSearchParams(search);
  const asked = query.get("platform") ?? "";
  const platform = platforms.has(asked) ? asked : "";
  const release = query.get("release") ?? "";
  const needs = (query.get("needs") ?? "").split(",");
  return {
    platform,
    release: platforms.get(platform)?.includes(release) ? release : "",
    needs: features.filter((feature) => needs.includes(feature)),
  };
}

/** Writes a choice as the query of an address, short and readable; nothing chosen is no query. */
export function writeChoice({ platform, release, needs }: Choice): string {
  const parts = [
    ["platform", platform],
    ["release", release],
    ["needs", needs.join(",")],
  ].filter(([, value]) => value !== "");
  return parts.length === 0 ? "" : `?${parts.map(([name, value]) => `${name}=${value}`).join("&")}`;
}
