/**
 * Finds the known word that takes the fewest edits to reach, or undefined when none is near. Plain JavaScript, because set-up
 * needs it too, before a package is installed.
 * @param {string} word
 * @param {Iterable<string>} known
 * @returns {string | undefined}
 */
export function findNearest(word, known) {
  if (word.length > longestWord) return undefined;
  const wanted = normalise(word);
  const most = allowance(wanted.length);
  let best;
  let fewest = Infinity;
  for (const candidate of known) {
    const target = normalise(candidate);
    if (Math.abs(wanted.length - target.length) > most) continue;
    const edits = countEdits(wanted, target);
    if (edits > most || edits >= fewest) continue;
    fewest = edits;
    best = candidate;
  }
  return best;
}

/**
 * Lists the accepted words for a message, with the one nearest to what was found.
 * @param {string} found
 * @param {readonly string[]} accepted
 */
export function expectOneOf(found, accepted) {
  const nearest = findNearest(found, accepted);
  return `expected one of ${accepted.join(", ")}${nearest === undefined ? "" : `; nearest: ${nearest}`}`;
}

/**
 * Asks whether the nearest known word was meant; empty when none is near. Words that only go on after a hyphen are nearer than
 * any with other letters: "nic-lab" was meant to be "nic-lab-2026".
 * @param {string} word
 * @param {Iterable<string>} known
 */
export function suggest(word, known) {
  const all = [...known];
  const start = `${normalise(word)}-`;
  const longer = all.filter((other) => normalise(other).startsWith(start)).sort((a, b) => a.length - b.length);
  const meant = longer.length > 0 ? longer.slice(0, 3) : [findNearest(word, all)];
  return meant[0] === undefined ? "" : `did you mean ${meant.map((other) => `"${other}"`).join(" or ")}?`;
}

/**
 * Whether two words differ in nothing but capitals, spaces, underscores and hyphens.
 * @param {string} a
 * @param {string} b
 */
export function isSameWord(a, b) {
  return normalise(a).replaceAll("-", "") === normalise(b).replaceAll("-", "");
}

/** No id, name or unit is as long; what is has no neighbours, and counting edits takes the product of two lengths. */
const longestWord = 200;

/** A long word may be off by more than a short one; of a word of two letters one has to be right. @param {number} length */
function allowance(length) {
  return length < 3 ? 1 : Math.max(2, Math.floor(length / 2));
}

/** Case, spaces and underscores are not what a word is about; micro has several signs. @param {string} word */
function normalise(word) {
  return word
    .toLowerCase()
    .replace(/[\s_]+/g, "-")
    .replace(/[µμ]/g, "u");
}

/** Counts the insertions, deletions and substitutions between two words (Levenshtein). @param {string} from @param {string} to */
function countEdits(from, to) {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const substitution = (previous[column - 1] ?? Infinity) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? Infinity) + 1, (current[column - 1] ?? Infinity) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? Infinity;
}
