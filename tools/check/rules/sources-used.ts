import { recordsOf } from "../../records/record.ts";
import { toKebabCase } from "../names.ts";
import { findPlaceholders } from "../placeholders.ts";
import { references } from "../references.ts";
import type { WorldRule } from "../rule.ts";
import { select } from "../select.ts";

/**
 * Every source is cited by some record, or its review says why nothing of it is shown.
 *
 * Good: data/sources/vmware-esx35-2008.yaml, which a dataset names as its source; one all of whose numbers are left out.
 * Bad: a source that was written down and then forgotten.
 */
export const sourcesUsed: WorldRule = {
  name: "sources-used",
  summary: "A record cites every source, or its review says why none does.",
  scope: "world",
  check({ set }) {
    const cited = new Set<unknown>(
      set.records.flatMap(({ kind, data }) =>
        references[kind]
          .filter(([, target]) => target === "source")
          .flatMap(([pattern]) => select(data, pattern).map(({ value }) => value)),
      ),
    );
    // A record that cannot be read may cite what it mentions.
    const isMentioned = (id: string): boolean => set.unreadable.some(({ text }) => text.includes(id));
    return (
      recordsOf(set, "source")
        .filter(({ id }) => !cited.has(id) && !cited.has(toKebabCase(id)) && !isMentioned(id))
        .filter(({ data }) => !isLeftOut(data))
        // What is still being written is cited when it is done.
        .filter((record) => findPlaceholders(record).length === 0)
        .map((record) => ({
          record,
          path: ["title"],
          onKey: true,
          message: `no record cites the source "${record.id}"`,
          help: "cite it in a record, or remove the file",
        }))
    );
  },
};

/** Nothing of it is shown, and the review says why. */
function isLeftOut(source: unknown): boolean {
  const shown = ["review.asMeasurements", "review.asFindings"].flatMap((pattern) => select(source, pattern));
  return shown.length > 0 && shown.every(({ value }) => value === 0);
}
