import type { Line } from "./row.ts";

/** Colour codes and cursor movements of a terminal. */
const terminalCodes = /\u001b(?:\[[0-9;?]*[A-Za-z]|\][^\u0007\n]{0,200}\u0007)/g;

/** Splits a text into lines without terminal codes. What a carriage return overwrites is a line of its own. */
export function splitLines(text: string): Line[] {
  return text
    .replace(terminalCodes, "")
    .split("\n")
    .flatMap((line, index) =>
      line
        .split("\r")
        .filter((part, at) => at === 0 || part.trim() !== "")
        .map((part) => ({ number: index + 1, text: part })),
    );
}
