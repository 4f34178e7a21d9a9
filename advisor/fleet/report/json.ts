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

/** The entries of a list, each on a line that ends with it, so that whoever prints can stop at any. */
function* listLines(list: readonly unknown[]): Generator<string> {
  yield "[\n";
  for (const [at, value] of list.entries()) yield `${JSON.stringify(value)}${at === list.length - 1 ? "" : ","}\n`;
  yield "]";
}
