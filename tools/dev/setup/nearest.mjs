/**
 * Finds the known word that takes the fewest edits to reach, or null when none is near.
 * @param {string} word
 * @param {readonly string[]} known
 */
export function findNearest(word, known) {
  const ranked = known
    .map((candidate) => ({ candidate, edits: countEdits(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  const best = ranked[0];
  if (!best || best.edits > Math.max(2, Math.floor(best.candidate.length / 2))) return null;
  return best.candidate;
}

/**
 * Counts the insertions, deletions and substitutions between two words (Levenshtein).
 * @param {string} from
 * @param {string} to
 */
function countEdits(from, to) {
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

/** @param {readonly number[]} row @param {number} index */
function at(row, index) {
  return row[index] ?? Infinity;
}
