import type { Position, FileProblem } from "./record.ts";
import { makePlacer } from "./place.ts";

type TextProblem = Omit<FileProblem, "file">;

export interface CleanText {
  /** The text without what does not belong into it. */
  text: string;
  /** The place in the file of an offset in the clean text. */
  placeOf(offset: number): Position;
  /** The offset in the file of an offset in the clean text. */
  offsetOf(offset: number): number;
  problems: TextProblem[];
  /** Whether the text can be taken for YAML at all. */
  isReadable: boolean;
}

/** Two screens are usual; the longest real record stays far below this. */
export const maxCharacters = 400_000;

/**
 * Takes away what editors, spreadsheets and web pages leave in a text, and says so; each sort once, at its first place.
 * What is left can be read, so that other mistakes are found in the same run.
 */
export function cleanText(raw: string): CleanText {
  const hopeless = findHopeless(raw);
  if (hopeless) {
    return { text: "", placeOf: makePlacer(""), offsetOf: () => 0, problems: [hopeless], isReadable: false };
  }
  const place = makePlacer(raw);
  const problems = strangers.flatMap(({ find, message, help, slip }): TextProblem[] => {
    const match = find.exec(raw);
    return match ? [{ ...place(match.index), ...sayOf(match[0], message, help), ...(slip ? { slip } : {}) }] : [];
  });
  const removed: number[] = [];
  const text = raw.replace(noText, (character, offset: number) => {
    if (spaces.test(character)) return " ";
    if (character === "\r") return "\n";
    removed.push(offset);
    return "";
  });
  const offsetOf = (offset: number): number => addRemoved(offset, removed);
  return { text, placeOf: (offset) => place(offsetOf(offset)), offsetOf, problems, isReadable: true };
}

/** A sort of characters that do not belong into a record; CODE in the words stands for the one that was found. */
interface Stranger {
  find: RegExp;
  message: string;
  help: string;
  slip?: TextProblem["slip"];
}

const spaces = /[\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]/;
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;
const invisible = /[\u00AD\u180E\u200B-\u200D\u2060-\u2064\uFFF9-\uFFFB]|(?!^)\uFEFF/;
/** Joiners and marks of direction, which some languages cannot do without. */
const partsOfWriting = /[\u061C\u200C-\u200F]/;
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\uFFFE\uFFFF]/;
const loneReturn = /\r(?!\n)/;
const noText = new RegExp(
  [spaces, directions, invisible, controls, loneReturn, /^\uFEFF/].map(({ source }) => source).join("|"),
  "g",
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
    message: "a space that is no ordinary space (CODE)",
    help: "type an ordinary space in its place, here and wherever else it stands",
  },
  {
    find: invisible,
    message: "an invisible character (CODE)",
    help: "delete it, here and wherever else it stands",
  },
  {
    find: directions,
    message: "an invisible character that changes the direction of writing (CODE)",
    help: "delete it, here and wherever else it stands",
  },
  {
    find: controls,
    message: "a control character (CODE)",
    help: "delete it, here and wherever else it stands",
  },
  {
    find: /\uFFFD/,
    message: "the file is not UTF-8: this character cannot be read",
    help: "save the file as UTF-8",
  },
];

/** What is no record in any spelling: other encodings, other formats, and more than anybody would review. */
function findHopeless(raw: string): TextProblem | undefined {
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
      message: `this line was left by a merge of two versions`,
      help: "keep one version of what stands between <<<<<<< and >>>>>>>, and delete these lines",
    };
  }
  const fence = /^```.*$/m.exec(raw);
  if (fence) {
    return {
      ...makePlacer(raw)(fence.index),
      message: "a Markdown fence (```) is no part of a record",
      help: "delete the lines that start with ```",
    };
  }
  return undefined;
}

function sayOf(character: string, message: string, help: string): { message: string; help: string } {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  const way = partsOfWriting.test(character) ? `; where it is meant, write "\\u${code}" in double quotes` : "";
  return { message: message.replace("CODE", `U+${code}`), help: `${help}${way}` };
}

/** Counts what was removed before an offset back in. */
function addRemoved(offset: number, removed: readonly number[]): number {
  let original = offset;
  for (const position of removed) {
    if (position > original) break;
    original++;
  }
  return original;
}
