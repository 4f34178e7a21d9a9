import { findOnePacket, findPing, listConfigurations, listRegisters, spreadOf, writeSpread } from "../counts.ts";
import type { Configuration } from "../counts.ts";
import { dropUndefined } from "../../../records/objects.ts";
import { findPath, findRowPath } from "../paths.ts";
import type { Atlas, Measurement, RecordOf } from "../records.ts";

/** A count of one dataset, with its row. */
interface Cell {
  text: string;
  path: string;
}

/** A line of the table, with one cell per dataset. Null if the dataset has no matching row. */
interface Line {
  label: string;
  access?: "read" | "write";
  /** Purpose of the register. */
  purpose?: string;
  cells: (Cell | null)[];
}

/** Cost of one ping with one configuration of an adapter, by dataset. */
interface PingTable {
  variant: string | null;
  columns: { label: string; path: string }[];
  registers: Line[];
  /** Totals: all accesses, reads, interrupts. */
  totals: Line[];
  /** Cost of one interrupt and of one packet. */
  shares: Line[];
}

/** Lab counts of an adapter. */
interface PingCost {
  /** Limits of the counts, from the datasets, most important first. */
  caveats: string[];
  datasets: { title: string; path: string }[];
  tables: PingTable[];
}

/** Collects the cost of one ping from the datasets that counted it. Undefined if there is none. */
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

/** Register accesses of one direction of a ping, as the packet race draws them. */
interface Leg {
  /** Number of register reads. Each read waits for its answer. */
  reads: number;
  writes: number;
  /** Fraction of an access, for accesses that not every packet needs. */
  part: number;
}

/** An adapter's lane in the packet race: cost of one ping and its answer, from the first dataset with counts. */
interface Lane {
  /** Accesses for one ping and its answer: one number, or the minimum and the maximum over the repetitions. */
  count: string;
  /** Minimum and maximum, if the count is rounded. */
  range?: string;
  /** Address of the row. */
  path: string;
  dataset: { label: string; path: string };
  receive: Leg;
  transmit: Leg;
  /** How often each register is read or written. */
  registers: { name: string; access: string; text: string; path: string }[];
}

/** Returns the lane of an adapter in its usual configuration. Undefined if no dataset counts a ping and single packets. */
export function compileLane(adapter: string, { datasets }: Pick<Atlas, "datasets">): Lane | undefined {
  for (const dataset of datasets) {
    const configuration = listConfigurations(dataset.measurements).find(
      (one) => one.adapter === adapter && one.variant === null,
    );
    const row = configuration && findPing(configuration);
    const spread = row && spreadOf(row);
    const receive = configuration && findLeg(configuration, "receive");
    const transmit = configuration && findLeg(configuration, "transmit");
    if (!configuration || !spread || !receive || !transmit) continue;
    const [rounded, full] = [writeSpread(spread, 1), writeSpread(spread)];
    // One decimal is enough where all repetitions round to the same number.
    const count = rounded.includes(" ") ? full : rounded;
    return {
      count,
      ...(count === full ? {} : { range: full }),
      path: findRowPath(dataset.id, row.id),
      dataset: { label: labelOf(dataset), path: findPath("datasets", dataset.id) },
      receive,
      transmit,
      registers: listRegisters(configuration).flatMap((register) => {
        const cell = makeCell(dataset.id, register);
        const { register: name = "", access = "" } = register.conditions;
        return cell ? [{ name, access, ...cell }] : [];
      }),
    };
  }
  return undefined;
}

/** Less than this share of an access is the rest of a division, not an access. */
const negligible = 0.03;

function findLeg(configuration: Configuration, direction: "receive" | "transmit"): Leg | undefined {
  const count = (access?: "read"): number | undefined => {
    const row = findOnePacket(configuration, direction, access);
    return row && spreadOf(row)?.middle;
  };
  const all = count();
  if (all === undefined) return undefined;
  const reads = Math.round(count("read") ?? 0);
  const writes = Math.floor(all - reads + negligible);
  const part = all - reads - writes;
  return { reads, writes, part: part < negligible ? 0 : Number(part.toFixed(2)) };
}

/** The hypervisor's name and version, without what else the testbed says of it. */
function labelOf({ testbed }: RecordOf<"datasets">): string {
  return testbed.hypervisor.replace(/,.*/, "");
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
      label: labelOf(dataset),
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
      ...makeLine("Of which reads", (one) => findPing(one, "read")),
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
