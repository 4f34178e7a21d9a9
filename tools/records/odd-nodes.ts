import { shorten } from "../../advisor/text.ts";
import { isAlias, isScalar, type Node, type Scalar } from "yaml";
import type { Words } from "./syntax-words.ts";

export interface OddNode extends Words {
  /** Where it stands in the text. */
  offset: number;
  /** Whether it makes the record unreadable. */
  breaks: boolean;
}

/** Describes a node that a plain record must not have, or that YAML reads differently from its author. */
export function describeNode(node: Node, text: string): OddNode | undefined {
  const offset = node.range?.[0] ?? 0;
  const extra = describeExtra(node);
  // An anchor or a tag stands before the range of its value.
  if (extra) return { offset: isAlias(node) ? offset : findMark(text, offset), breaks: true, ...extra };
  if (!isScalar(node)) return undefined;
  if (node.type === "PLAIN")
    return describeComment(node, text) ?? describeQuotes(node, offset) ?? describeNumber(node, offset);
  return node.type === "QUOTE_DOUBLE" ? describeEscape(node, text) : undefined;
}

/** Searches back no further than the longest name, so that many anchors do not each scan the whole text. */
function findMark(text: string, offset: number): number {
  const start = Math.max(0, offset - 1000);
  const before = text.slice(start, offset + 1);
  const mark = Math.max(before.lastIndexOf("&"), before.lastIndexOf("!"));
  return mark === -1 ? offset : start + mark;
}

/** Anchors, aliases and tags are not allowed: records do not need them, and aliases can expand without bound. */
function describeExtra(node: Node): Words | undefined {
  if (isAlias(node))
    return {
      message: `the alias *${node.source} is not allowed`,
      help: "write the value itself; put text that starts with * in quotes",
    };
  if (node.anchor)
    return {
      message: `the anchor &${node.anchor} is not allowed`,
      help: "remove it; put text that starts with & in quotes",
    };
  if (node.tag && node.tag !== "!" && !/^tag:yaml\.org,2002:(str|int|float|bool|null|map|seq)$/.test(node.tag))
    return {
      message: `the tag ${node.tag} is not allowed`,
      help: "remove it; put text that starts with ! in quotes",
    };
  return undefined;
}

/** A comment starts with "# " or is a TODO mark. Any other # was probably meant as part of the text. */
function describeComment({ range }: Scalar, text: string): OddNode | undefined {
  if (!range) return undefined;
  const rest = text.slice(range[1], text.indexOf("\n", range[1]) + 1 || undefined);
  const [, gap = "", comment] = /^([ \t]*)(#(?!TODO)[^\s#].*)/.exec(rest) ?? [];
  if (!comment) return undefined;
  const place = { offset: range[1] + gap.length, breaks: false };
  const [fault] = /^#(REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)/.exec(comment) ?? [];
  if (fault) return { ...place, message: `${fault} is a spreadsheet's error`, help: "take the value from the source" };
  return {
    ...place,
    message: `a comment starts here, so the value ends before ${shorten(comment, 40)}`,
    help: "put the whole text in quotes; a comment has a space after its #",
  };
}

/** 010 is ten here and eight in YAML 1.1. 0x1F and 0o17 are hard to read. */
function describeNumber({ source = "", value }: Scalar, offset: number): OddNode | undefined {
  if (typeof value !== "number" || !/^[-+]?0[0-9xo]/.test(source)) return undefined;
  return {
    offset,
    breaks: false,
    message: `${shorten(source, 40)} is read as ${value} here and as another number elsewhere`,
    help: "write the number without leading zeros; put text made of digits in quotes",
  };
}

/** In double quotes, a backslash starts an escape: "C:\runs" contains a carriage return. */
function describeEscape({ range, value }: Scalar, text: string): OddNode | undefined {
  if (!range || typeof value !== "string" || !/[\u0000-\u0009\u000B-\u001F\u007F]/.test(value)) return undefined;
  const written = text.slice(range[0], range[1]);
  const escape = [...written.matchAll(/\\(?:u\w{4}|x\w\w|.)/gs)].find(([code]) => /^\\[0abtvfrexu]/.test(code));
  return {
    offset: range[0] + (escape?.index ?? 0),
    breaks: false,
    message: `inside double quotes ${escape?.[0] ?? "this"} stands for a control character`,
    help: "use single quotes, or write \\\\ for one backslash",
  };
}

/** YAML reads the typographic quotation marks of word processors as part of the text. */
function describeQuotes({ source = "" }: Scalar, offset: number): OddNode | undefined {
  if (!/^(?:[“”„][^“”„]*[“”„]|[‘’‚][^‘’‚]*[‘’‚])$/.test(source)) return undefined;
  return {
    offset,
    breaks: false,
    message: "these quotation marks are typographic, so they are part of the text",
    help: `remove them or type straight ones: '${shorten(source.slice(1, -1), 40)}'`,
  };
}
