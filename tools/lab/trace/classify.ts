import { locate } from "./bars.ts";
import type { Bar } from "./bars.ts";
import type { Access } from "./read-line.ts";

/** What an access was for. */
export type AccessClass =
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
