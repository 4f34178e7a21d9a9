import type { DefaultTreeAdapterTypes } from "parse5";

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

export function isElement(node: Node): node is Element {
  return "tagName" in node;
}

export function isText(node: Node): node is DefaultTreeAdapterTypes.TextNode {
  return node.nodeName === "#text";
}

export function childrenOf(element: Element): Node[] {
  return element.childNodes;
}

/** Value of an attribute, or undefined when it is not there. */
export function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find((attr) => attr.name === name)?.value;
}

export function hasClass(element: Element, ...names: string[]): boolean {
  return (attributeOf(element, "class") ?? "").split(/\s+/).some((name) => names.includes(name));
}

/** Text as it is written, white space included. */
export function textOf(node: Node): string {
  if (isText(node)) return node.value;
  return isElement(node) ? node.childNodes.map(textOf).join("") : "";
}

/** Elements of a name below an element, in their order; those within one of them are not looked for. */
export function findAll(element: Element, ...names: string[]): Element[] {
  return element.childNodes
    .filter(isElement)
    .flatMap((child) => (names.includes(child.tagName) ? [child] : findAll(child, ...names)));
}
