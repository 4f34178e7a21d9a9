import type { Audit } from "../judge/audit-types.ts";
import { formatCsv } from "./csv.ts";
import { formatHtml } from "./html.ts";
import { formatMarkdown } from "./markdown.ts";
import type { ReportContext } from "./report-words.ts";
import { formatSarif } from "./sarif.ts";
import { formatTable } from "./table.ts";

/** Forms of a report. Each gives its text in pieces, so that a large audit never becomes one long text. */
export const FORMATS = {
  table: formatTable,
  json: formatJson,
  csv: formatCsv,
  md: formatMarkdown,
  html: formatHtml,
  sarif: formatSarif,
} as const satisfies Record<string, (audit: Audit, context: ReportContext) => Iterable<string>>;

export type Format = keyof typeof FORMATS;

/** Media type and file ending of each format, for downloads. */
export const FILES: Record<Format, { type: string; ending: string }> = {
  table: { type: "text/plain", ending: "txt" },
  json: { type: "application/json", ending: "json" },
  csv: { type: "text/csv", ending: "csv" },
  md: { type: "text/markdown", ending: "md" },
  html: { type: "text/html", ending: "html" },
  sarif: { type: "application/sarif+json", ending: "sarif" },
};

/** The audit as JSON, an adapter on each line: no text of the whole is ever in memory. */
function* formatJson(audit: Audit, _context: ReportContext): Generator<string> {
  let separator = "{\n";
  for (const [field, value] of Object.entries(audit)) {
    yield `${separator}"${field}": `;
    separator = ",\n";
    if (Array.isArray(value)) yield* listLines(value);
    else yield JSON.stringify(value);
  }
  yield "\n}\n";
}

/** The entries of a list, each on a line that ends with it, so that whoever prints can stop at any. */
function* listLines(list: readonly unknown[]): Generator<string> {
  yield "[\n";
  for (const [at, value] of list.entries()) yield `${JSON.stringify(value)}${at === list.length - 1 ? "" : ","}\n`;
  yield "]";
}
