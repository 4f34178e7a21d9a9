import type {
  Adapter,
  AdapterOnPlatform,
  Guest,
  GuestOnPlatform,
  Knowledge,
  Platform,
  Question,
  Support,
} from "../knowledge/knowledge.ts";
import { getOrCompute } from "../collections.ts";
import { decidingQuestions } from "../questions/questions.ts";
import type { Field, NumberField, YesNoField } from "../questions/situation.ts";
import { buildRows, holdsOn, needsOf, type Row } from "./rows.ts";
import { versionCode } from "../knowledge/version.ts";

/** A set of rows, one bit per row. */
export type RowSet = Int32Array;

/**
 * The decision table of one platform by column: for each field and each band of its values, the set of rows that hold. A decision
 * is an intersection of these sets, so that it takes the same short time for any situation.
 */
export interface Table {
  platform: Platform;
  adapters: Adapter[];
  /** Bit mask of all adapters. */
  all: number;
  /** Bit mask of the passthrough adapters. */
  passthrough: number;
  /** Bit mask of the emulated adapters. */
  emulated: number;
  /** Rows that exclude first, then rows that prefer (strongest first), then the rest. */
  rows: Row[];
  /** Number of rows that exclude. */
  excludeEnd: number;
  /** For each row, the adapters that it excludes. */
  excludeMasks: Int32Array;
  /** Rows that exclude or prefer. */
  deciding: RowSet;
  /** Code of the assumed release. */
  current: number;
  /** Releases of the platform, oldest first, with the newest virtual hardware of each, 0 if there is none. */
  releases: { code: number; hardware: number }[];
  /** Cache of version codes. */
  codes: Map<string, number>;
  /** Cache of orders, by the words of the set of fired rows that prefer. */
  orders: Orders;
  /** Buffer for fired rows that are used once. */
  scratch: RowSet;
  /** The questions that can be conditions: numbers and releases, then yes-or-no questions, each by priority. */
  questions: (Question & { field: Field })[];
  numberFields: NumberField[];
  yesNoFields: YesNoField[];
  /** The usual assumed value of each field, in the form of a filled situation. 0 if it follows from other fields. */
  usual: number[];
  /** The sets of a filled situation with the usual values, any guest and no requirements. */
  usualSets: RowSet[];
  /** The questions whose assumed value depends on the situation. */
  varying: (Question & { field: Field })[];
  /** Packet rates from which the assumed answer of a yes-or-no question changes. */
  assumedFrom: { field: YesNoField; rate: number }[];
  /** Yes-or-no fields that the user can change from no to yes. */
  mendable: YesNoField[];
  allFields: Field[];
  /** Every field, with true for unknown. */
  isAsked: Record<Field, boolean>;
  fields: Record<Field, Bands>;
  /** The same, for names from user input. */
  bandsByName: ReadonlyMap<string, Bands>;
  /** Rows that depend on nothing but the guest, the release and the virtual hardware version. */
  unconditional: RowSet;
  /** Fields on which a row, a driver or the list of available adapters depends. */
  asked: Set<string>;
  /** Rows that do not depend on requirements, and those that hold when a feature is required. */
  unrequired: RowSet;
  requiring: Map<string, RowSet>;
  /** For each feature and adapter, the doubt about the support: 0 for yes or no, 1 for partial, 2 for unknown. */
  doubts: Map<string, number[]>;
  /**
   * Returns the view of a guest with its current adapter. It includes entries of older guests, if the newest virtual hardware that
   * the machine may have is new enough for them.
   */
  guestView: (guest: Guest | undefined, bitness: number | undefined, newest?: number, current?: string) => GuestView;
}

/** The ranking by rules: for each adapter, a mask of the adapters below it and a mask of the adapters above it. */
export interface Order {
  before: Int32Array;
  behind: Int32Array;
}

/** Cache of orders as a tree, with a level for each word of a row set. */
interface Orders extends Map<number, Orders> {
  order?: Order;
}

/** Bands of a field's values: the same rows hold for all values of a band. Yes and no are 1 and 0. */
export interface Bands {
  /** Place of the field among all fields. */
  at: number;
  /** First value of each band, in ascending order from 0. */
  starts: number[];
  sets: RowSet[];
  /** Rows that hold for every value. */
  any: RowSet;
}

/** A value that represents a half-open range of values with the same effect. For releases, `first` is the first one in the range. */
export interface NumberValue {
  value: number;
  from: number;
  to: number;
  first?: number;
}

/** The facts about a guest with its current adapter. Views are cached. */
export interface GuestView {
  /** Number that views with the same decisions share. */
  likeness: number;
  /** Whether the current adapter is a passthrough device, which changes assumptions about load and CPU. Undefined if it is unknown. */
  isPassing: boolean | undefined;
  /** Facts that the guest and its current adapter imply: a 64-bit guest requires hardware virtualization, and the host has what the current adapter needs. */
  implied: YesNoField[];
  set: RowSet;
  /** The rows that hold for certain. If the guest is unknown, these are the rows that hold for every guest. */
  certain: RowSet;
  /** First virtual hardware version at which the platform lists the guest or an older guest that stands for it. 0 if not recorded. */
  listedFrom: number;
  /** Code of the first release that lists the guest. If not recorded, the first release with the virtual hardware. */
  since: number;
  /** Ranges of virtual hardware versions, with the adapters that are available there. */
  offered: { from: number; to: number | undefined; adapters: number }[];
  /** The view with newer virtual hardware, if the entry of an older guest applies there. Undefined if this view applies there too. */
  raised: GuestView | undefined;
  /** Adapters by the origin of their driver. The current adapter is only in `none`, if at all. */
  tools: number;
  vendor: number;
  none: number;
  unknown: number;
  /** Caches: values of bands, and where the guest can run. */
  values: Map<string, NumberValue[]>;
  runs: Map<number, boolean>;
}

type Listing = Pick<GuestOnPlatform, "listedFrom" | "since" | "offered">;

const DOUBT: Record<Support, number> = { yes: 0, no: 0, partial: 1, unknown: 2 };

/** Builds the table of a platform. */
export function buildTable(knowledge: Knowledge, platform: Platform): Table {
  const adapters = knowledge.adapters.filter((adapter) => adapter.platforms[platform.id]);
  const rows = buildRows(knowledge, platform.id, adapters).sort((a, b) => rowClass(a) - rowClass(b) || b.rank - a.rank);
  const sets = (holds: (row: Row) => boolean): RowSet => rowSet(rows, holds);
  const { numbers, yesNo } = decidingQuestions(knowledge);
  const questions = [...numbers, ...yesNo];
  const views = new Map<Guest | number | undefined, Map<Listing | undefined, Map<string | undefined, GuestView>>>();
  const likenesses = new Map<string, number>();
  const usual = questions.map(({ assumed }) => Number(assumed?.value ?? 0));
  const fields = Object.fromEntries(
    questions.map(({ field }, at) => [field, bands(rows, field, at)]),
  ) as Table["fields"];
  const unrequired = sets((row) => row.requires.length === 0);
  return {
    platform,
    adapters,
    all: (1 << adapters.length) - 1,
    passthrough: maskOf(adapters, ({ kind }) => kind === "passthrough"),
    emulated: maskOf(adapters, isEmulated),
    rows,
    excludeMasks: Int32Array.from(rows, (row) => row.exclude),
    releases: listReleases(platform),
    deciding: sets((row) => rowClass(row) < 2),
    current: versionCode(platform.current),
    codes: new Map(),
    orders: new Map(),
    scratch: sets(() => false),
    excludeEnd: rows.filter((row) => rowClass(row) === 0).length,
    questions,
    numberFields: numbers.map(({ field }) => field),
    yesNoFields: yesNo.map(({ field }) => field),
    usual,
    usualSets: [
      sets(() => true),
      unrequired,
      ...questions.map(({ field }, at) => setIn(fields[field], usual[at] as number)),
    ],
    varying: questions.filter(({ assumed }) =>
      assumed?.instead?.some(({ value, when }) => value !== undefined || when === "throughput-above"),
    ),
    assumedFrom: yesNo.flatMap(({ field, assumed }) =>
      (assumed?.instead ?? []).flatMap(({ from }) => (from === undefined ? [] : [{ field, rate: from }])),
    ),
    allFields: questions.map(({ field }) => field),
    bandsByName: new Map(Object.entries(fields)),
    isAsked: Object.fromEntries(questions.map(({ field }) => [field, true])) as Table["isAsked"],
    mendable: knowledge.questions.flatMap(({ field, remedy }) => (remedy ? [field as YesNoField] : [])),
    fields,
    unconditional: sets(
      ({ requires, spans }) =>
        requires.length === 0 &&
        Object.keys(spans).every((field) => field === "platformVersion" || field === "virtualHardware"),
    ),
    asked: new Set([
      ...rows.flatMap(({ spans }) => Object.keys(spans)),
      "guestDrivers",
      "platformVersion",
      "virtualHardware",
    ]),
    unrequired,
    requiring: new Map(
      knowledge.features.map((feature) => [feature.id, sets((row) => row.requires.includes(feature.id))]),
    ),
    doubts: new Map(
      knowledge.features.map(({ id }) => [
        id,
        adapters.map(({ platforms }) => DOUBT[platforms[platform.id]?.cells[id]?.support ?? "unknown"]),
      ]),
    ),
    guestView(guest, bitness, newest = Infinity, current) {
      const own = guest?.platforms[platform.id];
      const listing = own?.older && own.older.listedFrom <= newest ? own.older : own;
      const listings = getOrCompute(views, guest ?? bitness, () => new Map());
      return getOrCompute(
        getOrCompute(listings, listing, () => new Map()),
        current,
        () => {
          const view = viewGuest(rows, platform, adapters, guest, bitness, listing, current);
          // Without a guest, the outcomes of other guests matter too, and these depend on the bitness and the current adapter.
          const text = JSON.stringify([view, ...(guest ? [] : [bitness, current])]);
          // The entry of the older guest also covers the virtual hardware of the guest's own entry.
          const raised =
            own?.older && listing !== own.older ? this.guestView(guest, bitness, Infinity, current) : undefined;
          return { ...view, raised, likeness: getOrCompute(likenesses, text, () => likenesses.size) };
        },
      );
    },
  };
}

/** Returns the id of an adapter by its index, null for -1. */
export function idOf(table: Table, index: number): string | null {
  return table.adapters[index]?.id ?? null;
}

/** Returns the number of the band of a value. */
export function bandOf(starts: number[], value: number): number {
  let band = starts.length - 1;
  while (band > 0 && (starts[band] as number) > value) band--;
  return band;
}

function rowClass(row: Row): number {
  return row.exclude ? 0 : row.over ? 1 : 2;
}

function rowSet(rows: Row[], holds: (row: Row) => boolean): RowSet {
  const set = new Int32Array((rows.length + 31) >> 5);
  rows.forEach((row, index) => {
    if (holds(row)) set[index >> 5] = (set[index >> 5] as number) | (1 << (index & 31));
  });
  return set;
}

function bands(rows: Row[], field: Field, at: number): Bands {
  const edges = rows.flatMap((row) => (row.spans[field] ? [row.spans[field].from, row.spans[field].to] : []));
  const starts = [...new Set([0, ...edges.filter(Number.isFinite)])].sort((a, b) => a - b);
  const sets = starts.map((start) =>
    rowSet(rows, (row) => {
      const span = row.spans[field];
      return !span || (span.from <= start && start < span.to);
    }),
  );
  return { at, starts, sets, any: rowSet(rows, (row) => !row.spans[field]) };
}

function viewGuest(
  rows: Row[],
  platform: Platform,
  adapters: Adapter[],
  guest: Guest | undefined,
  bitness: number | undefined,
  listing: Listing | undefined,
  current: string | undefined,
): Omit<GuestView, "likeness" | "raised"> {
  const present = adapters.find(({ id }) => id === current);
  const origin = (where: string) =>
    maskOf(
      adapters,
      (adapter) => (adapter !== present || where === "none") && driverOrigin(adapter, guest, platform.id) === where,
    );
  // An emulated card that works is not worth the search for the driver of another one.
  const foreign = present?.kind === "emulated" ? origin("vendor") & maskOf(adapters, isEmulated) : 0;
  const set = rowSet(rows, (row) => guestHolds(row, guest, bitness, current));
  const listedFrom = listing?.listedFrom ?? 0;
  const needs = present ? needsOf(present.platforms[platform.id] as AdapterOnPlatform) : [];
  const of64Bits = (guest?.bitness ?? bitness) === 64 ? (["hardwareVirtualization"] as const) : [];
  return {
    isPassing: present && present.kind === "passthrough",
    implied: [...new Set([...of64Bits, ...needs])],
    set,
    // An unknown guest has the family "other" here, so no row with a condition on the family is certain.
    certain: guest ? set : rowSet(rows, (row) => !row.guest.guestFamily && guestHolds(row, guest, bitness, current)),
    listedFrom,
    since: versionCode(
      listing?.since ??
        platform.versions.find(({ virtualHardware = 0 }) => virtualHardware >= listedFrom)?.version ??
        "0",
    ),
    offered: listing
      ? listing.offered.map((range) => ({
          from: range.from ?? 0,
          to: range.to,
          adapters: maskOf(
            adapters,
            (adapter) => !isListed(adapter, platform.id) || range.adapters.includes(adapter.id),
          ),
        }))
      : [{ from: 0, to: undefined, adapters: (1 << adapters.length) - 1 }],
    tools: origin("tools"),
    vendor: origin("vendor"),
    none: origin("none"),
    unknown: origin("unknown") | foreign,
    values: new Map(),
    runs: new Map(),
  };
}

/**
 * Returns the origin of an adapter's driver. For an unknown guest, it assumes a common one: the guest includes drivers of emulated
 * adapters, the platform has those of paravirtual adapters, and the NIC vendor those of passthrough adapters.
 */
export function driverOrigin(adapter: Adapter, guest: Guest | undefined, platform: string): string {
  if (guest) return guest.platforms[platform]?.drivers[adapter.id]?.where ?? "unknown";
  return { emulated: "box", paravirtual: "tools", passthrough: "vendor" }[adapter.kind];
}

/** Whether the conditions on the guest hold. An unknown guest has the family "other" and an unknown release. */
function guestHolds(row: Row, guest: Guest | undefined, bitness: number | undefined, current = ""): boolean {
  const { guest: ids, guestFamily, guestRelease, bitness: wanted, currentAdapter, otherAdapter } = row.guest;
  if (otherAdapter !== undefined && otherAdapter === current) return false;
  if (wanted !== undefined && (guest?.bitness ?? bitness) !== wanted) return false;
  if (
    !holdsOn(ids, guest?.id ?? "") ||
    !holdsOn(guestFamily, guest?.family ?? "other") ||
    !holdsOn(currentAdapter, current)
  )
    return false;
  if (!guestRelease) return true;
  if (!guest || guest.release === "unknown") return false;
  const release = versionCode(guest.release);
  return (
    (guestRelease.atLeast === undefined || release >= versionCode(guestRelease.atLeast)) &&
    (guestRelease.below === undefined || release < versionCode(guestRelease.below))
  );
}

function isEmulated({ kind }: Adapter): boolean {
  return kind === "emulated";
}

function isListed(adapter: Adapter, platform: string): boolean {
  return adapter.platforms[platform]?.listed !== false;
}

function maskOf(adapters: Adapter[], holds: (adapter: Adapter) => boolean): number {
  return adapters.reduce((bits, adapter, index) => (holds(adapter) ? bits | (1 << index) : bits), 0);
}

/** Returns the usual assumed value of a field. Yes and no are 1 and 0. */
export function usualOf({ fields, usual }: Table, field: Field): number {
  return usual[fields[field].at] as number;
}

/** Returns the rows that hold for a value of a field. */
export function setIn({ starts, sets }: Bands, value: number | boolean): RowSet {
  return sets[bandOf(starts, +value)] as RowSet;
}

/** Lists the releases. A release without virtual hardware has that of the release before it. */
function listReleases({ versions }: Platform): Table["releases"] {
  let hardware = 0;
  return versions.map(({ version, virtualHardware = hardware }) => {
    hardware = virtualHardware;
    return { code: versionCode(version), hardware };
  });
}

/** Returns the newest virtual hardware of a release. Before the first release, it is that of the first. 0 if the platform has none. */
export function newestHardware({ releases }: Table, version: number): number {
  let newest = (releases[0] as { hardware: number }).hardware;
  for (const { code, hardware } of releases) if (code <= version) newest = hardware;
  return newest;
}

/** Returns the code of the first release with a virtual hardware version, 0 if none is recorded. */
export function firstRelease(table: Table, hardware: number): number {
  return table.releases.find((release) => release.hardware >= hardware)?.code ?? 0;
}

/** Returns a range of releases with recorded releases as its ends. It starts at 0 if the first release is in it. */
export function amongReleases(
  { releases }: Table,
  { from, to, first = from }: NumberValue,
): { from: number; to: number } {
  const next = (code: number): number => releases.find((release) => release.code >= code)?.code ?? code;
  return { from: first === releases[0]?.code ? 0 : next(first), to: next(to) };
}
