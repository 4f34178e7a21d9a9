import { plainAddresses } from "../../../advisor/ui/answer/links.ts";

/** Keeps text from being read as marks: only those that have a meaning where they stand, so that it stays readable. */
export function escapeText(text: string): string {
  const escaped = text
    .replace(/[ \t\r\n]+/g, " ")
    .replace(/\\(?=[!-/:-@[-`{-~])/g, "\\\\")
    .replace(/[*`]/g, "\\$&")
    .replace(/<(?=[a-z/!?])/gi, "\\<")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/&(?=#?\w+;)/g, "\\&")
    .replace(/~~/g, "\\~\\~")
    // A bracket alone is a bracket; with what follows it would be a link, or the address of one.
    .replace(/\](?=[([:]|$)/g, "\\]");
  return plainAddresses(escaped);
}

/** Writes code within a line, between as many backticks as it needs. */
export function quoteCode(text: string): string {
  const code = text.replace(/\s+/g, " ").trim();
  if (code === "") return "";
  const ticks = "`".repeat(Math.max(0, ...[...code.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  const space = code.startsWith("`") || code.endsWith("`") ? " " : "";
  return `${ticks}${space}${code}${space}${ticks}`;
}
