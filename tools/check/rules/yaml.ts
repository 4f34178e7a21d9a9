import type { WorldComplaint, WorldRule } from "../rule.ts";

/**
 * A file is plain YAML 1.2 in UTF-8, and says what its author sees: no key twice, no tabs for indentation, no byte order
 * mark, line feeds only, no anchors or tags, no invisible characters, no text that turns into a comment.
 *
 * Good: `since: '4.0'` once.
 * Bad: `since: '4.0'` and, further down in the same mapping, `since: '4.1'`.
 */
export const yaml: WorldRule = {
  name: "yaml",
  scope: "world",
  fixable: false,
  isDecisive: true,
  check({ set }) {
    const byFile = new Map([...set.records, ...set.tombstones].map((record) => [record.file, record]));
    return set.problems.map(({ file, line, col, path, ...words }): WorldComplaint => {
      const record = byFile.get(file);
      return record && path ? { record, path, at: { line, col }, ...words } : { file, line, col, ...words };
    });
  },
};
