/**
 * Writes what a terminal would obey or nobody would see as escapes, `\u001b` for one: control characters, marks of
 * direction, invisible characters, halves of a pair, and white space that is no ordinary space.
 */
export function escapeUnseen(text: string): string {
  return text.replace(unseen, escapeCharacter);
}

/**
 * The same, and nothing at the start of a line that a build log would take for a command: GitHub obeys lines that begin
 * with two colons, and `##[` anywhere in a line.
 */
export function escapeLine(text: string): string {
  return escapeUnseen(text)
    .replace(/^( *):(?=:)/, "$1\\u003a")
    .replaceAll("##[", "#\\u0023[");
}

/** Writes data as JSON in which nothing is unseen either; the data that are read from it are the same. */
export function writeJson(data: unknown): string {
  return `${JSON.stringify(data, null, 2).split("\n").map(escapeLine).join("\n")}\n`;
}

const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

function escapeCharacter(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}
