import type { Audit } from "../judge/audit-types.ts";
import { formatCsv } from "./csv.ts";
import { formatHtml } from "./html.ts";
import { formatJson } from "./json.ts";
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
