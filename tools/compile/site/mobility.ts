import type { CompareTable } from "../compare-table.ts";

/** Groups of features that passthrough is known to take away. */
const groups: ReadonlySet<string> = new Set(["mobility", "sharing"]);
/** What passthrough is weighed against: the paravirtual adapter that each platform's rules prefer. */
const beside: Readonly<Record<string, string>> = { vsphere: "vmxnet3", kvm: "virtio-net" };

/** What can move, be shared and be shaped: each platform's passthrough adapters beside its paravirtual one. */
export function compileMobility(tables: readonly CompareTable[]): CompareTable[] {
  return tables
    .map((table) => {
      const adapters = table.adapters.filter(({ id, kind }) => kind === "passthrough" || id === beside[table.platform]);
      const shown = new Set(adapters.map(({ id }) => id));
      return {
        ...table,
        adapters,
        groups: table.groups
          .filter(({ group }) => groups.has(group))
          .map((group) => ({ ...group, rows: group.rows.map((row) => ({ ...row, cells: row.cells.filter(({ adapter }) => shown.has(adapter)) })) })),
      };
    })
    .filter(({ adapters }) => adapters.some(({ kind }) => kind === "passthrough"));
}
