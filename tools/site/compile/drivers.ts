import { codeAfter, versionCode } from "../../../advisor/knowledge/version.ts";
import { dropUndefined } from "../../records/objects.ts";
import type { Citation, RecordOf } from "./records.ts";

type Adapter = RecordOf<"adapters">;
type Guest = RecordOf<"guests">;
type DriverEntry = Adapter["drivers"][number];

/** Where one guest gets the driver of one adapter. */
export interface DriverOfGuest {
  adapter: string;
  where: DriverEntry["where"];
  driver?: string;
  basis: DriverEntry["basis"] | "none";
  note?: string;
  sources: Citation[];
}

/** Lists, for each adapter of a platform, where a guest gets its driver; what nothing says is unknown. */
export function deriveDrivers(guest: Guest, platform: string, adapters: readonly Adapter[]): DriverOfGuest[] {
  return adapters
    .filter((adapter) => platform in adapter.platforms)
    .map((adapter) => deriveDriver(adapter, guest, platform));
}

/** Finds the first entry of an adapter's driver list that holds for a guest. */
export function deriveDriver(adapter: Adapter, guest: Guest, platform: string): DriverOfGuest {
  const entry = adapter.drivers.find((candidate) => holds(candidate, guest, platform));
  if (!entry) return { adapter: adapter.id, where: "unknown", basis: "none", sources: [] };
  const { where, driver, basis, note, sources } = entry;
  return dropUndefined({ adapter: adapter.id, where, driver, basis, note, sources });
}

function holds(entry: DriverEntry, guest: Guest, platform: string): boolean {
  if (entry.family !== guest.family) return false;
  if (entry.bitness !== undefined && entry.bitness !== guest.bitness) return false;
  if (entry.platform !== undefined && entry.platform !== platform) return false;
  if (entry.guests !== undefined && !entry.guests.includes(guest.id)) return false;
  // A release nobody knows cannot be placed between bounds.
  if (guest.release === "unknown") return entry.since === undefined && entry.until === undefined;
  const release = versionCode(guest.release);
  return release >= versionCode(entry.since ?? "0") && (entry.until === undefined || release < codeAfter(entry.until));
}
