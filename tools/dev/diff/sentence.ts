/** A value from a record within a sentence: it is shown as it is and never read as markup. */
interface Quoted {
  value: string;
}

/** Text about a change: trusted words with untrusted values between them. */
export interface Sentence {
  readonly parts: readonly (string | Quoted)[];
}

/** Longest value that is shown whole. */
const longest = 240;

/** Writes a sentence with values, or with other sentences, in it. */
export function say(words: TemplateStringsArray, ...values: (string | Sentence)[]): Sentence {
  const parts = words.flatMap((word, index) => {
    const value = values[index];
    if (value === undefined) return [word];
    return [word, ...(typeof value === "string" ? [{ value: shorten(value) }] : value.parts)];
  });
  return { parts };
}

/** Marks a text as trusted, so that it is not escaped. Never pass text from a record, a file name or a message. */
export function own(words: string): Sentence {
  return { parts: [words] };
}

/** No words at all. */
export const nothing = own("");

/** Joins values with a separator of our own. */
export function join(values: readonly string[], separator: string): Sentence {
  return { parts: values.flatMap((value, index) => (index === 0 ? [{ value }] : [separator, { value }])) };
}

/** Writes a sentence as plain text on one line. */
export function toText({ parts }: Sentence): string {
  return parts.map((part) => (typeof part === "string" ? part : flatten(part.value))).join("");
}

/** Writes a sentence as Markdown: values become code, in which nothing is a link, a mention or HTML. */
export function toMarkdown({ parts }: Sentence): string {
  return parts.map((part) => (typeof part === "string" ? part : toCode(flatten(part.value)))).join("");
}

/** A value on one line, without characters that a terminal would obey. */
function flatten(value: string): string {
  return value
    .replace(/\s+/g, " ")
    .replace(/[\u0000-\u001F\u007F-\u009F\u200B\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/g, "\uFFFD");
}

function toCode(value: string): string {
  const ticks = Math.max(0, ...(value.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(ticks + 1);
  const room = /^`|`$|^ .* $/.test(value) ? " " : "";
  return value === "" ? "(empty)" : fence + room + value + room + fence;
}

function shorten(value: string): string {
  const characters = [...value];
  return characters.length <= longest ? value : `${characters.slice(0, longest - 1).join("")}…`;
}
