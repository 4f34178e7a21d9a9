import type { Guest, Knowledge } from "./knowledge.ts";

/** Finds guests by any id or name; built once for a knowledge. */
export type GuestIndex = Map<string, Guest[]>;

/** Index of every spelling, in lower case with single spaces, to the guests that it names. */
export function indexGuests(knowledge: Knowledge): GuestIndex {
  const index: GuestIndex = new Map();
  for (const guest of knowledge.guests) {
    for (const spelling of [guest.id, fullName(guest), ...guest.aliases]) {
      const key = normalise(spelling);
      const named = index.get(key) ?? [];
      if (!named.includes(guest)) index.set(key, [...named, guest]);
    }
  }
  return index;
}

/** A guest's name with its bitness, once, as lists and fields show it. */
export function fullName({ name, bitness }: Pick<Guest, "name" | "bitness">): string {
  return /\d-bit/.test(name) ? name : `${name}, ${bitness}-bit`;
}

/**
 * The guests that a spelling names, those of the given bitness when that tells them apart.
 * An id that two tools give to different bitnesses (debian12: any to osinfo, 32-bit in a .vmx file) means the 64-bit one.
 */
export function lookUpGuest(index: GuestIndex, spelling: string, bitness?: number): Guest[] {
  const named = index.get(spelling) ?? index.get(normalise(spelling)) ?? [];
  if (named.length < 2) return named;
  const wanted = bitness ?? (/\s/.test(spelling.trim()) ? undefined : 64);
  const fitting = named.filter((guest) => guest.bitness === wanted);
  return fitting.length > 0 ? fitting : named;
}

/** A spelling as it is compared: in lower case with single spaces. */
export function normalise(spelling: string): string {
  return spelling.trim().toLowerCase().replace(/\s+/g, " ");
}
