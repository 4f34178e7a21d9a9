import type { Guest, Knowledge } from "../knowledge/knowledge.ts";
import { versionCode } from "../knowledge/version.ts";
import { basesOf } from "./built-products.ts";
import { claimGuest } from "./claim-guest.ts";
import { type GuestIndex, listTypeGuests, LONGEST_SPELLING, lookUpGuest, systemOf, usualBitness } from "./guests.ts";
import { resolveGuest } from "./resolve-guest.ts";

/** Several guests that one spelling stands for. */
export interface GuestSet {
  /** The product whose type it is; undefined for a range of releases. */
  product: string | undefined;
  /** Whether the spelling is a product that is built on some release of the members. */
  isBuilt?: boolean;
  /** The members; none where the spelling means one guest, or no guest. */
  guests: Guest[];
}

/**
 * The guests that a spelling stands for as a product's type, as a product that is built on them, or as a range of releases, such as "CentOS 4/5/6/7 (64-bit)"
 * and "Windows Server 2016 or later". A bitness leaves those that have it.
 */
export function listSetGuests(
  knowledge: Pick<Knowledge, "platforms" | "guests">,
  index: GuestIndex,
  spelling: string,
  platform: string | undefined,
  bitness?: number,
): GuestSet {
  const { product, guests } = listTypeGuests(knowledge, index, spelling, platform, bitness);
  if (guests.length > 0) return { product, guests };
  const bases = basesOf(knowledge.guests, spelling);
  if (bases.length > 0) {
    // A release that a record lists is one guest: Mandriva 2010.
    const claimed = claimGuest(knowledge.guests, spelling, bitness)?.guest;
    const isOne = claimed !== undefined && bases.includes(claimed);
    const members = isOne ? [] : bases.filter((guest) => guest.bitness === (bitness ?? 64));
    return { product: undefined, isBuilt: true, guests: members };
  }
  if (!isRange(spelling)) return { product, guests };
  return { product: undefined, guests: listRangeGuests(knowledge.guests, index, spelling, bitness) };
}

const OR_LATER = /\s+(?:or|and) (?:later|newer|higher|above)(?: (?:versions?|releases?))?(?![a-z])/i;
const RELEASES = /^(\D*)(\d+(?:\.\d+)*)(?:\.x)?((?:\/\d+(?:\.\d+)*)*)(.*)$/s;
/** Releases of a list; no inventory prints more. */
const MOST_RELEASES = 12;

/** Whether a spelling names several releases. */
export function isRange(spelling: string): boolean {
  if (spelling.length > LONGEST_SPELLING) return false;
  return (spelling.includes("/") && /\d\/\d/.test(spelling)) || (spelling.includes(" ") && OR_LATER.test(spelling));
}

function listRangeGuests(
  guests: readonly Guest[],
  index: GuestIndex,
  spelling: string,
  bitness: number | undefined,
): Guest[] {
  const isOpen = OR_LATER.test(spelling);
  const [, before = "", first, more = "", after = ""] = RELEASES.exec(spelling.trim().replace(OR_LATER, "")) ?? [];
  if (first === undefined || (more === "" && !isOpen)) return [];
  const releases = [first, ...more.split("/").filter(Boolean)].slice(0, MOST_RELEASES);
  // The whole spelling may be a name that a record lists: "Other 3.x or later Linux (64-bit)".
  const listed = lookUpGuest(index, spelling, bitness);
  const named = releases.map((release) => namedBy(guests, index, `${before}${release}${after}`, bitness));
  if (listed.length > 0) named[0] = listed;
  const starts = named.map((some) => usualBitness(some, bitness) ?? some[0]).filter((guest) => guest !== undefined);
  const isMember = (guest: Guest): boolean => {
    if (starts.includes(guest)) return true;
    const start = starts.find(
      (one) => one.family === guest.family && one.bitness === guest.bitness && isOfOneSystem(one, guest),
    );
    if (!start) return false;
    const [, number = ""] = /^,? (?:kernel )?(\d+(?:\.\d+)*)/.exec(guest.name.slice(systemOf(guest).length)) ?? [];
    if (releases.some((release) => number === release || number.startsWith(`${release}.`))) return true;
    return isOpen && versionCode(guest.release) > versionCode(start.release);
  };
  const members = guests.filter((guest) => isMember(guest) && (bitness === undefined || guest.bitness === bitness));
  // Oldest first, those of 64 bits before the others, as the records are.
  members.sort((a, b) => versionCode(a.release) - versionCode(b.release) || 0);
  return members.length < 2 ? [] : members;
}

function namedBy(guests: readonly Guest[], index: GuestIndex, spelling: string, bitness: number | undefined): Guest[] {
  const { named, claimed } = resolveGuest(guests, index, spelling, bitness);
  return named.length > 0 || !claimed || claimed.later ? named : [claimed.guest];
}

/** Whether two guests are releases of one system, whose name may have its maker's before it: Solaris 9, Oracle Solaris 10. */
function isOfOneSystem(one: Guest, other: Guest): boolean {
  const [first, second] = [systemOf(one), systemOf(other)];
  return first === second || first.endsWith(` ${second}`) || second.endsWith(` ${first}`);
}
