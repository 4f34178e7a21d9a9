import { parseArgs } from "node:util";
import { LabError } from "./lab-error.ts";

/** Reads the words of a command that takes files and options with a value; what it cannot use it answers with how to call it. */
export function readWords<Name extends string>(words: readonly string[], names: readonly Name[], usage: string) {
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    return { values: { ...values } as Partial<Record<Name, string>>, files: positionals };
  } catch (error) {
    throw new LabError(`${error instanceof Error ? error.message : String(error)}; usage: ${usage}`, 2);
  }
}
