import type { Assumption } from "./advice.ts";
import type { ClaimedGuest } from "../guests/claim-guest.ts";
import { ASSUMED, BOOLEAN_FIELDS, NUMBER_FIELDS, type Field } from "../questions/fields.ts";
import { groupDigits } from "./digits.ts";
import { plainValue } from "./labels.ts";
import type { Guest } from "../knowledge/knowledge.ts";
import type { Messages } from "./messages.ts";
import type { Told } from "./reasons.ts";
import type { Situation } from "../questions/situation.ts";
import type { Table } from "../engine/table.ts";
import { versionText } from "../knowledge/version.ts";

/** Fields that are named also where no row of the platform depends on them. */
const FIRST_FIELDS = new Set([
  "packetRate",
  "platformVersion",
  "virtualHardware",
  "guestDrivers",
  "sriovNic",
  "iommu",
  "latencySensitive",
  "hardwareVirtualization",
]);

/** Under which other entry the platform lists the guest, and what was taken for each field that is unknown. */
export function listAssumptions(told: Told, situation: Situation): Assumption[] {
  const { table, guest, filled, unknowns } = told;
  const { assumed } = table.messages;
  const assumptions = guest ? assumeEntry(table, guest, filled.values.virtualHardware) : [];
  if (unknowns.guest) assumptions.push({ field: "guest", value: "unknown", text: assumed.guest() });
  if (unknowns.rates) {
    const { low, high, largest, smallest } = unknowns.rates;
    assumptions.push({
      field: "packetRate",
      value: low,
      text: assumed.packetRateOf(
        String(situation.throughputGbps),
        groupDigits(low),
        groupDigits(high),
        largest,
        smallest,
      ),
    });
  }
  // A field on which no row of this platform depends is not worth a word, unless it has always been named.
  const assume = (field: Field, value: number | boolean): void => {
    if (FIRST_FIELDS.has(field) || table.asked.has(field))
      assumptions.push({ field, value: plainValue(field, value), text: assumptionText(told, field, value) });
  };
  for (const field of NUMBER_FIELDS)
    if (unknowns.fields[field] && !(field === "packetRate" && unknowns.rates)) assume(field, filled.values[field]);
  // What the present adapter implies is no assumption, except what has always been named.
  for (const field of BOOLEAN_FIELDS)
    if (situation[field] === undefined && !(filled.view.implied[field] && !ASSUMED[field]))
      assume(field, filled.values[field]);
  return assumptions;
}

/** The older guest's entry under which the platform lists the machine. */
function assumeEntry(
  { messages, platform }: Table,
  { name, bitness, platforms }: Guest,
  hardware: number,
): Assumption[] {
  const { listedFrom = 0, older } = platforms[platform.id] ?? {};
  const entry = older?.entries.findLast(({ from }) => from <= hardware);
  if (!entry || hardware >= listedFrom) return [];
  const word =
    messages.assumed[
      hardware > entry.to ? "betweenEntries" : entry.basis === "inferred" ? "nearestEntry" : "olderEntry"
    ];
  return [
    {
      field: "guest",
      value: entry.guest,
      text: word(platform.name, messages.guest(name, bitness), hardware, entry.name),
    },
  ];
}

/** What is said of a guest that no record lists. */
export function assumeGuest(
  { guest: nameGuest, assumed }: Messages,
  { guest, later }: ClaimedGuest,
  spelling: string,
): Assumption {
  const name = nameGuest(guest.name, guest.bitness);
  return {
    field: "guest",
    value: guest.id,
    text: later ? assumed.laterGuest(spelling, name) : assumed.likeGuest(spelling, name),
  };
}

/** What is said of the bare name of a system. */
export function assumeOldest(
  { guest: nameGuest, assumed }: Messages,
  { id, name, bitness }: Guest,
  spelling: string,
): Assumption {
  return { field: "guest", value: id, text: assumed.bareName(spelling, nameGuest(name, bitness)) };
}

/** What is said of an ostype of Proxmox VE, which stands for several guests. */
export function assumeMember(
  { guest: nameGuest, assumed }: Messages,
  member: Guest,
  others: readonly Guest[],
  spelling: string,
): Assumption {
  const [name = "", ...more] = [member, ...others].map((guest) => nameGuest(guest.name, guest.bitness));
  return { field: "guest", value: member.id, text: assumed.proxmoxType(spelling, name, more) };
}

/** What is said of a name that leaves the bitness open. */
export function assumeBitness(
  { guest: nameGuest, assumed }: Messages,
  { id, name, bitness }: Guest,
  spelling: string,
): Assumption {
  return { field: "guest", value: id, text: assumed.usualBitness(spelling, nameGuest(name, bitness)) };
}

function assumptionText(
  { table: { messages, platform }, filled: { view } }: Told,
  field: Field,
  value: number | boolean,
): string {
  switch (field) {
    case "guestDrivers":
      return messages.assumed.guestDrivers(platform.guestDrivers);
    case "platformVersion":
      return messages.assumed.platformVersion(platform.releaseName, versionText(Number(value)));
    case "virtualHardware":
      return messages.assumed.virtualHardware(
        Number(value),
        platform.versions.find(({ virtualHardware }) => virtualHardware === value)?.virtualHardwareSince,
      );
    case "linkGbps":
      return messages.assumed.linkGbps(Number(value));
    case "packetRate":
      return messages.assumed.packetRate(groupDigits(Number(value)));
    case "saveCpu":
      return messages.assumed.saveCpu(Boolean(value), view.isPassing);
    default:
      return messages.assumed[field]();
  }
}
