import type { FileProblem, Position } from "./record.ts";

type TextProblem = Omit<FileProblem, "file">;

export interface CleanText {
  /** The text without characters that a record must not contain. */
  text: string;
  /** The place in the file of an offset in the clean text. */
  placeOf(offset: number): Position;
  /** The offset in the file of an offset in the clean text. */
  offsetOf(offset: number): number;
  problems: TextProblem[];
  /** False for a file in another encoding or format, or with too many characters. */
  isReadable: boolean;
}

/** Two screens are usual; the longest real record stays far below this. */
export const maxCharacters = 400_000;

/**
 * Removes characters that editors, spreadsheets and web pages leave in a text, and reports each kind once, at its first place.
 * The clean text can be parsed, so that other mistakes are found in the same run.
 */
export function cleanText(raw: string): CleanText {
  const problem = findUnreadable(raw);
  if (problem) {
    return { text: "", placeOf: makePlacer(""), offsetOf: () => 0, problems: [problem], isReadable: false };
  }
  const place = makePlacer(raw);
  const problems = strangers.flatMap(({ find, message, help, slip }): TextProblem[] => {
    const match = find.exec(raw);
    return match
      ? [{ ...place(match.index), ...describeCharacter(match[0], message, help), ...(slip ? { slip } : {}) }]
      : [];
  });
  const removed: number[] = [];
  const text = raw.replace(noText, (character, offset: number) => {
    if (spaces.test(character)) return " ";
    if (character === "\r") return "\n";
    for (let unit = 0; unit < character.length; unit++) removed.push(offset + unit);
    return "";
  });
  // Offsets in the clean text at which characters were removed.
  const kept = removed.map((offset, index) => offset - index);
  const offsetOf = (offset: number): number => offset + countUpTo(kept, offset);
  return { text, placeOf: (offset) => place(offsetOf(offset)), offsetOf, problems, isReadable: true };
}

/**
 * Invisible characters by kind, as patterns for the flag `u`. They are searched in the text of files and in texts with escapes.
 */
export const unseen = {
  /** Unusual spaces and line breaks. */
  spaces: "[\\u0085\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000]",
  /** Bidirectional controls, which display text in another order than it is stored. */
  directions: "[\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]",
  /** Characters without a visible glyph: fillers, tags, joiners outside scripts that need them, noncharacters. */
  invisible:
    "(?:(?![\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]|[\\u200C\\u200D\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069\\uFEFF])\\p{Default_Ignorable_Code_Point}" +
    // A variation selector belongs behind a sign that has two looks, a joiner between letters of such a script or two pictures.
    "|(?<![\\p{Extended_Pictographic}#*0-9\\p{Script=Han}])[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]" +
    "|(?<![\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{M}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Extended_Pictographic}])[\\u200C\\u200D]" +
    "|(?!^)\\uFEFF|\\u2800|[\\uFFF9-\\uFFFC]|\\p{Private_Use}|(?![\\uFFFE\\uFFFF])\\p{Noncharacter_Code_Point})",
  controls: "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u0084\\u0086-\\u009F\\uFFFE\\uFFFF]",
} as const;

/** A class of characters not allowed in records. CODE in the words is replaced by the character found. */
interface Stranger {
  find: RegExp;
  message: string;
  help: string;
  slip?: TextProblem["slip"];
}

const spaces = new RegExp(unseen.spaces, "u");
const directions = new RegExp(unseen.directions, "u");
const invisible = new RegExp(unseen.invisible, "u");
/** Joiners, which some languages cannot do without. */
const partsOfWriting = /[\u200C\u200D]/;
const controls = new RegExp(unseen.controls, "u");
const loneReturn = /\r(?!\n)/;
const noText = new RegExp(
  [spaces, directions, invisible, controls, loneReturn, /^\uFEFF/].map(({ source }) => source).join("|"),
  "gu",
);

const strangers: readonly Stranger[] = [
  {
    find: /^\uFEFF/,
    message: "the file starts with a byte order mark (BOM)",
    help: "save it as UTF-8 without BOM",
    slip: "byte-order-mark",
  },
  {
    find: /\r\n/,
    message: "lines end in CR LF",
    help: "save the file with line feeds (LF) only",
    slip: "carriage-returns",
  },
  {
    find: loneReturn,
    message: "lines end in CR",
    help: "save the file with line feeds (LF) only",
    slip: "carriage-returns",
  },
  {
    find: spaces,
    message: "an unusual space (CODE)",
    help: "replace it with an ordinary space, here and everywhere else",
  },
  {
    find: invisible,
    message: "an invisible character (CODE)",
    help: "delete it, here and everywhere else",
  },
  {
    find: directions,
    message: "an invisible character that changes the direction of writing (CODE)",
    help: "delete it, here and everywhere else",
  },
  {
    find: controls,
    message: "a control character (CODE)",
    help: "delete it, here and everywhere else",
  },
  {
    find: /\uFFFD/,
    message: "the file is not UTF-8: this character cannot be read",
    help: "save the file as UTF-8",
  },
];

/** Finds what makes a file unreadable as a record: another encoding, another format, or too many characters. */
function findUnreadable(raw: string): TextProblem | undefined {
  if (/^(?:\uFFFD\uFFFD|.\u0000.\u0000|\u0000.\u0000.)/.test(raw)) {
    return { line: 1, col: 1, message: "the file is UTF-16, not UTF-8", help: "save it as UTF-8 without BOM" };
  }
  if (raw.length > maxCharacters) {
    return {
      line: 1,
      col: 1,
      message: `the file has more than ${maxCharacters.toLocaleString("en-GB")} characters`,
      help: "split the dataset, or keep raw output elsewhere",
    };
  }
  const conflict = /^(?:<{7}|>{7}|={7})(?: .*)?\r?$/m.exec(raw);
  if (conflict) {
    return {
      ...makePlacer(raw)(conflict.index),
      message: `this line is a merge conflict marker`,
      help: "keep one version of the text between <<<<<<< and >>>>>>>, and delete these lines",
    };
  }
  const fence = /^```.*$/m.exec(raw);
  if (fence) {
    return {
      ...makePlacer(raw)(fence.index),
      message: "a Markdown fence (```) does not belong in a record",
      help: "delete the lines that start with ```",
    };
  }
  return undefined;
}

function describeCharacter(character: string, message: string, help: string): { message: string; help: string } {
  const name = nameCharacter(character);
  const way = partsOfWriting.test(character)
    ? `; between letters that need it, write "\\u${name.slice(2)}" in double quotes`
    : "";
  return { message: message.replace("CODE", name), help: `${help}${way}` };
}

/** Converts an offset to line and column as editors count them: lines end in LF, CR LF or CR. */
function makePlacer(text: string): (offset: number) => Position {
  const starts = [0, ...[...text.matchAll(/\r\n?|\n/g)].map((end) => end.index + end[0].length)];
  return (offset) => {
    const within = Math.min(offset, text.length);
    const line = countUpTo(starts, within);
    return { line, col: within - (starts[line - 1] ?? 0) + 1 };
  };
}

/** Counts the entries of an ascending list that are no larger than a limit. */
function countUpTo(ascending: readonly number[], limit: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? Infinity) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Names a character as Unicode does: U+200B. */
export function nameCharacter(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Splits a reference between schemas: `common.schema.json?version=1#/$defs/id` is `/$defs/id` in common.schema.json. */
export function splitReference(reference: string): { file: string; pointer: string } {
  const [address = "", pointer = ""] = reference.split("#");
  return { file: address.replace(/\?.*$/, ""), pointer };
}
