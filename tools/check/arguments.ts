import { choose, readCommandLine } from "../records/command-line.mjs";

/** Ways to print what was found. */
const formats = ["text", "json", "github", "sarif"] as const;

export type Format = (typeof formats)[number];

export interface CheckArguments {
  format: Format;
  /** Whether to correct what is mechanical. */
  fix: boolean;
  /** As given; none means all records. */
  files: string[];
  wantsHelp: boolean;
}

/** How the command is called. */
export const usage = `usage: npm run check -- [--fix] [--format ${formats.join("|")}] [FILE...]`;

/** Reads the command line. */
export function parseArguments(words: readonly string[]): CheckArguments {
  const { values, positionals } = readCommandLine(
    words,
    { fix: { type: "boolean" }, format: { type: "string", default: "text" } },
    usage,
  );
  return {
    format: choose("format", values.format, formats),
    fix: values.fix ?? false,
    files: positionals,
    wantsHelp: values.help ?? false,
  };
}
