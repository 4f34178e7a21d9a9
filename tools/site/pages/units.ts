import { readFileSync, writeFileSync } from "node:fs";
import { listFiles } from "../../records/list-files.mjs";
import { joinUnits as joinText, units } from "../../../advisor/ui/answer/join-units.ts";

/** Keeps together what no line should part on every page of a built site: numbers and their units, names in headings. */
export function keepUnitsTogether(site: string): void {
  for (const file of listFiles(site).filter((name) => name.endsWith(".html"))) {
    const html = readFileSync(file, "utf8");
    const set = keepNamesWhole(joinUnits(html));
    if (set !== html) writeFileSync(file, set);
  }
}

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

const heading = /<(h[1-6])\b[\s\S]*?<\/\1>/g;
/** Names with a hyphen, which a line may end at: capitals on both sides of it, SR-IOV, or a driver, virtio-net. */
const name = /(?<![\p{L}\p{N}-])(?:\p{Lu}+-\p{Lu}+|(?:virtio|vhost)-[a-z]+)(?![\p{L}\p{N}-])/gu;

/** Keeps names with a hyphen on one line in headings, whose letters are so large that a torn one is the first thing seen. */
export function keepNamesWhole(html: string): string {
  return html.replace(heading, (element) =>
    element.replace(/>[^<]+/g, (text) => text.replace(name, '<span class="whole">$&</span>')),
  );
}
