import { parseArgs } from "node:util";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { expectOneOf, findNearest } from "../questions/nearest.mjs";
import { questionOf } from "../questions/questions.ts";
import { fromText } from "../questions/text-fields.ts";

/** The flags that set a field of the situation, with that field. */
export function valueFlags({ questions }: Pick<Knowledge, "questions">): Record<string, string> {
  return Object.fromEntries(
    questions.flatMap(({ field, flag, flagAliases = [] }) =>
      [flag, ...flagAliases].map((word) => [`--${word}`, field]),
    ),
  );
}

/** Flags that take a value and say how to answer, not what the situation is. */
export const TEXT_FLAGS = ["--policy", "--steps", "--vm", "--network", "--mac"];
/** A batch has its situations on standard input and answers with JSON: it would ignore other flags. */
const BATCH_FLAGS = ["--batch", "--lean", "--json", "--policy"];
export const SWITCHES = ["--json", "--batch", "--lean", "--explain", "--help"];

interface Flags {
  /** Fields of a situation, not yet checked. */
  input: Record<string, unknown>;
  /** The flag that set each field, as it was typed. */
  typed: Map<string, string>;
  json: boolean;
  batch: boolean;
  /** A batch answers with what is recommended and how surely, without reasons. */
  lean: boolean;
  explain: boolean;
  /** Values of the flags that say how to answer, by their names without dashes. */
  texts: Record<string, string>;
  /** One line for each flag that is unknown, repeated or without its value. */
  problems: string[];
}

/** Takes words apart into flags that take a value, switches, and what is neither. */
export function splitFlags(words: string[], valued: readonly string[], switches: readonly string[] = []) {
  const options = Object.fromEntries([
    ...valued.map((flag) => [flag.slice(2), { type: "string" }] as const),
    ...switches.map((flag) => [flag.slice(2), { type: "boolean" }] as const),
  ]);
  return parseArgs({ args: words, options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

/** Reads the words behind `advise`. Both `--flag value` and `--flag=value` are taken. */
export function parseFlags(knowledge: Knowledge, words: string[]): Flags {
  const flags = valueFlags(knowledge);
  const valued = [...Object.keys(flags), ...TEXT_FLAGS];
  const fields: [string, string][] = [];
  const typed = new Map<string, string>();
  const problems: string[] = [];
  const switches = new Set<string>();
  const texts: Record<string, string> = {};
  const isBlank = (word = ""): boolean => word.trim() === "";
  // A flag is nobody's value, and neither is a blank word: what should stand before it is missing.
  const isMissing = (at: number): boolean =>
    valued.includes(words[at] ?? "") && (isBlank(words[at + 1]) || words[at + 1]?.startsWith("--") === true);
  const whole = words.map((word, at) => (isMissing(at) ? `${word}=` : word));
  let afterUnknown = -1;
  for (const token of splitFlags(whole, valued, SWITCHES)) {
    // What stands behind a misspelt flag is its value, not a mistake of its own.
    if (token.kind === "positional" && token.index === afterUnknown) continue;
    // The flag before a blank word has been refused.
    if (token.kind === "positional" && isBlank(token.value) && isMissing(token.index - 1)) continue;
    if (token.kind !== "option") {
      problems.push(strayWord(flags, words[token.index] ?? ""));
      continue;
    }
    const flag = `--${token.name}`;
    const value = isBlank(token.value) ? token.value?.trim() : token.value;
    const field = flags[flag];
    if (SWITCHES.includes(flag) && value === undefined) switches.add(flag);
    else if (SWITCHES.includes(flag)) problems.push(refuseValue(flag, value));
    else if (TEXT_FLAGS.includes(flag)) {
      if (texts[token.name] !== undefined) problems.push(`${flag}: found twice, expected once`);
      // Which tools there are depends on the answer: whoever gives it names them.
      else if (flag !== "--steps" && !value) problems.push(`${flag}: found nothing, expected a value`);
      else texts[token.name] = value ?? "";
    } else if (field === undefined) {
      problems.push(unknownFlag(flags, words[token.index] ?? ""));
      if (!token.inlineValue) afterUnknown = token.index + 1;
    } else if (!value) {
      const isYesNo = questionOf(knowledge, field)?.kind === "yes-no";
      problems.push(
        `${flag}: found nothing, expected ${isYesNo ? `yes, no or unknown. Example: ${flag} yes` : "a value"}`,
      );
    } else if (questionOf(knowledge, field)?.kind !== "features" && fields.some(([known]) => known === field))
      problems.push(`${flag}: found twice, expected once`);
    else {
      fields.push([field, value]);
      typed.set(field, flag);
    }
  }
  if (switches.has("--batch")) {
    const given = words
      .map((word) => word.split("=")[0] ?? "")
      .filter((flag) => [...Object.keys(flags), ...TEXT_FLAGS, ...SWITCHES].includes(flag));
    for (const flag of new Set(given))
      if (!BATCH_FLAGS.includes(flag))
        problems.push(`${flag}: found with --batch, expected none: each line is a situation of its own`);
  }
  if (switches.has("--lean") && !switches.has("--batch")) problems.push("--lean: found without --batch, expected both");
  return {
    input: fromText(knowledge, fields),
    typed,
    json: switches.has("--json"),
    batch: switches.has("--batch"),
    lean: switches.has("--lean"),
    explain: switches.has("--explain"),
    texts,
    problems,
  };
}

/** A problem: a switch was given a value, as in `--json=yes`. */
export function refuseValue(flag: string, value = ""): string {
  return `${flag}: found "${value}", expected no value`;
}

/** A problem: there is no flag of that name. */
export function refuseFlag(word: string, known: readonly string[]): string {
  return `flag: found "${word}", ${expectOneOf(word.split("=")[0] ?? "", known)}`;
}

function unknownFlag(flags: Record<string, string>, word: string): string {
  return refuseFlag(word, namesOf(flags));
}

/** A word without a flag: a flag without its dashes, or a value whose flag is missing. */
function strayWord(flags: Record<string, string>, word: string): string {
  if (word.startsWith("-") || findNearest(word, namesOf(flags)) !== undefined) return unknownFlag(flags, word);
  return `flag: found "${word}", expected a flag before it. Example: --guest rhel9-64`;
}

function namesOf(flags: Record<string, string>): string[] {
  return [...Object.keys(flags), ...TEXT_FLAGS, ...SWITCHES];
}
