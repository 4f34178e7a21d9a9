import type { DefaultTreeAdapterTypes } from "parse5";
import { attributeOf, childrenOf, findAll, hasClass } from "./nodes.ts";
import { writeLine } from "./to-markdown.ts";
import type { Resolve } from "./to-markdown.ts";

type Element = DefaultTreeAdapterTypes.Element;

/** Writes a table with its caption before it. A table without a head gets an empty one, which Markdown wants. */
export function tableToMarkdown(table: Element, resolve: Resolve): string[] {
  const [caption] = findAll(table, "caption");
  const heads = findAll(table, "thead").flatMap((part) => findAll(part, "tr"));
  const rows = findAll(table, "tr")
    .filter((row) => !heads.includes(row))
    .map((row) => writeRow(row, resolve));
  const columns = heads.at(-1);
  const head = columns ? writeRow(columns, resolve) : [];
  const width = Math.max(head.length, ...rows.map((row) => row.length));
  const numeric = columns ? findAll(columns, "th", "td").map((cell) => hasClass(cell, "num")) : [];
  const rule = Array.from({ length: width }, (_, index) => (numeric[index] ? "---:" : "---"));
  const lines = [head, rule, ...rows].map(
    (cells) => `| ${Array.from({ length: width }, (_, index) => cells[index] ?? "").join(" | ")} |`,
  );
  return [...(caption ? [writeLine(childrenOf(caption), resolve)] : []), lines.join("\n")].filter(
    (block) => block !== "",
  );
}

/** Cells of a row; one that spans columns is followed by empty ones. */
function writeRow(row: Element, resolve: Resolve): string[] {
  return findAll(row, "th", "td").flatMap((cell) => {
    const text = writeLine(childrenOf(cell), resolve).replaceAll("|", "\\|");
    return [text, ...Array.from({ length: Number(attributeOf(cell, "colspan") ?? 1) - 1 }, () => "")];
  });
}
