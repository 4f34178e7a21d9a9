import { adapterNames } from "../knowledge/adapter-names.ts";
import type { Advisor } from "../advisor.ts";
import { buildTable, type GuestView, type Table } from "../engine/table.ts";
import { needsOf, type Row } from "../engine/rows.ts";
import type { Adapter, AdapterOnPlatform, Guest, Knowledge } from "../knowledge/knowledge.ts";
import { versionCode } from "../knowledge/version.ts";
import type { NumberField, YesNoField, Situation } from "../questions/situation.ts";
import { columnOf, listConditions, type Condition } from "./conditions.ts";
import type { SqlTable, SqlType } from "./dialects.ts";
import { groupBy } from "../collections.ts";
import { productTypes, wordsOf } from "../guests/guests.ts";
import { prepareResolver } from "../guests/resolve-situation.ts";
import { questionOf } from "../questions/questions.ts";
import { readSituation } from "../questions/read-situation.ts";

/** Bits of one column of an order; a larger power of two is no exact number of JavaScript. */
const PLACES = 50;

/** The compiled knowledge as tables, and what decide.sql has to know of their columns. */
export interface DecisionTables {
  tables: SqlTable[];
  conditions: Condition[];
  /** The columns that say which preferences hold. */
  orders: string[];
  /** Columns that may be unknown, by their bits in the column `fields` of the rules. */
  unknowns: string[];
  /** Number fields besides releases and virtual hardware on which a row depends. */
  numbers: NumberField[];
  /** Yes-or-no fields on which a row, a driver or an adapter depends. */
  yesNo: YesNoField[];
  /** Those of them that an adapter may need of its host. */
  needs: YesNoField[];
}

/** Builds the tables from the engine's own decision tables, so that both decide by the same rows. */
export function buildDecisionTables(advisor: Advisor): DecisionTables {
  const { knowledge } = advisor;
  const engines = knowledge.platforms.map((platform) => buildTable(knowledge, platform));
  const columns = listColumns(knowledge, engines);
  return {
    ...columns,
    tables: [
      ...buildPlatformTables(engines, columns.needs),
      ...buildGuestTables(advisor, engines),
      ...buildRuleTables(knowledge, engines, columns),
    ],
  };
}

type Columns = Omit<DecisionTables, "tables">;

/** Lists the columns on which a decision depends on any platform. */
function listColumns(knowledge: Knowledge, engines: readonly Table[]): Columns {
  const deciding = engines.map(decidingRows);
  const used = new Set(deciding.flatMap((rows) => rows.flatMap(({ spans }) => Object.keys(spans))));
  const [first] = engines as [Table];
  const numbers = first.numberFields.filter(
    (field) => field !== "platformVersion" && field !== "virtualHardware" && used.has(field),
  );
  const needs = [
    ...new Set(engines.flatMap((table) => table.adapters.flatMap((adapter) => needsOnPlatform(adapter, table)))),
  ];
  const yesNo = first.yesNoFields.filter(
    (field) => used.has(field) || field === "guestDrivers" || needs.includes(field),
  );
  const preferences = Math.max(...deciding.map((rows) => rows.filter((row) => row.over).length));
  return {
    conditions: listConditions(knowledge, deciding.flat()),
    orders: Array.from({ length: Math.ceil(preferences / PLACES) }, (_, word) => `order_${word + 1}`),
    unknowns: ["guest_family", "platform_version", "virtual_hardware", ...[...numbers, ...yesNo].map(columnOf)],
    numbers,
    yesNo,
    needs,
  };
}

function decidingRows({ rows }: Table): Row[] {
  return rows.filter((row) => row.exclude || row.over);
}

function needsOnPlatform(adapter: Adapter, { platform }: Table): YesNoField[] {
  return needsOf(adapter.platforms[platform.id] as AdapterOnPlatform);
}

function buildPlatformTables(engines: readonly Table[], needs: readonly YesNoField[]): SqlTable[] {
  return [
    {
      name: "vnic_platforms",
      about: "Platforms. A release is a number: (major × 100,000 + minor) × 100,000 + patch.",
      columns: { platform: "STRING", current_release: "BIGINT" },
      rows: engines.map(({ platform, current }) => ({ platform: platform.id, current_release: current })),
    },
    {
      name: "vnic_releases",
      about: "Releases: the range of versions of each, its newest virtual hardware, and the one above which it is new.",
      columns: {
        platform: "STRING",
        version: "STRING",
        ...columnsOfType("BIGINT", ["release", "release_from", "release_below"]),
        ...columnsOfType("BIGINT", ["virtual_hardware", "virtual_hardware_above"]),
      },
      rows: engines.flatMap(releaseRows),
    },
    {
      name: "vnic_adapters",
      about: "Adapters. Other tables name sets of adapters as the sum of their bits.",
      columns: {
        platform: "STRING",
        adapter: "STRING",
        ...columnsOfType("BIGINT", ["place", "bit"]),
        ...columnsOfType("BOOLEAN", ["passthrough", "emulated", ...needs.map((field) => `needs_${columnOf(field)}`)]),
      },
      rows: engines.flatMap((table) => adapterRows(table, needs)),
    },
    {
      name: "vnic_adapter_names",
      about: 'Spellings of adapters in inventories, in lower case and without "Virtual" before them.',
      columns: { platform: "STRING", name: "STRING", adapter: "STRING" },
      rows: engines.flatMap(({ platform: { id }, adapters }) =>
        [...adapterNames(adapters, id)].sort().map(([name, adapter]) => ({ platform: id, name, adapter })),
      ),
    },
  ];
}

function columnsOfType(type: SqlType, names: readonly string[]): SqlTable["columns"] {
  return Object.fromEntries(names.map((name) => [name, type]));
}

function releaseRows({ platform, releases }: Table): SqlTable["rows"] {
  return releases.map(({ code, hardware }, at) => ({
    platform: platform.id,
    version: platform.versions[at]?.version,
    release: code,
    release_from: at === 0 ? 0 : code,
    release_below: releases[at + 1]?.code,
    virtual_hardware: hardware,
    virtual_hardware_above: Math.max(-1, ...releases.slice(0, at).map((before) => before.hardware)),
  }));
}

function adapterRows(table: Table, needs: readonly YesNoField[]): SqlTable["rows"] {
  return table.adapters.map((adapter, place) => {
    const needed = needsOnPlatform(adapter, table);
    return {
      platform: table.platform.id,
      adapter: adapter.id,
      place,
      bit: 2 ** place,
      passthrough: adapter.kind === "passthrough",
      emulated: adapter.kind === "emulated",
      ...Object.fromEntries(needs.map((field) => [`needs_${columnOf(field)}`, needed.includes(field)])),
    };
  });
}

function buildGuestTables(advisor: Advisor, engines: readonly Table[]): SqlTable[] {
  const { guests } = advisor.knowledge;
  return [
    {
      name: "vnic_guests",
      about: "Guests. The row without an id means an unknown guest.",
      columns: { guest: "STRING", guest_family: "STRING", guest_release: "BIGINT", bitness: "BIGINT" },
      rows: [
        { guest: "", guest_family: "other" },
        ...guests.map(({ id, family, release, bitness }) => ({
          guest: id,
          guest_family: family,
          guest_release: release === "unknown" ? undefined : versionCode(release),
          bitness,
        })),
      ],
    },
    {
      name: "vnic_guest_names",
      about:
        "Spellings of guests in lower case, or their words. A spelling with several guests has a row for each. If the guest is NULL, the engine has to answer.",
      columns: {
        name: "STRING",
        by_words: "BOOLEAN",
        platform: "STRING",
        ...columnsOfType("BIGINT", ["bitness", "position", "members"]),
        guest: "STRING",
      },
      rows: listGuestNames(advisor).map((name) => ({ ...name })),
    },
    {
      name: "vnic_guest_drivers",
      about:
        "Sets of adapters by the source of the guest's driver, and the virtual hardware and release from which the platform lists the guest, also under an older guest's entry.",
      columns: {
        platform: "STRING",
        guest: "STRING",
        ...columnsOfType("BIGINT", ["tools", "vendor", "vendor_emulated", "none", "unknown"]),
        ...columnsOfType("BIGINT", ["listed_from", "since", "older_listed_from", "older_since"]),
      },
      rows: engines.flatMap((table) => viewRows(table, guests, driverRow)),
    },
    {
      name: "vnic_guest_adapters",
      about:
        "Sets of adapters that a platform offers a guest, by virtual hardware, and whatever the virtual hardware is.",
      columns: {
        platform: "STRING",
        guest: "STRING",
        older: "BOOLEAN",
        ...columnsOfType("BIGINT", ["virtual_hardware_from", "virtual_hardware_below", "adapters", "adapters_ever"]),
      },
      rows: engines.flatMap((table) => viewRows(table, guests, offerRows)),
    },
  ];
}

type ViewRow = (view: { own: GuestView; older?: GuestView }, isListed: boolean, table: Table) => SqlTable["rows"];

/** Rows for each guest, and for one that is unknown. */
function viewRows(table: Table, guests: readonly Guest[], rowsOf: ViewRow): SqlTable["rows"] {
  return [undefined, ...guests].flatMap((guest) => {
    const section = guest?.platforms[table.platform.id];
    const own = table.guestView(guest, undefined, -1);
    const views = section?.older ? { own, older: table.guestView(guest, undefined) } : { own };
    return rowsOf(views, section !== undefined, table).map((row) => ({
      platform: table.platform.id,
      guest: guest?.id ?? "",
      ...row,
    }));
  });
}

const driverRow: ViewRow = ({ own, older }, isListed, { emulated }) => [
  {
    tools: own.tools,
    vendor: own.vendor,
    vendor_emulated: own.vendor & emulated,
    none: own.none,
    unknown: own.unknown,
    ...(isListed && { listed_from: own.listedFrom, since: own.since }),
    ...(older && { older_listed_from: older.listedFrom, older_since: older.since }),
  },
];

const offerRows: ViewRow = ({ own, older }) =>
  [own, ...(older ? [older] : [])].flatMap(({ offered }, at) =>
    offered.map(({ from, adapters }, range) => ({
      older: at === 1,
      virtual_hardware_from: range === 0 ? 0 : from,
      virtual_hardware_below: offered[range + 1]?.from,
      adapters,
      adapters_ever: offered.reduce((all, one) => all | one.adapters, 0),
    })),
  );

function buildRuleTables({ features }: Knowledge, engines: readonly Table[], columns: Columns): SqlTable[] {
  const { conditions, orders, numbers } = columns;
  return [
    {
      name: "vnic_features",
      about: "Spellings of features that a situation may require.",
      columns: { name: "STRING", feature: "STRING" },
      rows: features.flatMap(({ id, aliases }) => [id, ...aliases].map((name) => ({ name, feature: id }))),
    },
    {
      name: "vnic_doubts",
      about: "Features that an adapter supports in part (1) or that have no record (2).",
      columns: { platform: "STRING", feature: "STRING", place: "BIGINT", doubt: "BIGINT" },
      rows: engines.flatMap(({ doubts, platform }) =>
        [...doubts].flatMap(([feature, levels]) =>
          levels.flatMap((doubt, place) => (doubt ? [{ platform: platform.id, feature, place, doubt }] : [])),
        ),
      ),
    },
    {
      name: "vnic_rules",
      about:
        "The decision table: rules, and rows derived from the adapter records. All conditions of a row must hold. NULL and an empty feature always hold. A row excludes a set of adapters, or prefers one set over another. Its fields are the sum of a bit for each column that it depends on and that may be unknown.",
      columns: {
        platform: "STRING",
        id: "STRING",
        ...columnsOfType("BIGINT", ["strength", "excludes", "prefers", "over", ...orders, "fields"]),
        feature: "STRING",
        ...conditions.reduce<Record<string, SqlType>>((all, { columns }) => Object.assign(all, columns), {}),
      },
      rows: engines.flatMap((table) => ruleRows(table, columns)),
    },
    {
      name: "vnic_bands",
      about: "Ranges of numbers within which all rows treat every value alike.",
      columns: { field: "STRING", band_from: "BIGINT", band_below: "BIGINT" },
      rows: numbers.flatMap((field) => bandRows(engines, field)),
    },
  ];
}

/** A row that asks for one of several features stands once for each of them. */
function ruleRows(table: Table, { conditions, orders, unknowns }: Columns): SqlTable["rows"] {
  const rows = decidingRows(table);
  const preferring = rows.filter((row) => row.over && !row.exclude);
  const isOn = (row: Row, field: string): boolean =>
    conditions.some(
      (one) => one.field === field && Object.values(one.valuesOf(row)).some((value) => value !== undefined),
    );
  return rows.flatMap((row) => {
    const place = preferring.indexOf(row);
    const bits = orders.map((word, at) => [word, Math.floor(place / PLACES) === at ? 2 ** (place % PLACES) : 0]);
    return (row.requires.length === 0 ? [""] : row.requires).map((feature) => ({
      platform: table.platform.id,
      id: row.id,
      // Halves tell rules about the current adapter from others.
      strength: 2 * row.rank,
      excludes: row.exclude,
      prefers: row.exclude ? 0 : row.prefer,
      over: row.exclude ? 0 : row.over,
      fields: unknowns.reduce((bits, field, at) => (isOn(row, field) ? bits + 2 ** at : bits), 0),
      ...Object.fromEntries(place < 0 ? orders.map((word) => [word, 0]) : bits),
      feature,
      ...Object.assign({}, ...conditions.map(({ valuesOf }) => valuesOf(row))),
    }));
  });
}

function bandRows(engines: readonly Table[], field: NumberField): SqlTable["rows"] {
  const starts = engines.flatMap(({ fields, assumedFrom }) => [
    ...fields[field].starts,
    ...(field === "packetRate" ? assumedFrom.map(({ rate }) => rate) : []),
  ]);
  const edges = [...new Set(starts)].sort((a, b) => a - b);
  return edges.map((from, at) => ({ field: columnOf(field), band_from: from, band_below: edges[at + 1] }));
}

/** The guest that a spelling means, one row for each if there are several. */
interface GuestName {
  name: string;
  /** Whether the name is the words of a spelling, for what is not spelled exactly so. */
  by_words: boolean;
  /** Undefined for all platforms. */
  platform: string | undefined;
  /** The bitness given with it, 0 for none; undefined for all of these. */
  bitness: number | undefined;
  /** Place among the guests that the spelling means. */
  position: number;
  /** How many these are. */
  members: number;
  /** Empty for "the guest is unknown"; undefined where the engine accepts no such spelling. */
  guest: string | undefined;
}

/** Addresses that libosinfo gives to a guest of which nothing is known. */
const UNKNOWN = ["http", "https"].flatMap((scheme) =>
  ["", "/"].map((end) => `${scheme}://libosinfo.org/unknown${end}`),
);

/** Every spelling that the records list, as written and by its words, with what the engine takes it for. */
function listGuestNames(advisor: Advisor): GuestName[] {
  const { knowledge, guests, findGuest } = advisor;
  const resolve = prepareResolver(knowledge, findGuest);
  const platforms = knowledge.platforms.map(({ id }) => id);
  const bitnesses = [0, ...(questionOf(knowledge, "bitness")?.choices ?? []).map(({ value }) => value)];
  const meaning = (guest: string, platform: string, bitness: number): string[] => {
    const given = { platform, guest, ...(bitness && { bitness }) };
    const { situation, problems } = readSituation(advisor, given);
    if (problems.length > 0) return [];
    if (situation.guest === undefined) return [""];
    const { guest: found, origin } = resolve(situation);
    if (!found) return [];
    const members = [found, ...(origin?.kind === "set" ? origin.others : [])];
    // A member is looked up by its id once more, as the advisor does.
    const ids = members.map(({ id }) => resolve({ ...situation, guest: id } as Situation).guest?.id ?? "");
    return ids.every((id, at) => id === members[at]?.id) ? ids : [];
  };
  const rowsOf = (name: string, isByWords: boolean): GuestName[] => {
    // Words with other signs between them are a spelling that no record lists.
    const spelling = isByWords ? `~${name.replaceAll(" ", "~")}` : name;
    const found = platforms.map((platform) => bitnesses.map((bitness) => meaning(spelling, platform, bitness)));
    const isSame = (lists: string[][]): boolean => new Set(lists.map((list) => list.join())).size === 1;
    const isOnAll = bitnesses.every((_, at) => isSame(found.map((of) => of[at] as string[])));
    return (isOnAll ? [undefined] : platforms).flatMap((platform, at) => {
      const lists = found[at] as string[][];
      return (isSame(lists) ? [undefined] : bitnesses).flatMap((bitness, of) => {
        const ids = lists[of] as string[];
        return (ids.length === 0 ? [undefined] : ids).map((guest, position) => ({
          name,
          by_words: isByWords,
          platform,
          bitness,
          position,
          members: Math.max(ids.length, 1),
          guest,
        }));
      });
    });
  };
  const spellings = [...new Set([...guests.keys(), ...productTypes(knowledge).keys(), ...UNKNOWN])].sort();
  const words = [...groupBy(guests.keys(), (spelling) => wordsOf(spelling).join(" ")).keys()].filter(Boolean).sort();
  return [...spellings.flatMap((name) => rowsOf(name, false)), ...words.flatMap((name) => rowsOf(name, true))];
}
