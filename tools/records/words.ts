import { versionCode } from "../../advisor/knowledge/version.ts";

/** Begins a text with a capital letter. */
export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Ends a text with a sign, unless it ends a sentence already. */
export function endSentence(text: string, sign: string): string {
  return /[.?!]$/.test(text) ? text : text + sign;
}

/** Words as an id writes them: without accents, capitals and signs. */
export function idWords(text: string): string[] {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, "")
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/** The id itself if it is free, else with the first number that makes it so. */
export function findFreeId(id: string, isTaken: (id: string) => boolean): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? id : `${id}-${number}`;
    if (!isTaken(candidate)) return candidate;
  }
}

/** Compares by code unit, which no locale changes. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Orders two dotted versions as the advisor does: negative, zero or positive; undefined where one is none. */
export function compareVersions(left: unknown, right: unknown): number | undefined {
  return isVersion(left) && isVersion(right) ? versionCode(left) - versionCode(right) : undefined;
}

function isVersion(value: unknown): value is string {
  return typeof value === "string" && /^\d+(\.\d+)*$/.test(value);
}
