import { emptyAdapter, type FleetAdapter, type FleetField, type FleetInput } from "../record.ts";
import { describeCount, type FileReport, type MachineRow } from "./report.ts";

/** Maximum size of inputs that are compared. */
const mostCompared = 400 * 1024 * 1024;
const bytesAtOnce = 4 * 1024 * 1024;

/** Whether two inputs of one name have the same bytes. */
export async function isSameInput(one: FleetInput, other: FleetInput): Promise<boolean> {
  const size = sizeOf(one);
  if (size !== sizeOf(other) || size > mostCompared) return false;
  for (let from = 0; from < size; from += bytesAtOnce) {
    const [bytes, others] = [await readPart(one, from), await readPart(other, from)];
    if (bytes.some((byte, at) => byte !== others[at])) return false;
  }
  return true;
}

function sizeOf({ bytes }: FleetInput): number {
  return ArrayBuffer.isView(bytes) ? bytes.length : bytes.size;
}

async function readPart({ bytes }: FleetInput, from: number): Promise<Uint8Array> {
  const to = from + bytesAtOnce;
  return ArrayBuffer.isView(bytes)
    ? bytes.subarray(from, to)
    : new Uint8Array(await bytes.slice(from, to).arrayBuffer());
}

const { file: _file, place: _place, places: _places, localId: _localId, ...facts } = emptyAdapter("", "", "", null);
/** Every fact of an adapter. */
export const FIELDS = Object.keys(facts) as FleetField[];

/** The tool that wrote a file: RVTools writes the same inventory as a workbook and as CSV, Terraform as a state and shown. */
function toolOf({ format }: FileReport): string {
  return format?.replace(/-(?:csv|xlsx|json|xml|yaml|conf|state|show)$/, "") ?? "";
}

const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Returns a key that an adapter shares only with its copies. Null if other adapters may have the same key. Without a MAC address,
 * the machine's id must be globally unique.
 */
function keyOfAdapter({ machineId, label, mac }: FleetAdapter, report: FileReport): string | null {
  if (machineId === null) return null;
  const key = `${toolOf(report)}\n${machineId}\n${label}\n`;
  if (mac !== null) return key + mac;
  const uuid = report.uuids.get(machineId) ?? machineId;
  return label !== null && uuidPattern.test(uuid) ? key + uuid : null;
}

/**
 * Drops duplicate adapters: another file of the same tool has the same machine id, label, MAC address and facts. It keeps and
 * reports adapters with different facts.
 */
export function dropCopies(reports: readonly FileReport[]): void {
  const known = new Map<string, FleetAdapter>();
  for (const report of reports) {
    const copies = new Map<FleetAdapter, FleetAdapter>();
    const variants = new Map<FleetAdapter, FleetAdapter>();
    for (const adapter of report.adapters) {
      const key = keyOfAdapter(adapter, report);
      if (key === null) continue;
      const original = known.get(key);
      if (!original) known.set(key, adapter);
      // Within one file, adapters of one VM may share a name: Hyper-V calls each "Network Adapter".
      else if (adapter.mac !== null || original.file !== adapter.file)
        (FIELDS.every((field) => adapter[field] === original[field]) ? copies : variants).set(adapter, original);
    }
    report.dropAdapters(copies);
    nameFirst(report, copies, "read before", "Each counts once.");
    nameFirst(report, variants, "read before with other facts", "Each counts every time.");
  }
  dropMachines(reports);
}

/** Drops duplicate machines without adapters: another file of the same tool has the same id and facts. */
function dropMachines(reports: readonly FileReport[]): void {
  const known = new Map<string, MachineRow>();
  for (const report of reports) {
    const copies = new Map<string, readonly [MachineRow, MachineRow]>();
    for (const [machine, row] of report.listWithoutAdapters()) {
      const key = `${toolOf(report)}\n${machine}\n${row.describe()}`;
      const original = known.get(key);
      if (original) copies.set(machine, [row, original]);
      else known.set(key, row);
    }
    report.dropMachines(new Set(copies.keys()));
    const [first] = copies.values();
    if (!first) continue;
    const [{ file, place }, original] = first;
    report.addProblem(
      file === report.file ? place : `${file} ${place}`,
      `${copies.size} ${copies.size === 1 ? "VM without listed adapters was" : "VMs without listed adapters were"} read before, the first at ${original.file} ${original.place}. Each counts once.`,
    );
  }
}

/** Reports the first of the duplicate adapters, and their number. */
export function nameFirst(
  report: FileReport,
  repeated: ReadonlyMap<FleetAdapter, FleetAdapter>,
  what: string,
  effect: string,
): void {
  const [first] = repeated;
  if (!first) return;
  const [{ place }, original] = first;
  const which = repeated.size === 1 ? "was" : "were";
  report.addProblem(
    place,
    `${describeCount(repeated.size)} ${which} ${what}, the first at ${original.file} ${original.place}. ${effect}`,
  );
}
