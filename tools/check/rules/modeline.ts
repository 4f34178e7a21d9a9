import { schemaFileOf } from "../../records/kinds.ts";
import type { RecordRule } from "../rule.ts";

/**
 * The first line names the schema, so that editors complete and check while one types.
 *
 * Good: `# yaml-language-server: $schema=../schema/source.schema.json` on the first line of a source.
 * Bad: no such line, or one that names the schema of another kind.
 */
export const modeline: RecordRule = {
  name: "modeline",
  scope: "record",
  fixable: true,
  check(record) {
    const wanted = `# yaml-language-server: $schema=${schemaFileOf(record.kind).replace("data", "..")}`;
    const [first = ""] = record.text.replace(/^\uFEFF/, "").split(/\r\n?|\n/);
    if (first.trimEnd() === wanted) return [];
    const isOther = first.startsWith("# yaml-language-server:");
    const message = isOther ? "the first line names another schema" : "the first line does not name the schema";
    return [
      { path: [], at: { line: 1, col: 1 }, message, help: `${isOther ? "make it" : "put before it"}: ${wanted}` },
    ];
  },
};
