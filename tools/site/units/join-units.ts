import { joinUnits as joinText, units } from "../../../advisor/ui/answer/join-units.ts";

/** Elements whose words are somebody else's, or a program's, and drawings, which break no lines. */
const kept = [
  "script",
  "style",
  "title",
  "pre",
  "code",
  "samp",
  "kbd",
  "q",
  "blockquote",
  "textarea",
  "option",
  "svg",
].join("|");

const pieces = new RegExp(`<!--[^]*?-->|<(${kept})\\b[^]*?</\\1>|<[/a-z](?:"[^"]*"|'[^']*'|[^'">])*>|[^<]+`, "gi");
const unitFirst = new RegExp(`^[ \\n](?=(?:${units})(?![\\p{L}\\p{N}_]))`, "u");
const inlineTag = /^<\/?(?:a|abbr|b|em|i|mark|small|span|strong|sub|sup)\b/i;

/**
 * Joins the numbers of a page to their units, by a space that no line breaks at.
 * Quotations, code and all attributes stay as they are, and so does everything that is not a page: the API, CSV, Markdown.
 */
export function joinUnits(html: string): string {
  let endsInNumber = false;
  return html.replace(pieces, (piece: string, keptName?: string) => {
    if (piece.startsWith("<")) {
      endsInNumber &&= keptName === undefined && inlineTag.test(piece);
      return piece;
    }
    const joined = joinText(endsInNumber ? piece.replace(unitFirst, "\u00A0") : piece);
    endsInNumber = /\d$/.test(piece);
    return joined;
  });
}
