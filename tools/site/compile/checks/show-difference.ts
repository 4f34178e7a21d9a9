/** A line of a record as a page shows it. */
export interface Line {
  text: string;
  /** Whether a finding is about it. */
  isMarked: boolean;
}

interface Numbered {
  text: string;
  /** Line of the file. */
  number: number;
}

/**
 * Shows two texts that are alike but for one place: that place, the lines that findings are about, and some lines around
 * them. What is left out stands as three dots, white space at the end of a line as middle dots; the indentation that all
 * lines share is taken off.
 */
export function showDifference(
  left: string,
  right: string,
  marked: readonly number[],
  context: number,
): { left: Line[]; right: Line[] } {
  const [a, b] = [number(left), number(right)];
  const before = countAlike(a, b);
  const after = Math.min(countAlike([...a].reverse(), [...b].reverse()), a.length - before, b.length - before);
  const places = a.flatMap((line, index) => (marked.includes(line.number) ? [index] : []));
  const first = Math.min(before, ...places) - context;
  const behind = Math.min(after, ...places.map((place) => a.length - place - 1)) - context;
  const cut = (lines: readonly Numbered[]): Numbered[] => {
    return lines.slice(Math.max(0, first), lines.length - Math.max(0, behind));
  };
  const indentation = Math.min(...[...cut(a), ...cut(b)].map(({ text }) => text.search(/\S|$/)));
  const show = (lines: readonly Numbered[]): Line[] => {
    const shown = cut(lines).map(({ text, number: at }): Line => {
      return { text: showSpace(text.slice(indentation)), isMarked: lines === a && marked.includes(at) };
    });
    const gap = { text: "...", isMarked: false };
    return [...(first > 0 ? [gap] : []), ...shown, ...(behind > 0 ? [gap] : [])];
  };
  return { left: show(a), right: show(b) };
}

/** Lines with their numbers, without the comments that tests read. */
function number(text: string): Numbered[] {
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line, index) => ({ text: line, number: index + 1 }))
    .filter(({ text: line }) => !/^# (expect|as): /.test(line));
}

function countAlike(a: readonly Numbered[], b: readonly Numbered[]): number {
  const end = Math.min(a.length, b.length);
  for (let index = 0; index < end; index++) if (a[index]?.text !== b[index]?.text) return index;
  return end;
}

function showSpace(text: string): string {
  return text.replace(/[ \t]+$/, (space) => "·".repeat(space.length));
}
