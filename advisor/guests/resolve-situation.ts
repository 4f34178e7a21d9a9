import { assumedPlatform } from "../questions/questions.ts";
import { isBareName, type GuestIndex, usualBitness, wordsOf } from "./guests.ts";
import type { Guest, Knowledge } from "../knowledge/knowledge.ts";
import { type ClaimedGuest, type GuestSet, listSetGuests, resolveGuest } from "./resolve-guest.ts";
import type { Situation } from "../questions/situation.ts";

/** How a guest was found where its name alone did not settle it. */
export type GuestOrigin =
  /** A product's type, such as an ostype of Proxmox VE, or a range of releases, which stands for the others too; these may need different adapters. */
  | { kind: "set"; product: string | undefined; isBuilt?: boolean; others: readonly Guest[]; differ?: boolean }
  /** The bare name of a system, which is that of its oldest release. */
  | { kind: "bare-name" }
  /** A name that leaves the bitness open. */
  | { kind: "usual-bitness" }
  /** A release that no record lists. */
  | { kind: "claimed"; isLater: boolean };

/** A situation with every id in the atlas's own spelling, the guest that it means, and how that was found. */
export interface ResolvedSituation {
  situation: Situation;
  guest: Guest | undefined;
  origin: GuestOrigin | undefined;
}

/** Reads guests by any name and features by any alias. */
export function prepareResolver(knowledge: Knowledge, index: GuestIndex): (given: Situation) => ResolvedSituation {
  const { guests, features } = knowledge;
  const usual = assumedPlatform(knowledge);
  const canonical = (given: Situation, guest: Guest | undefined): Situation => respell(featureIds, usual, given, guest);
  const featureIds = new Map(
    features.flatMap(({ id, aliases }) => [id, ...aliases].map((known) => [known, id] as const)),
  );
  return (given) => {
    const set: GuestSet =
      given.guest === undefined
        ? { product: undefined, guests: [] }
        : listSetGuests(knowledge, index, given.guest, given.platform, given.bitness);
    const [member, ...others] = set.guests;
    if (member) {
      const { product, isBuilt = false } = set;
      return { situation: canonical(given, member), guest: member, origin: { kind: "set", product, isBuilt, others } };
    }
    const { named, claimed } =
      given.guest === undefined ? { named: [] } : resolveGuest(guests, index, given.guest, given.bitness);
    const usual = named.length > 1 ? usualBitness(named, given.bitness) : undefined;
    const listed = usual ?? named[0];
    const guest = listed ?? claimed?.guest;
    const origin = listed && isBareName(guests, given.guest ?? "", named) ? "bare-name" : usual && "usual-bitness";
    return {
      situation: canonical(given, guest),
      guest,
      origin: origin ? { kind: origin } : claimOrigin(given.guest ?? "", claimed),
    };
  };
}

/** A guest of which no release is known, and whose name has all the words, is the one that was meant. */
function claimOrigin(spelling: string, claimed: ClaimedGuest | undefined): GuestOrigin | undefined {
  if (!claimed) return undefined;
  const words = wordsOf(claimed.guest.name);
  const isOwnName = claimed.guest.release === "unknown" && wordsOf(spelling).every((word) => words.includes(word));
  return isOwnName ? undefined : { kind: "claimed", isLater: claimed.later };
}

function respell(
  featureIds: Map<string, string>,
  usual: string,
  given: Situation,
  guest: Guest | undefined,
): Situation {
  const platform = given.platform ?? usual;
  const asked = (given.requires ?? []).map((id) => featureIds.get(id) ?? id);
  const requires = asked.length > 1 ? [...new Set(asked)].sort() : asked;
  const bitness = guest && guest.bitness !== 16 ? guest.bitness : given.bitness;
  // Every key that is set below exists in the literal: V8 is slow to add keys to an object made by spreading.
  const situation: Situation = bitness ? { platform, bitness, requires, ...given } : { platform, requires, ...given };
  situation.platform = platform;
  situation.requires = requires;
  if (bitness) situation.bitness = bitness;
  if (guest) situation.guest = guest.id;
  return situation;
}
