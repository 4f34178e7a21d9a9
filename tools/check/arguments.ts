import { suggest } from "../../advisor/questions/nearest.mjs";

/** Ways to print what was found. */
export const formats = ["text", "json", "github", "sarif"] as const;

export type Format = (typeof formats)[number];

export interface CheckArguments {
  format: Format;
  /** Whether to correct what is mechanical. */
  fix: boolean;
  /** As given; none means all records. */
  files: string[];
}

/** What was asked for cannot be done: exit code 2, and the message is all there is to say. */
export class UsageError extends Error {}

/** Reads the command line. */
export function parseArguments(words: readonly string[]): CheckArguments {
  const files: string[] = [];
  let format: Format = "text";
  let fix = false;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    if (word === "--fix") fix = true;
    else if (word === "--format") format = parseFormat(words[++index] ?? "");
    else if (word.startsWith("--format=")) format = parseFormat(word.slice("--format=".length));
    else if (word.startsWith("-"))
      throw new UsageError(`unknown option "${word}"; ${suggest(word, ["--fix", "--format"])} ${usage}`);
    else files.push(word);
  }
  return { format, fix, files };
}

/** How the command is called. */
export const usage = `usage: npm run check -- [--fix] [--format ${formats.join("|")}] [FILE...]`;

function parseFormat(word: string): Format {
  const format = formats.find((known) => known === word);
  if (!format)
    throw new UsageError(`unknown format "${word}"; ${suggest(word, formats)} formats: ${formats.join(", ")}`);
  return format;
}
