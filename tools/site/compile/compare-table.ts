import { fillCells, type FilledCell } from "./cells.ts";
import { dropUndefined } from "../../records/objects.ts";
import { findPath } from "./paths.ts";
import type { RecordOf } from "./records.ts";
import { codeAfter, versionCode } from "../../../advisor/knowledge/version.ts";

type Adapter = RecordOf<"adapters">;
type Section = Adapter["platforms"][string];
type Platform = RecordOf<"platforms">;
type Feature = RecordOf<"features">;
type Group = Feature["group"];

/** Adapters and their modes as columns and features as rows, for one platform. */
export interface CompareTable {
  platform: string;
  name: string;
  releases: { version: string; name: string }[];
  adapters: CompareColumn[];
  modes: CompareColumn[];
  groups: { group: Group; title: string; rows: CompareRow[] }[];
}

/** An adapter, or one of its modes. */
export interface CompareColumn extends ReleaseSpan {
  /** The adapter's id, or that of adapter and mode joined by a hyphen. */
  id: string;
  adapter: string;
  mode?: string;
  name: string;
  /** The name in running text; that of a mode begins with its adapter's. */
  fullName: string;
  /** What the platform calls it, where that is another name altogether. */
  calledHere?: string;
  kind: Adapter["kind"];
  /** When it exists: "since 8.0, hardware 20". */
  version?: string;
}

export interface CompareRow {
  feature: string;
  name: string;
  cells: CompareCell[];
}

export interface CompareCell
  extends ReleaseSpan,
    Pick<FilledCell, "support" | "note" | "basis" | "conflict" | "sources"> {
  column: string;
  columnName: string;
  adapter: string;
  mode?: string;
  word: string;
  version?: string;
  /** Where the page of its adapter, or that of the adapter's modes, tells the reason. */
  path: string;
}

/** The groups of features in the order of tables. */
export const groupTitles: readonly (readonly [Group, string])[] = [
  ["mobility", "Mobility and availability"],
  ["sharing", "Sharing"],
  ["performance", "Performance"],
  ["boot", "Boot and management"],
];

/** Builds the table of one platform. */
export function buildCompareTable(
  platform: Platform,
  adapters: readonly Adapter[],
  features: readonly Feature[],
): CompareTable {
  const columns = adapters.flatMap((adapter) => listColumns(adapter, platform, features));
  const rows = features.flatMap((feature): (CompareRow & { group: Group })[] => {
    const name = feature.platforms[platform.id];
    if (name === undefined) return [];
    const cells = [...columns.filter(isAdapter), ...columns.filter(isMode)].flatMap(({ column, cells, page }) =>
      cells.filter((cell) => cell.feature === feature.id).map((cell) => toCompareCell(column, cell, platform, page)),
    );
    return [{ group: feature.group, feature: feature.id, name, cells }];
  });
  return {
    platform: platform.id,
    name: platform.name,
    releases: platform.versions.map(({ version, name = version }) => ({ version, name })),
    adapters: columns.filter(isAdapter).map(({ column }) => column),
    modes: columns.filter(isMode).map(({ column }) => column),
    groups: groupTitles
      .map(([group, title]) => ({
        group,
        title,
        rows: rows.filter((row) => row.group === group).map(({ group: _, ...row }) => row),
      }))
      .filter((group) => group.rows.length > 0),
  };
}

interface FilledColumn {
  column: CompareColumn;
  cells: FilledCell[];
  page: string;
}

const isMode = ({ column }: FilledColumn): boolean => column.mode !== undefined;
const isAdapter = (filled: FilledColumn): boolean => !isMode(filled);

function listColumns(adapter: Adapter, platform: Platform, features: readonly Feature[]): FilledColumn[] {
  const section: Section | undefined = adapter.platforms[platform.id];
  if (!section) return [];
  const { id, name, kind } = adapter;
  const calledHere = isSameName(name, section.name) ? {} : { calledHere: section.name };
  const own = { id, adapter: id, name, fullName: name, ...calledHere, kind, ...describeVersions(section, platform) };
  return [
    { column: own, cells: fillCells(section.compatibility, platform.id, features), page: findPath("adapters", id) },
    ...Object.entries(section.modes ?? {}).map(
      ([mode, said]): FilledColumn => ({
        column: {
          id: `${id}-${mode}`,
          adapter: id,
          mode,
          name: said.name,
          fullName: `${name} (${said.name})`,
          kind,
          ...describeVersions(said, platform),
        },
        cells: fillCells(said.compatibility, platform.id, features),
        page: findPath("adapters", id),
      }),
    ),
  ];
}

/** Names that differ in signs only, or of which one holds the other, need not both be shown. */
function isSameName(one: string, other: string): boolean {
  const [a = "", b = ""] = [one, other].map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ""));
  return a.includes(b) || b.includes(a);
}

function describeVersions(
  { since, until, virtualHardware }: Pick<Section, "since" | "until" | "virtualHardware">,
  { versions }: Platform,
): ReleaseSpan & { version?: string } {
  const hardware = virtualHardware === undefined ? [] : [`hardware ${virtualHardware}`];
  const version = [writeVersions(since === "unknown" ? undefined : since, until), ...hardware]
    .filter((part) => part !== undefined)
    .join(", ");
  return { ...(version === "" ? {} : { version }), ...findSpan(versions, { since, until, virtualHardware }) };
}

const words: Record<FilledCell["support"], string> = { yes: "yes", no: "no", partial: "partly", unknown: "unknown" };

function toCompareCell(column: CompareColumn, cell: FilledCell, platform: Platform, page: string): CompareCell {
  const { feature, support, since, until, note, basis, conflict, sources } = cell;
  const { id, fullName, adapter, mode } = column;
  const span = findSpan(platform.versions, { ...(since === undefined ? {} : { since }), until });
  // Of a mode only what has been stated is listed.
  const anchor =
    mode === undefined
      ? `${platform.id}-${feature}`
      : basis === "none"
        ? `mode-${mode}`
        : `${platform.id}-${mode}-${feature}`;
  return dropUndefined({
    column: id,
    columnName: fullName,
    adapter,
    mode,
    support,
    word: words[support],
    version: writeVersions(since, until),
    ...span,
    note,
    basis,
    conflict,
    sources,
    path: `${page}#${anchor}`,
  });
}

function writeVersions(since: string | undefined, until: string | undefined): string | undefined {
  const parts = [since === undefined ? [] : [`since ${since}`], until === undefined ? [] : [`until ${until}`]].flat();
  return parts.length === 0 ? undefined : parts.join(", ");
}

type Release = RecordOf<"platforms">["versions"][number];

/** The releases of a platform over which something holds, as places in its list; neither end is there where it has none. */
interface ReleaseSpan {
  first?: number;
  last?: number;
}

/** What bounds a statement: releases of the platform, and the lowest virtual hardware version. */
interface Bounds {
  since?: string;
  until?: string | undefined;
  virtualHardware?: number | undefined;
}

/** Finds the releases between two versions; a release counts for the virtual hardware that it can create. */
function findSpan(releases: readonly Release[], { since, until, virtualHardware }: Bounds): ReleaseSpan {
  const isEarly = ({ version, virtualHardware: newest }: Release): boolean =>
    (since !== undefined && since !== "unknown" && versionCode(version) < versionCode(since)) ||
    (virtualHardware !== undefined && newest !== undefined && newest < virtualHardware);
  const isLate = ({ version }: Release): boolean => until !== undefined && versionCode(version) >= codeAfter(until);
  const first = releases.filter(isEarly).length;
  const last = releases.length - 1 - releases.filter(isLate).length;
  return { ...(first > 0 ? { first } : {}), ...(last < releases.length - 1 ? { last } : {}) };
}
