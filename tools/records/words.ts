/** Puts words into a list as a sentence has it: "a, b and c". */
export function joinWords(words: readonly string[], last: string): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** Begins a text with a capital letter. */
export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Cuts a text that is longer than a message has room for. */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 3)}...`;
}

/** Ends a text with a sign, unless it ends a sentence already. */
export function endSentence(text: string, sign: string): string {
  return /[.?!]$/.test(text) ? text : text + sign;
}

/** A number with the noun for what it counts: "1 file", "2 files". */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
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

/** Orders two dotted versions part by part as numbers: negative, zero or positive; undefined where one is none. */
export function compareVersions(left: unknown, right: unknown): number | undefined {
  const [a, b] = [parseVersion(left), parseVersion(right)];
  if (!a || !b) return undefined;
  for (let part = 0; part < Math.max(a.length, b.length); part++) {
    const difference = (a[part] ?? 0) - (b[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function parseVersion(version: unknown): number[] | undefined {
  return typeof version === "string" && /^\d+(\.\d+)*$/.test(version) ? version.split(".").map(Number) : undefined;
}
