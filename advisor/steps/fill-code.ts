import { namePlaceholders, replacePlaceholders } from "./code-places.ts";
import { quoteValue } from "./quote-value.ts";

/** The reader's own values for what is in braces in code, by name. An empty one counts as missing; lines with one that is null are left out. */
export type CodeValues = Readonly<Record<string, string | null | undefined>>;

/**
 * Puts the reader's values in the place of placeholders, quoted for the code's language, so that each is read as it is and as nothing more.
 * A placeholder without a value, or whose place does not take the value, stays.
 */
export function fillCode(code: string, language: string | undefined, values: CodeValues): string {
  return fill(code, language, values, () => undefined);
}

/** The names of the values that some place in the code does not take. */
export function findUnfit(code: string, language: string | undefined, values: CodeValues): string[] {
  const unfit = new Set<string>();
  fill(code, language, values, (name) => unfit.add(name));
  return [...unfit];
}

/** The placeholders that a reader fills in, each once. The address of an adapter is asked for once, whatever it is called. */
export function findPlaceholders(codes: readonly string[]): string[] {
  return [...new Set(codes.flatMap(namePlaceholders).map((name) => name.replace(/^(kept|new)-mac$/, "mac")))];
}

/** Whether lines of the code are left out. */
export function isLeftOut(code: string, values: CodeValues): boolean {
  return Object.entries(values).some(([name, value]) => value === null && code.includes(`{${name}}`));
}

function fill(code: string, language: string | undefined, values: CodeValues, refuse: (name: string) => void): string {
  const lines = isLeftOut(code, values)
    ? code
        .split("\n")
        .filter((line) => !isLeftOut(line, values))
        .join("\n")
    : code;
  return replacePlaceholders(lines, language, (placeholder) => {
    const { name, written } = placeholder;
    const given = /^(kept|new)-mac$/.test(name) && lines === code ? "mac" : name;
    const value = Object.hasOwn(values, given) ? values[given] : undefined;
    if (value === undefined || value === null || value === "") return written;
    const quoted = quoteValue(value, language, placeholder);
    if (quoted === undefined) refuse(given);
    return quoted ?? written;
  });
}
