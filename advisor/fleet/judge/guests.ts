import type { Advisor } from "../../advisor.ts";
import { isUnknownOsinfo, lookUpGuest, usualBitness } from "../../guests/guests.ts";
import { basesOf, listSetGuests, resolveGuest } from "../../guests/resolve-guest.ts";
import type { Guest } from "../../knowledge/knowledge.ts";
import type { Appliance, FleetKnowledge } from "../knowledge.ts";
import type { FleetAdapter } from "../record.ts";
import type { Facts } from "./facts.ts";

/** Spellings with which inventories say that they know no guest. */
const NOTHING = /^(?:|unknown|not available|none|null|n\/a|-)$/i;

/** Whether an inventory's spelling names a guest at all. */
export function namesGuest(written: string | null): written is string {
  return written !== null && !NOTHING.test(written.trim()) && !isUnknownOsinfo(written);
}

/** The guests that a spelling stands for on a platform, by the lookup of the advisor; empty if no record lists the spelling. */
export function findGuests({ knowledge, guests }: Advisor, platform: string, written: string): readonly Guest[] {
  const set = listSetGuests(knowledge, guests, written, platform);
  if (set.guests.length > 0) return set.guests;
  const { named, claimed } = resolveGuest(knowledge.guests, guests, written);
  if (named.length === 1) return named;
  const usual = named.length > 1 ? usualBitness(named) : claimed?.guest;
  return usual ? [usual] : [];
}

/** Whether the records list a spelling, alone or as a range of releases: then it is nobody's own word. */
export function isListed({ knowledge, guests }: Advisor, written: string): boolean {
  if (lookUpGuest(guests, written).length > 0) return true;
  if (basesOf(knowledge.guests, written).length > 0) return false;
  const platforms = [undefined, ...knowledge.platforms.map(({ id }) => id)];
  return platforms.some((platform) => listSetGuests(knowledge, guests, written, platform).guests.length > 0);
}

/** The appliance that a machine's configuration or its tools name; never that of its own name. */
export function findAppliance(
  { appliances }: Pick<FleetKnowledge, "appliances">,
  { guestAsWritten, guestFromTools }: Pick<FleetAdapter, "guestAsWritten" | "guestFromTools">,
): Appliance | undefined {
  const written = `${guestFromTools ?? ""}\n${guestAsWritten ?? ""}`.toLowerCase();
  return appliances.find(({ name }) => written.split(/[^a-z]+/).includes(name.toLowerCase()));
}

/** How the guests that one spelling stands for differ from those of another; empty if they share one. */
export function compareGuests(configured: readonly Guest[], reported: readonly Guest[]): Facts["mismatch"] {
  const [one] = configured;
  const [other] = reported;
  if (!one || !other || configured.some((guest) => reported.includes(guest))) return [];
  if (!configured.some(({ family }) => reported.some((guest) => guest.family === family))) return ["family"];
  if (!configured.some(({ bitness }) => reported.some((guest) => guest.bitness === bitness))) return ["bitness"];
  return ["release"];
}
