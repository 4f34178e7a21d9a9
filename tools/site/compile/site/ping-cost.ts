import type { Atlas } from "../atlas.ts";
import { type Configuration, findPing, listConfigurations, listRegisters, spreadOf, writeSpread } from "../counts.ts";
import { dropUndefined } from "../../../records/drop-undefined.ts";
import { findPath, findRowPath } from "../paths.ts";
import type { Measurement, RecordOf } from "../records.ts";

/** A count of one dataset, with the row that it is from. */
interface Cell {
  text: string;
  path: string;
}

/** A line of the table, with a cell for each dataset; null where one has no such row. */
interface Line {
  label: string;
  access?: "read" | "write";
  /** What the register is for. */
  purpose?: string;
  cells: (Cell | null)[];
}

/** What one ping costs with one configuration of an adapter, dataset by dataset. */
export interface PingTable {
  variant: string | null;
  columns: { label: string; path: string }[];
  registers: Line[];
  /** All accesses, the reads among them, interrupts. */
  totals: Line[];
  /** What an interrupt and a packet cost each. */
  shares: Line[];
}

/** What the lab counted of an adapter. */
export interface PingCost {
  /** What the counts prove and what not, as the datasets say it; the most important first. */
  caveats: string[];
  datasets: { title: string; path: string }[];
  tables: PingTable[];
}

/** Takes what one ping costs an adapter out of the datasets that counted it; undefined where none did. */
export function compilePingCost(adapter: string, { datasets }: Pick<Atlas, "datasets">): PingCost | undefined {
  const counted = datasets
    .map((dataset) => ({
      dataset,
      configurations: listConfigurations(dataset.measurements).filter(
        (one) => one.adapter === adapter && findPing(one),
      ),
    }))
    .filter(({ configurations }) => configurations.length > 0);
  if (counted.length === 0) return undefined;
  const variants = new Set(counted.flatMap(({ configurations }) => configurations.map(({ variant }) => variant)));
  return {
    caveats: [...new Set(counted.flatMap(({ dataset }) => dataset.caveats.map(({ text }) => text)))],
    datasets: counted.map(({ dataset: { id, title } }) => ({ title, path: findPath("datasets", id) })),
    tables: [...variants].map((variant) => makeTable(variant, counted)),
  };
}

type Counted = { dataset: RecordOf<"datasets">; configurations: Configuration[] }[];
type PickRow = (configuration: Configuration) => Measurement | undefined;

function makeTable(variant: string | null, counted: Counted): PingTable {
  const columns = counted.flatMap(({ dataset, configurations }) => {
    const configuration = configurations.find((one) => one.variant === variant);
    return configuration ? [{ dataset, configuration }] : [];
  });
  const makeLine = (label: string, pick: PickRow, more: Omit<Line, "label" | "cells"> = {}): Line[] => {
    const cells = columns.map(({ dataset, configuration }) => makeCell(dataset.id, pick(configuration)));
    return cells.every((cell) => cell === null) ? [] : [{ label, ...more, cells }];
  };
  const registers = new Map(
    columns.flatMap(({ configuration }) => listRegisters(configuration)).map((row) => [keyOf(row), row]),
  );
  return {
    variant,
    columns: columns.map(({ dataset }) => ({
      label: dataset.testbed.hypervisor.replace(/,.*/, ""),
      path: findPath("datasets", dataset.id),
    })),
    registers: [...registers].flatMap(
      ([
        key,
        {
          conditions: { register = "", access },
          note,
        },
      ]) =>
        makeLine(
          register,
          (one) => listRegisters(one).find((row) => keyOf(row) === key),
          dropUndefined({ access, purpose: note }),
        ),
    ),
    totals: [
      ...makeLine("All accesses", (one) => findPing(one)),
      ...makeLine("Reads among them", (one) => findPing(one, "read")),
      ...makeLine("Interrupts", ({ rows }) =>
        rows.find(({ workload, metric }) => workload === "ping" && metric === "interrupts"),
      ),
    ],
    shares: [
      ...makeLine("For an interrupt", ({ rows }) => rows.find((row) => unitOf(row) === "accesses/interrupt")),
      ...makeLine("For a transmitted packet", ({ rows }) =>
        rows.find((row) => isShare(row) && row.conditions.direction === "transmit"),
      ),
      ...makeLine("For a received packet", ({ rows }) =>
        rows.find((row) => isShare(row) && row.conditions.direction === "receive"),
      ),
    ],
  };
}

function makeCell(dataset: string, row: Measurement | undefined): Cell | null {
  const spread = row && spreadOf(row);
  return row && spread ? { text: writeSpread(spread), path: findRowPath(dataset, row.id) } : null;
}

function keyOf({ conditions: { register, access } }: Measurement): string {
  return `${register} ${access}`;
}

/** A packet's share besides its interrupt is of accesses per packet, with words under workload that say so. */
function isShare(row: Measurement): boolean {
  return unitOf(row) === "accesses/packet" && row.conditions.workload !== undefined;
}

function unitOf(row: Measurement): string | undefined {
  return "unit" in row ? row.unit : undefined;
}
