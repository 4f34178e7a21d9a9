/** Texts of the interface, by their keys; a sentence with parameters is called with marks. */
export function* listTexts(value: unknown, path: string): Generator<[path: string, text: string]> {
  if (typeof value === "string") yield [path, value];
  else if (typeof value === "function") {
    const marks = Array.from({ length: 8 }, (_, at) => (/surer/.test(path) ? [`§${at}`] : `§${at}`));
    yield [path, String((value as (...marks: unknown[]) => unknown)(...(SPECIAL[path] ?? marks)))];
  } else if (typeof value === "object" && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* listTexts(inner, `${path}.${key}`);
}

/** Sentences whose parameters are lists. */
const SPECIAL: Record<string, unknown[]> = {
  "messages.assumed.setOf": ["§", "§", ["§", "§"], true],
  "messages.assumed.builtOn": ["§", "§", ["§", "§"], true],
  "messages.conflict": [["§"], "§", 0],
  "messages.needs.wholePortWithout": [["§"]],
};
