/** The candidate with the fewest edits to a spelling, or undefined when all are too far to be meant. */
export function nearest(spelling: string, candidates: Iterable<string>): string | undefined {
  const wanted = spelling.toLowerCase();
  let best: string | undefined;
  let fewest = Math.max(2, Math.floor(wanted.length / 2)) + 1;
  for (const candidate of candidates) {
    const edits = editDistance(wanted, candidate.toLowerCase(), fewest);
    if (edits < fewest) {
      fewest = edits;
      best = candidate;
    }
  }
  return best;
}

/** Insertions, deletions and replacements between two words; gives up at the limit. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + same));
    }
    row = next;
  }
  return row[b.length] as number;
}
