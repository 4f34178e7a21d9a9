import type { Guest } from "./knowledge.ts";
import type { Situation } from "./situation.ts";
import { ASSUMED, ASSUMED_LINK_GBPS, ASSUMED_PACKET_RATE, BOOLEAN_FIELDS, NUMBER_FIELDS, SLOTS, type BooleanField, type NumberField } from "./fields.ts";
import { derivePacketRate, isOfBulk, type PacketRates } from "./packet-rate.ts";
import { remember } from "./remember.ts";
import { firstRelease, newestHardware, setOf, type GuestView, type RowSet, type Table } from "./table.ts";
import { versionCode } from "./version.ts";

/** A situation in the table's terms, every unknown field filled in with what is assumed. */
export interface Case {
  view: GuestView;
  numbers: Record<NumberField, number>;
  booleans: Record<BooleanField, boolean>;
  /** Known feature ids, each once. */
  requires: string[];
  /** For each field the rows that hold for its value; a decision is their intersection. */
  sets: RowSet[];
}

/** Which fields of a situation are unknown. */
export interface Unknowns {
  guest: boolean;
  numbers: Record<NumberField, boolean>;
  booleans: Record<BooleanField, boolean>;
  /** The packet rates that a known throughput leaves open, or undefined when it is not known either. */
  rates: PacketRates | undefined;
}

const GUEST_SLOT = 0;
const REQUIRED_SLOT = 1;

/** Reads a resolved situation into the table's terms; in brief without the sets that decide nothing, which is good for one decision. */
export function readCase(table: Table, situation: Situation, guest: Guest | undefined, isBrief = false): { filled: Case; unknowns: Unknowns } {
  const { platformVersion, virtualHardware: hardwareGiven } = situation;
  const isAnyRelease = platformVersion === undefined;
  // The platform's current release, or the first that knows the virtual hardware where that is newer.
  const version = isAnyRelease ? Math.max(table.current, firstRelease(table, hardwareGiven ?? 0)) : codeOf(table, platformVersion);
  const newest = newestHardware(table, version);
  const view = table.guestView(guest, situation.bitness, hardwareGiven ?? (isAnyRelease ? Infinity : newest));
  const rates = derivePacketRate(situation);
  const filled: Case = {
    view,
    numbers: {
      packetRate: situation.packetRate ?? rates?.low ?? ASSUMED_PACKET_RATE,
      platformVersion: version,
      virtualHardware: hardwareGiven ?? newest,
      linkGbps: situation.linkGbps ?? Math.max(ASSUMED_LINK_GBPS, situation.throughputGbps ?? ASSUMED_LINK_GBPS),
    },
    // A rate that only follows from bulk throughput is no ground for giving up features to save CPU.
    booleans: { ...ASSUMED, saveCpu: ASSUMED.saveCpu && !isOfBulk(rates) },
    requires: situation.requires ?? [],
    sets: [],
  };
  const unknowns = {
    guest: guest === undefined,
    numbers: {
      packetRate: situation.packetRate === undefined && (!rates || rates.low < rates.high),
      platformVersion: isAnyRelease,
      virtualHardware: hardwareGiven === undefined && newest > 0,
      linkGbps: situation.linkGbps === undefined,
    },
    // Copied, so that every case has the same shape.
    booleans: { ...ASSUMED },
    rates,
  };
  for (const field of BOOLEAN_FIELDS) {
    const value = situation[field];
    unknowns.booleans[field] = value === undefined && field !== view.implied;
    if (value !== undefined) filled.booleans[field] = value;
  }
  const { sets } = filled;
  sets.push(view.set, requiredSet(table, filled.requires));
  for (const field of isBrief ? table.decidingFields : SLOTS) sets.push(setOf(table, field, valueOf(filled, field)));
  return { filled, unknowns };
}

/** The value of a field of a case. */
export function valueOf(filled: Case, field: NumberField | BooleanField): number | boolean {
  return isNumberField(field) ? filled.numbers[field] : filled.booleans[field];
}

/** Changes one field of a case in place. */
export function setValue(table: Table, filled: Case, field: NumberField | BooleanField, value: number | boolean): void {
  if (isNumberField(field)) filled.numbers[field] = value as number;
  else filled.booleans[field] = value as boolean;
  filled.sets[2 + SLOTS.indexOf(field)] = setOf(table, field, value);
}

/**
 * Changes one field of a case in place, and what was only assumed follows it: virtual hardware the release,
 * since it was taken from it, and the release, no older than another one, virtual hardware that is too new for it.
 * A packet rate that is known takes the place of one that follows from bulk throughput, and with it of what that meant for the CPU.
 */
export function setWithFollowers(
  table: Table, filled: Case, unknowns: Unknowns, field: NumberField | BooleanField, value: number | boolean, oldest: number,
): void {
  setValue(table, filled, field, value);
  if (field === "platformVersion" && unknowns.numbers.virtualHardware) setValue(table, filled, "virtualHardware", newestHardware(table, value as number));
  if (field === "virtualHardware" && unknowns.numbers.platformVersion) setValue(table, filled, "platformVersion", Math.max(oldest, firstRelease(table, value as number)));
  if (field === "packetRate" && unknowns.booleans.saveCpu) setValue(table, filled, "saveCpu", ASSUMED.saveCpu);
}

/** Whether the field that a slot of a case's sets stands for is unknown; guest and requirements, which have slots of their own, are none. */
export function isUnknown(slot: number, unknowns: Unknowns): boolean {
  const field = SLOTS[slot - 2] as NumberField | BooleanField;
  return isNumberField(field) ? unknowns.numbers[field] : unknowns.booleans[field];
}

/** A copy of a case with one field changed, and what follows it. */
export function withValue(table: Table, filled: Case, unknowns: Unknowns, field: NumberField | BooleanField, value: number | boolean): Case {
  const changed = copyCase(table, filled, filled.requires);
  setWithFollowers(table, changed, unknowns, field, value, table.current);
  return changed;
}

/** A copy of a case that can be changed without touching the first, with other requirements. */
export function copyCase(table: Table, filled: Case, requires: string[]): Case {
  const sets = filled.sets.slice();
  sets[REQUIRED_SLOT] = requiredSet(table, requires);
  return { ...filled, numbers: { ...filled.numbers }, booleans: { ...filled.booleans }, requires, sets };
}

/** The sets of a case in which every unknown field leaves only the rows that hold whatever its value is. */
export function certainSets(table: Table, filled: Case, unknowns: Unknowns): RowSet[] {
  return filled.sets.map((set, slot) => {
    if (slot === GUEST_SLOT) return filled.view.certain;
    if (!isUnknown(slot, unknowns)) return set;
    const field = SLOTS[slot - 2] as NumberField | BooleanField;
    return isNumberField(field) ? table.numbers[field].any : table.booleans[field].any;
  });
}

function isNumberField(field: NumberField | BooleanField): field is NumberField {
  return (NUMBER_FIELDS as readonly string[]).includes(field);
}

/** Rows that do not depend on requirements together with those of the required features. */
function requiredSet(table: Table, requires: string[]): RowSet {
  const set = table.unrequired.slice();
  for (const feature of requires) {
    table.requiring.get(feature)?.forEach((rows, word) => {
      set[word] = (set[word] as number) | rows;
    });
  }
  return set;
}

function codeOf(table: Table, version: string): number {
  return remember(table.codes, version, () => versionCode(version));
}
