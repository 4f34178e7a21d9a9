import assert from "node:assert/strict";
import { test } from "node:test";
import type { DefaultTreeAdapterTypes } from "parse5";
import { pages } from "./support/pages.ts";
import { findOnly } from "./support/site.ts";

/** Units that the site's text uses, and what readers may meet in records to come. */
const units = [
  "bit/s", "kbit/s", "Mbit/s", "Gbit/s", "Gbit", "MB/s", "GB/s", "B", "kB", "KB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "byte", "bytes", "GbE", "packets", "packets/s", "kpackets/s",
  "Mpackets/s", "frames/s", "requests/s", "transactions/s", "pps", "kpps", "Mpps", "Hz", "kHz", "MHz", "GHz", "%", "percent", "ns", "µs", "ms", "s", "microseconds", "seconds", "minutes", "million",
];
const parted = new RegExp(`(?<![\\w.,/:-])\\d[\\d.,]*(?:(?: million| billion)?[ \\n]|[ \\n](?:m|b)illion\\u00A0)(?:${units.join("|")})(?![\\p{L}\\p{N}_])`, "u");

/** Words of others, of programs, and of drawings. */
const others = new Set(["q", "blockquote", "pre", "code", "samp", "kbd", "svg", "script", "style", "textarea", "option", "title"]);

test("no number on a page can be parted from its unit; quotations and code are left alone", () => {
  let joined = 0;
  const faults = pages.flatMap((page) => listTexts(findOnly(page, "body")).flatMap((text) => {
    joined += /\d\u00A0/.test(text) ? 1 : 0;
    const [found] = parted.exec(text) ?? [];
    return found === undefined ? [] : [`${page.path}: ${found}`];
  }));
  assert.deepEqual(faults, []);
  assert.ok(joined > 1000, `only ${joined} texts have a unit`);
});

function listTexts(node: DefaultTreeAdapterTypes.Node): string[] {
  if (node.nodeName === "#text" && "value" in node) return [node.value];
  if (others.has(node.nodeName) || !("childNodes" in node)) return [];
  return node.childNodes.flatMap(listTexts);
}
