import { toMdast } from "hast-util-to-mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { defaultHandlers, type Handle, toMarkdown as serialize } from "mdast-util-to-markdown";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { plainAddresses } from "../../../advisor/ui/answer/links.ts";
import { listFiles } from "../../records/list-files.mjs";
import { type Element, findAll, listNodes, make, textOf } from "./nodes.ts";
import { prepare, type Resolve } from "./prepare.ts";

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

/** An underscore within a word means nothing; an address would become a link without any mark. */
const text: Handle = (node, parent, state, info) =>
  plainAddresses(
    defaultHandlers.text(node, parent, state, info).replace(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, "_"),
  );

/** What is strong already needs no marks within. */
const strong: Handle = (node, parent, state, info) =>
  state.stack.includes("strong")
    ? state.containerPhrasing(node, info)
    : defaultHandlers.strong(node, parent, state, info);

/** Its address stays as it is, for those who search the text for addresses; the package escapes "&" in it. */
const link: Handle = (node, _parent, state, info) => {
  const exit = state.enter("label");
  const label = state.containerPhrasing(node, { ...info, before: "[", after: "]" });
  exit();
  return `[${label}](${node.url})`;
};

/** Writes the content of an element as Markdown with tables (GitHub's form); blocks are apart by an empty line. */
export function toMarkdown(element: Element, resolve: Resolve): string {
  const tree = toMdast(prepare(element, resolve), {
    document: true,
    quotes: ["“”"],
    handlers: {
      // A drawing comes once for wide and once for narrow screens, with the same words.
      figure: (state, node) => {
        const blocks = state.toFlow(state.all(node));
        const texts = blocks.map((block) => JSON.stringify(block));
        return blocks.filter((_, index) => texts.indexOf(texts[index] ?? "") === index);
      },
    },
  });
  return serialize(tree, {
    bullet: "-",
    rule: "-",
    extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    handlers: {
      text,
      strong: Object.assign(strong, { peek: () => "*" }),
      link: Object.assign(link, { peek: () => "[" }),
    },
  });
}
