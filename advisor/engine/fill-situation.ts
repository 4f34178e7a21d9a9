import type { Guest } from "../knowledge/knowledge.ts";
import type { Field, NumberField, Situation, YesNoField } from "../questions/situation.ts";
import { assumedIn, type AssumedFacts } from "../questions/questions.ts";
import { derivePacketRate, type PacketRateRange } from "../questions/packet-rate.ts";
import { getOrCompute } from "../collections.ts";
import {
  bandOf,
  firstRelease,
  newestHardware,
  setIn,
  type Bands,
  type GuestView,
  type RowSet,
  type Table,
} from "./table.ts";
import { versionCode } from "../knowledge/version.ts";

/** A situation in the table's terms, with an assumed value for every unknown field. */
export interface FilledSituation {
  view: GuestView;
  /** The value of each field, by its place in the table's fields. Yes and no are 1 and 0. A list is faster to copy than an object. */
  values: number[];
  /** Known feature ids, each once. */
  requires: string[];
  /** For the guest, the requirements and each field, the rows that hold. The rows that fire are in all of these sets. */
  sets: RowSet[];
}

/** Which fields of a situation are unknown. */
export interface Unknowns {
  guest: boolean;
  fields: Record<Field, boolean>;
  /** The packet rates that are possible with a known throughput. Undefined without a throughput. */
  rates: PacketRateRange | undefined;
}

/** The values of a situation, given or assumed, by field. */
export type NamedValues = Record<NumberField, number> & Record<YesNoField, boolean>;

/** Places in the sets of a filled situation: the guest, the requirements, then each field in the table's order. */
const GUEST_SLOT = 0;
const REQUIRED_SLOT = 1;
export const FIRST_FIELD_SLOT = 2;

/** Reads a resolved situation into the table's terms. */
export function fillSituation(table: Table, situation: Situation, guest: Guest | undefined): FilledSituation {
  const { platformVersion, virtualHardware } = situation;
  // The platform's current release, or the first one with the virtual hardware if that is newer.
  const version =
    platformVersion === undefined
      ? Math.max(table.current, firstRelease(table, virtualHardware ?? 0))
      : codeOf(table, platformVersion);
  const newest = newestHardware(table, version);
  const view = table.guestView(
    guest,
    situation.bitness,
    virtualHardware ?? (platformVersion === undefined ? Infinity : newest),
    situation.currentAdapter,
  );
  const requires = situation.requires ?? [];
  const filled: FilledSituation = { view, values: table.usual.slice(), requires, sets: table.usualSets.slice() };
  filled.sets[GUEST_SLOT] = view.set;
  if (requires.length > 0) filled.sets[REQUIRED_SLOT] = requiredSet(table, requires);
  const { isPassing, implied } = view;
  const facts = { isPassing, packetRate: 0, throughputGbps: situation.throughputGbps };
  assume(table, filled, facts, ({ kind }) => kind !== "yes-no");
  facts.packetRate =
    situation.packetRate ?? derivePacketRate(situation)?.low ?? valueOf(filled, table.fields.packetRate);
  assume(table, filled, facts, ({ kind }) => kind === "yes-no");
  for (const field of implied) setValue(filled, table.fields[field], true);
  // Only the given fields, because V8 is slow to look up a missing one.
  for (const name in situation) {
    const bands = table.bandsByName.get(name);
    const given = situation[name as keyof Situation];
    if (!bands || (typeof given !== "number" && typeof given !== "boolean")) continue;
    setValue(filled, bands, given);
  }
  setValue(filled, table.fields.packetRate, facts.packetRate);
  setValue(filled, table.fields.platformVersion, version);
  setValue(filled, table.fields.virtualHardware, virtualHardware ?? newest);
  return filled;
}

/** Returns the unknown parts of a situation. */
export function listUnknowns(
  table: Table,
  situation: Situation,
  guest: Guest | undefined,
  filled: FilledSituation,
): Unknowns {
  const rates = derivePacketRate(situation);
  const fields = { ...table.isAsked };
  for (const field of table.allFields) fields[field] = situation[field] === undefined;
  for (const field of filled.view.implied) fields[field] = false;
  if (newestHardware(table, valueOf(filled, table.fields.platformVersion)) === 0) fields.virtualHardware = false;
  if (rates) fields.packetRate = rates.low < rates.high;
  return { guest: guest === undefined, fields, rates };
}

/** Sets the assumed values that depend on the situation, for the questions that `isMeant` picks. */
function assume(
  table: Table,
  filled: FilledSituation,
  facts: AssumedFacts,
  isMeant: (question: Table["varying"][number]) => boolean,
): void {
  for (const question of table.varying) {
    if (isMeant(question))
      setValue(filled, table.fields[question.field], assumedIn(question, facts)?.value as number | boolean);
  }
}

/** The value of a field of a filled situation; yes and no are 1 and 0. */
export function valueOf({ values }: FilledSituation, { at }: Bands): number {
  return values[at] as number;
}

/** Returns the values of a filled situation by field. */
export function nameValues(table: Table, { values }: Pick<FilledSituation, "values">): NamedValues {
  const named: Partial<Record<Field, unknown>> = {};
  for (const { field, kind } of table.questions) {
    const value = values[table.fields[field].at];
    named[field] = kind === "yes-no" ? value === 1 : value;
  }
  return named as NamedValues;
}

/** Returns a key. Filled situations with equal keys have the same decision and the same questions. */
export function keyOf(table: Table, filled: FilledSituation, { fields, rates }: Unknowns): string {
  const { view, requires } = filled;
  let key = String(view.likeness);
  for (const { field, kind } of table.questions) {
    const value = valueOf(filled, table.fields[field]);
    // Without any row, releases and virtual hardware decide which adapters are available, and guestDrivers which have a driver.
    const isWhole = kind === "yes-no" || isReleaseLike(field);
    key += `${fields[field] ? "?" : ","}${isWhole ? value : bandOf(table.fields[field].starts, value)}`;
  }
  if (rates && fields.packetRate) key += `,${rates.low}-${rates.high}`;
  return requires.length === 0 ? key : `${key} ${[...requires].sort().join()}`;
}

/** Whether a number field holds versions. A turning point then names the lowest version above its bound. */
export function isReleaseLike(field: Field): field is "platformVersion" | "virtualHardware" {
  return field === "platformVersion" || field === "virtualHardware";
}

/** Changes one field of a filled situation in place. Returns the rows that hold for the value. */
export function setValue(filled: FilledSituation, bands: Bands, value: number | boolean): RowSet {
  const rows = setIn(bands, value);
  filled.values[bands.at] = +value;
  filled.sets[FIRST_FIELD_SLOT + bands.at] = rows;
  return rows;
}

/**
 * Changes one field of a filled situation in place, and the assumed values that depend on it. Unknown virtual hardware becomes the
 * newest of a new release. An unknown release becomes the first with the new virtual hardware, but none before `oldest`. Assumed
 * answers of yes-or-no questions follow the packet rate.
 */
export function setWithFollowers(
  table: Table,
  filled: FilledSituation,
  unknowns: Unknowns,
  field: Field,
  value: number | boolean,
  oldest: number,
): void {
  setValue(filled, table.fields[field], value);
  if (field === "platformVersion" && unknowns.fields.virtualHardware)
    setValue(filled, table.fields.virtualHardware, newestHardware(table, value as number));
  if (field === "virtualHardware" && unknowns.fields.platformVersion)
    setValue(filled, table.fields.platformVersion, Math.max(oldest, firstRelease(table, value as number)));
  if (field !== "packetRate") return;
  const facts = { isPassing: filled.view.isPassing, packetRate: value as number };
  assume(table, filled, facts, ({ kind, field }) => kind === "yes-no" && unknowns.fields[field]);
}

/** Whether the field of a slot in the sets of a filled situation is unknown. False for the guest and the requirements. */
export function isUnknown(table: Table, slot: number, unknowns: Unknowns): boolean {
  return unknowns.fields[table.allFields[slot - FIRST_FIELD_SLOT] as Field];
}

/** Returns a copy of a filled situation with one field changed, as by `setWithFollowers`. */
export function withValue(
  table: Table,
  filled: FilledSituation,
  unknowns: Unknowns,
  field: Field,
  value: number | boolean,
): FilledSituation {
  const changed = copyFilled(table, filled, filled.requires);
  setWithFollowers(table, changed, unknowns, field, value, table.current);
  return changed;
}

/** Returns a copy of a filled situation, with other requirements. */
export function copyFilled(table: Table, filled: FilledSituation, requires: string[]): FilledSituation {
  const sets = filled.sets.slice();
  if (requires !== filled.requires) sets[REQUIRED_SLOT] = requiredSet(table, requires);
  return { ...filled, values: filled.values.slice(), requires, sets };
}

/** Returns the sets of a filled situation. Those of unknown fields have only the rows that hold for every value. */
export function certainSets(table: Table, filled: FilledSituation, unknowns: Unknowns): RowSet[] {
  const sets = filled.sets.slice();
  sets[GUEST_SLOT] = filled.view.certain;
  for (const { field } of table.questions) {
    const { at, any } = table.fields[field];
    if (unknowns.fields[field]) sets[FIRST_FIELD_SLOT + at] = any;
  }
  return sets;
}

/** Returns the rows that do not depend on requirements and the rows of the required features. */
function requiredSet(table: Table, requires: string[]): RowSet {
  const set = table.unrequired.slice();
  for (const feature of requires) {
    const rows = table.requiring.get(feature);
    if (rows) for (let word = 0; word < rows.length; word++) set[word] = (set[word] as number) | (rows[word] as number);
  }
  return set;
}

function codeOf(table: Table, version: string): number {
  return getOrCompute(table.codes, version, () => versionCode(version));
}
