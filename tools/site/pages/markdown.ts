import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { toMdast } from "hast-util-to-mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { defaultHandlers, type Handle, toMarkdown as serialize } from "mdast-util-to-markdown";
import { plainAddresses } from "../../../advisor/ui/answer/links.ts";
import { listFiles } from "../../records/list-files.mjs";
import { FileCache } from "../../records/file-cache.ts";
import { hashPrograms } from "../pipeline/find-modules.mjs";
import { type Element, findAll, hasClass, isElement, listNodes, make, type Node, text, textOf } from "./nodes.ts";

/** Name of a page's Markdown, in the page's own folder. */
const markdownName = "index.md";

/** Opens the copies that a repository keeps of a site: a page that says the same at the same address is not written again. */
export async function openMarkdown(root: string, name = "markdown"): Promise<FileCache> {
  return new FileCache(join(root, ".cache", name), await hashPrograms(root, ["tools/site/pages/markdown.ts"]));
}

/** Writes the Markdown of every page of a built site beside it, and returns how many there are. */
export function writeMarkdownCopies(root: string, site: string, cache: FileCache): number {
  const origin = JSON.parse(readFileSync(join(root, "build/knowledge/meta.json"), "utf8")) as Origin;
  let written = 0;
  for (const file of listFiles(site).filter((name) => name.endsWith("index.html"))) {
    const copy = writeMarkdownCopy(readFileSync(file, "utf8"), origin, cache);
    if (copy === undefined) continue;
    writeFileSync(join(dirname(file), markdownName), copy);
    written += 1;
  }
  cache.prune();
  return written;
}

/** What every copy states of the data that it was made from. */
interface Origin {
  knowledgeVersion: string;
  licence: string;
}

/** A page: what comes before its main part, and that part. Hugo writes the names of elements in small letters. */
const pageParts = /^([\s\S]*?)(<main\b[\s\S]*<\/main>)/;

/** Writes a page as Markdown: its metadata, then its content. Undefined for a page that links no Markdown copy. */
export function writeMarkdownCopy(
  html: string,
  { knowledgeVersion, licence }: Origin,
  cache?: FileCache,
): string | undefined {
  const [, start, main] = pageParts.exec(html) ?? [];
  if (start === undefined || main === undefined) return undefined;
  const root = make("html", ...listNodes(start));
  const links = findAll(root, "link").map(({ properties }) => properties);
  if (!links.some(({ type }) => type === "text/markdown")) return undefined;
  const address = String(links.find(({ rel }) => String(rel) === "canonical")?.href ?? "");
  const description = findAll(root, "meta").find(({ properties }) => properties.name === "description");
  const [title] = findAll(root, "title");
  const head = {
    title: title ? textOf(title) : "",
    description: description?.properties.content ?? "",
    url: address,
    licence: `${licence}; quoted words belong to their sources`,
    knowledgeVersion,
  };
  // JSON's strings are YAML's.
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return ["---", ...lines, "---", "", writeMain(main, address, cache)].join("\n");
}

function writeMain(html: string, address: string, cache: FileCache | undefined): string {
  const key = `${address}\0${html}`;
  const kept = cache?.find(key)?.toString();
  if (kept !== undefined) return kept;
  const [main] = findAll(make("html", ...listNodes(html)), "main");
  if (!main) throw new Error(`${address} has no main part that can be read`);
  const written = toMarkdown(main, (target) => new URL(target, address).href);
  cache?.keep(key, written);
  return written;
}

/** An underscore within a word means nothing; an address would become a link without any mark. */
const writeText: Handle = (node, parent, state, info) =>
  plainAddresses(
    defaultHandlers.text(node, parent, state, info).replace(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, "_"),
  );

/** Text inside a strong element needs no further marks. */
const writeStrong: Handle = (node, parent, state, info) =>
  state.stack.includes("strong")
    ? state.containerPhrasing(node, info)
    : defaultHandlers.strong(node, parent, state, info);

/** Its address stays as it is, for those who search the text for addresses; the package escapes "&" in it. */
const writeLink: Handle = (node, _parent, state, info) => {
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
      text: writeText,
      strong: Object.assign(writeStrong, { peek: () => "*" }),
      link: Object.assign(writeLink, { peek: () => "[" }),
    },
  });
}

/** Turns addresses of links, as they are written, into full ones. */
type Resolve = (address: string) => string;

const setOf = (names: string): Set<string> => new Set(names.split(" "));

/** Left out: ways to other pages, what only script or a form can use, what is hidden until then. */
const leftOut = setOf("nav script style template form input select textarea datalist iframe noscript");
/** Stand within a line of text; whatever is not among them is a block. */
const inline = setOf(
  "a abbr b bdi br button cite code dfn em i kbd label mark q s samp small span strong sub sup time var wbr",
);
/** Hold one line of text, whatever they are made of. */
const lines = setOf("a p summary legend h1 h2 h3 h4 h5 h6 dt dd caption th td");
/** Say something without any words. */
const wordless = setOf("br hr table thead tbody tr th td");
/** What ends a block that becomes a part of a line. */
const ends: Record<string, string> = { li: ";", dd: ";", summary: ":", dt: ":" };
/** What an element is written as, where the package would take it for something else. */
const meant: Record<string, string> = { cite: "em", dfn: "em", var: "em", mark: "span", s: "span" };

/**
 * Makes of an element what Markdown can say: without what is not read, with drawings told by their words, with the words
 * apart that only a style sheet sets apart, and with text for blocks where Markdown has room for a line only.
 */
function prepare(element: Element, resolve: Resolve, isLine = false): Element {
  if (element.tagName === "svg") return describeDrawing(element, isLine);
  if (element.tagName === "pre" && !isLine) return element;
  const holdsLine = isLine || lines.has(element.tagName);
  const isDivided = holdsLine && hasClass(element, "meta-line", "cluster");
  const children: Node[] = [];
  let line = "";
  let isAfterBlock = false;
  for (const child of element.children) {
    if (isLeftOut(child)) continue;
    const node = isElement(child) ? prepare(child, resolve, holdsLine) : child;
    const words = textOf(node);
    if (isElement(child) && words === "" && !wordless.has(child.tagName)) continue;
    if (isElement(child) && isDivided && line.trim() !== "") children.push(text(" · "));
    else if (
      (isAfterBlock || (isElement(child) && looksApart(child, holdsLine))) &&
      /[^\s(“]$/.test(line) &&
      /^[^\s.,;:)”]/.test(words)
    )
      children.push(text(" "));
    children.push(node);
    line += words;
    // The line of a block ends with the block.
    isAfterBlock = isElement(child) && holdsLine && !inline.has(child.tagName);
  }
  return shape({ ...element, children }, resolve, isLine);
}

function isLeftOut(node: Node): boolean {
  if (!isElement(node)) return node.type === "comment";
  const { tagName, properties } = node;
  return (
    leftOut.has(tagName) ||
    (properties.hidden ?? false) !== false ||
    (tagName === "svg" && properties.ariaHidden === "true") ||
    hasClass(node, "copy-button", "on-screen")
  );
}

/** Blocks stand apart, and so may a span: many are set below or beside the text before them. */
function looksApart({ tagName }: Element, isLine: boolean): boolean {
  return tagName === "span" || tagName === "button" || (isLine && !inline.has(tagName));
}

function shape(element: Element, resolve: Resolve, isLine: boolean): Element {
  const { tagName, children, properties } = element;
  if (tagName === "br") return make("span", text(" "));
  if (tagName === "a") {
    if (properties.href === undefined) return make("span", ...children);
    const href = resolve(String(properties.href)).replaceAll("(", "%28").replaceAll(")", "%29");
    return { ...element, properties: { href } };
  }
  if (isLine && !inline.has(tagName)) {
    if (/^[uod]l$/.test(tagName)) dropEnd(element);
    return make("span", ...children, text(ends[tagName] ?? ""));
  }
  if (tagName === "summary") return make("p", make("strong", ...children));
  if (tagName === "dl") return listTerms(element);
  return tagName === "table" ? completeTable(element) : { ...element, tagName: meant[tagName] ?? tagName };
}

/** The last part of a list in a line ends without a sign. */
function dropEnd({ children }: Element): void {
  const last = children.filter((child) => textOf(child).trim() !== "").at(-1);
  if (last?.type === "element") dropEnd(last);
  else if (last?.type === "text" && last.value === ";") last.value = "";
}

/** A drawing is told by its description; one that only decorates says nothing. */
function describeDrawing(svg: Element, isLine: boolean): Element {
  if (svg.properties.role !== "img") return make("span");
  const words = ["title", "desc"]
    .map((name) => svg.children.find((child) => isElement(child) && child.tagName === name))
    .map((found) => (found ? textOf(found).replace(/\s+/g, " ").trim() : ""))
    .filter((part) => part !== "")
    .map((part) => (/[.?!]$/.test(part) ? part : `${part}.`));
  if (words.length === 0) return make("span");
  const description = make("em", text(`Drawing: ${words.join(" ")}`));
  return isLine ? description : make("p", description);
}

/** A term and what belongs to it on one line; browsers allow a division around the two. */
function listTerms(list: Element): Element {
  const items: Element[] = [];
  for (const part of list.children.flatMap((child) =>
    isElement(child) && child.tagName === "div" ? child.children : [child],
  )) {
    if (!isElement(part)) continue;
    if (part.tagName === "dt") items.push(make("li", make("strong", ...part.children, text(":"))));
    else items.at(-1)?.children.push(text(" "), ...part.children);
  }
  return make("ul", ...items);
}

/** Puts the caption before a table, tells which columns hold figures, and gives an empty head, which Markdown wants, where there is none. */
function completeTable(table: Element): Element {
  const captions = findAll(table, "caption").map((caption) => make("p", ...caption.children));
  const heads = findAll(table, "thead");
  const columns = heads.flatMap((head) => findAll(head, "tr")).at(-1);
  for (const cell of columns ? findAll(columns, "th", "td") : [])
    if (hasClass(cell, "num")) cell.properties = { ...cell.properties, align: "right" };
  const head = columns ? [] : [make("thead", make("tr", make("th")))];
  return make("div", ...captions, make("table", ...head, ...table.children));
}
