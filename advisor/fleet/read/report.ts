import {
  emptyAdapter,
  type ExpectedAdapters,
  type FleetAdapter,
  type FleetFile,
  type FleetProblem,
} from "../record.ts";

/** Problem of an adapter of Hyper-V's management operating system. */
export const ofHost = "The adapter belongs to the Hyper-V host, not to a VM. It is not judged.";

/** A row that lists a machine whose id no other machine has. */
export interface MachineRow {
  file: string;
  place: string;
  /** All cells of the row as one text. */
  describe: () => string;
}

/** Collects the contents of one file. */
export class FileReport {
  /** Id of the format; null until one is recognised. */
  format: string | null = null;
  adapters: FleetAdapter[] = [];
  readonly problems: FleetProblem[] = [];
  expected: ExpectedAdapters[] = [];
  /** UUIDs of machines that have another id. */
  readonly uuids = new Map<string, string>();
  private rowsUnread = 0;
  private readonly machines = new Map<string, MachineRow | null>();
  private readonly texts = new Map<string, string>();

  constructor(readonly file: string) {}

  /** Adds an adapter with nothing but its location. */
  addAdapter(place: string, machine: string, machineId: string | null): FleetAdapter {
    const adapter = emptyAdapter(this.file, place, machine, machineId);
    this.adapters.push(adapter);
    return adapter;
  }

  /** Drops adapters that another file states more fully. */
  keepAdapters(isKept: (adapter: FleetAdapter) => boolean): void {
    this.adapters = this.adapters.filter(isKept);
  }

  /** Drops adapters that are copies of others, and machines that were read with their adapters from another file. */
  dropAdapters(copies: ReadonlyMap<FleetAdapter, FleetAdapter>): void {
    if (copies.size === 0) return;
    this.adapters = this.adapters.filter((adapter) => !copies.has(adapter));
    const moved = new Set([...copies.values()].filter(({ file }) => file !== this.file).map(keyOfMachine));
    // A part of their adapters may remain here, fewer than the file states.
    this.expected = this.expected.filter((one) => !moved.has(keyOfMachine(one)));
    for (const adapter of this.adapters) moved.delete(keyOfMachine(adapter));
    for (const key of moved) this.machines.delete(key);
  }

  /** Counts a machine that may have no adapters. */
  addMachine(machine: string, machineId: string | null, row: MachineRow | null = null): void {
    const key = keyOfMachine({ machine, machineId });
    if (!this.machines.get(key)) this.machines.set(key, row);
  }

  /** Rows of the machines of which the file describes no adapter. */
  listWithoutAdapters(): Map<string, MachineRow> {
    const rows = new Map<string, MachineRow>();
    for (const [key, row] of this.machines) if (row) rows.set(key, row);
    for (const adapter of this.adapters) rows.delete(keyOfMachine(adapter));
    return rows;
  }

  /** Drops machines without adapters that were read from another file. */
  dropMachines(copies: ReadonlySet<string>): void {
    for (const key of copies) this.machines.delete(key);
    this.expected = this.expected.filter((one) => !copies.has(keyOfMachine(one)));
  }

  /** Adds a problem of the file. */
  addProblem(place: string, text: string): void {
    this.problems.push({ place, text });
  }

  /** Adds a problem about rows with adapters that cannot be used. */
  addUnread(place: string, text: string, rows = 1): void {
    this.rowsUnread += rows;
    this.addProblem(place, text);
  }

  /** Returns one string object for equal texts, because columns repeat a few values. */
  intern(text: string): string {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    const own = detach(text);
    this.texts.set(own, own);
    return own;
  }

  /** The report as the audit reads it. */
  toResult(): FleetFile {
    this.texts.clear();
    for (const { machine, machineId } of this.adapters) this.addMachine(machine, machineId);
    return {
      file: this.file,
      format: this.format,
      machines: this.machines.size,
      adapters: this.adapters,
      problems: this.problems,
      unread: this.rowsUnread,
      expected: this.expected,
    };
  }
}

function keyOfMachine({ machine, machineId }: Pick<FleetAdapter, "machine" | "machineId">): string {
  return machineId ?? machine;
}

/** A number of adapters in words. */
export function describeCount(count: number): string {
  return count === 1 ? "1 adapter" : `${count} adapters`;
}

/** Copies a text. A substring would keep the text of the whole file in memory. */
export function detach(text: string): string {
  return ` ${text}`.slice(1);
}
