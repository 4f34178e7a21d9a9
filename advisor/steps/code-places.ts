/**
 * Where a placeholder is in code: outside quotes, in quotes, in a string of a program that is itself in single quotes
 * (awk in a shell line), in a here-document, or in a comment.
 */
export type Place = "bare" | "double" | "single" | "nested" | "document" | "comment";

/** A placeholder of code. `before` is the code from its line's start to it, `after` the character behind it. */
export interface Placeholder {
  name: string;
  written: string;
  place: Place;
  before: string;
  after: string;
}

/** Names in braces, except shell variables, and HOST, which the validation script's own help uses. */
const PLACEHOLDER = /(?<!\$)\{([a-z][a-z-]*)\}|\bHOST\b/g;

/** Languages with quotes that span code, by their escape character. YAML decides line by line. */
const ESCAPES: Readonly<Record<string, string>> = { shell: "\\", powershell: "`", hcl: "\\" };

/** Replaces each placeholder by what `replace` makes of it. */
export function replacePlaceholders(
  code: string,
  language: string | undefined,
  replace: (placeholder: Placeholder) => string,
): string {
  const places = findPlaces(code, language);
  return code.replace(PLACEHOLDER, (written: string, name: string | undefined, at: number) => {
    const before = code.slice(code.lastIndexOf("\n", at - 1) + 1, at);
    const place = language === "yaml" ? placeInYaml(before) : (places[at] ?? "bare");
    return replace({ name: name ?? written, written, place, before, after: code[at + written.length] ?? "" });
  });
}

/** The placeholders of some code, each once. */
export function namePlaceholders(code: string): string[] {
  return [...new Set([...code.matchAll(PLACEHOLDER)].map(([written, name]) => name ?? written))];
}

/** The place of each character. Commands in `$(...)` begin anew, also inside double quotes. */
function findPlaces(code: string, language = ""): Place[] {
  const escape = ESCAPES[language];
  if (escape === undefined) return [];
  const places: Place[] = [];
  const open: Place[] = ["bare"];
  let isNested = false;
  let delimiter: string | undefined;
  for (let at = 0; at < code.length; at++) {
    const letter = code[at] as string;
    const place = open.at(-1) as Place;
    places[at] = place === "single" && isNested ? "nested" : place;
    if (place === "comment") {
      if (letter === "\n") open.pop();
    } else if (place === "document") {
      if (letter !== "\n" || code.slice(at + 1).split("\n", 1)[0] !== delimiter) continue;
      open.pop();
      delimiter = undefined;
    } else if (place === "single") {
      if (letter === "'") open.pop();
      else if (letter === '"') isNested = !isNested;
    } else if (letter === escape) {
      at++;
    } else if (letter === '"') {
      if (place === "double") open.pop();
      else open.push("double");
    } else if (letter === "(" && (place === "bare" || code[at - 1] === "$")) {
      open.push("bare");
    } else if (place === "bare") {
      if (letter === ")" && open.length > 1) open.pop();
      else if (letter === "'" && language !== "hcl") {
        open.push("single");
        isNested = false;
      } else if (letter === "#" && /^$|\s/.test(code[at - 1] ?? "")) open.push("comment");
      else if (letter === "<" && language === "shell")
        delimiter = /^<<-?\s*(['"]?)(\w+)\1/.exec(code.slice(at))?.[2] ?? delimiter;
      else if (letter === "\n" && delimiter !== undefined) open.push("document");
    }
  }
  return places;
}

/** In YAML quotes count only where a value begins with them; inside a plain value they are letters. */
function placeInYaml(before: string): Place {
  if (/^\s*#/.test(before)) return "comment";
  if (/(?:: |- |^\s*)"(?:[^"\\]|\\.)*$/.test(before)) return "double";
  return /(?:: |- |^\s*)'(?:[^']|'')*$/.test(before) ? "single" : "bare";
}
