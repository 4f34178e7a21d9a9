import { recordsOf } from "../records/record.ts";
import type { AuthoredRecord, RecordSet } from "../records/record.ts";
import { namesOfGuest } from "./names.ts";
import { select, selectText } from "./select.ts";

type Guest = AuthoredRecord<"guest">;

/** What all guest records together say about names and adapters. */
export interface GuestIndex {
  /** The guests that a name can mean; those with the bitness where there are some, and where one is given. */
  findGuests(name: unknown, bitness: unknown): readonly Guest[];
}

/** Reads the names of all guests once: a record at a time would read them over and over. */
export function indexGuests(set: RecordSet): GuestIndex {
  const byName = new Map<string, Guest[]>();
  for (const guest of recordsOf(set, "guest")) {
    for (const name of new Set(namesOfGuest(guest).map((entry) => entry.name)))
      byName.set(name, [...(byName.get(name) ?? []), guest]);
  }
  return {
    findGuests(name, bitness) {
      const all = typeof name === "string" ? (byName.get(name.toLowerCase()) ?? []) : [];
      const fitting = all.filter((guest) => select(guest.data, "bitness").some(({ value }) => value === bitness));
      return fitting.length > 0 ? fitting : all;
    },
  };
}

/** Lists the adapters that a platform offers a guest with any virtual hardware; undefined where the guest is not known there. */
export function listOffered(guest: Guest, platform: string): ReadonlySet<string> | undefined {
  const offered = selectText(guest.data, `platforms.${platform}.offered.*.adapters.*`);
  return offered.length > 0 ? new Set(offered.map(({ value }) => value)) : undefined;
}
