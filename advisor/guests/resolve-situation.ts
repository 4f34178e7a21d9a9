import { assumedPlatform, featureIds, questionOf } from "../questions/questions.ts";
import type { Situation } from "../questions/situation.ts";
import type { Guest, Knowledge } from "../knowledge/knowledge.ts";
import { findProduct } from "./built-products.ts";
import type { ClaimedGuest } from "./claim-guest.ts";
import { type GuestSet, listSetGuests } from "./guest-sets.ts";
import { fullName, type GuestIndex, isBareName, LONGEST_SPELLING, usualBitness, wordsOf } from "./guests.ts";
import { nameGuest } from "./name-guest.ts";
import { type ResolvedGuest, resolveGuest } from "./resolve-guest.ts";

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

/** All that a spelling of a guest means on a platform, with a bitness that is known or not. */
interface FoundGuest extends ResolvedGuest {
  set: GuestSet;
  /** Whether it is the bare name of a system, which has other releases too. */
  isBare: boolean;
  /** Whether it is built to forward packets. */
  forwards: boolean;
  /** The guest's id, where the spelling says no more than that. */
  id?: string | undefined;
}

/** Finds what a spelling means; a platform and a bitness decide between products' types and between guests of one name. */
export type FindGuest = (spelling: string, platform?: string, bitness?: number) => FoundGuest;

/** Spellings that are remembered at most; a fleet has far fewer. */
const MOST_SPELLINGS = 10_000;
/** More platforms and bitnesses than one spelling is looked up for, unless somebody makes platforms up. */
const MOST_MEANINGS = 20;

/** Finds what spellings mean, and remembers it: a fleet names the same few guests again and again. */
export function prepareFinder(knowledge: Knowledge, index: GuestIndex): FindGuest {
  const known = new Map<string, { platform: string | undefined; bitness: number | undefined; found: FoundGuest }[]>();
  return (spelling, platform, bitness) => {
    const alike = known.get(spelling);
    if (alike) for (const one of alike) if (one.platform === platform && one.bitness === bitness) return one.found;
    const found = findGuest(knowledge, index, spelling, platform, bitness);
    if (spelling.length > LONGEST_SPELLING) return found;
    if (known.size >= MOST_SPELLINGS) known.clear();
    known.set(spelling, [{ platform, bitness, found }, ...(alike ?? [])].slice(0, MOST_MEANINGS));
    return found;
  };
}

function findGuest(
  knowledge: Knowledge,
  index: GuestIndex,
  spelling: string,
  platform: string | undefined,
  bitness: number | undefined,
): FoundGuest {
  const forwarding = questionOf(knowledge, "forwardsPackets")?.assumedYes ?? [];
  const set = listSetGuests(knowledge, index, spelling, platform, bitness);
  if (set.guests.length > 0)
    return {
      set,
      named: [],
      isBare: false,
      forwards: forwarding.includes(findProduct(knowledge.guests, spelling)?.product ?? ""),
    };
  const resolved = resolveGuest(knowledge.guests, index, spelling, bitness);
  const forwards = forwarding.includes((resolved.named[0] ?? resolved.claimed?.guest)?.id ?? "");
  const [only, ...others] = resolved.named;
  const isBare = isBareName(knowledge.guests, spelling, resolved.named);
  const isExact =
    only && others.length === 0 && !isBare && nameGuest(knowledge, only, spelling, undefined) === fullName(only);
  return { ...resolved, set, isBare, forwards, id: isExact ? only.id : undefined };
}

/** Reads guests by any name and features by any alias. */
export function prepareResolver(knowledge: Knowledge, find: FindGuest): (given: Situation) => ResolvedSituation {
  const usual = assumedPlatform(knowledge);
  return (given) => {
    const canonical = (guest: Guest | undefined, forwards = false): Situation =>
      respell(
        featureIds(knowledge),
        usual,
        forwards && given.forwardsPackets === undefined ? { ...given, forwardsPackets: true } : given,
        guest,
      );
    if (given.guest === undefined) return { situation: canonical(undefined), guest: undefined, origin: undefined };
    const { set, named, claimed, isBare, forwards } = find(given.guest, given.platform, given.bitness);
    const [member, ...others] = set.guests;
    if (member) {
      const { product, isBuilt = false } = set;
      return {
        situation: canonical(member, forwards),
        guest: member,
        origin: { kind: "set", product, isBuilt, others },
      };
    }
    const only = named.length > 1 ? usualBitness(named, given.bitness) : undefined;
    const listed = only ?? named[0];
    const guest = listed ?? claimed?.guest;
    const origin = listed && isBare ? "bare-name" : only && "usual-bitness";
    return {
      situation: canonical(guest, forwards),
      guest,
      origin: origin ? { kind: origin } : claimOrigin(given.guest, claimed),
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
  ids: ReadonlyMap<string, string>,
  usual: string,
  given: Situation,
  guest: Guest | undefined,
): Situation {
  const platform = given.platform ?? usual;
  const asked = (given.requires ?? []).map((id) => ids.get(id) ?? id);
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
