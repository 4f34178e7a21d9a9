import { versionCode } from "../../advisor/version.ts";
import type { Atlas } from "./atlas.ts";
import type { RecordOf } from "./records.ts";

type Section = RecordOf<"guests">["platforms"][string];

/** The first virtual hardware at which a platform lists a guest; undefined where no record tells. */
export type ListingFinder = (section: Section, platform: string) => number | undefined;

/**
 * A guest whose ranges begin later than those of others began with its first range. One whose ranges begin where all that
 * is recorded begins may be older; then the release that was the first to know it tells, whose newest virtual hardware
 * lists it, unless a range does so earlier.
 */
export function listingFinder({ guests, platforms }: Pick<Atlas, "guests" | "platforms">): ListingFinder {
  const earliest = new Map(platforms.map(({ id }) => [id, Math.min(...guests.map((guest) => guest.platforms[id]?.offered[0]?.from ?? Infinity))]));
  const newestOf = (platform: string, release: string): number => platforms
    .find(({ id }) => id === platform)?.versions
    .filter(({ version }) => versionCode(version) <= versionCode(release))
    .findLast(({ virtualHardware }) => virtualHardware !== undefined)?.virtualHardware ?? 0;
  return ({ since, offered }, platform) => {
    const from = offered[0]?.from ?? 0;
    const begins = from > (earliest.get(platform) ?? 0) ? from : since === undefined ? 0 : Math.min(from, newestOf(platform, since));
    return begins > 0 ? begins : undefined;
  };
}
