import { SaxesParser } from "saxes";

/** An element of an XML text; names are without their prefix. */
export interface XmlElement {
  name: string;
  /** Attributes by their names without prefix. */
  attributes: Record<string, string>;
  /** Text directly inside, without surrounding space. */
  text: string;
  children: XmlElement[];
  /** Counted from 1. */
  line: number;
}

/** The top-level elements of a text, and the place of the first syntax error. */
export interface ParsedXml {
  roots: XmlElement[];
  fault: { line: number; message: string } | null;
  /** Text of the elements that could not be read. */
  rest: string;
}

/** Declarations and document types with their entities. The length is bounded, so that the match is fast for any text. */
const notContent = /<\?xml\b[^>]{0,300}\?>|<!DOCTYPE\b[^[>]{0,500}(?:\[[^\]]{0,4000}\]\s{0,100})?>/g;

/** Deeper than any inventory is. */
const deepest = 200;

/**
 * Reads XML from a line of a file: one document, or several one after the other. It stops before the first element with a syntax
 * error. Document types are dropped, so that their entities are not expanded.
 */
export function parseXml(text: string, firstLine = 1): ParsedXml {
  const clean = text.replaceAll(notContent, (part) => part.replaceAll(/[^\n]/g, " "));
  const parser = new SaxesParser({ xmlns: false, fragment: true });
  const roots: XmlElement[] = [];
  const open: XmlElement[] = [];
  let rootFrom = 0;
  let tagLine = firstLine;
  let fault: ParsedXml["fault"] = null;
  const lineNow = (): number => parser.line + firstLine - 1;
  parser.on("error", (error) => {
    fault ??= { line: lineNow(), message: error.message.replace(/^\d+:\d+: /, "").replace(/\.$/, "") };
  });
  parser.on("opentagstart", () => {
    tagLine = lineNow();
    // The position is after the name.
    if (open.length === 0 && !fault) rootFrom = clean.lastIndexOf("<", parser.position - 1);
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (fault) return;
    const element: XmlElement = {
      name: withoutPrefix(name),
      attributes: Object.fromEntries(
        Object.entries(attributes as Record<string, string>).map(([key, value]) => [withoutPrefix(key), value]),
      ),
      text: "",
      children: [],
      line: tagLine,
    };
    (open.at(-1)?.children ?? []).push(element);
    open.push(element);
    if (open.length > deepest) fault = { line: lineNow(), message: `more than ${deepest} levels deep` };
  });
  const addText = (part: string): void => {
    const element = open.at(-1);
    if (element && !fault) element.text += part;
    else if (!fault && part.trim() !== "")
      fault = {
        line: lineNow() - (part.trimStart().split("\n").length - 1),
        message: "text outside of an element. Remove it",
      };
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    if (fault) return;
    const element = open.pop();
    if (!element) return;
    element.text = element.text.trim();
    if (open.length > 0) return;
    roots.push(element);
    rootFrom = parser.position;
  });
  for (let at = 0; at < clean.length && !fault; at += 65_536) parser.write(clean.slice(at, at + 65_536));
  if (!fault) parser.close();
  return { roots, fault, rest: fault ? clean.slice(rootFrom) : "" };
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** The first child of a name, in any capitals. */
export function child(element: XmlElement | undefined, ...names: string[]): XmlElement | undefined {
  return names.reduce<XmlElement | undefined>((parent, name) => parent && children(parent, name)[0], element);
}

/** The children of a name, in any capitals. */
export function children(element: XmlElement | undefined, name: string): XmlElement[] {
  const wanted = name.toLowerCase();
  return element?.children.filter((one) => one.name.toLowerCase() === wanted) ?? [];
}

/** All elements of a name within an element, at any depth. */
export function descendants(element: XmlElement, name: string): XmlElement[] {
  const wanted = name.toLowerCase();
  return element.children.flatMap((one) => [
    ...(one.name.toLowerCase() === wanted ? [one] : []),
    ...descendants(one, name),
  ]);
}

/** The text of the first child of a name; null if there is none or it is empty. */
export function childText(element: XmlElement | undefined, ...names: string[]): string | null {
  return child(element, ...names)?.text || null;
}
