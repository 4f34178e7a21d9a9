import type { Guest, Knowledge } from "../knowledge/knowledge.ts";
import { findProduct } from "./built-products.ts";
import { isRange } from "./guest-sets.ts";
import { fullName, indexGuests, nameOfType, shortenOsinfoAddress, systemOf } from "./guests.ts";

/**
 * The guest of an answer in the words of who asked: a product by its own name, a product's type by what it means, a release
 * that a record covers among others by its number. "pfSense 2.7 (FreeBSD)", "Linux 2.6 or later (type l26)", "FreeBSD 10.1, 64-bit".
 */
export function nameGuest(
  knowledge: Pick<Knowledge, "platforms" | "guests">,
  guest: Guest,
  typed: string,
  platform: string | undefined,
): string {
  const index = indexGuests(knowledge);
  const type = nameOfType(knowledge, index, typed, platform);
  if (type !== undefined) return type;
  const product = findProduct(knowledge.guests, typed);
  if (product) return `${product.name} (${baseOf(product.bases)})`;
  if (isRange(typed)) return typed.trim();
  return nameAsTyped(knowledge.guests, guest, shortenOsinfoAddress(index, typed) ?? typed);
}

/** The systems that a product is built on: "FreeBSD", "FreeBSD or Debian", "Linux". */
function baseOf(bases: readonly Guest[]): string {
  const systems = bases.map((guest) => (guest.catchAll ? systemOf(guest).replace(/^Other /, "") : systemOf(guest)));
  return [...new Set(systems)].join(" or ");
}

function nameAsTyped(guests: readonly Guest[], guest: Guest, spelling: string): string {
  const [, before = "", release] = /^([^\d(]*?)(\d+(?:\.\d+)*)(?![\d-]|bit)/.exec(spelling.trim()) ?? [];
  const isOther = guest.catchAll && before !== "" && !/other|linux|kernel/i.test(before);
  const coversSeveral = / (?:to|and|before|after) \d/.test(guest.name);
  // The number in an id of ours may be its bitness: freebsd-older-32.
  if (release === undefined || spelling === guest.id || !(isOther || coversSeveral)) return fullName(guest);
  // A distribution that is known by its kernel alone keeps the name that it was given: "ALT p10".
  const system = isOther ? systemAsWritten(guests, before) : `${systemOf(guest)} `;
  return fullName({ name: `${system}${release}`, bitness: guest.bitness });
}

/** The name of a distribution with its own capitals, if a record has it: fedora- is "Fedora ". */
function systemAsWritten(guests: readonly Guest[], before: string): string {
  const word = before.trim().replace(/-$/, "").toLowerCase();
  const known = guests.map(systemOf).find((system) => system.toLowerCase() === word);
  return known === undefined ? before : `${known} `;
}
