import { fillCells, type FilledCell } from "./cells.ts";
import { dropUndefined, writeCanonical } from "../../records/objects.ts";
import { comparePage } from "./paths.ts";
import { pick, type RecordOf } from "./records.ts";
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
  /** Ids of the two columns that narrow screens begin with: the paravirtual adapter that others are compared with, and an emulated one. */
  shown: string[];
  groups: { group: Group; title: string; rows: CompareRow[] }[];
  /** Known problems of each column that has some, by the ids of the findings. */
  problems: ColumnProblems[];
}

/** Known problems of one column. */
interface ColumnProblems {
  /** Id of the column. */
  column: string;
  fullName: string;
  /** Ids of findings. */
  findings: string[];
}

/** An adapter, or one of its modes. */
export interface CompareColumn extends ReleaseSpan {
  /** Id of the adapter, or the ids of adapter and mode joined by a hyphen. */
  id: string;
  adapter: string;
  mode?: string;
  name: string;
  /** Name in running text. The name of a mode starts with the name of its adapter. */
  fullName: string;
  /** Name on the platform, if it is a different name. */
  calledHere?: string;
  kind: Adapter["kind"];
  /** Releases that have it: "since 8.0, hardware 20". */
  version?: string;
}

interface CompareRow {
  feature: string;
  name: string;
  /** Fragment of the row's address on the compare page. The feature's id points to the first table with the feature. */
  anchor: string;
  cells: CompareCell[];
  /** Recorded statements about the feature, each with its columns. */
  answers: CompareAnswer[];
  /** Ids of findings: problems with this feature, of adapters of the table. */
  problems: string[];
}

/** One statement about a feature, and the columns that share it. */
interface CompareAnswer
  extends Pick<FilledCell, "support" | "note" | "basis" | "conflict" | "sources">,
    Pick<CompareCell, "word" | "version"> {
  /** Fragment of its address on the compare page. */
  anchor: string;
  columns: Pick<CompareColumn, "id" | "fullName">[];
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
  /** Ids of findings: known problems of this adapter with this feature. */
  problems?: string[];
  /** Address of the reason on the compare page. */
  path: string;
}

/** The groups of features in the order of tables. */
const groupTitles: readonly (readonly [Group, string])[] = [
  ["mobility", "Mobility and availability"],
  ["sharing", "Sharing"],
  ["performance", "Performance"],
  ["boot", "Boot and management"],
];

/** A finding as far as the table reads it. */
type ProblemFinding = Pick<RecordOf<"findings">, "id" | "adapters" | "platforms" | "problem">;

/** What the table of a platform is built from. */
interface TableInputs {
  adapters: readonly Adapter[];
  features: readonly Feature[];
  findings: readonly ProblemFinding[];
}

/** Builds the table of each platform. */
export function buildCompareTables(inputs: TableInputs & { platforms: readonly Platform[] }): CompareTable[] {
  return inputs.platforms.map((platform) => buildCompareTable(platform, inputs));
}

function buildCompareTable(platform: Platform, { adapters, features, findings }: TableInputs): CompareTable {
  const columns = adapters.flatMap((adapter) => listColumns(adapter, platform, features));
  const ordered = [...columns.filter(isAdapter), ...columns.filter(isMode)];
  const ofAdapters = columns.filter(isAdapter).map(({ column }) => column);
  const known = findings.filter(({ problem, platforms }) => problem && platforms.includes(platform.id));
  const rows = features.flatMap((feature): (CompareRow & { group: Group })[] => {
    const name = feature.platforms[platform.id];
    if (name === undefined) return [];
    const own = `${platform.id}-${feature.id}`;
    const cells = ordered.flatMap(({ column, cells }) =>
      cells.filter((cell) => cell.feature === feature.id).map((cell) => ({ column, cell })),
    );
    const answers = shareAnswers(cells, own);
    const problems = known.filter(({ problem }) => problem?.features?.includes(feature.id));
    return [
      {
        group: feature.group,
        feature: feature.id,
        name,
        anchor: own,
        cells: cells.map(({ column, cell }) => toCompareCell(column, cell, { platform, answers, problems })),
        answers,
        problems: problems.filter(({ adapters: ids }) => ids.length > 0).map(({ id }) => id),
      },
    ];
  });
  return {
    platform: platform.id,
    name: platform.name,
    releases: platform.versions.map(({ version, name = version }) => ({ version, name })),
    adapters: ofAdapters,
    modes: columns.filter(isMode).map(({ column }) => column),
    shown: chooseShown(ofAdapters, platform.referenceAdapter),
    groups: groupTitles
      .map(([group, title]) => ({
        group,
        title,
        rows: rows.filter((row) => row.group === group).map(({ group: _, ...row }) => row),
      }))
      .filter((group) => group.rows.length > 0),
    problems: ofAdapters
      .map(({ id, fullName }) => ({
        column: id,
        fullName,
        findings: known.filter((problem) => listConcerned(problem).includes(id)).map((problem) => problem.id),
      }))
      .filter(({ findings }) => findings.length > 0),
  };
}

function chooseShown(columns: readonly CompareColumn[], reference: string | undefined): string[] {
  const others = columns.filter(({ id }) => id !== reference);
  const other = others.find(({ kind }) => kind === "emulated") ?? others[0];
  return columns.filter(({ id }) => id === reference || id === other?.id).map(({ id }) => id);
}

/** Lists the adapters with a problem. These may be fewer than the finding's adapters if the problem names its machines. */
export function listConcerned({ adapters, problem }: Pick<ProblemFinding, "adapters" | "problem">): readonly string[] {
  return problem?.match?.adapters ?? adapters;
}

/** Merges identical statements of a row. The first column gives the address. */
function shareAnswers(cells: readonly ColumnCell[], row: string): CompareAnswer[] {
  const answers = new Map<string, CompareAnswer>();
  for (const { column, cell } of cells) {
    const { support, since, until } = cell;
    const version = writeVersions(since, until);
    const said = dropUndefined({ support, word: words[support], version, ...pick(cell, ...shownFields) });
    const key = writeCanonical(said);
    const answer = answers.get(key) ?? { ...said, anchor: `${row}-${column.id}`, columns: [] };
    answer.columns.push({ id: column.id, fullName: column.fullName });
    answers.set(key, answer);
  }
  return [...answers.values()].sort((a, b) => order.indexOf(a.support) - order.indexOf(b.support));
}

/** Fields of a cell that are shown as its record has them. */
const shownFields = ["note", "basis", "conflict", "sources"] as const;

const order: readonly FilledCell["support"][] = ["no", "partial", "yes", "unknown"];

interface ColumnCell {
  column: CompareColumn;
  cell: FilledCell;
}

interface FilledColumn {
  column: CompareColumn;
  cells: FilledCell[];
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
    { column: own, cells: fillCells(section.compatibility, platform.id, features) },
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
      }),
    ),
  ];
}

/** Whether two names differ only in punctuation, or one contains the other, so that one is enough. */
function isSameName(one: string, other: string): boolean {
  const [a = "", b = ""] = [one, other].map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ""));
  return a.includes(b) || b.includes(a);
}

function describeVersions(
  { since, until, virtualHardware }: Pick<Section, "since" | "until" | "virtualHardware">,
  { versions, emulator }: Platform,
): ReleaseSpan & { version?: string } {
  const hardware = virtualHardware === undefined ? [] : [`hardware ${virtualHardware}`];
  const version = [writeVersions(since === "unknown" ? undefined : since, until, emulator), ...hardware]
    .filter((part) => part !== undefined)
    .join(", ");
  return { ...(version === "" ? {} : { version }), ...findSpan(versions, { since, until, virtualHardware }) };
}

const words: Record<FilledCell["support"], string> = { yes: "yes", no: "no", partial: "partial", unknown: "unknown" };

function toCompareCell(
  { id, fullName, adapter, mode }: CompareColumn,
  cell: FilledCell,
  about: { platform: Platform; answers: readonly CompareAnswer[]; problems: readonly ProblemFinding[] },
): CompareCell {
  const { support, since, until, feature } = cell;
  const answer = about.answers.find(({ columns }) => columns.some((column) => column.id === id));
  const problems = about.problems.filter((problem) => mode === undefined && listConcerned(problem).includes(adapter));
  return dropUndefined({
    ...{ column: id, columnName: fullName, adapter, mode },
    ...{ support, word: words[support], version: writeVersions(since, until) },
    ...findSpan(about.platform.versions, { since, until }),
    ...pick(cell, ...shownFields),
    problems: problems.length === 0 ? undefined : problems.map((problem) => problem.id),
    path: `${comparePage}#${answer?.anchor ?? feature}`,
  });
}

/** "since 5.0, until 6.7"; versions of an emulator are not those of the platform, so its name is before them. */
function writeVersions(since: string | undefined, until: string | undefined, emulator?: string): string | undefined {
  const write = (word: string, version: string | undefined): string[] =>
    version === undefined ? [] : [[word, emulator, version].filter((part) => part !== undefined).join(" ")];
  const parts = [...write("since", since), ...write("until", until)];
  return parts.length === 0 ? undefined : parts.join(", ");
}

type Release = RecordOf<"platforms">["versions"][number];

/** A range of a platform's releases, as indexes in its list. A missing end is open. */
interface ReleaseSpan {
  first?: number;
  last?: number;
}

/** Bounds of a statement: releases of the platform, and the lowest virtual hardware version. */
interface Bounds {
  since?: string | undefined;
  until?: string | undefined;
  virtualHardware?: number | undefined;
}

/** Finds the releases between two versions and with at least a virtual hardware version. */
function findSpan(releases: readonly Release[], { since, until, virtualHardware }: Bounds): ReleaseSpan {
  const isEarly = ({ version, virtualHardware: newest }: Release): boolean =>
    (since !== undefined && since !== "unknown" && versionCode(version) < versionCode(since)) ||
    (virtualHardware !== undefined && newest !== undefined && newest < virtualHardware);
  const isLate = ({ version }: Release): boolean => until !== undefined && versionCode(version) >= codeAfter(until);
  const first = releases.filter(isEarly).length;
  const last = releases.length - 1 - releases.filter(isLate).length;
  return { ...(first > 0 ? { first } : {}), ...(last < releases.length - 1 ? { last } : {}) };
}
