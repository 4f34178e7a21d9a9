import { parseXml as parseElements, type XmlElement } from "../../../advisor/fleet/read/text/parse-xml.ts";

export type { XmlElement };

/** What is wrong with an XML text. */
export class BrokenXml extends Error {
  constructor(
    message: string,
    readonly line: number,
  ) {
    super(message);
  }
}

/**
 * Reads the outermost element of an XML text that begins on a line of a file; throws BrokenXml. Entities of its own
 * document type are not expanded.
 */
export function parseXml(text: string, firstLine: number): XmlElement {
  const { roots, fault } = parseElements(text, firstLine);
  if (fault) throw new BrokenXml(fault.message, fault.line);
  const [root] = roots;
  if (!root) throw new BrokenXml("there is no element", firstLine);
  return root;
}
