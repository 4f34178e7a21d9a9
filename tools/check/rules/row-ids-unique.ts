import type { RecordRule } from "../rule.ts";
import { selectText } from "../select.ts";

/**
 * No two rows of a dataset have the same id.
 *
 * Good: rows `tcp-rr-32` and `tcp-rr-64`.
 * Bad: two rows `tcp-rr`, of which the second was copied from the first.
 */
export const rowIdsUnique: RecordRule = {
  name: "row-ids-unique",
  summary: "No two rows of a dataset have the same id.",
  scope: "dataset",
  check(record) {
    const first = new Map<string, number>();
    return selectText(record.data, "measurements.*.id").flatMap(({ path, value }) => {
      const line = first.get(value);
      if (line === undefined) {
        first.set(value, record.locate(path).line);
        return [];
      }
      return [
        {
          path,
          message: `the row id "${value}" is taken by the row in line ${line}`,
          help: "use an id with the difference between the two rows",
        },
      ];
    });
  },
};
