import { parseArgs } from "node:util";
import { LabError } from "./lab-error.ts";

/** Reads the words of a command that takes so many files, and options with a value; what it cannot use it answers with how to call it. */
export function readWords<Name extends string>(
  words: readonly string[],
  names: readonly Name[],
  fileCount: number,
  usage: string,
) {
  const { values, positionals } = parseWords(words, names, usage);
  if (positionals.length !== fileCount) throw new LabError(`usage: ${usage}`, 2);
  return { values: { ...values } as Partial<Record<Name, string>>, files: positionals };
}

function parseWords(words: readonly string[], names: readonly string[], usage: string) {
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new LabError(`${describeFault(error)}; usage: ${usage}`, 2);
  }
}

/** What parseArgs says, without its advice on arguments that begin with a hyphen, of which there are none here. */
export function describeFault(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\. To specify a positional argument.*/s, "");
}
