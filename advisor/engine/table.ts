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
 * The decision table of one platform, turned on its side: for each field and each band of its values,
 * the set of rows that still hold. Deciding is then an intersection of sets, the same small cost for any situation.
 */
export interface Table {
  platform: Platform;
  adapters: Adapter[];
  /** Bit mask of all adapters. */
  all: number;
  /** Those that pass a physical NIC through. */
  passthrough: number;
  /** Those that copy real hardware. */
  emulated: number;
  /** Rows that exclude first, then rows that prefer (strongest first), then the rest. */
  rows: Row[];
  /** Index behind the last row that excludes. */
  excludeEnd: number;
  /** What each row that excludes excludes. */
  excludeMasks: Int32Array;
  /** Rows that exclude or prefer. */
  deciding: RowSet;
  /** Code of the release that is assumed when it is unknown. */
  current: number;
  /** Releases of the platform, oldest first, with the newest virtual hardware of each; 0 where the platform has none. */
  releases: { code: number; hardware: number }[];
  /** Codes of the versions met so far. */
  codes: Map<string, number>;
  /** Orders worked out so far, by the words of the fired rows that prefer. */
  orders: Orders;
  /** Room for the fired rows of a filled situation that is decided and forgotten. */
  scratch: RowSet;
  /** The questions on whose fields rows may depend: numbers and releases, then yes and no, each by priority. */
  questions: (Question & { field: Field })[];
  numberFields: NumberField[];
  yesNoFields: YesNoField[];
  /** What is usually taken for each field, as a filled situation has it; 0 where it follows from other fields. */
  usual: number[];
  /** The rows that hold for what is usual: all for the guest, those that do not depend on requirements, and those of each field. */
  usualSets: RowSet[];
  /** The questions of which something else is assumed in some situations. */
  varying: (Question & { field: Field })[];
  /** Packet rates from which something else is assumed for a yes-or-no field. */
  assumedFrom: { field: YesNoField; rate: number }[];
  /** Questions whose no can become a yes. */
  mendable: YesNoField[];
  allFields: Field[];
  /** Every field, as unknown as it is before anybody has answered. */
  isAsked: Record<Field, boolean>;
  fields: Record<Field, Bands>;
  /** The same by names that come from outside. */
  bandsByName: ReadonlyMap<string, Bands>;
  /** Rows that depend on nothing but the guest, the release and the virtual hardware version. */
  unconditional: RowSet;
  /** Fields on which some row of any kind, a driver or what a guest is offered depends. */
  asked: Set<string>;
  /** Rows that do not depend on requirements, and those that hold when a feature is required. */
  unrequired: RowSet;
  requiring: Map<string, RowSet>;
  /** For each feature what each adapter's support of it weighs as a doubt: 0 where it is plain, 1 where it is partial, 2 where it is unknown. */
  doubts: Map<string, number[]>;
  /** The guest with the adapter that it has, as the platform lists it, under older ones' entries too, unless the newest virtual hardware that the machine may have is too old for them. */
  guestView: (guest: Guest | undefined, bitness: number | undefined, newest?: number, current?: string) => GuestView;
}

/** Who is placed before whom: per adapter a mask of those it comes before, and of those it comes behind. */
export interface Order {
  before: Int32Array;
  behind: Int32Array;
}

/** A tree of remembered orders, one level per word. */
interface Orders extends Map<number, Orders> {
  order?: Order;
}

/** Values of a field cut where some row begins or ends to hold; yes and no are 1 and 0. */
export interface Bands {
  /** Place of the field among all fields. */
  at: number;
  /** First value of each band, ascending, the first being 0. */
  starts: number[];
  sets: RowSet[];
  /** Rows that hold whatever the value is. */
  any: RowSet;
}

/** A value that stands for the half-open range of values that decide alike; of releases also the first one in it that there is. */
export interface NumberValue {
  value: number;
  from: number;
  to: number;
  first?: number;
}

/** What a guest with its current adapter allows, looked up once. */
export interface GuestView {
  /** Number of the first view that leads to the same decisions. */
  likeness: number;
  /** Whether the current adapter is a passthrough device, which changes what is assumed of load and CPU; undefined if the current adapter is unknown. */
  isPassing: boolean | undefined;
  /** Facts that the guest and its current adapter imply: a 64-bit guest requires hardware virtualization, and the host has what the current adapter needs. */
  implied: YesNoField[];
  set: RowSet;
  /** The rows that hold whatever the guest turns out to be, when it is unknown; else the same. */
  certain: RowSet;
  /** Virtual hardware version from which the platform lists the guest, be it under an older one's entry; 0 when no record tells. */
  listedFrom: number;
  /** Code of the first release that has it, the platform's first when no record tells. */
  since: number;
  /** First and last virtual hardware version of each range and the adapters offered there. */
  offered: { from: number; to: number | undefined; adapters: number }[];
  /** The view with newer virtual hardware, if an older guest's entry lists the guest there; undefined if this view holds there too. */
  raised: GuestView | undefined;
  /** Adapters by where the guest gets their driver; the one that it runs with only where there is none. */
  tools: number;
  vendor: number;
  none: number;
  unknown: number;
  /** What has been worked out for this guest and never changes: values that stand for bands, and where it runs. */
  values: Map<string, NumberValue[]>;
  runs: Map<number, boolean>;
}

type Listing = Pick<GuestOnPlatform, "listedFrom" | "since" | "offered">;

const DOUBT: Record<Support, number> = { yes: 0, no: 0, partial: 1, unknown: 2 };

/** Builds the table of a platform; done once for a knowledge. */
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
    emulated: maskOf(adapters, ({ kind }) => kind === "emulated"),
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
          // Without a guest, what other guests lead to counts too.
          const text = JSON.stringify([view, ...(guest ? [] : [bitness, current])]);
          // The older entry's list also covers the virtual hardware of the guest's own.
          const raised =
            own?.older && listing !== own.older ? this.guestView(guest, bitness, Infinity, current) : undefined;
          return { ...view, raised, likeness: getOrCompute(likenesses, text, () => likenesses.size) };
        },
      );
    },
  };
}

/** Id of the adapter at an index, null for the index of none. */
export function idOf(table: Table, index: number): string | null {
  return table.adapters[index]?.id ?? null;
}

/** The number of the band that holds a value. */
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
  const set = rowSet(rows, (row) => guestHolds(row, guest, bitness, current));
  const listedFrom = listing?.listedFrom ?? 0;
  const needs = present ? needsOf(present.platforms[platform.id] as AdapterOnPlatform) : [];
  const of64Bits = (guest?.bitness ?? bitness) === 64 ? (["hardwareVirtualization"] as const) : [];
  return {
    isPassing: present && present.kind === "passthrough",
    implied: [...new Set([...of64Bits, ...needs])],
    set,
    // Of the conditions on a guest an unknown one meets none but that on its family.
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
    unknown: origin("unknown"),
    values: new Map(),
    runs: new Map(),
  };
}

/**
 * Where a guest gets an adapter's driver. A guest that is unknown is taken for a common one:
 * emulated hardware works from the box, paravirtual needs the platform's drivers, passthrough those of the NIC.
 */
export function driverOrigin(adapter: Adapter, guest: Guest | undefined, platform: string): string {
  if (guest) return guest.platforms[platform]?.drivers[adapter.id]?.where ?? "unknown";
  return { emulated: "box", paravirtual: "tools", passthrough: "vendor" }[adapter.kind];
}

/** A guest that is unknown counts as one of the family "other" whose release nobody knows. */
function guestHolds(row: Row, guest: Guest | undefined, bitness: number | undefined, current = ""): boolean {
  const { guest: ids, guestFamily, guestRelease, bitness: wanted, currentAdapter } = row.guest;
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

function isListed(adapter: Adapter, platform: string): boolean {
  return adapter.platforms[platform]?.listed !== false;
}

function maskOf(adapters: Adapter[], holds: (adapter: Adapter) => boolean): number {
  return adapters.reduce((bits, adapter, index) => (holds(adapter) ? bits | (1 << index) : bits), 0);
}

/** What is usually taken for a field; yes and no are 1 and 0. */
export function usualOf({ fields, usual }: Table, field: Field): number {
  return usual[fields[field].at] as number;
}

/** The rows that hold for one value of a field. */
export function setIn({ starts, sets }: Bands, value: number | boolean): RowSet {
  return sets[bandOf(starts, +value)] as RowSet;
}

/** A release that names no virtual hardware has that of the one before it. */
function listReleases({ versions }: Platform): Table["releases"] {
  let hardware = 0;
  return versions.map(({ version, virtualHardware = hardware }) => {
    hardware = virtualHardware;
    return { code: versionCode(version), hardware };
  });
}

/** Newest virtual hardware version that a release of the platform creates, that of the first one for older ones; 0 where the platform has none. */
export function newestHardware({ releases }: Table, version: number): number {
  let newest = (releases[0] as { hardware: number }).hardware;
  for (const { code, hardware } of releases) if (code <= version) newest = hardware;
  return newest;
}

/** First release of the platform that knows a virtual hardware version, as a code; 0 when none is recorded. */
export function firstRelease(table: Table, hardware: number): number {
  return table.releases.find((release) => release.hardware >= hardware)?.code ?? 0;
}

/** A range of releases by those that there are: nothing is before the first one. */
export function amongReleases(
  { releases }: Table,
  { from, to, first = from }: NumberValue,
): { from: number; to: number } {
  const next = (code: number): number => releases.find((release) => release.code >= code)?.code ?? code;
  return { from: first === releases[0]?.code ? 0 : next(first), to: next(to) };
}
