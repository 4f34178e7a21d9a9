/** Lines of a file with the text that should stand there; GitHub shows it as a change that one click accepts. */
export interface Suggestion {
  /** Relative to the repository. */
  path: string;
  /** First and last line of the present text, counted from 1. */
  start: number;
  end: number;
  /** The lines that should stand there. */
  text: string;
}

/**
 * Turns a corrected text into suggestions: line by line if the correction adds and removes no line, else one for the whole
 * stretch that differs.
 */
export function listSuggestions(path: string, before: string, after: string): Suggestion[] {
  const [old, corrected] = [splitLines(before), splitLines(after)];
  const same = (index: number): boolean => old[index] === corrected[index];
  if (old.length === corrected.length)
    return old.flatMap((_, index) =>
      same(index) ? [] : [{ path, start: index + 1, end: index + 1, text: corrected[index] ?? "" }],
    );
  let head = 0;
  while (head < Math.min(old.length, corrected.length) && same(head)) head++;
  let tail = 0;
  while (tail < Math.min(old.length, corrected.length) - head && old.at(-1 - tail) === corrected.at(-1 - tail)) tail++;
  // Nothing to replace, or nothing to put there: a neighbour goes along.
  if (head === old.length - tail || head === corrected.length - tail) {
    if (head > 0) head--;
    else tail--;
  }
  const text = corrected.slice(head, corrected.length - tail).join("\n");
  return [{ path, start: head + 1, end: old.length - tail, text }];
}

function splitLines(text: string): string[] {
  return text.replace(/\n$/, "").split("\n");
}
