import type { RecordOf } from "../records.ts";
import type { CompareColumn, CompareTable } from "../compare-table.ts";

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
