import type { GuestOnPlatform, OfferedRange } from "../../../advisor/knowledge/knowledge.ts";
import { versionCode } from "../../../advisor/knowledge/version.ts";
import type { Atlas, RecordOf } from "./records.ts";

type Section = RecordOf<"guests">["platforms"][string];

/** Where a platform lists a guest, under its own entry and under those of older guests, and what it offers it there. */
export type ListingFinder = (
  section: Section,
  platform: string,
) => Pick<GuestOnPlatform, "offered"> & {
  listedFrom: number | undefined;
  since: string | undefined;
  older: GuestOnPlatform["older"] | undefined;
};

/** Finds where each guest is listed, from its record and those of the guests whose entries stand for it. */
export function listingFinder({ guests, platforms }: Pick<Atlas, "guests" | "platforms">): ListingFinder {
  const earliest = new Map(
    platforms.map(({ id }) => [
      id,
      Math.min(...guests.map((guest) => guest.platforms[id]?.offered[0]?.from ?? Infinity)),
    ]),
  );
  const newestOf = (platform: string, release: string): number =>
    platforms
      .find(({ id }) => id === platform)
      ?.versions.filter(({ version }) => versionCode(version) <= versionCode(release))
      .findLast(({ virtualHardware }) => virtualHardware !== undefined)?.virtualHardware ?? 0;
  /**
   * A guest whose ranges begin later than those of others began with its first range. One whose ranges begin where all that
   * is recorded begins may be older; then the release that was the first to know it tells, whose newest virtual hardware
   * lists it, unless a range does so earlier.
   */
  const ownListing = ({ since, offered }: Section, platform: string): number => {
    const from = offered[0]?.from ?? 0;
    return from > (earliest.get(platform) ?? 0)
      ? from
      : since === undefined
        ? 0
        : Math.min(from, newestOf(platform, since));
  };
  return (section, platform) => {
    const { offered, olderEntries: entries = [] } = section;
    const before = entries.flatMap(({ guest, from, to }) =>
      cut(guests.find(({ id }) => id === guest)?.platforms[platform]?.offered ?? [], from, to),
    );
    const first = before[0]?.from;
    const listedFrom = ownListing(section, platform) || undefined;
    // Needless where the virtual hardware tells the release.
    const since =
      section.since !== undefined && newestOf(platform, section.since) > (first ?? listedFrom ?? Infinity)
        ? section.since
        : undefined;
    return {
      listedFrom,
      since: first === undefined ? since : undefined,
      offered,
      older:
        first === undefined
          ? undefined
          : { listedFrom: first, ...(since && { since }), offered: [...before, ...offered], entries },
    };
  };
}

/** The parts of ranges between two virtual hardware versions. */
function cut(ranges: readonly OfferedRange[], first: number, last: number): OfferedRange[] {
  return ranges.flatMap(({ from = 0, to = Infinity, adapters }) =>
    from > last || to < first ? [] : [{ from: Math.max(from, first), to: Math.min(to, last), adapters }],
  );
}
