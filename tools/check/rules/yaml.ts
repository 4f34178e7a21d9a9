import { fixText } from "../fix/fix-text.ts";
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
  summary: "A file is plain YAML without hidden surprises.",
  scope: "world",
  fixable: true,
  isDecisive: true,
  check({ set }) {
    const readable = new Map([...set.records, ...set.tombstones].map((record) => [record.file, record]));
    const unreadable = new Map(set.unreadable.map((source) => [source.file, source]));
    return set.problems.map(({ file, line, col, path, slip, ...words }): WorldComplaint => {
      const record = readable.get(file);
      const source = record ?? unreadable.get(file);
      const fix = slip && source && fixText(slip, source);
      const said = { ...words, ...(fix ? { fix } : {}) };
      return record && path ? { record, path, at: { line, col }, ...said } : { file, line, col, ...said };
    });
  },
};
