import { type Excess, findExcess } from "../line-rate.ts";
import { hasDoubtfulFigures } from "../quoted-numbers.ts";
import { listRows, type Row } from "../rows.ts";
import type { Complaint, RecordRule } from "../rule.ts";

/**
 * No throughput and no packet rate is beyond what the physical link carries: its speed in one direction, twice that in both,
 * and as many frames as fit with the preamble before and the gap behind each. One per cent is allowed for rounding.
 * Traffic that stays on one host passes no link. The link is the one among the conditions, else the fastest port of a testbed
 * whose topology shows that the traffic left the host.
 *
 * Good: 9.4 Gbit/s over a link of 10; 14 Gbit/s over the same link with `direction: both`; 26 Gbit/s with `topology: same-host`.
 * Bad: 94 Gbit/s over a link of 10; 15 Mpackets/s over it, which no frame is small enough for.
 */
export const withinLineRate: RecordRule = {
  name: "within-line-rate",
  summary: "No number exceeds the line rate of its link.",
  scope: "dataset",
  check: ({ data }) =>
    listRows(data)
      .filter((row) => !hasDoubtfulFigures(row))
      .flatMap((row) => {
        const excess = findExcess(row, data);
        return excess ? [complain(row, excess)] : [];
      }),
};

function complain({ path, row }: Row, { figure, limit, places }: Excess): Complaint {
  return {
    path: [...path, ...figure.field],
    restsOn: [[...path, "unit"], [...path, "metric"], ...places],
    message: `${figure.number} ${String(row.unit)} is more than ${limit}`,
    help:
      "compare number and unit with the source; the conditions say what else may explain it: topology: same-host for traffic " +
      "within one host, direction: both for both directions together, linkGbps for another link or the sum of bonded ones",
  };
}
