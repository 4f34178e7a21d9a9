import { readCommandLine, UsageError } from "../../records/command-line.mjs";
import type { Tidy } from "../tidy.ts";

/** What a command of the lab is given. */
export interface LabCall {
  words: readonly string[];
  root: string;
  /** Packages, images and results. */
  cache: string;
  tidy: Tidy;
  print(text: string): void;
  printError(text: string): void;
}

/** Reads the words of a command that takes so many files, and options with a value; what it cannot use it answers with how to call it. */
export function readWords<Name extends string>(
  words: readonly string[],
  names: readonly Name[],
  fileCount: number,
  usage: string,
) {
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  const { values, positionals } = readCommandLine(words, options, `usage: ${usage}`);
  if (positionals.length !== fileCount) throw new UsageError(`usage: ${usage}`);
  return { values: { ...values } as Partial<Record<Name, string>>, files: positionals };
}
