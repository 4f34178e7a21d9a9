import type { DriverOrigin } from "../../knowledge/knowledge.ts";
import type { FleetKnowledge } from "../knowledge.ts";
import type { Facts } from "./facts.ts";
import { namesGuest } from "./guests.ts";
import type { Case } from "./read-case.ts";

/** Where the guest gets the driver of an adapter; unknown if that depends on which guest runs under the spelling. */
export function driverOrigin(fleet: FleetKnowledge, one: Case, adapter: string): DriverOrigin {
  const [origin = "unknown", ...others] = listOrigins(fleet, one, adapter);
  return others.length === 0 ? origin : "unknown";
}

/** Where the guests that a spelling may stand for get the driver, each origin once. */
function listOrigins(fleet: FleetKnowledge, one: Case, adapter: string): DriverOrigin[] {
  const origins = new Set(
    one.guests.map(({ platforms }) => platforms[one.platform]?.drivers[adapter]?.where ?? "unknown"),
  );
  // A newer release than the one that is assumed has the driver in its kernel.
  const isOpen = one.isVendors || one.guests.some(({ id }) => fleet.guestsOfSeveralReleases.includes(id));
  return origins.has("tools") && isOpen ? [...origins.add("box")] : [...origins];
}

/** Whether the guest has the driver of an adapter, as far as the file shows. */
export function isDriverReady(fleet: FleetKnowledge, one: Case, adapter: string): Facts["driverReady"] {
  const { record, platform, guest } = one;
  const origins = listOrigins(fleet, one, adapter);
  if (origins.length > 0 && origins.every((origin) => origin === "box")) return true;
  if (!origins.includes("tools") || !origins.every((origin) => origin === "box" || origin === "tools") || !one.isHome)
    return "unknown";
  if (fleet.toolsAreDrivers.includes(platform)) {
    if (record.tools === "running") return true;
    if (record.tools !== null) return origins.includes("box") ? "unknown" : false;
    // A guest that VMware Tools once reported has them.
    if (namesGuest(record.guestFromTools)) return true;
  }
  // Whoever runs another paravirtual adapter of the package has the package.
  const current = one.adapter && guest?.platforms[platform]?.drivers[one.adapter.id];
  return one.adapter?.kind === "paravirtual" && current?.where === "tools" ? true : "unknown";
}
