import { isMap, isNode, isScalar, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from "yaml";
import type { AnyRecord, Path, Tombstone } from "../../records/record.ts";
import { type Edit, editRange, isWhole } from "./fix.ts";

/** Where an entry of a mapping or list starts (at its key or dash) and where its value ends. */
interface Span {
  start: number;
  end: number;
}

/**
 * Puts the entries of a mapping or list into another order, `order` naming them by their present places; each takes its
 * comments along. Undefined where it is not clear what belongs to which entry.
 */
export function reorderEntries(record: AnyRecord | Tombstone, path: Path, order: readonly number[]): Edit | undefined {
  const node = record.nodeAt(path)?.node;
  if ((!isMap(node) && !isSeq(node)) || !isWhole(record)) return undefined;
  const spans = node.flow ? findFlowSpans(node) : findBlockSpans(node, record.body);
  if (!spans || spans.length !== order.length) return undefined;
  return node.flow ? swapInLine(record, spans, order) : moveLines(record, spans, order);
}

function findFlowSpans(node: YAMLMap | YAMLSeq): Span[] | undefined {
  return collect(node.items.map((item) => (isNode(item) ? spanOf(item, item) : spanOfPair(item as Pair))));
}

function findBlockSpans(node: YAMLMap | YAMLSeq, body: string): Span[] | undefined {
  if (isMap(node)) return collect(node.items.map((item) => spanOfPair(item)));
  return collect(
    node.items.map((item) => {
      const span = isNode(item) ? spanOf(item, item) : undefined;
      const dash = span && /-[ ]+$/.exec(body.slice(body.lastIndexOf("\n", span.start - 1) + 1, span.start));
      return span && dash ? { start: span.start - dash[0].length, end: span.end } : undefined;
    }),
  );
}

function spanOfPair({ key, value }: Pair): Span | undefined {
  return isScalar(key) ? spanOf(key, isNode(value) ? value : key) : undefined;
}

function spanOf(first: Node, last: Node): Span | undefined {
  return first.range && last.range ? { start: first.range[0], end: last.range[1] } : undefined;
}

function collect(spans: readonly (Span | undefined)[]): Span[] | undefined {
  const found = spans.filter((span) => span !== undefined);
  return found.length === spans.length && found.length > 1 ? found : undefined;
}

/** In brackets the entries change places; commas and spaces between them stay. */
function swapInLine(record: AnyRecord | Tombstone, spans: readonly Span[], order: readonly number[]): Edit | undefined {
  const { body } = record;
  const gaps = spans.map(({ end }, index) => body.slice(end, spans[index + 1]?.start ?? end));
  if (gaps.some((gap) => gap.includes("#"))) return undefined;
  const text = order.map((from, to) => textOf(body, spans[from]) + (gaps[to] ?? "")).join("");
  return editRange(record, spans[0]?.start ?? 0, spans.at(-1)?.end ?? 0, text);
}

/** An entry's lines are those from the comments right above it, at its indentation, to the next entry's. */
function moveLines(record: AnyRecord | Tombstone, spans: readonly Span[], order: readonly number[]): Edit | undefined {
  const { body } = record;
  const [first] = spans;
  const last = spans.at(-1);
  if (!first || !last) return undefined;
  const column = first.start - startOfLine(body, first.start);
  const indent = " ".repeat(column);
  const starts = spans.map(({ start }, index) => (index === 0 ? start : startWithComments(body, start, indent)));
  if (spans.some(({ start }, index) => index > 0 && body.slice(startOfLine(body, start), start) !== indent))
    return undefined;
  // A comment above the first entry may be about that entry or about all of them.
  if (order[0] !== 0 && startWithComments(body, first.start, indent) < startOfLine(body, first.start)) return undefined;
  const end = endWithComments(body, last.end, column);
  const entries = starts.map((start, index) => {
    const text = body.slice(start, starts[index + 1] ?? end);
    return (index === 0 ? indent : "") + (text.endsWith("\n") ? text : `${text}\n`);
  });
  const moved = order.map((from) => entries[from] ?? "").join("");
  if (!moved.startsWith(indent) || moved.slice(column).startsWith("#")) return undefined;
  const text = moved.slice(column);
  return editRange(record, first.start, end, body.slice(first.start, end).endsWith("\n") ? text : text.slice(0, -1));
}

function startWithComments(body: string, offset: number, indent: string): number {
  let start = startOfLine(body, offset);
  while (start > 0) {
    const before = startOfLine(body, start - 1);
    const line = body.slice(before, start);
    if (!line.startsWith(`${indent}#`) || line.startsWith("# yaml-language-server:")) break;
    start = before;
  }
  return start;
}

/** Comments that stand further in than the entry belong to what it holds. */
function endWithComments(body: string, offset: number, column: number): number {
  let end = endOfLine(body, offset);
  for (;;) {
    const next = endOfLine(body, end + 1);
    const [spaces = ""] = /^ *(?=#)/.exec(body.slice(end, next)) ?? [];
    if (spaces.length <= column) return end;
    end = next;
  }
}

function startOfLine(body: string, offset: number): number {
  return body.lastIndexOf("\n", offset - 1) + 1;
}

/** The value of a block scalar ends behind its last line already. */
function endOfLine(body: string, offset: number): number {
  if (body[offset - 1] === "\n") return offset;
  const end = body.indexOf("\n", offset);
  return end === -1 ? body.length : end + 1;
}

function textOf(body: string, span: Span | undefined): string {
  return span ? body.slice(span.start, span.end) : "";
}
