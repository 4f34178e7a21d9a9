/** What stands for the words in braces. */
export type Facts = Readonly<Record<string, string>>;

/** Fills in the words in braces in every text of a value; one that nothing is known of is an error that names those that are. */
export function fillWords<T>(value: T, facts: Facts): T {
  // Every text is replaced by a text, so the shape stays.
  return fill(value, facts) as T;
}

function fill(value: unknown, facts: Facts): unknown {
  if (typeof value === "string") return fillText(value, facts);
  if (Array.isArray(value)) return value.map((part) => fill(part, facts));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fill(part, facts)]));
}

function fillText(text: string, facts: Facts): string {
  return text.replace(/\{([a-z]+)\}/gi, (_, name: string) => {
    const fact = facts[name];
    if (fact === undefined)
      throw new Error(
        `{${name}} stands for nothing here; known are ${Object.keys(facts)
          .sort()
          .map((known) => `{${known}}`)
          .join(", ")}`,
      );
    return fact;
  });
}
