import { isRecord } from "../../../collections.ts";
import { parseJsonDocuments } from "./parse-json.ts";
import type { XmlElement } from "./parse-xml.ts";

/** A JSON document, or an XML element in the same form, with the prefix of its locations. */
export interface Document {
  value: unknown;
  /** `$`, or `document 2 $` if there are several. */
  root: string;
  /** Returns the line of a value, or of the innermost value around it. Missing if locations are paths of keys. */
  lineOf?: (keys: readonly (string | number)[]) => number;
}

/** The JSON documents of a text, and the broken ones. */
interface ParsedDocuments {
  documents: Document[];
  faults: { line: number; message: string; text: string }[];
}

/** Reads one JSON document or several one after the other. */
export function parseDocuments(text: string): ParsedDocuments {
  try {
    return { documents: [{ value: JSON.parse(text), root: "$" }], faults: [] };
  } catch {
    // Several documents, or a broken one.
  }
  const spans = splitDocuments(text);
  const documents: Document[] = [];
  const faults: ParsedDocuments["faults"] = [];
  let [line, counted] = [1, 0];
  for (const [index, [from, to]] of spans.entries()) {
    for (let at = text.indexOf("\n", counted); at !== -1 && at < from; at = text.indexOf("\n", at + 1)) line++;
    counted = from;
    const part = text.slice(from, to);
    try {
      documents.push({ value: JSON.parse(part), root: spans.length > 1 ? `document ${index + 1} $` : "$" });
    } catch {
      const [fault] = parseJsonDocuments(part).broken;
      faults.push({ line: line - 1 + (fault?.line ?? 1), message: fault?.message ?? "the JSON is broken", text: part });
    }
  }
  return { documents, faults };
}

/** Finds the start and the end of documents by their brackets. */
export function splitDocuments(text: string): [number, number][] {
  const spans: [number, number][] = [];
  const mark = /["{}[\]]/g;
  let [depth, from] = [0, 0];
  for (let match = mark.exec(text); match; match = mark.exec(text)) {
    const [sign] = match;
    if (sign === '"') {
      if (depth > 0) mark.lastIndex = endOfString(text, match.index);
    } else if (sign === "{" || sign === "[") {
      if (depth++ === 0) from = match.index;
    } else if (depth > 0 && --depth === 0) spans.push([from, mark.lastIndex]);
  }
  if (depth > 0) spans.push([from, text.length]);
  return spans;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return text.length;
    let slashes = 0;
    while (text[quote - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return quote + 1;
    at = quote;
  }
}

type Members = Record<string, unknown>;

/** Lines of the objects that came from XML. */
const lines = new WeakMap<object, number>();

/** An XML element as the JSON that an API would give: children and attributes are members, repeated ones are lists. */
export function toMembers(element: XmlElement): unknown {
  if (
    element.children.length === 0 &&
    Object.keys(element.attributes).every((name) => name === "nil" || name === "xmlns")
  )
    return element.text;
  const members: Members = { ...element.attributes };
  if (element.text !== "") members._text = element.text;
  for (const one of element.children) {
    const value = toMembers(one);
    const before = members[one.name];
    if (before === undefined || one.name in element.attributes) members[one.name] = value;
    else if (Array.isArray(before)) before.push(value);
    else members[one.name] = [before, value];
  }
  lines.set(members, element.line);
  return members;
}

/** The place of a value: the line if it came from XML, else its path. */
export function placeOf(value: unknown, path: string): string {
  const line = typeof value === "object" && value !== null ? lines.get(value) : undefined;
  return line === undefined ? path : `line ${line}`;
}

/** Whether a value is an object with members. */
export function isMembers(value: unknown): value is Members {
  return isRecord(value);
}

/** Returns the value at a path of keys. A key may begin with a capital, because older tools write it so. */
export function at(value: unknown, ...keys: string[]): unknown {
  let here = value;
  for (const key of keys) {
    if (!isMembers(here)) return undefined;
    const own = Object.hasOwn(here, key) ? here[key] : undefined;
    here = own ?? here[`${key.charAt(0).toUpperCase()}${key.slice(1)}`];
  }
  return here;
}

/** Returns the items of a list. A single value is a list of one item: XML and PowerShell write it so. */
export function listAt(value: unknown, ...keys: string[]): unknown[] {
  const found = at(value, ...keys);
  const inner = isMembers(found) && Array.isArray(found._value) ? found._value : found;
  if (Array.isArray(inner)) return inner;
  return inner === undefined || inner === null || inner === "" ? [] : [inner];
}

/** Returns a text or a number as text. Null for other values and for an empty text. */
export function textAt(value: unknown, ...keys: string[]): string | null {
  const found = at(value, ...keys);
  const own = isMembers(found) && typeof found._text === "string" ? found._text : found;
  if (typeof own === "number") return String(own);
  return typeof own === "string" && own.trim() !== "" ? own.trim() : null;
}

/** The text of a file and, if some bytes are invalid in every encoding, how they were read. */
type DecodedText = { text: string; doubt: string | null } | { refused: string };

/** Maximum length of a string in some JavaScript engines. */
const mostBytes = 400 * 1024 * 1024;

/**
 * Decodes a file: as UTF-8 or UTF-16 by its byte order mark or its bytes, or else in the encoding that a .vmx names, or else as
 * Windows-1252.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes.length === 0) return { refused: "The file is empty." };
  if (bytes.length > mostBytes) return { refused: "The file is larger than 400 MiB. Split it." };
  const utf16 = findUtf16(bytes);
  if (utf16) return checkText(new TextDecoder(utf16).decode(bytes), null);
  const text = decodeStrictly("utf-8", bytes);
  if (text !== null) return checkText(text, null);
  const named = /^[ \t]*\.encoding\s*=\s*"([\w-]+)"/m.exec(
    new TextDecoder("windows-1252").decode(bytes.subarray(0, 4096)),
  )?.[1];
  const byName = named && !/^utf-?8$/i.test(named) ? decodeStrictly(named, bytes) : null;
  if (byName !== null) return checkText(byName, null);
  const lossy = new TextDecoder("utf-8").decode(bytes);
  const [good, bad] = [count(lossy, /[\u0080-\ufffc]/g), count(lossy, /\ufffd/g)];
  if (good > bad)
    return checkText(lossy, `${bad} ${bad === 1 ? "character is" : "characters are"} not UTF-8 and shown as \ufffd.`);
  return checkText(new TextDecoder("windows-1252").decode(bytes), null);
}

function checkText(text: string, doubt: string | null): DecodedText {
  if (text.includes("\0")) return { refused: "The file is binary and not in a known format." };
  if (text.trim() === "") return { refused: "The file is empty." };
  // Old Mac programs end a line with a carriage return alone. A value in quotes may hold other line ends.
  const hasOwnEnds = /^[^\r\n]*\r(?![\r\n])/.test(text) || !text.includes("\n");
  return { text: hasOwnEnds ? text.replaceAll("\r", "\n") : text, doubt };
}

function decodeStrictly(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Detects the form of UTF-16 by the byte order mark or the zero bytes. Null if it is not UTF-16. */
export function findUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  // Without a mark, every other byte of Latin letters in UTF-16 is zero.
  const start = bytes.subarray(0, 200);
  const zeros = (offset: number): number => start.filter((byte, at) => at % 2 === offset && byte === 0).length;
  if (zeros(1) > start.length / 4 && zeros(0) === 0) return "utf-16le";
  return zeros(0) > start.length / 4 && zeros(1) === 0 ? "utf-16be" : null;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Returns the items of a list, or a single value, each with its path. */
export function itemsOf(value: unknown, root: string): [item: unknown, path: string][] {
  return Array.isArray(value) ? value.map((one, index) => [one, `${root}[${index}]`]) : [[value, root]];
}
