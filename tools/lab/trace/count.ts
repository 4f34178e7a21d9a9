import type { RegisterReader } from "../registers/table.ts";
import { type Access, readAccess } from "./read-line.ts";
import { type Bar, locate } from "./bars.ts";

/** How often one register was read or written. */
export interface RegisterCount {
  bar: number;
  offset: number;
  name: string;
  operation: "read" | "write";
  count: number;
  isHousekeeping: boolean;
}

/** What a window of the trace holds. */
export interface TraceCounts {
  /** Registers of the adapter, the most used first. */
  registers: RegisterCount[];
  /** Writes to the processor's end-of-interrupt register, and reads of its trigger mode register. */
  apic: { endOfInterrupt: number; triggerModeReads: number };
  /** Interrupt messages of all devices. */
  messages: number;
}

/** The local APIC's trigger mode registers: Linux reads one for every interrupt of a line; table 11-1 as well. */
const triggerMode = { first: 0x180, last: 0x1f0 } as const;

/** Makes a counter that is fed line by line, in the log's order. */
export function makeCounter(bars: readonly Bar[], reader: RegisterReader) {
  const registers = new Map<string, RegisterCount>();
  const apic = { endOfInterrupt: 0, triggerModeReads: 0 };
  let messages = 0;
  return {
    add(line: string): void {
      const access = readAccess(line);
      if (!access) return;
      const place = classify(access, bars);
      if (place.kind === "msi") messages += 1;
      else if (place.kind === "apic") {
        if (place.offset === endOfInterrupt && access.operation === "write") apic.endOfInterrupt += 1;
        const isTriggerMode = place.offset >= triggerMode.first && place.offset <= triggerMode.last;
        if (isTriggerMode && access.operation === "read") apic.triggerModeReads += 1;
      } else if (place.kind === "nic") {
        const { bar, offset } = place;
        const { operation, value } = access;
        const { name, isHousekeeping } = reader.read({ operation, bar, offset, value });
        const key = `${bar} ${offset} ${name} ${operation}`;
        const counted = registers.get(key);
        if (counted) counted.count += 1;
        else registers.set(key, { bar, offset, name, operation, count: 1, isHousekeeping });
      }
    },
    result: (): TraceCounts => ({
      registers: [...registers.values()].sort((a, b) => b.count - a.count || a.offset - b.offset),
      apic,
      messages,
    }),
  };
}

/** What an access was for. */
type AccessClass =
  | { kind: "nic"; bar: number; offset: number }
  /** An interrupt message that a device wrote. */
  | { kind: "msi" }
  /** The processor's interrupt controller, by the offset of its register. */
  | { kind: "apic"; offset: number }
  | { kind: "other" };

/** Offset of the local APIC's end-of-interrupt register; Intel's Software Developer's Manual, volume 3, table 11-1. */
export const endOfInterrupt = 0xb0;

/** Sorts an access by the windows of the adapter. The log has all devices: names are not relied on where there is an address. */
export function classify(access: Access, bars: readonly Bar[]): AccessClass {
  const place = locate(bars, access.address);
  if (place) return { kind: "nic", ...place };
  if (access.region !== "apic-msi") return { kind: "other" };
  // One region serves both: the processor writes to the first page, devices write messages (bits 12 to 19 name
  // the processor, so a message to the first one has the offset 0).
  const offset = access.address & 0xfffff;
  return offset > 0xfff || offset === 0 ? { kind: "msi" } : { kind: "apic", offset };
}
