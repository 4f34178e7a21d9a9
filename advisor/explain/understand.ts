import type { Assumption } from "./advice.ts";
import { assumeBitness, assumeGuest, assumeMember, assumeOldest } from "./assumptions.ts";
import type { ClaimedGuest } from "../guests/claim-guest.ts";
import { ASSUMED_PLATFORM } from "../questions/fields.ts";
import { isBareName, usualBitness, type GuestIndex } from "../guests/guests.ts";
import type { Guest, Knowledge } from "../knowledge/knowledge.ts";
import type { Messages } from "./messages.ts";
import { listProxmoxGuests } from "../guests/proxmox-types.ts";
import { resolveGuest } from "../guests/resolve-guest.ts";
import type { Situation } from "../questions/situation.ts";

/** A situation with every id in the atlas's own spelling, the guest that it means, and what was taken for it. */
export interface Understood {
  situation: Situation;
  guest: Guest | undefined;
  assumption: Assumption | undefined;
}

/** Reads guests by any name and features by any alias. */
export function reader(
  { guests, features }: Knowledge,
  index: GuestIndex,
  messages: Messages,
): (given: Situation) => Understood {
  const featureIds = new Map(
    features.flatMap(({ id, aliases }) => [id, ...aliases].map((known) => [known, id] as const)),
  );
  return (given) => {
    const [member, ...others] =
      given.guest === undefined ? [] : listProxmoxGuests(guests, index, given.guest, given.platform, given.bitness);
    if (member)
      return {
        situation: canonical(featureIds, given, member),
        guest: member,
        assumption: assumeMember(messages, member, others, given.guest ?? ""),
      };
    const { named, claimed } =
      given.guest === undefined ? { named: [] } : resolveGuest(guests, index, given.guest, given.bitness);
    const usual = named.length > 1 ? usualBitness(named, given.bitness) : undefined;
    const listed = usual ?? named[0];
    const guest = listed ?? claimed?.guest;
    return {
      situation: canonical(featureIds, given, guest),
      guest,
      assumption: assumed(
        messages,
        given.guest ?? "",
        claimed,
        usual,
        isBareName(guests, given.guest ?? "", named) ? listed : undefined,
      ),
    };
  };
}

function assumed(
  messages: Messages,
  spelling: string,
  claimed: ClaimedGuest | undefined,
  usual: Guest | undefined,
  bare: Guest | undefined,
): Assumption | undefined {
  if (bare) return assumeOldest(messages, bare, spelling);
  return usual ? assumeBitness(messages, usual, spelling) : claimed && assumeGuest(messages, claimed, spelling);
}

function canonical(featureIds: Map<string, string>, given: Situation, guest: Guest | undefined): Situation {
  const platform = given.platform ?? ASSUMED_PLATFORM;
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
