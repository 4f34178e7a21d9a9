import { suggest } from "../../../advisor/questions/nearest.mjs";
import { CannotCompare } from "./git.ts";

export const formats = ["text", "markdown", "json"] as const;

export interface DiffArguments {
  format: (typeof formats)[number];
  /** Undefined means: where this branch left the main line. */
  base: string | undefined;
}

const usage = "usage: npm run data:diff -- [--format text|markdown|json] [REVISION]";

/** Reads the command line. */
export function parseArguments(words: readonly string[]): DiffArguments {
  const bases: string[] = [];
  let format: DiffArguments["format"] = "text";
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    if (word === "--format") format = parseFormat(words[++index] ?? "");
    else if (word.startsWith("--format=")) format = parseFormat(word.slice("--format=".length));
    else if (word.startsWith("-"))
      throw new CannotCompare(tell(`unknown option "${word}";`, suggest(word, ["--format"]), usage));
    else bases.push(word);
  }
  const [base, ...others] = bases;
  if (others.length > 0)
    throw new CannotCompare(
      `one revision is compared with what is here, found ${bases.length}: ${bases.join(", ")}; ${usage}`,
    );
  return { format, base };
}

function parseFormat(word: string): DiffArguments["format"] {
  const format = formats.find((known) => known === word);
  if (!format)
    throw new CannotCompare(
      tell(`unknown format "${word}";`, suggest(word, formats), `formats: ${formats.join(", ")}`),
    );
  return format;
}

function tell(...parts: string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}
