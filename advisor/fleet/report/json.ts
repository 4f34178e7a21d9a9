import type { Audit } from "../judge/audit-types.ts";
import type { ReportContext } from "./report-words.ts";

/** The audit as JSON, an adapter on each line: no text of the whole is ever in memory. */
export function* formatJson(audit: Audit, _context: ReportContext): Generator<string> {
  let separator = "{\n";
  for (const [field, value] of Object.entries(audit)) {
    yield `${separator}"${field}": `;
    separator = ",\n";
    if (Array.isArray(value)) yield* listLines(value);
    else yield JSON.stringify(value);
  }
  yield "\n}\n";
}

function* listLines(list: readonly unknown[]): Generator<string> {
  if (list.length === 0) return yield "[]";
  let separator = "[\n";
  for (const value of list) {
    yield `${separator}${JSON.stringify(value)}`;
    separator = ",\n";
  }
  yield "\n]";
}
