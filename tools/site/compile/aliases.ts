import type { GuestPattern } from "../../../advisor/knowledge/knowledge.ts";
import { toVmxForm } from "../../../advisor/guests/guests.ts";
import { dropUndefined } from "../../records/objects.ts";
import type { RecordOf } from "./records.ts";

type Guest = RecordOf<"guests">;

/** Finds the other ids and names of each of these guests, lower-cased and sorted; its own id is not among them. */
export function aliasFinder(guests: readonly Guest[]): (guest: Guest) => string[] {
  const owners = indexSpellings(guests);
  return (guest) => {
    const { vsphere, osinfo, names } = guest.ids;
    const aliases = [
      ...vsphere,
      ...vsphere.map(toVmxForm),
      ...osinfo,
      ...names,
      guest.name,
      `${guest.name} (${guest.bitness}-bit)`,
      ...deriveShortId(guest, owners),
    ].map((alias) => alias.toLowerCase());
    return [...new Set(aliases)].filter((alias) => alias !== guest.id).sort();
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

/** The id without its bitness, where no other guest would have the same or goes by it. */
function deriveShortId({ id }: Guest, owners: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const short = withoutBitness(id);
  const isTaken = [...(owners.get(short) ?? [])].some((owner) => owner !== id);
  return short === id || isTaken ? [] : [short];
}

/** The guests that go by each spelling, or would without their bitness: asked of each guest, looked up once for all. */
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
