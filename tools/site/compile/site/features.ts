import type { Atlas } from "../atlas.ts";
import type { CompareCell, CompareColumn, CompareTable } from "../compare-table.ts";
import { pathOf } from "../paths.ts";

/** What works with a feature on one platform: every adapter and every mode with its cell. */
export interface FeatureOnPlatform {
  platform: string;
  /** What the platform calls the feature. */
  name: string;
  /** The answers that some column has, from yes to unknown, with the columns that have it. */
  answers: { support: CompareCell["support"]; columns: CompareColumn[] }[];
  rows: (CompareCell & Pick<CompareColumn, "name" | "calledHere" | "kind"> & { ofAdapter?: string })[];
  /** How many of the cells some source contradicts. */
  conflicts: number;
}

/** Features with what each adapter says to them, on every platform that has them, and with the rules that ask for them. */
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
