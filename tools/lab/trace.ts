// QEMU's trace: which accesses it holds, how often each register was used, when an interrupt is over.
import type { RegisterReader } from "./registers/registers.ts";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** A window of a PCI device's registers in the guest's memory or ports. */
export interface Bar {
  number: number;
  address: number;
  size: number;
}

interface PciDevice {
  qdev_id?: string;
  regions?: { bar: number; address: number; size: number }[];
  pci_bridge?: { devices?: PciDevice[] };
}

/** Finds a device's windows in the answer to query-pci, also behind bridges; those that the guest has not placed are left out. */
export function findBars(answer: unknown, deviceId: string): Bar[] {
  const buses = answer as { devices: PciDevice[] }[];
  const all = (devices: readonly PciDevice[]): PciDevice[] =>
    devices.flatMap((device) => [device, ...all(device.pci_bridge?.devices ?? [])]);
  const device = all(buses.flatMap(({ devices }) => devices)).find(({ qdev_id }) => qdev_id === deviceId);
  return (device?.regions ?? [])
    .filter(({ address }) => address > 0)
    .map(({ bar, address, size }) => ({ number: bar, address, size }));
}

/** Reads a device's windows from its `resource` file in the guest's /sys, which also knows virtual functions. */
export function readResourceFile(text: string): Bar[] {
  return text
    .trim()
    .split("\n")
    .slice(0, 6)
    .flatMap((row, number) => {
      const [start = 0, end = 0] = row.split(" ").map(Number);
      return start > 0 ? [{ number, address: start, size: end - start + 1 }] : [];
    });
}

/** Says in which window an address lies, and where in it. */
export function locate(bars: readonly Bar[], address: number): { bar: number; offset: number } | null {
  const bar = bars.find(({ address: start, size }) => address >= start && address < start + size);
  return bar ? { bar: bar.number, offset: address - bar.address } : null;
}

/** One access to a device's memory or ports that QEMU traced. */
interface Access {
  operation: "read" | "write";
  /** In the guest's physical memory, or a port below 65536. */
  address: number;
  value: number;
  /** Bytes. */
  size: number;
  /** QEMU's name of the memory region. */
  region: string;
}

const line =
  /memory_region_ops_(read|write) cpu -?\d+ mr \S+ addr (0x[0-9a-f]+) value (0x[0-9a-f]+) size (\d+) name '([^']*)'/;

/** Reads a line of QEMU's log; null for lines of other events. */
export function readAccess(text: string): Access | null {
  const found = line.exec(text);
  if (!found) return null;
  const [, operation, address, value, size, region = ""] = found;
  return {
    operation: operation === "read" ? "read" : "write",
    address: Number(address),
    value: Number(value),
    size: Number(size),
    region,
  };
}

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
const endOfInterrupt = 0xb0;

/** Classifies an access by the adapter's windows. The log covers all devices, so the address decides, not the region's name. */
export function classify(access: Access, bars: readonly Bar[]): AccessClass {
  const place = locate(bars, access.address);
  if (place) return { kind: "nic", ...place };
  if (access.region !== "apic-msi") return { kind: "other" };
  // One region serves both: the processor writes to the first page, devices write messages (bits 12 to 19 name
  // the processor, so a message to the first one has the offset 0).
  const offset = access.address & 0xfffff;
  return offset > 0xfff || offset === 0 ? { kind: "msi" } : { kind: "apic", offset };
}

/** Watches the growing log for interrupts: the messages that raise them, and the guest's writes that end them. */
export interface LogWatcher {
  /** Counts only what comes from now on. */
  mark(): void;
  /** Waits until an interrupt has been raised since the mark and all that were raised have ended, at most so long; says whether it is so. */
  waitUntilHandled(limitMilliseconds: number): Promise<boolean>;
  close(): void;
}

/** Opens a log for watching. */
export function watchLog(file: string): LogWatcher {
  const descriptor = openSync(file, "r");
  let [at, cut, raised, ended] = [0, "", 0, 0];
  const readOn = (): void => {
    const text = Buffer.alloc(Math.max(0, fstatSync(descriptor).size - at));
    at += readSync(descriptor, text, 0, text.length, at);
    const lines = (cut + text.toString("latin1")).split("\n");
    cut = lines.pop() ?? "";
    for (const line of lines) {
      const access = readAccess(line);
      if (!access) continue;
      const place = classify(access, []);
      if (place.kind === "msi") raised += 1;
      else if (place.kind === "apic" && place.offset === endOfInterrupt && access.operation === "write") ended += 1;
    }
  };
  return {
    mark: () => void ([at, cut, raised, ended] = [fstatSync(descriptor).size, "", 0, 0]),
    async waitUntilHandled(limitMilliseconds) {
      const end = performance.now() + limitMilliseconds;
      for (;;) {
        readOn();
        if (raised > 0 && ended >= raised) return true;
        if (performance.now() > end) return false;
        await pause(1);
      }
    },
    close: () => closeSync(descriptor),
  };
}
