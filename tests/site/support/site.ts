import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "parse5";
import type { DefaultTreeAdapterTypes } from "parse5";

export type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

/** A built page: its path from the site's root, its text, and every element in document order. */
export interface Page {
  path: string;
  html: string;
  elements: Element[];
}

/** Pages for frames of other sites: they have neither menu nor footer, and are in no map of the site. */
export const isFrame = (path: string): boolean => path === "/embed/advisor/" || path.startsWith("/charts/");

const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** The site that the tests look at. */
export const publicFolder = join(repository, "public");

/** Reads one kind of compiled records. */
export function readKnowledge<T>(name: string): T {
  return JSON.parse(readFileSync(join(repository, "build/knowledge", `${name}.json`), "utf8")) as T;
}

/** Lists the files of a built site, relative to it and with slashes. */
export function listSiteFiles(folder: string = publicFolder): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
}

/** Reads every page of a built site. */
export function readPages(folder: string = publicFolder): Page[] {
  return listSiteFiles(folder)
    .filter((file) => file.endsWith(".html"))
    .map((file) => readPage(file, folder));
}

/** Pages of the built site that were read before: tests of many files in one process look at the same. */
const known = new Map<string, Page>();

/** Reads one page by its file. */
export function readPage(file: string, folder: string = publicFolder): Page {
  const page = folder === publicFolder ? known.get(file) : undefined;
  if (page) return page;
  const html = readFileSync(join(folder, file), "utf8");
  const path = `/${file.replace(/(^|\/)index\.html$/, "$1")}`;
  const read = { path, html, elements: listElements(parse(html)) };
  if (folder === publicFolder) known.set(file, read);
  return read;
}

/** Reads the page at a path such as "/advisor/". */
export function readPageAt(path: string): Page {
  return readPage(`${path.slice(1)}index.html`);
}

/** Elements of a name, or of any name that fits a test. */
export function findAll(within: Page | Element, ...names: string[]): Element[] {
  const elements = "elements" in within ? within.elements : listElements(within).slice(1);
  return elements.filter(({ tagName }) => names.includes(tagName));
}

/** The only element of a name. */
export function findOnly(within: Page | Element, name: string): Element {
  const [found, ...more] = findAll(within, name);
  if (!found || more.length > 0) throw new Error(`expected one <${name}>, found ${more.length + (found ? 1 : 0)}`);
  return found;
}

/** Value of an attribute, or undefined when it is not there. */
export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((attr) => attr.name === name)?.value;
}

/** Text of an element with single spaces. */
export function textOf(element: Node): string {
  return collectText(element).replace(/\s+/g, " ").trim();
}

/** Text of an element as it is written, white space included. */
export function rawTextOf(element: Node): string {
  if (element.nodeName === "#text" && "value" in element) return element.value;
  return "childNodes" in element ? element.childNodes.map(rawTextOf).join("") : "";
}

/** The first element of each id, by page. */
const idsOf = new WeakMap<Page, Map<string, Element>>();

/** The element that has an id. */
export function findById(page: Page, id: string): Element | undefined {
  let ids = idsOf.get(page);
  if (!ids) {
    ids = new Map(page.elements.map((element) => [attribute(element, "id") ?? "", element] as const).reverse());
    idsOf.set(page, ids);
  }
  return ids.get(id);
}

/** The entry of a list that an id leads to, as a whole: the id stands within what the entry folds. */
export function findEntry(page: Page, id: string): Element | undefined {
  const place = findById(page, id);
  return page.elements.findLast(
    (element) => element.tagName === "details" && place && listElements(element).includes(place),
  );
}

/** With what stands in templates, as the page's scripts do. */
function listElements(node: Node, found: Element[] = []): Element[] {
  if ("tagName" in node) found.push(node);
  const children = "content" in node ? [node.content] : "childNodes" in node ? node.childNodes : [];
  for (const child of children) listElements(child, found);
  return found;
}

function collectText(node: Node): string {
  if (node.nodeName === "#text" && "value" in node) return node.value;
  if (!("childNodes" in node)) return "";
  return node.childNodes.reduce(
    (text, child, at) =>
      text + (at === 0 || isWhole(child) || isWhole(node.childNodes[at - 1]) ? "" : " ") + collectText(child),
    "",
  );
}

/** Whether a node only keeps a name on one line: it is a part of the words around it. */
function isWhole(node: Node | undefined): boolean {
  return node !== undefined && "attrs" in node && attribute(node, "class") === "whole";
}
