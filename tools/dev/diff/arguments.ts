import { UsageError, choose, readCommandLine } from "../../records/command-line.mjs";

export const formats = ["text", "markdown", "json"] as const;

export interface DiffArguments {
  format: (typeof formats)[number];
  /** Undefined means: where this branch left the main line. */
  base: string | undefined;
  wantsHelp: boolean;
}

/** How the command is called. */
export const usage = `usage: npm run data:diff -- [--format ${formats.join("|")}] [REVISION]`;

/** Reads the command line. */
export function parseArguments(words: readonly string[]): DiffArguments {
  const { values, positionals } = readCommandLine(words, { format: { type: "string", default: "text" } }, usage);
  const [base, ...others] = positionals;
  if (others.length > 0)
    throw new UsageError(
      `one revision is compared with what is here, found ${positionals.length}: ${positionals.join(", ")}; ${usage}`,
    );
  return { format: choose("format", values.format, formats), base, wantsHelp: values.help ?? false };
}
