import { XMLParser, XMLValidator } from "fast-xml-parser";

/** An element of an XML text. */
export interface XmlElement {
  name: string;
  attributes: { [name: string]: string };
  /** Text directly inside. */
  text: string;
  children: XmlElement[];
  /** Counted from 1. */
  line: number;
}

/** What is wrong with an XML text. */
export class BrokenXml extends Error {
  constructor(
    message: string,
    readonly line: number,
  ) {
    super(message);
  }
}

const metaData = XMLParser.getMetaDataSymbol() as symbol;
const attributesKey = ":@";

/**
 * Reads the outermost element of an XML text that begins on a line of a file; throws BrokenXml. Entities of its own
 * document type are not expanded.
 */
export function parseXml(text: string, firstLine = 1): XmlElement {
  const verdict = XMLValidator.validate(text);
  if (verdict !== true) throw new BrokenXml(verdict.err.msg, verdict.err.line + firstLine - 1);
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: "",
    captureMetaData: true,
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: false,
  });
  const starts = findLineStarts(text);
  const nodes = parse(parser, text);
  const [root] = nodes.flatMap((node) => toElement(node, starts, firstLine));
  if (!root) throw new BrokenXml("there is no element", firstLine);
  return root;
}

type Node = { [key: string]: unknown };

function parse(parser: XMLParser, text: string): Node[] {
  try {
    return parser.parse(text) as Node[];
  } catch (error) {
    throw new BrokenXml(error instanceof Error ? error.message : String(error), 1);
  }
}

function toElement(node: Node, starts: readonly number[], firstLine: number): XmlElement[] {
  const name = Object.keys(node).find((key) => key !== attributesKey && key !== "#text" && !key.startsWith("?"));
  if (name === undefined) return [];
  const inner = node[name] as Node[];
  const { startIndex = 0 } = ((node as { [key: symbol]: unknown })[metaData] ?? {}) as { startIndex?: number };
  return [
    {
      name,
      attributes: (node[attributesKey] ?? {}) as { [name: string]: string },
      text: inner
        .map((child) => String(child["#text"] ?? ""))
        .join("")
        .trim(),
      children: inner.flatMap((child) => toElement(child, starts, firstLine)),
      line: findLine(startIndex, starts) + firstLine - 1,
    },
  ];
}

function findLineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

/** Line of a position: how many lines start at or before it. */
function findLine(position: number, starts: readonly number[]): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
