import { ownNames, toVmxForm } from "../../../advisor/guests/guests.ts";
import type { GuestOnPlatform, GuestPattern, OfferedRange } from "../../../advisor/knowledge/knowledge.ts";
import { codeAfter, versionCode } from "../../../advisor/knowledge/version.ts";
import { dropUndefined } from "../../records/objects.ts";
import type { Atlas, Citation, RecordOf } from "./records.ts";

type Guest = RecordOf<"guests">;

/** Finds the aliases of each guest, in lower case and sorted, without its own id and name. */
export function aliasFinder(guests: readonly Guest[]): (guest: Guest) => string[] {
  const owners = indexSpellings(guests);
  return (guest) => {
    const { vsphere, osinfo, names } = guest.ids;
    const aliases = [...vsphere, ...vsphere.map(toVmxForm), ...osinfo, ...names, ...deriveShortId(guest, owners)].map(
      (alias) => alias.toLowerCase(),
    );
    const own = [guest.id, ...ownNames(guest).map((name) => name.toLowerCase())];
    return [...new Set(aliases)].filter((alias) => !own.includes(alias)).sort();
  };
}

/** Splits the patterns of a guest at the place of their release number, as the engine compares them. */
export function derivePatterns(patterns: NonNullable<Guest["ids"]["patterns"]>): GuestPattern[] {
  return patterns.flatMap(({ like, ...range }) =>
    like.map((text): GuestPattern => {
      const [before = "", after] = text.toLowerCase().split("{release}");
      return dropUndefined({ before, after, ...range });
    }),
  );
}

/** Returns the id without its bitness. Empty if another guest has the same short id or alias. */
function deriveShortId({ id }: Guest, owners: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const short = withoutBitness(id);
  const isTaken = [...(owners.get(short) ?? [])].some((owner) => owner !== id);
  return short === id || isTaken ? [] : [short];
}

/** Index of guests by spelling, with and without bitness. */
function indexSpellings(guests: readonly Guest[]): ReadonlyMap<string, ReadonlySet<string>> {
  const owners = new Map<string, Set<string>>();
  for (const {
    id,
    ids: { vsphere, osinfo, names },
  } of guests) {
    for (const spelling of [withoutBitness(id), id, ...vsphere, ...vsphere.map(toVmxForm), ...osinfo, ...names]) {
      const known = spelling.toLowerCase();
      owners.set(known, (owners.get(known) ?? new Set()).add(id));
    }
  }
  return owners;
}

function withoutBitness(id: string): string {
  return id.replace(/-(16|32|64)$/, "");
}

type Adapter = RecordOf<"adapters">;
type DriverEntry = Adapter["drivers"][number];

/** The driver of one adapter for one guest. */
export interface DriverOfGuest {
  adapter: string;
  /** Origin of the driver: box (in the guest), tools (of the platform), vendor, none or unknown. */
  where: DriverEntry["where"];
  /** Name of the driver. */
  driver?: string;
  basis: DriverEntry["basis"] | "none";
  note?: string;
  sources: Citation[];
}

/** Lists the origin of a guest's driver for each adapter of a platform: unknown if no record states it. */
export function deriveDrivers(guest: Guest, platform: string, adapters: readonly Adapter[]): DriverOfGuest[] {
  return adapters
    .filter((adapter) => platform in adapter.platforms)
    .map((adapter) => deriveDriver(adapter, guest, platform));
}

/** Finds the first entry of an adapter's driver list that holds for a guest. */
export function deriveDriver(adapter: Adapter, guest: Guest, platform: string): DriverOfGuest {
  const entry = adapter.drivers.find((candidate) => holds(candidate, guest, platform));
  if (!entry) return { adapter: adapter.id, where: "unknown", basis: "none", sources: [] };
  const { where, driver, basis, note, sources } = entry;
  return dropUndefined({ adapter: adapter.id, where, driver, basis, note, sources });
}

function holds(entry: DriverEntry, guest: Guest, platform: string): boolean {
  if (entry.family !== guest.family) return false;
  if (entry.bitness !== undefined && entry.bitness !== guest.bitness) return false;
  if (entry.platform !== undefined && entry.platform !== platform) return false;
  if (entry.guests !== undefined && !entry.guests.includes(guest.id)) return false;
  // An unknown release cannot be compared with the bounds.
  if (guest.release === "unknown") return entry.since === undefined && entry.until === undefined;
  const release = versionCode(guest.release);
  return release >= versionCode(entry.since ?? "0") && (entry.until === undefined || release < codeAfter(entry.until));
}

type Section = RecordOf<"guests">["platforms"][string];

/** Returns the releases and virtual hardware at which a platform lists a guest, by its own entry or entries of older guests, with the available adapters. */
export type ListingFinder = (
  section: Section,
  platform: string,
) => Pick<GuestOnPlatform, "offered"> & {
  listedFrom: number | undefined;
  since: string | undefined;
  older: GuestOnPlatform["older"] | undefined;
};

/** Prepares the listing of guests, from a guest's record and the records of older guests whose entries cover it. */
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
   * Returns the first virtual hardware version that lists a guest. If the guest's ranges begin later than all records of the
   * platform, it is the start of its first range. Otherwise the guest may be older than the records: then it is the newest virtual
   * hardware of the guest's first release, or the start of the first range if that is earlier.
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
    // The virtual hardware already implies the release.
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

/** Cuts ranges to those between two virtual hardware versions. */
function cut(ranges: readonly OfferedRange[], first: number, last: number): OfferedRange[] {
  return ranges.flatMap(({ from = 0, to = Infinity, adapters }) =>
    from > last || to < first ? [] : [{ from: Math.max(from, first), to: Math.min(to, last), adapters }],
  );
}
