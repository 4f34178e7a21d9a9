import type { RecordRule } from "../rule.ts";
import { listRows } from "../rows.ts";

/**
 * Every row of a dataset can be found in its source: it quotes the words that carry it, or a locator names the place.
 *
 * Good: `quote: we reach 2.65 Gbit per second`; samples with `locator: Table 2` and no quote.
 * Bad: a row with neither.
 */
export const quotedOrLocated: RecordRule = {
  name: "quoted-or-located",
  summary: "Every row has a quote or a locator.",
  scope: "dataset",
  check: ({ data }) =>
    listRows(data)
      .filter(({ row }) => row.quote === undefined && row.locator === undefined)
      .map(({ path }) => ({
        path,
        message: "this row has neither a quote nor a locator",
        help: "quote the source, or name the place (section, page, table, figure)",
      })),
};
