import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listFiles } from "../../records/list-files.mjs";
import { findAll, listNodes, make, textOf } from "./nodes.ts";
import { toMarkdown } from "./to-markdown.ts";

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

/** What every copy states of the data that it was made from. */
export interface Origin {
  knowledgeVersion: string;
  licence: string;
}

/** Writes a page as Markdown: who it is, then all that it says. Undefined for one that names no copy of its own. */
export function writeMarkdownCopy(html: string, { knowledgeVersion, licence }: Origin): string | undefined {
  const root = make("html", ...listNodes(html));
  const links = findAll(root, "link").map(({ properties }) => properties);
  if (!links.some(({ type }) => type === "text/markdown")) return undefined;
  const address = String(links.find(({ rel }) => String(rel) === "canonical")?.href ?? "");
  const description = findAll(root, "meta").find(({ properties }) => properties.name === "description");
  const [title] = findAll(root, "title");
  const [main] = findAll(root, "main");
  if (!main) return undefined;
  const head = {
    title: title ? textOf(title) : "",
    description: description?.properties.content ?? "",
    url: address,
    licence: `${licence}; quoted words belong to their sources`,
    knowledgeVersion,
  };
  // JSON's strings are YAML's.
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const body = toMarkdown(main, (target) => new URL(target, address).href);
  return ["---", ...lines, "---", "", body].join("\n");
}
