import { suggest } from "./nearest.ts";

export interface CheckArguments {
  format: "text" | "json";
  /** As given; none means all records. */
  files: string[];
}

/** What was asked for cannot be done: exit code 2, and the message is all there is to say. */
export class UsageError extends Error {}

const formats = ["text", "json"] as const;

/** Reads the command line. */
export function parseArguments(words: readonly string[]): CheckArguments {
  const files: string[] = [];
  let format: CheckArguments["format"] = "text";
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    if (word === "--format") format = parseFormat(words[++index] ?? "");
    else if (word.startsWith("--format=")) format = parseFormat(word.slice("--format=".length));
    else if (word.startsWith("-"))
      throw new UsageError(
        `unknown option "${word}"; ${suggest(word, ["--format"])} usage: npm run check -- [--format text|json] [FILE...]`,
      );
    else files.push(word);
  }
  return { format, files };
}

function parseFormat(word: string): CheckArguments["format"] {
  const format = formats.find((known) => known === word);
  if (!format)
    throw new UsageError(`unknown format "${word}"; ${suggest(word, formats)} formats: ${formats.join(", ")}`);
  return format;
}
