import type { Assumption } from "./advice.ts";
import type { GuestOrigin } from "../guests/resolve-situation.ts";
import { ASSUMED, BOOLEAN_FIELDS, NUMBER_FIELDS, type Field } from "../questions/fields.ts";
import { groupDigits } from "./digits.ts";
import { plainValue } from "./changes.ts";
import type { Guest } from "../knowledge/knowledge.ts";
import type { Context } from "./context.ts";
import type { Situation } from "../questions/situation.ts";
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

/** How the guest was found, under which other entry the platform lists it, and what was taken for each field that is unknown. */
export function listAssumptions(
  context: Context,
  situation: Situation,
  origin: GuestOrigin | undefined,
  spelling: string,
): Assumption[] {
  const { messages, table, guest, filled, unknowns } = context;
  const { assumed } = messages;
  const assumptions = guest
    ? [
        ...(origin ? [assumeGuest(context, guest, origin, spelling)] : []),
        ...assumeEntry(context, guest, filled.values.virtualHardware),
      ]
    : [];
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
      assumptions.push({ field, value: plainValue(field, value), text: assumptionText(context, field, value) });
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
  { messages, table: { platform } }: Context,
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

/** What was taken for a guest whose name alone did not settle which it is. */
function assumeGuest({ messages }: Context, guest: Guest, origin: GuestOrigin, spelling: string): Assumption {
  const { assumed } = messages;
  const nameOf = ({ name, bitness }: Guest): string => messages.guest(name, bitness);
  const write = (): string => {
    switch (origin.kind) {
      case "type":
        return assumed.proxmoxType(spelling, nameOf(guest), origin.others.map(nameOf));
      case "bare-name":
        return assumed.bareName(spelling, nameOf(guest));
      case "usual-bitness":
        return assumed.usualBitness(spelling, nameOf(guest));
      case "claimed":
        return assumed[origin.isLater ? "laterGuest" : "likeGuest"](spelling, nameOf(guest));
    }
  };
  return { field: "guest", value: guest.id, text: write() };
}

function assumptionText(
  { messages, table: { platform }, filled: { view } }: Context,
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
