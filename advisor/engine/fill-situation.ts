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

/** A situation in the table's terms, every unknown field filled in with what is assumed. */
export interface FilledSituation {
  view: GuestView;
  /** The value of each field at its place in the table's fields; yes and no are 1 and 0. A list is much faster to copy and change than an object. */
  values: number[];
  /** Known feature ids, each once. */
  requires: string[];
  /** For each field the rows that hold for its value; a decision is their intersection. */
  sets: RowSet[];
}

/** Which fields of a situation are unknown. */
export interface Unknowns {
  guest: boolean;
  fields: Record<Field, boolean>;
  /** The packet rates that a known throughput leaves open, or undefined when it is not known either. */
  rates: PacketRateRange | undefined;
}

/** The values of a situation, given or assumed, by their fields. */
export type NamedValues = Record<NumberField, number> & Record<YesNoField, boolean>;

/** Places in the sets of a filled situation: the guest's rows, those of the requirements, then those of each field in its order. */
const GUEST_SLOT = 0;
const REQUIRED_SLOT = 1;
export const FIRST_FIELD_SLOT = 2;

/** Reads a resolved situation into the table's terms. */
export function fillSituation(table: Table, situation: Situation, guest: Guest | undefined): FilledSituation {
  const { platformVersion, virtualHardware } = situation;
  // The platform's current release, or the first that knows the virtual hardware where that is newer.
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
  // Only the fields that are given: V8 is slow to look up one that is missing.
  for (const name in situation) {
    const bands = table.bandsByName.get(name);
    const given = situation[name as keyof Situation];
    if (!bands || (typeof given !== "number" && typeof given !== "boolean")) continue;
    // What an adapter needs that is there is there: whoever says no means another function or host.
    if (!isPassing || !implied.includes(name as YesNoField)) setValue(filled, bands, given);
  }
  setValue(filled, table.fields.packetRate, facts.packetRate);
  setValue(filled, table.fields.platformVersion, version);
  setValue(filled, table.fields.virtualHardware, virtualHardware ?? newest);
  return filled;
}

/** Lists what of a situation is unknown. */
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

/** Fills in what is assumed for those of the questions that are asked for, where it is not the same in every situation. */
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

/** Every value of a filled situation under its field's name. */
export function nameValues(table: Table, { values }: Pick<FilledSituation, "values">): NamedValues {
  const named: Partial<Record<Field, unknown>> = {};
  for (const { field, kind } of table.questions) {
    const value = values[table.fields[field].at];
    named[field] = kind === "yes-no" ? value === 1 : value;
  }
  return named as NamedValues;
}

/** A text that is the same for filled situations that decide alike: the same rows hold, and the same fields are unknown. */
export function keyOf(table: Table, filled: FilledSituation, { fields, rates }: Unknowns): string {
  const { view, requires } = filled;
  let key = String(view.likeness);
  for (const { field, kind } of table.questions) {
    const value = valueOf(filled, table.fields[field]);
    // Releases and virtual hardware also decide what is offered, and yes and no what has a driver, without a row.
    const isWhole = kind === "yes-no" || isReleaseLike(field);
    key += `${fields[field] ? "?" : ","}${isWhole ? value : bandOf(table.fields[field].starts, value)}`;
  }
  if (rates && fields.packetRate) key += `,${rates.low}-${rates.high}`;
  return requires.length === 0 ? key : `${key} ${[...requires].sort().join()}`;
}

/** Whether the values of a number field are releases of a kind, which are named by the first that has something. */
export function isReleaseLike(field: Field): field is "platformVersion" | "virtualHardware" {
  return field === "platformVersion" || field === "virtualHardware";
}

/** Changes one field of a filled situation in place, and gives the rows that hold for its value. */
export function setValue(filled: FilledSituation, bands: Bands, value: number | boolean): RowSet {
  const rows = setIn(bands, value);
  filled.values[bands.at] = +value;
  filled.sets[FIRST_FIELD_SLOT + bands.at] = rows;
  return rows;
}

/**
 * Changes one field of a filled situation in place, and what was only assumed follows it: virtual hardware the release,
 * since it was taken from it, and the release, no older than another one, virtual hardware that is too new for it.
 * What is assumed of yes-or-no fields follows the packet rate.
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

/** Whether the field that a slot of a filled situation's sets stands for is unknown; false for the slots of the guest and the requirements. */
export function isUnknown(table: Table, slot: number, unknowns: Unknowns): boolean {
  return unknowns.fields[table.allFields[slot - FIRST_FIELD_SLOT] as Field];
}

/** A copy of a filled situation with one field changed, and what follows it. */
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

/** A copy of a filled situation that can be changed without touching the first, with other requirements. */
export function copyFilled(table: Table, filled: FilledSituation, requires: string[]): FilledSituation {
  const sets = filled.sets.slice();
  if (requires !== filled.requires) sets[REQUIRED_SLOT] = requiredSet(table, requires);
  return { ...filled, values: filled.values.slice(), requires, sets };
}

/** The sets of a filled situation in which every unknown field leaves only the rows that hold whatever its value is. */
export function certainSets(table: Table, filled: FilledSituation, unknowns: Unknowns): RowSet[] {
  const sets = filled.sets.slice();
  sets[GUEST_SLOT] = filled.view.certain;
  for (const { field } of table.questions) {
    const { at, any } = table.fields[field];
    if (unknowns.fields[field]) sets[FIRST_FIELD_SLOT + at] = any;
  }
  return sets;
}

/** Rows that do not depend on requirements together with those of the required features. */
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
