import type { Path } from "../records/record.ts";
import { type Figure, findLargest, listAmounts, placesOfCondition, type Row } from "./rows.ts";
import { select } from "./select.ts";
import { scaleOf } from "./unit-table.ts";

/** IEEE Std 802.3, clauses 3 and 4: 7 bytes of preamble and 1 start delimiter before each frame, 12 bytes of gap behind it. */
const overheadBytes = 7 + 1 + 12;
/** IEEE Std 802.3, clause 4: the smallest frame, with its check sequence. */
const smallestFrameBytes = 64;
const rounding = 1.01;

/** A number of a row that is more than its link carries. */
export interface Excess {
  figure: Figure;
  /** What the link carries, in words. */
  limit: string;
  /** The values that say which link it is. */
  places: readonly Path[];
}

/** Finds the largest number of a row that is beyond its link, where the link is known. */
export function findExcess(row: Row, dataset: unknown): Excess | undefined {
  const gbps = row.row.kind === "relative" ? undefined : findLink(row, dataset);
  const figure = findLargest(listAmounts(row.row));
  const limit = gbps === undefined ? undefined : limitOf(row, gbps);
  if (!limit || !figure || figure.number * scaleOf(row.row.unit).factor <= limit.perSecond * rounding) return undefined;
  const conditions = ["linkGbps", "topology", "direction", "packetBytes"].flatMap((name) =>
    placesOfCondition(row, name),
  );
  return { figure, limit: limit.words, places: [["testbed", "topology"], ["testbed", "linkGbps"], ...conditions] };
}

function findLink(row: Row, dataset: unknown): number | undefined {
  const [stated] = select(dataset, "testbed.topology");
  const topology = row.conditions.topology ?? stated?.value;
  if (topology === "same-host") return undefined;
  const own = row.conditions.linkGbps;
  if (typeof own === "number") return own;
  // Where the two ends were nobody knows, so the traffic may have passed no port at all.
  if (topology !== "two-hosts" && topology !== "vm-to-native") return undefined;
  const ports = select(dataset, "testbed.linkGbps.*").flatMap(({ value }) =>
    typeof value === "number" ? [value] : [],
  );
  return ports.length > 0 ? Math.max(...ports) : undefined;
}

/** What a link carries, in bits or packets per second, and in words. */
function limitOf({ row, conditions }: Row, gbps: number): { perSecond: number; words: string } | undefined {
  const directions = conditions.direction === "both" ? 2 : 1;
  const link = `a link of ${gbps} Gbit/s carries${directions === 2 ? " in both directions" : ""}`;
  const bits = gbps * 1e9 * directions;
  if (row.metric === "throughput") return { perSecond: bits, words: link };
  if (row.metric !== "packet-rate") return undefined;
  const stated = conditions.packetBytes;
  const frame = typeof stated === "number" ? Math.max(stated, smallestFrameBytes) : smallestFrameBytes;
  const perSecond = bits / 8 / (frame + overheadBytes);
  return { perSecond, words: `${link}: ${(perSecond / 1e6).toPrecision(4)} Mpackets/s of ${frame} bytes` };
}
