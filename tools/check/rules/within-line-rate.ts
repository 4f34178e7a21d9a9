import type { Path } from "../../records/record.ts";
import { hasDoubtfulFigures } from "../quoted-numbers.ts";
import { findLargest, listAmounts, listRows, placesOfCondition } from "../rows.ts";
import type { Row } from "../rows.ts";
import type { Complaint, RecordRule } from "../rule.ts";
import { select } from "../select.ts";
import { scaleOf } from "../units.ts";

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
  summary: "No number over a wire is more than its link carries.",
  scope: "record",
  fixable: false,
  check({ kind, data }) {
    if (kind !== "dataset") return [];
    return listRows(data)
      .filter(({ row }) => !hasDoubtfulFigures(row))
      .flatMap((row) => checkRow(row, data));
  },
};

/** IEEE Std 802.3, clauses 3 and 4: 7 bytes of preamble and 1 start delimiter before each frame, 12 bytes of gap behind it. */
const overheadBytes = 7 + 1 + 12;
/** IEEE Std 802.3, clause 4: the smallest frame, with its check sequence. */
const smallestFrameBytes = 64;
const rounding = 1.01;

const help =
  "compare number and unit with the source; the conditions say what else may explain it: topology: same-host for traffic " +
  "within one host, direction: both for both directions together, linkGbps for another link or the sum of bonded ones";

interface Link {
  gbps: number;
  places: readonly Path[];
}

function checkRow(row: Row, dataset: unknown): Complaint[] {
  const link = findLink(row, dataset);
  const highest = findLargest(listAmounts(row.row));
  if (!link || !highest || row.row["kind"] === "relative") return [];
  const limit = limitOf(row, link.gbps);
  const { factor } = scaleOf(row.row["unit"]);
  if (limit === undefined || highest.number * factor <= limit.perSecond * rounding) return [];
  return [
    {
      path: [...row.path, ...highest.field],
      restsOn: [
        [...row.path, "unit"],
        [...row.path, "metric"],
        ...link.places,
        ...["direction", "packetBytes"].flatMap((name) => placesOfCondition(row, name)),
      ],
      message: `${highest.number} ${String(row.row["unit"])} is more than ${limit.words}`,
      help,
    },
  ];
}

function findLink(row: Row, dataset: unknown): Link | undefined {
  const [stated] = select(dataset, "testbed.topology");
  const topology = row.conditions["topology"] ?? stated?.value;
  if (topology === "same-host") return undefined;
  const own = row.conditions["linkGbps"];
  const places = [
    ["testbed", "topology"],
    ["testbed", "linkGbps"],
    ...["linkGbps", "topology"].flatMap((name) => placesOfCondition(row, name)),
  ];
  if (typeof own === "number") return { gbps: own, places };
  // Where the two ends were nobody knows, so the traffic may have passed no port at all.
  if (topology !== "two-hosts" && topology !== "vm-to-native") return undefined;
  const ports = select(dataset, "testbed.linkGbps.*").flatMap(({ value }) => (typeof value === "number" ? [value] : []));
  return ports.length > 0 ? { gbps: Math.max(...ports), places } : undefined;
}

/** What a link carries, in bits or packets per second, and in words. */
function limitOf({ row, conditions }: Row, gbps: number): { perSecond: number; words: string } | undefined {
  const directions = conditions["direction"] === "both" ? 2 : 1;
  const link = `a link of ${gbps} Gbit/s carries${directions === 2 ? " in both directions" : ""}`;
  const bits = gbps * 1e9 * directions;
  if (row["metric"] === "throughput") return { perSecond: bits, words: link };
  if (row["metric"] !== "packet-rate") return undefined;
  const stated = conditions["packetBytes"];
  const frame = typeof stated === "number" ? Math.max(stated, smallestFrameBytes) : smallestFrameBytes;
  const perSecond = bits / 8 / (frame + overheadBytes);
  return { perSecond, words: `${link}: ${(perSecond / 1e6).toPrecision(4)} Mpackets/s of ${frame} bytes` };
}
