import { parse } from "parse5";
import { attributeOf, findAll, textOf } from "./nodes.ts";
import { toMarkdown } from "./to-markdown.ts";

/** What every copy states of the data that it was made from. */
export interface Origin {
  knowledgeVersion: string;
  licence: string;
}

/** Writes a page as Markdown: who it is, then all that it says. Undefined for one that names no copy of its own. */
export function writeMarkdownCopy(html: string, { knowledgeVersion, licence }: Origin): string | undefined {
  const [root] = parse(html).childNodes.filter((node) => "tagName" in node);
  if (!root || !("tagName" in root)) return undefined;
  const links = findAll(root, "link");
  if (!links.some((link) => attributeOf(link, "type") === "text/markdown")) return undefined;
  const address = attributeOf(links.find((link) => attributeOf(link, "rel") === "canonical") ?? root, "href") ?? "";
  const description = findAll(root, "meta").find((meta) => attributeOf(meta, "name") === "description");
  const [title] = findAll(root, "title");
  const [main] = findAll(root, "main");
  if (!main) return undefined;
  const head = {
    title: title ? textOf(title) : "",
    description: (description && attributeOf(description, "content")) ?? "",
    url: address,
    licence: `${licence}; quoted words belong to their sources`,
    knowledgeVersion,
  };
  // JSON's strings are YAML's.
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const body = toMarkdown(main, (target) => new URL(target, address).href);
  return ["---", ...lines, "---", "", body].join("\n");
}
