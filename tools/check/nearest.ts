/** Finds the known word that takes the fewest edits to reach, or undefined when none is near. */
export function findNearest(word: string, known: Iterable<string>): string | undefined {
  if (word.length > longestWord) return undefined;
  const target = normalise(word);
  let best: { candidate: string; edits: number } | undefined;
  for (const candidate of known) {
    const edits = countEdits(target, normalise(candidate));
    if (!best || edits < best.edits) best = { candidate, edits };
  }
  return best && best.edits <= allowance(Math.min(target.length, best.candidate.length)) ? best.candidate : undefined;
}

/** Asks whether the nearest known word was meant; empty when none is near. */
export function suggest(word: string, known: Iterable<string>): string {
  const nearest = findNearest(word, known);
  return nearest === undefined ? "" : `did you mean "${nearest}"?`;
}

/** Whether two words differ in nothing but capitals, spaces, underscores and hyphens. */
export function isSameWord(a: string, b: string): boolean {
  return normalise(a).replaceAll("-", "") === normalise(b).replaceAll("-", "");
}

/** No id, name or unit is as long; what is has no neighbours, and counting edits takes the product of two lengths. */
const longestWord = 200;

/** A long word may be off by more than a short one; of a word of two letters one has to be right. */
function allowance(length: number): number {
  return length < 3 ? 1 : Math.max(2, Math.floor(length / 2));
}

/** Case, spaces and underscores are not what a word is about; micro has several signs. */
function normalise(word: string): string {
  return word
    .toLowerCase()
    .replace(/[\s_]+/g, "-")
    .replace(/[µμ]/g, "u");
}

/** Counts the insertions, deletions and substitutions between two words (Levenshtein). */
function countEdits(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const substitution = at(previous, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, at(previous, column) + 1, at(current, column - 1) + 1));
    }
    previous = current;
  }
  return at(previous, to.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
