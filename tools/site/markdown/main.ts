import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listFiles } from "../../records/list-files.mjs";
import { writeMarkdownCopy } from "./write-copy.ts";
import type { Origin } from "./write-copy.ts";

/** Name of a page's Markdown, in the page's own folder. */
const markdownName = "index.md";

/** Writes the Markdown of every page of a built site beside it, and returns how many there are. */
export function writeMarkdownCopies(root: string, site: string): number {
  const origin = JSON.parse(readFileSync(join(root, "build/knowledge/meta.json"), "utf8")) as Origin;
  let written = 0;
  for (const file of listFiles(site).filter((name) => name.endsWith("index.html"))) {
    const copy = writeMarkdownCopy(readFileSync(file, "utf8"), origin);
    if (copy === undefined) continue;
    writeFileSync(join(dirname(file), markdownName), copy);
    written += 1;
  }
  return written;
}
