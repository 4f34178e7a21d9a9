import type { Guest } from "../knowledge/knowledge.ts";
import { claimGuest, type ClaimedGuest, splitBitness } from "./claim-guest.ts";
import {
  type GuestIndex,
  isBareName,
  LONGEST_SPELLING,
  lookUpGuest,
  shortenOsinfoAddress,
  usualBitness,
  withoutOtherProcessor,
} from "./guests.ts";

/** What a spelling of a guest stands for: those that it names, else the one that claims it. */
export interface ResolvedGuest {
  named: Guest[];
  claimed?: ClaimedGuest | undefined;
  /** The guest that it would mean, did it not tell a bitness in which that is not recorded, or another processor. */
  otherwise?: Guest | undefined;
}

/**
 * A bitness that stands with a name chooses among the guests of that name; where it chooses none, the spelling means nobody.
 * Nor does one that names another processor than x86.
 */
export function resolveGuest(
  guests: readonly Guest[],
  index: GuestIndex,
  written: string,
  bitness: number | undefined,
): ResolvedGuest {
  if (written.length > LONGEST_SPELLING) return { named: [] };
  const named = lookUpGuest(index, written, bitness);
  if (named.length > 0) return { named };
  const spelling = shortenOsinfoAddress(index, written) ?? written;
  const onX86 = withoutOtherProcessor(spelling);
  if (onX86 === undefined) return resolveOnX86(guests, index, spelling, bitness);
  const { named: alike, claimed, otherwise } = resolveOnX86(guests, index, onX86, bitness);
  return { named, otherwise: usualBitness(alike) ?? alike[0] ?? claimed?.guest ?? otherwise };
}

function resolveOnX86(
  guests: readonly Guest[],
  index: GuestIndex,
  spelling: string,
  bitness: number | undefined,
): ResolvedGuest {
  const named = lookUpGuest(index, spelling, bitness);
  if (named.length > 0) return { named };
  const { text, bits } = splitBitness(spelling);
  if (bits === undefined) return { named, claimed: claimGuest(guests, spelling, bitness) };
  const alike = lookUpGuest(index, text);
  const called = isBareName(guests, text, alike) ? [] : alike;
  const fitting = guests.filter((guest) => guest.bitness === bits && called.some(({ name }) => name === guest.name));
  const chosen = fitting.length > 0 ? fitting : lookUpGuest(index, `${text}-${bits}`);
  if (chosen.length > 0) return { named: chosen };
  const claimed = claimGuest(guests, spelling);
  return claimed?.guest.bitness === bits ? { named, claimed } : { named, otherwise: called[0] ?? claimed?.guest };
}
