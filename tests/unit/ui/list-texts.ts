/** Texts of the interface, by their keys; a sentence with parameters is called with marks. */
export function* listTexts(value: unknown, path: string): Generator<[path: string, text: string]> {
  if (typeof value === "string") yield [path, value];
  else if (typeof value === "function") yield [path, callWithMarks(value as Sentence, SPECIAL[path])];
  else if (typeof value === "object" && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* listTexts(inner, `${path}.${key}`);
}

type Sentence = (...parameters: unknown[]) => unknown;

/** Marks as texts, or as lists of one text if the sentence joins a list. */
function callWithMarks(sentence: Sentence, special?: unknown[]): string {
  const marks = Array.from({ length: 8 }, (_, at) => `§${at}`);
  try {
    return String(sentence(...(special ?? marks)));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return String(sentence(...marks.map((mark) => [mark])));
  }
}

/** Sentences with lists and other parameters together. */
const SPECIAL: Record<string, unknown[]> = {
  "messages.surer": ["§", ["§"], ["§"]],
  "messages.assumed.setOf": ["§", "§", ["§", "§"], true],
  "messages.assumed.builtOn": ["§", "§", ["§", "§"], true],
  "messages.conflict": [["§"], "§", 0],
  "messages.needs.wholePortWithout": [["§"]],
};
