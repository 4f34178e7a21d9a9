import type { GuestPattern } from "../../advisor/knowledge.ts";
import { dropUndefined } from "./drop-undefined.ts";
import type { RecordOf } from "./records.ts";

type Guest = RecordOf<"guests">;

/** Lists, lower-cased and sorted, the other ids and names under which a guest is found; its own id is not among them. */
export function deriveAliases(guest: Guest, guests: readonly Guest[]): string[] {
  const { vsphere, osinfo, names } = guest.ids;
  const aliases = [
    ...vsphere,
    ...vsphere.map(toVmxForm),
    ...osinfo,
    ...names,
    guest.name,
    `${guest.name} (${guest.bitness}-bit)`,
    ...deriveShortId(guest, guests),
  ].map((alias) => alias.toLowerCase());
  return [...new Set(aliases)].filter((alias) => alias !== guest.id).sort();
}

/** Splits the patterns of a guest at the place of their release number, as the engine compares them. */
export function derivePatterns(patterns: NonNullable<Guest["ids"]["patterns"]>): GuestPattern[] {
  return patterns.flatMap(({ like, ...range }) => like.map((text): GuestPattern => {
    const [before = "", after] = text.toLowerCase().split("{release}");
    return dropUndefined({ before, after, ...range });
  }));
}

/** Turns a vSphere guest id into the guestOS value of a .vmx file: windows2019srv_64Guest becomes windows2019srv-64. */
export function toVmxForm(vsphereId: string): string {
  return vsphereId
    .replace(/Guest$/i, "")
    .toLowerCase()
    .replace(/_?64$/, "-64")
    // Two spellings that the .vmx file shortens: windows7Server64Guest is windows7srv-64, winLonghornGuest is longhorn.
    .replace(/^(windows\d+)server/, "$1srv")
    .replace(/^winlonghorn/, "longhorn");
}

/** The id without its bitness, where no other guest would have the same or goes by it. */
function deriveShortId(guest: Guest, guests: readonly Guest[]): string[] {
  const short = withoutBitness(guest.id);
  const isTaken = guests.some((other) => other.id !== guest.id && (withoutBitness(other.id) === short || goesBy(other, short)));
  return short === guest.id || isTaken ? [] : [short];
}

function withoutBitness(id: string): string {
  return id.replace(/-(16|32|64)$/, "");
}

function goesBy(guest: Guest, alias: string): boolean {
  const { vsphere, osinfo, names } = guest.ids;
  return [guest.id, ...vsphere, ...vsphere.map(toVmxForm), ...osinfo, ...names].some((known) => known.toLowerCase() === alias);
}
