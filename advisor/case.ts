import type { Guest, Knowledge } from "./knowledge.ts";
import type { Situation } from "./situation.ts";
import { ASSUMED, ASSUMED_PACKET_RATE, BOOLEAN_FIELDS, type BooleanField, type NumberField } from "./fields.ts";
import { bandOf, firstRelease, newestHardware, type GuestView, type RowSet, type Table } from "./table.ts";
import { versionCode } from "./version.ts";

/** A situation in the table's terms, every unknown field filled in with what is assumed. */
export interface Case {
  view: GuestView;
  numbers: Record<NumberField, number>;
  booleans: Record<BooleanField, boolean>;
  /** Known feature ids, each once. */
  requires: string[];
  required: RowSet;
}

/** Which fields of a situation are unknown. */
export interface Unknowns {
  guest: boolean;
  numbers: Record<NumberField, boolean>;
  booleans: Record<BooleanField, boolean>;
}

/** Reads a resolved situation into the table's terms. */
export function readCase(table: Table, situation: Situation, guest: Guest | undefined): { filled: Case; unknowns: Unknowns } {
  const requires = situation.requires ?? [];
  const hardwareGiven = situation.virtualHardware;
  const version = situation.platformVersion === undefined
    ? assumedVersion(table, hardwareGiven)
    : versionCode(situation.platformVersion);
  const hardware = hardwareGiven ?? newestHardware(table.platform, version) ?? 0;
  const booleans = {} as Record<BooleanField, boolean>;
  const unknownBooleans = {} as Record<BooleanField, boolean>;
  for (const field of BOOLEAN_FIELDS) {
    booleans[field] = situation[field] ?? ASSUMED[field];
    unknownBooleans[field] = situation[field] === undefined;
  }
  return {
    filled: {
      view: table.guestView(guest, situation.bitness),
      numbers: { packetRate: situation.packetRate ?? ASSUMED_PACKET_RATE, platformVersion: version, virtualHardware: hardware },
      booleans,
      requires,
      required: requiredSet(table, requires),
    },
    unknowns: {
      guest: guest === undefined,
      numbers: {
        packetRate: situation.packetRate === undefined,
        platformVersion: situation.platformVersion === undefined,
        virtualHardware: hardwareGiven === undefined && newestHardware(table.platform, version) !== undefined,
      },
      booleans: unknownBooleans,
    },
  };
}

/** Rows that do not depend on requirements together with those of the required features. */
export function requiredSet(table: Table, requires: string[]): RowSet {
  if (requires.length === 0) return table.unrequired;
  const set = table.unrequired.slice();
  for (const feature of requires) {
    const rows = table.requiring.get(feature);
    if (rows) for (let word = 0; word < set.length; word++) set[word] = (set[word] as number) | (rows[word] as number);
  }
  return set;
}

/** The rows that hold for one value of a number field. */
export function numberSet(table: Table, field: NumberField, value: number): RowSet {
  const { starts, sets } = table.numbers[field];
  return sets[bandOf(starts, value)] as RowSet;
}

function assumedVersion(table: Table, hardware: number | undefined): number {
  const current = versionCode(table.platform.current);
  return hardware === undefined ? current : Math.max(current, firstRelease(table.platform, hardware));
}

/** The guest record that an atlas id names. */
export function findGuest(knowledge: Knowledge, id: string | undefined): Guest | undefined {
  return id === undefined ? undefined : knowledge.guests.find((guest) => guest.id === id);
}
