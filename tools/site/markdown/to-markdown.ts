import type { DefaultTreeAdapterTypes } from "parse5";
import { attributeOf, childrenOf, findAll, hasClass, isElement, isText, textOf } from "./nodes.ts";
import { plainAddresses } from "../../../advisor/ui/answer/links.ts";

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Turns addresses of links, as they are written, into full ones. */
export type Resolve = (address: string) => string;

/** Left out: ways to other pages, what only script or a form can use, what is hidden until then. */
const leftOut = new Set([
  "nav",
  "script",
  "style",
  "template",
  "form",
  "input",
  "select",
  "textarea",
  "datalist",
  "iframe",
  "noscript",
]);
/** Stand within a line of text. Whatever is not among them and not known below is a block, and so is a drawing that says something. */
const inline = new Set([
  "a",
  "abbr",
  "b",
  "bdi",
  "br",
  "button",
  "cite",
  "code",
  "dfn",
  "em",
  "i",
  "kbd",
  "label",
  "mark",
  "q",
  "s",
  "samp",
  "small",
  "span",
  "strong",
  "sub",
  "sup",
  "time",
  "var",
  "wbr",
]);

/** Writes the content of an element as Markdown with tables (GitHub's form); blocks are apart by an empty line. */
export function toMarkdown(element: Element, resolve: Resolve): string {
  return `${writeBlocks(childrenOf(element), resolve).join("\n\n")}\n`;
}

/** Writes nodes as blocks; text between blocks becomes a paragraph. */
export function writeBlocks(nodes: readonly Node[], resolve: Resolve): string[] {
  const blocks: string[] = [];
  let run: Node[] = [];
  const endRun = (): void => {
    const text = writeLine(run, resolve);
    if (text !== "") blocks.push(protectStart(text));
    run = [];
  };
  for (const node of nodes) {
    if (isText(node) || (isElement(node) && isInline(node))) run.push(node);
    else if (isElement(node)) {
      endRun();
      blocks.push(...writeBlock(node, resolve));
    }
  }
  endRun();
  return blocks;
}

/** Writes nodes as one line, elements divided by a separator; without one, those that only a style sheet sets apart by a space. */
export function writeLine(nodes: readonly Node[], resolve: Resolve, separator = ""): string {
  let line = "";
  for (const node of nodes) {
    const piece = writePiece(node, resolve);
    if (piece === "") continue;
    if (isElement(node) && separator !== "" && line.trim() !== "") line += separator;
    else if (isElement(node) && looksApart(node) && endsInWord(line) && beginsWithWord(piece)) line += " ";
    line += piece;
  }
  return line.replace(/[ \t\n]+/g, " ").trim();
}

/** Blocks stand apart, and so may a span: many are set below or beside the text before them. */
function looksApart(element: Element): boolean {
  return !isInline(element) || element.tagName === "span" || element.tagName === "button";
}

function endsInWord(text: string): boolean {
  return /[^\s(“]$/.test(text);
}

function beginsWithWord(text: string): boolean {
  return /^[^\s.,;:)”]/.test(text);
}

function writeBlock(element: Element, resolve: Resolve): string[] {
  const { tagName } = element;
  if (isLeftOut(element)) return [];
  const children = childrenOf(element);
  const heading = /^h([1-6])$/.exec(tagName)?.[1];
  if (heading !== undefined) return [`${"#".repeat(Number(heading))} ${writeLine(children, resolve)}`];
  switch (tagName) {
    case "p":
    case "summary":
    case "legend": {
      const line = writeLine(children, resolve, hasClass(element, "meta-line", "cluster") ? " · " : "");
      if (line === "") return [];
      return [tagName === "summary" ? `**${line.replaceAll("**", "")}**` : protectStart(line)];
    }
    case "ul":
    case "ol":
      return listToMarkdown(element, resolve);
    case "dl":
      return [termsToMarkdown(element, resolve)];
    case "pre":
      return [fence(element)];
    case "blockquote":
      return [writeBlocks(children, resolve).join("\n\n").replace(/^/gm, "> ").replace(/^> $/gm, ">")];
    case "table":
      return tableToMarkdown(element, resolve);
    case "hr":
      return ["---"];
    case "svg":
      return [describeDrawing(element)].filter((text) => text !== "");
    case "figure":
      return figureToMarkdown(children, resolve);
    default:
      return writeBlocks(children, resolve);
  }
}

/** A drawing comes once for wide and once for narrow screens, with the same words. */
function figureToMarkdown(children: readonly Node[], resolve: Resolve): string[] {
  return writeBlocks(children, resolve).filter((block, index, all) => all.indexOf(block) === index);
}

function writePiece(node: Node, resolve: Resolve): string {
  if (isText(node)) return escapeText(node.value);
  if (!isElement(node) || isLeftOut(node)) return "";
  const children = childrenOf(node);
  const line = (): string => writeLine(children, resolve, hasClass(node, "meta-line", "cluster") ? " · " : "");
  const around = (mark: string): string => (line() === "" ? "" : `${mark}${line()}${mark}`);
  switch (node.tagName) {
    case "br":
      return " ";
    case "svg":
      return describeDrawing(node);
    case "a":
      return linkToMarkdown(node, line(), resolve);
    case "strong":
    case "b":
      return around("**");
    case "em":
    case "i":
    case "cite":
    case "dfn":
    case "var":
      return around("*");
    case "code":
    case "samp":
    case "kbd":
      return quoteCode(textOf(node));
    case "q":
      return `“${line()}”`;
    case "table":
      return tableToMarkdown(node, resolve).join(" ");
    case "li":
    case "dd":
      return `${line()};`;
    case "summary":
    case "dt":
      return `${line()}:`;
    case "details":
    case "div":
    case "p":
      return line();
    case "ul":
    case "ol":
    case "dl":
      return line().replace(/;$/, "");
    default:
      // White space at the edges of running text divides words.
      return isInline(node) ? keepEdges(textOf(node), line()) : line();
  }
}

function keepEdges(text: string, line: string): string {
  return line === "" ? "" : `${/^\s/.test(text) ? " " : ""}${line}${/\s$/.test(text) ? " " : ""}`;
}

function linkToMarkdown(link: Element, text: string, resolve: Resolve): string {
  const address = attributeOf(link, "href");
  if (text === "" || address === undefined) return text;
  return keepEdges(
    textOf(link),
    `[${escapeBrackets(text)}](${resolve(address).replaceAll("(", "%28").replaceAll(")", "%29").replaceAll(" ", "%20")})`,
  );
}

/** Brackets that are not escaped yet would end the text of a link. */
function escapeBrackets(markdown: string): string {
  return markdown.replace(/\\.|[[\]]/g, (sign) => (sign.length === 2 ? sign : `\\${sign}`));
}

/** A drawing is told by its description; one that only decorates says nothing. */
function describeDrawing(svg: Element): string {
  if (attributeOf(svg, "role") !== "img") return "";
  const find = (name: string): string => {
    const found = childrenOf(svg).find((child) => isElement(child) && child.tagName === name);
    return found && isElement(found) ? textOf(found).replace(/\s+/g, " ").trim() : "";
  };
  const [title, description] = [find("title"), find("desc")];
  const words = [title, description]
    .filter((part) => part !== "")
    .map((part) => (/[.?!]$/.test(part) ? part : `${part}.`));
  return words.length === 0 ? "" : `*${escapeText(`Drawing: ${words.join(" ")}`)}*`;
}

function listToMarkdown(list: Element, resolve: Resolve): string[] {
  const items = childrenOf(list).flatMap((item) => {
    if (!isElement(item) || isLeftOut(item)) return [];
    const blocks = writeBlocks(childrenOf(item), resolve);
    return blocks.length === 0 ? [] : [blocks];
  });
  const isLoose = items.some((blocks) => blocks.length > 1);
  const lines = items.map((blocks, index) => {
    const mark = list.tagName === "ol" ? `${index + 1}. ` : "- ";
    return mark + blocks.join("\n\n").replace(/\n(?=.)/g, `\n${" ".repeat(mark.length)}`);
  });
  return lines.length === 0 ? [] : [lines.join(isLoose ? "\n\n" : "\n")];
}

/** A term and what belongs to it on one line; browsers allow a division around the two. */
function termsToMarkdown(list: Element, resolve: Resolve): string {
  const parts = childrenOf(list).flatMap((child) =>
    isElement(child) && child.tagName === "div" ? childrenOf(child) : [child],
  );
  let lines: string[] = [];
  for (const part of parts) {
    if (!isElement(part)) continue;
    if (part.tagName === "dt") lines = [...lines, `- **${writeLine(childrenOf(part), resolve)}:**`];
    else lines[lines.length - 1] += ` ${writeLine(childrenOf(part), resolve)}`;
  }
  return lines.join("\n");
}

function fence(pre: Element): string {
  const text = textOf(pre).replace(/\n$/, "");
  const ticks = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  const code = childrenOf(pre).find(isElement);
  const language = /language-([\w-]+)/.exec((code && attributeOf(code, "class")) ?? "")?.[1] ?? "";
  return `${ticks}${language}\n${text}\n${ticks}`;
}

/** Keeps text from being read as a list, a heading or a quotation because of how it begins. */
function protectStart(line: string): string {
  return line.replace(/^(\d+)([.)]\s)/, "$1\\$2").replace(/^([#>+-])(?=\s|$)/, "\\$1");
}

function isInline({ tagName }: Element): boolean {
  return inline.has(tagName);
}

function isLeftOut(element: Element): boolean {
  return (
    leftOut.has(element.tagName) ||
    attributeOf(element, "hidden") !== undefined ||
    (element.tagName === "svg" && attributeOf(element, "aria-hidden") === "true") ||
    hasClass(element, "copy-button", "on-screen")
  );
}

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
function quoteCode(text: string): string {
  const code = text.replace(/\s+/g, " ").trim();
  if (code === "") return "";
  const ticks = "`".repeat(Math.max(0, ...[...code.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  const space = code.startsWith("`") || code.endsWith("`") ? " " : "";
  return `${ticks}${space}${code}${space}${ticks}`;
}

/** Writes a table with its caption before it. A table without a head gets an empty one, which Markdown wants. */
function tableToMarkdown(table: Element, resolve: Resolve): string[] {
  const [caption] = findAll(table, "caption");
  const heads = findAll(table, "thead").flatMap((part) => findAll(part, "tr"));
  const rows = findAll(table, "tr")
    .filter((row) => !heads.includes(row))
    .map((row) => writeRow(row, resolve));
  const columns = heads.at(-1);
  const head = columns ? writeRow(columns, resolve) : [];
  const width = Math.max(head.length, ...rows.map((row) => row.length));
  const numeric = columns ? findAll(columns, "th", "td").map((cell) => hasClass(cell, "num")) : [];
  const rule = Array.from({ length: width }, (_, index) => (numeric[index] ? "---:" : "---"));
  const lines = [head, rule, ...rows].map(
    (cells) => `| ${Array.from({ length: width }, (_, index) => cells[index] ?? "").join(" | ")} |`,
  );
  return [...(caption ? [writeLine(childrenOf(caption), resolve)] : []), lines.join("\n")].filter(
    (block) => block !== "",
  );
}

/** Cells of a row; one that spans columns is followed by empty ones. */
function writeRow(row: Element, resolve: Resolve): string[] {
  return findAll(row, "th", "td").flatMap((cell) => {
    const text = writeLine(childrenOf(cell), resolve).replaceAll("|", "\\|");
    return [text, ...Array.from({ length: Number(attributeOf(cell, "colspan") ?? 1) - 1 }, () => "")];
  });
}
