import type { FileProblem } from "./record.ts";

type TextProblem = Omit<FileProblem, "file">;

/** Two screens are usual; the longest real dataset stays far below this. */
const maxCharacters = 400_000;

/** Finds what editors and spreadsheets do to a file: byte order marks, Windows line ends, control characters, too much text. */
export function findTextProblems(text: string): TextProblem[] {
  const problems: TextProblem[] = [];
  if (text.startsWith("\uFEFF")) {
    problems.push({
      line: 1,
      col: 1,
      message: "the file starts with a byte order mark (BOM)",
      help: "save it as UTF-8 without BOM",
    });
  }
  const crlf = text.indexOf("\r\n");
  if (crlf !== -1) {
    problems.push({
      ...placeOf(text, crlf),
      message: "lines end in CR LF",
      help: "save the file with line feeds (LF) only",
    });
  }
  const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFD]|\r(?!\n)/.exec(text);
  if (control) {
    problems.push({
      ...placeOf(text, control.index),
      message: `a character that is no text (${codeOf(control[0])})`,
      help: "save the file as UTF-8 and remove control characters",
    });
  }
  if (text.length > maxCharacters) {
    problems.push({
      line: 1,
      col: 1,
      message: `the file has ${text.length} characters, at most ${maxCharacters} are read`,
      help: "split the dataset or keep raw output elsewhere",
    });
  }
  return problems;
}

function placeOf(text: string, offset: number): { line: number; col: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, col: (before.at(-1) ?? "").length + 1 };
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
