import { schemaFileOf } from "../../records/kinds.ts";
import type { AnyRecord } from "../../records/record.ts";
import { type Edit, editRange } from "../fix/fix.ts";
import type { RecordRule } from "../rule.ts";

/**
 * The first line names the schema, so that editors complete and check while one types.
 *
 * Good: `# yaml-language-server: $schema=../schema/source.schema.json` on the first line of a source.
 * Bad: no such line, or one that names the schema of another kind.
 */
export const modeline: RecordRule = {
  name: "modeline",
  summary: "The first line names the schema.",
  scope: "record",
  fixable: true,
  check(record) {
    const wanted = `# yaml-language-server: $schema=${schemaFileOf(record.kind).replace("data", "..")}`;
    const [first = ""] = record.body.split(/\r\n?|\n/, 1);
    if (first.trimEnd() === wanted) return [];
    const isOther = first.startsWith(start);
    const message = isOther ? "the first line names another schema" : "the first line does not name the schema";
    const edits = isOther
      ? [editRange(record, 0, first.length, wanted)]
      : [editRange(record, 0, 0, `${wanted}\n`), ...removeOthers(record)];
    return [
      {
        path: [],
        at: { line: 1, col: 1 },
        message,
        help: `${isOther ? "make it" : "put before it"}: ${wanted}`,
        fix: { edits, changes: [] },
      },
    ];
  },
};

const start = "# yaml-language-server:";

/** Takes out a modeline that slipped below other comments. */
function removeOthers(record: AnyRecord): Edit[] {
  const [comments = ""] = /^(#.*\r?\n)*/.exec(record.body) ?? [];
  return [...comments.matchAll(/^# yaml-language-server:.*\r?\n/gm)].map(({ 0: line, index }) =>
    editRange(record, index, index + line.length, ""),
  );
}
