import { fromParse5 } from "hast-util-from-parse5";
import { parseFragment } from "parse5";

type Root = Extract<ReturnType<typeof fromParse5>, { type: "root" }>;
export type Element = Extract<Root["children"][number], { type: "element" }>;
export type Node = Element["children"][number];

/** Parses a page or a part of one. */
export function listNodes(html: string): Node[] {
  const root = fromParse5(parseFragment(html));
  return "children" in root ? (root.children as Node[]) : [];
}

/** An element without attributes. */
export function make(tagName: string, ...children: Node[]): Element {
  return { type: "element", tagName, properties: {}, children };
}

/** A text node. */
export function text(value: string): Node {
  return { type: "text", value };
}

/** Whether a node is an element. */
export function isElement(node: Node): node is Element {
  return node.type === "element";
}

/** Whether an element has at least one of the classes. */
export function hasClass({ properties }: Element, ...names: string[]): boolean {
  const { className } = properties;
  return Array.isArray(className) && className.some((name) => names.includes(String(name)));
}

/** Text as it is written, white space included. */
export function textOf(node: Node): string {
  if (node.type === "text") return node.value;
  return isElement(node) ? node.children.map(textOf).join("") : "";
}

/** Elements of a name below an element, in their order; those within one of them are not looked for. */
export function findAll(element: Element, ...names: string[]): Element[] {
  return element.children
    .filter(isElement)
    .flatMap((child) => (names.includes(child.tagName) ? [child] : findAll(child, ...names)));
}
