import type { Coded } from "../../../../assets/ts/explorer/measurement-file.ts";

/** Replaces each value by its place in the list of values, which stand in the order in which they first appear. */
export function codeColumn(column: readonly string[]): Coded {
  const places = new Map<string, number>();
  const codes = column.map((value) => {
    const known = places.get(value) ?? places.size;
    places.set(value, known);
    return known;
  });
  return { values: [...places.keys()], codes };
}

/** Makes words fit into an address; words that come to the same get a number. */
export function nameForAddress(words: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const word of words) {
    if (names.has(word)) continue;
    const plain =
      word
        .toLowerCase()
        .replace(/[^a-z0-9.]+/g, "-")
        .replace(/^-+|-+$/g, "") || "other";
    let name = plain;
    for (let next = 2; taken.has(name); next++) name = `${plain}-${next}`;
    taken.add(name);
    names.set(word, name);
  }
  return names;
}
