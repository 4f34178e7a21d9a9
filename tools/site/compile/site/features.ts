import type { CompareCell, CompareColumn, CompareTable } from "../compare-table.ts";
import { pathOf } from "../paths.ts";
import type { Atlas, RecordOf } from "../records.ts";

/** Support for a feature on one platform, by adapter and mode. */
interface FeatureOnPlatform {
  platform: string;
  /** Name of the feature on the platform. */
  name: string;
  /** Answers from yes to unknown, each with its columns. An answer without columns is left out. */
  answers: { support: CompareCell["support"]; columns: CompareColumn[] }[];
  rows: (CompareCell & Pick<CompareColumn, "name" | "calledHere" | "kind"> & { ofAdapter?: string })[];
  /** Number of cells that another source contradicts. */
  conflicts: number;
}

/** Returns the features with the support of each adapter on each platform, and the rules that require them. */
export function compileFeatures(atlas: Atlas, tables: readonly CompareTable[]) {
  return atlas.features.map((feature) => ({
    ...feature,
    path: pathOf("features", feature),
    support: tables.flatMap((table) => describeSupport(feature.id, table)),
    rules: atlas.rules.filter(({ when }) => when.requires?.includes(feature.id)).map(({ id }) => id),
  }));
}

const answers: readonly CompareCell["support"][] = ["yes", "partial", "no", "unknown"];

function describeSupport(feature: string, table: CompareTable): FeatureOnPlatform[] {
  const row = table.groups.flatMap(({ rows }) => rows).find((candidate) => candidate.feature === feature);
  if (!row) return [];
  const columns = [...table.adapters, ...table.modes];
  const findColumn = (id: string): CompareColumn | undefined => columns.find((column) => column.id === id);
  const ofSupport = (support: CompareCell["support"]): CompareColumn[] =>
    row.cells.filter((cell) => cell.support === support).flatMap(({ column }) => findColumn(column) ?? []);
  return [
    {
      platform: table.platform,
      name: row.name,
      answers: answers
        .map((support) => ({ support, columns: ofSupport(support) }))
        .filter((answer) => answer.columns.length > 0),
      rows: row.cells.flatMap((cell) => {
        const column = findColumn(cell.column);
        if (!column) return [];
        const owner = cell.mode === undefined ? undefined : findColumn(cell.adapter)?.name;
        const { name, calledHere, kind } = column;
        return [
          {
            ...cell,
            name,
            ...(calledHere === undefined ? {} : { calledHere }),
            kind,
            ...(owner === undefined ? {} : { ofAdapter: owner }),
          },
        ];
      }),
      conflicts: row.cells.filter(({ conflict }) => conflict !== undefined).length,
    },
  ];
}

/** Groups of features that passthrough is known to take away. */
const groups: ReadonlySet<string> = new Set(["mobility", "sharing"]);
/** What can move, be shared and be shaped: each platform's passthrough adapters and their modes, beside its paravirtual one. */
export function compileMobility(tables: readonly CompareTable[], platforms: readonly RecordOf<"platforms">[]) {
  const beside = new Map(platforms.map(({ id, referenceAdapter }) => [id, referenceAdapter]));
  return tables
    .map(({ platform, name, adapters, modes, groups: all }) => {
      const isShown = ({ kind, adapter }: CompareColumn): boolean =>
        kind === "passthrough" || adapter === beside.get(platform);
      const columns = [...adapters, ...modes].filter(isShown);
      const shown = new Set(columns.map(({ id }) => id));
      return {
        platform,
        name,
        columns,
        rows: all
          .filter(({ group }) => groups.has(group))
          .flatMap(({ rows }) => rows)
          .map((row) => ({ ...row, cells: row.cells.filter(({ column }) => shown.has(column)) })),
      };
    })
    .filter(({ columns }) => columns.some(({ kind }) => kind === "passthrough"));
}
