import type { Guest } from "../knowledge/knowledge.ts";
import type { Field, NumberField, Situation, YesNoField } from "../questions/situation.ts";
import { assumedIn } from "../questions/questions.ts";
import { derivePacketRate, type PacketRates } from "../questions/packet-rate.ts";
import { getOrCompute } from "../collections.ts";
import { bandOf, firstRelease, newestHardware, setOf, type GuestView, type RowSet, type Table } from "./table.ts";
import { versionCode } from "../knowledge/version.ts";

/** A situation in the table's terms, every unknown field filled in with what is assumed. */
export interface FilledSituation {
  view: GuestView;
  values: Record<NumberField, number> & Record<YesNoField, boolean>;
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
  rates: PacketRates | undefined;
}

const GUEST_SLOT = 0;
const REQUIRED_SLOT = 1;

/** Reads a resolved situation into the table's terms; in brief without the sets that decide nothing, which is good for one decision. */
export function fillSituation(
  table: Table,
  situation: Situation,
  guest: Guest | undefined,
  isBrief = false,
): { filled: FilledSituation; unknowns: Unknowns } {
  const { platformVersion, virtualHardware: hardwareGiven } = situation;
  const isAnyRelease = platformVersion === undefined;
  // The platform's current release, or the first that knows the virtual hardware where that is newer.
  const version = isAnyRelease
    ? Math.max(table.current, firstRelease(table, hardwareGiven ?? 0))
    : codeOf(table, platformVersion);
  const newest = newestHardware(table, version);
  const view = table.guestView(
    guest,
    situation.bitness,
    hardwareGiven ?? (isAnyRelease ? Infinity : newest),
    situation.currentAdapter,
  );
  const rates = derivePacketRate(situation);
  const facts = { isPassing: view.isPassing, packetRate: 0, throughputGbps: situation.throughputGbps };
  // Copied, so that every filled situation has the same shape.
  const values = { ...table.usual };
  const fields = { ...table.isAsked };
  for (const question of table.varying)
    if (question.kind !== "yes-no") values[question.field] = assumedIn(question, facts)?.value as never;
  for (const field of table.numberFields) {
    const given = situation[field];
    fields[field] = given === undefined;
    if (typeof given === "number") values[field] = given;
  }
  values.platformVersion = version;
  values.virtualHardware = hardwareGiven ?? newest;
  fields.virtualHardware = hardwareGiven === undefined && newest > 0;
  if (rates) {
    values.packetRate = rates.low;
    fields.packetRate = rates.low < rates.high;
  }
  facts.packetRate = values.packetRate;
  for (const question of table.varying)
    if (question.kind === "yes-no") values[question.field] = assumedIn(question, facts)?.value as never;
  for (const field of table.yesNoFields) {
    const given = situation[field];
    const isImplied = view.implied[field] === true;
    fields[field] = given === undefined && !isImplied;
    // What an adapter needs that is there is there: whoever says no means another function or host.
    if (given !== undefined && (!view.isPassing || !isImplied)) values[field] = given;
    else if (isImplied) values[field] = true;
  }
  const filled: FilledSituation = { view, values, requires: situation.requires ?? [], sets: [] };
  const unknowns: Unknowns = { guest: guest === undefined, fields, rates };
  const { sets } = filled;
  sets.push(view.set, requiredSet(table, filled.requires));
  for (const field of isBrief ? table.decidingFields : table.allFields)
    sets.push(setOf(table, field, filled.values[field]));
  return { filled, unknowns };
}

/** A text that is the same for filled situations that decide alike: the same rows hold, and the same fields are unknown. */
export function keyOf(table: Table, { view, values, requires }: FilledSituation, { fields, rates }: Unknowns): string {
  let key = String(view.likeness);
  for (const field of table.allFields) {
    // Releases and virtual hardware also decide what is offered, without a row.
    const value = isReleaseLike(field) ? values[field] : bandOf(table.fields[field].starts, +values[field]);
    key += `${fields[field] ? "?" : ","}${value}`;
  }
  if (rates && fields.packetRate) key += `,${rates.low}-${rates.high}`;
  return requires.length === 0 ? key : `${key} ${[...requires].sort().join()}`;
}

/** Whether the values of a number field are releases of a kind, which are named by the first that has something. */
export function isReleaseLike(field: Field): field is "platformVersion" | "virtualHardware" {
  return field === "platformVersion" || field === "virtualHardware";
}

/** Changes one field of a filled situation in place, and gives the rows that hold for its value. */
export function setValue(table: Table, filled: FilledSituation, field: Field, value: number | boolean): RowSet {
  filled.values[field] = value as never;
  const rows = setOf(table, field, value);
  filled.sets[2 + table.fields[field].at] = rows;
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
  setValue(table, filled, field, value);
  if (field === "platformVersion" && unknowns.fields.virtualHardware)
    setValue(table, filled, "virtualHardware", newestHardware(table, value as number));
  if (field === "virtualHardware" && unknowns.fields.platformVersion)
    setValue(table, filled, "platformVersion", Math.max(oldest, firstRelease(table, value as number)));
  if (field !== "packetRate") return;
  const facts = { isPassing: filled.view.isPassing, packetRate: value as number };
  for (const question of table.varying)
    if (question.kind === "yes-no" && unknowns.fields[question.field])
      setValue(table, filled, question.field, assumedIn(question, facts)?.value as boolean);
}

/** Whether the field that a slot of a filled situation's sets stands for is unknown; guest and requirements, which have slots of their own, are none. */
export function isUnknown(table: Table, slot: number, unknowns: Unknowns): boolean {
  return unknowns.fields[table.allFields[slot - 2] as Field];
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
  return { ...filled, values: { ...filled.values }, requires, sets };
}

/** The sets of a filled situation in which every unknown field leaves only the rows that hold whatever its value is. */
export function certainSets(table: Table, filled: FilledSituation, unknowns: Unknowns): RowSet[] {
  return filled.sets.map((set, slot) => {
    if (slot === GUEST_SLOT) return filled.view.certain;
    if (!isUnknown(table, slot, unknowns)) return set;
    return table.fields[table.allFields[slot - 2] as Field].any;
  });
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
  return getOrCompute(table.codes, version, () => versionCode(version));
}
