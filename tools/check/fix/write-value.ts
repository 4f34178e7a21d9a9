import { isScalar, parseDocument, type Scalar } from "yaml";
import type { AnyRecord, Path, Tombstone } from "../../records/record.ts";
import { editRange, type Fix } from "./fix.ts";

/**
 * Writes a value in the place of another; undefined where that is not on one line.
 * Text is written in the quotation marks that are there, a number as it is to be spelled.
 */
export function writeValue(
  record: AnyRecord | Tombstone,
  path: Path,
  value: string | number | boolean,
  spelling = String(value),
): Fix | undefined {
  const scalar = findScalar(record, path);
  if (!scalar) return undefined;
  const { start, end, type } = scalar;
  const text = typeof value === "string" ? quote(value, type) : spelling;
  return { edits: [editRange(record, start, end, text)], changes: [{ path, value }] };
}

/** Puts a single value into a list. */
export function wrapInList(record: AnyRecord | Tombstone, path: Path, value: unknown): Fix | undefined {
  const scalar = findScalar(record, path);
  if (!scalar) return undefined;
  const { start, end, source } = scalar;
  const item =
    typeof value === "string" && !isPlain(source) && scalar.type === "PLAIN" ? quote(value, "PLAIN") : source;
  return { edits: [editRange(record, start, end, `[${item}]`)], changes: [{ path, value: [value] }] };
}

/** Gives a key another name. */
export function renameKey(record: AnyRecord | Tombstone, path: Path, name: string): Fix | undefined {
  const key = record.nodeAt(path)?.key;
  if (!key || !isScalar(key) || !key.range) return undefined;
  const text = quote(name, key.type);
  return { edits: [editRange(record, key.range[0], key.range[1], text)], changes: [{ path, key: name }] };
}

function findScalar(record: AnyRecord | Tombstone, path: Path) {
  const { node, key } = record.nodeAt(path) ?? {};
  if (!node || node === key || !isScalar(node) || !node.range || node.type?.startsWith("BLOCK")) return undefined;
  const [start, end] = node.range;
  const source = record.body.slice(start, end);
  return source.includes("\n") || source === "" ? undefined : { start, end, source, type: node.type };
}

function quote(text: string, type: Scalar.Type | undefined): string {
  if (type === "QUOTE_DOUBLE") return JSON.stringify(text);
  if (type === "QUOTE_SINGLE" || !isPlain(text)) return `'${text.replaceAll("'", "''")}'`;
  return text;
}

/** Whether text needs no quotation marks, wherever it stands. */
function isPlain(text: string): boolean {
  const document = parseDocument(`[${text}]`, { version: "1.2", schema: "core", logLevel: "silent" });
  if (document.errors.length > 0) return false;
  const data: unknown = document.toJS({ maxAliasCount: 0 });
  return Array.isArray(data) && data.length === 1 && data[0] === text;
}
