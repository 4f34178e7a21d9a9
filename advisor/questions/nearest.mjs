/**
 * Finds the known word that is nearest, or undefined when none is near: the shortest one with a part that begins with the word,
 * else the one that takes the fewest edits to reach. "hot" is near "hot-add", not "ha". Plain JavaScript, because set-up needs it
 * too, before a package is installed.
 * @param {string} word
 * @param {Iterable<string>} known
 * @returns {string | undefined}
 */
export function findNearest(word, known) {
  if (word.length > longestWord) return undefined;
  const wanted = normalise(word);
  const isBeginning = /\w\w/.test(wanted);
  let best;
  let fewest = allowance(wanted.length) + 1;
  for (const candidate of known) {
    const target = normalise(candidate);
    const more = target.length - wanted.length;
    const edits =
      isBeginning && `-${target}`.includes(`-${wanted}`)
        ? more / longestWord
        : Math.abs(more) < fewest
          ? countEdits(wanted, target)
          : fewest;
    if (edits >= fewest) continue;
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
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const letter of from) {
    let left = Infinity;
    row = row.map((above, column) => {
      const substitution = (row[column - 1] ?? Infinity) + (letter === to[column - 1] ? 0 : 1);
      return (left = Math.min(substitution, above + 1, left + 1));
    });
  }
  return row[to.length] ?? Infinity;
}
