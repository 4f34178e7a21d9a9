import { printedUnits } from "./unit-table.ts";

/**
 * Finds the numbers that a text may mean: `10,000` is ten thousand, `2,65` is 2.65, `4.47Gbit` is 4.47,
 * `256.24,255.00` are two. Digits inside a word (vmxnet3, e1000) are no numbers.
 */
export function findNumbers(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [token] of text.matchAll(/(?<![A-Za-z0-9_.,])[-\u2212]?\d[\d.,\u00A0\u202F]*/g)) {
    const number = token
      .replace(/[\u00A0\u202F]/g, "")
      .replace("\u2212", "-")
      .replace(/(?<![.,])[.,]+$/, "");
    for (const value of readToken(number)) {
      found.add(value);
      // A dash before a number is more often a range than a sign.
      found.add(Math.abs(value));
    }
  }
  return found;
}

/** What digits with points and commas in them can mean; none where they mean nothing. */
function readToken(token: string): number[] {
  if (/e/i.test(token)) return [Number(token)].filter((number) => !Number.isNaN(number));
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(token)) return [Number(token.replaceAll(",", ""))];
  if (/^-?\d+([.,]\d+)?$/.test(token)) return [Number(token.replace(",", "."))];
  return token
    .split(",")
    .map(Number)
    .filter((number) => !Number.isNaN(number));
}

/** Finds what the last digit of a printed number counts: 0.01 in 2.50, 1 in 150, 100 in 1.5e3. */
export function lastDigitOf(printed: string): number {
  const match = /^[-+]?\d*\.?(\d*)(?:[eE]([-+]?\d+))?$/.exec(printed);
  return match ? 10 ** (Number(match[2] ?? 0) - (match[1] ?? "").length) : 0;
}

/** Writes a computed number with one digit more than the printed ones have, so that it can be compared with them. */
export function printLike(value: number, lastDigit: number): string {
  const digits = Math.min(12, Math.max(0, Math.round(-Math.log10(lastDigit || 1)) + 1));
  return String(Number(value.toFixed(digits)));
}

/** A number as a text prints it. */
export interface PrintedNumber {
  /** What its digits can mean, without a factor such as k behind them. */
  readings: readonly number[];
  /** What a letter behind the digits stands for: 1000 for k; 1 without one. */
  factor: number;
  /** The units that the words beside it may mean; empty if they mean no known unit. */
  units: readonly string[];
  /** The spelling. */
  spelling: string;
  start: number;
  end: number;
}

/** Lists the numbers of a text, each with the unit behind it, or else with the one before it that is no other number's. */
export function listPrintedNumbers(text: string): PrintedNumber[] {
  const numbers = [
    ...text.matchAll(/(?<![A-Za-z0-9_.,])[-\u2212]?\d[\d.,\u00A0\u202F]*(?:[eE][-+]?\d{1,3}(?![\w.]))?/g),
  ].map(({ 0: token, index }): PrintedNumber => {
    const digits = token.replace(/(?<![.,])[.,]+$/, "");
    const end = index + digits.length;
    const beside = readBeside(text.slice(end, end + longestBeside));
    return {
      readings: readToken(digits.replace(/[\u00A0\u202F]/g, "").replace("\u2212", "-")).map(Math.abs),
      ...beside,
      start: index,
      end,
    };
  });
  // For each number the first of its row. Searching backwards from each number would take quadratic time.
  const firsts: number[] = [];
  return numbers.map((number, index) => {
    const before = numbers[index - 1];
    const isInLine = before?.spelling === "" && isOnlyMarks(text.slice(before.end, number.start));
    const first = (firsts[index] = isInLine ? (firsts[index - 1] ?? index) : index);
    if (number.spelling !== "") return number;
    const label = readLabel(text, numbers, first) ?? readRange(text, numbers, index);
    return label ? { ...number, ...label } : number;
  });
}

/** Lists the units that a text spells without a number before them: `throughput in Mbit/s was 2.65`, `[Gbits/sec] 2.65`. */
export function listLooseUnits(text: string): string[] {
  const written = normalise(text);
  const units = [...written.matchAll(/(?<![\p{L}\p{N}/]|[\p{N}][ \u00A0-]?)[\p{L}\u00B5]{2}/gu)].flatMap(
    ({ index }) => {
      const found = findSpelling(written.slice(index, index + longestBeside));
      // "us" is a word, too, and so is "ops".
      return found &&
        (found.spelling.length > 3 || /^(?:ms|[\u00B5\u03BC]s|[a-zA-Z]?[bB]\/s|bps|pps)$/.test(found.spelling))
        ? found.units
        : [];
    },
  );
  return [...new Set(units)];
}

/** Reads a number that is written in words, with the unit behind it; undefined where a word is no number. */
export function readWords(words: string, behind: string): PrintedNumber | undefined {
  let [total, current] = [0, 0];
  for (const word of words.toLowerCase().split(/[\s-]+/)) {
    if (fillers.has(word)) continue;
    const value = numberWords.get(word);
    if (value === undefined) return undefined;
    if (value >= 1000) [total, current] = [total + (current || 1) * value, 0];
    else if (value === 100 || value < 1) current = (current || 1) * value;
    else current += value;
  }
  const number = total + current;
  return number === 0 && !/zero|no/i.test(words)
    ? undefined
    : { readings: [number], ...readBeside(behind.slice(0, longestBeside)), start: 0, end: words.length };
}

const fillers = new Set(["", "a", "an", "and", "of", "the", "about", "almost", "nearly"]);
const ones =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen";
const tens = "twenty thirty forty fifty sixty seventy eighty ninety";
const otherNumbers = {
  ...{
    no: 0,
    once: 1,
    twice: 2,
    double: 2,
    triple: 3,
    tenfold: 10,
    dozen: 12,
    hundred: 100,
    thousand: 1e3,
    million: 1e6,
  },
  ...{ half: 1 / 2, third: 1 / 3, thirds: 1 / 3, quarter: 1 / 4, quarters: 1 / 4 },
};
const numberWords = new Map<string, number>([
  ...ones.split(" ").map((word, index): [string, number] => [word, index]),
  ...tens.split(" ").map((word, index): [string, number] => [word, 20 + 10 * index]),
  ...Object.entries(otherNumbers),
]);

/** Characters behind a number in which its unit stands. */
const longestBeside = 40;

const factors: { readonly [letter: string]: number } = {
  k: 1e3,
  K: 1e3,
  M: 1e6,
  G: 1e9,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
};

type Beside = Pick<PrintedNumber, "factor" | "units" | "spelling">;

function readBeside(text: string): Beside {
  const [whole = "", letter, word] = /^\+?(?:([kKMG])(?![A-Za-z])|[ -]?(thousand|million|billion)\b)?/.exec(text) ?? [];
  const name = letter ?? word ?? "";
  const behind = findSpelling(normalise(text.slice(whole.length)).replace(/^[ \u00A0\u202F-]?\(?/, ""));
  return { factor: factors[name] ?? 1, units: behind?.units ?? [], spelling: behind?.spelling ?? name };
}

/** Writes a rate in one way: `Gbit / sec`, `Gbit per second` and `Gbits/s` differ in the unit's name only. */
function normalise(text: string): string {
  return text.replace(/\s{0,3}(?:\/|\bper\b)\s{0,3}/g, "/").replace(/\/(?:seconds?|secs?)(?![A-Za-z])/g, "/s");
}

const spellings: ReadonlyMap<string, readonly string[]> = Object.entries(printedUnits).reduce(
  (map, [unit, { spellings: own }]) => {
    for (const spelling of own) map.set(spelling, [...(map.get(spelling) ?? []), unit]);
    return map;
  },
  new Map<string, readonly string[]>(),
);

const byLength = [...spellings.keys()].sort((a, b) => b.length - a.length);

/** The longest spelling with which a text starts, unless it is only the start of an unknown unit. */
function findSpelling(text: string): { spelling: string; units: readonly string[] } | undefined {
  const spelling = byLength.find((known) => text.startsWith(known));
  if (spelling === undefined || /^(?:[A-Za-z0-9_]|\/\w)/.test(text.slice(spelling.length))) {
    return spelling === "%" ? { spelling, units: spellings.get(spelling) ?? [] } : undefined;
  }
  return { spelling, units: spellings.get(spelling) ?? [] };
}

/** A unit in the head of a line: `Throughput (Mbit/s) | 7375.198 | 1592.698`, `"bits_per_second": 288`, `CPU % | 14.8`. */
function readLabel(text: string, numbers: readonly PrintedNumber[], first: number): Beside | undefined {
  const before = normalise(
    text.slice(
      Math.max(numbers[first - 1]?.end ?? 0, (numbers[first]?.start ?? 0) - longestBeside),
      numbers[first]?.start ?? 0,
    ),
  );
  const word = /(?:^|[\s("'[{])([A-Za-z%\u00B5\u03BC][\w%/\u00B5\u03BC]*|%)[)"'\]}]*\s*[|:=]\s*["'\u201C]?$/.exec(
    before,
  )?.[1];
  const units = word === undefined ? undefined : spellings.get(word);
  // A word of one or two letters before a number is more often the name of something.
  return units && word !== undefined && (word.length > 1 || word === "%")
    ? { factor: 1, units, spelling: word }
    : undefined;
}

/** The unit of a range stands behind its end: `1.2 to 1.4 Gbit/s`. */
function readRange(text: string, numbers: readonly PrintedNumber[], index: number): Beside | undefined {
  const [number, next] = [numbers[index], numbers[index + 1]];
  if (!number || !next || next.spelling === "") return undefined;
  const between = text.slice(number.end, next.start);
  // The dash of a range may have been taken for a sign.
  const isRange =
    /^\s*(?:to|[-\u2013\u2212~])?\s*$/.test(between) &&
    (between.trim() !== "" || /^[-\u2212]/.test(text.slice(next.start)));
  // After "and" the next number may be of something else: `95 % below 382 and 99 % below 328 Mbit/s`.
  if (/^\s*(?:and|or|\/|,)\s*$/.test(between))
    return { factor: 1, units: next.units.filter((unit) => !unit.startsWith("percent")), spelling: "" };
  return isRange ? { factor: next.factor, units: next.units, spelling: next.spelling } : undefined;
}

function isOnlyMarks(text: string): boolean {
  return /^[\s|;]{1,9}$/.test(text);
}
