import type { Advice } from "../../explain/advice.ts";
import type { Adapter, Knowledge, DriverOrigin } from "../../knowledge/knowledge.ts";
import type { Situation } from "../../questions/situation.ts";
import type { FleetKnowledge, MissingFact } from "../knowledge.ts";
import type { AuditVerdict, Facts, Upgrade } from "./facts.ts";
import { type AuditedAdapter, showsTools } from "./read-audited-adapter.ts";

/** The verdict on an adapter. */
export interface Outcome {
  verdict: AuditVerdict;
  /** Advice on which the verdict rests, and the situation that it answers: that of the upgraded machine if its virtual hardware is upgraded. */
  advice: Advice;
  situation: Situation;
  /** Recommended adapter; undefined if the audit recommends none. */
  to: Adapter | undefined;
  upgrade: Upgrade[];
  /** Least version of virtual hardware with the recommended adapter; undefined without an upgrade, or if it is not known. */
  requiredHardware: number | undefined;
  missing: MissingFact[];
  driverReady: Facts["driverReady"];
}

/** Input of the verdict: the records, and the advisor's answer to the situation. */
export interface Grounds {
  knowledge: Knowledge;
  fleet: FleetKnowledge;
  advise: (situation: Situation) => Advice;
}

/** Decides what to do about an adapter. */
export function decideAudit(grounds: Grounds, one: AuditedAdapter): Outcome {
  const { knowledge, fleet, advise } = grounds;
  const { adapter, guest, record, counterpart } = one;
  const advice = advise(one.situation);
  const outcome = (verdict: AuditVerdict, more: Partial<Outcome> = {}): Outcome => ({
    verdict,
    advice,
    situation: one.situation,
    to: undefined,
    upgrade: [],
    requiredHardware: undefined,
    missing: [],
    driverReady: "unknown",
    ...more,
  });
  if (!adapter && counterpart !== false) {
    const unknown = record.adapterAsWritten === null ? "adapter" : "adapterName";
    return outcome("cannot-tell", { missing: guest || one.appliance ? [unknown] : [unknown, "guest"] });
  }
  const isKept = advice.recommended === adapter?.id && advice.current?.status !== "excluded" && counterpart !== false;
  if (one.isVendors)
    return outcome(guest !== undefined && isKept && adapter?.kind === "paravirtual" ? "keep" : "ask-vendor");
  if (!guest) return outcome("cannot-tell", { missing: ["guest"] });
  const { kind } = advice.headline;
  // Several guests that need different adapters: nothing holds for all of them.
  if (kind === "contradiction") return outcome("cannot-tell");
  if (kind === "ask")
    return one.guests.length > 1 ? outcome("cannot-tell", { missing: ["guest"] }) : outcome("ask-vendor");
  // Virtual hardware that is upgraded may allow a better adapter than the machine's own.
  const upgraded = record.virtualHardware === null || !one.isHome ? undefined : adviseUpgraded(grounds, one, advice);
  const best = upgraded ?? { advice, situation: one.situation };
  const to = knowledge.adapters.find(({ id }) => id === best.advice.recommended);
  if (!to) return outcome("cannot-tell");
  if (isKept && !upgraded) return outcome("keep", { to });
  // The tools turn the adapter into the recommended one.
  if (one.isHome && to === one.adapterWithTools && !upgraded && advice.current?.status !== "excluded")
    return outcome("keep", { to, missing: record.tools === null ? ["tools"] : [] });
  const shown = isDriverReady(fleet, one, to.id);
  // A guest that runs with the adapter has its driver.
  const driverReady = shown === "unknown" && to.id === adapter?.id ? true : shown;
  const upgrade: Upgrade[] = [
    // No file shows the driver, so it must be checked before the change. It comes before the virtual hardware, because the
    // machine may lose its network settings otherwise.
    ...(driverReady === false || (driverReady === "unknown" && to.kind === "paravirtual")
      ? (["guest-drivers"] as const)
      : []),
    ...(upgraded ? (["virtual-hardware"] as const) : []),
  ];
  return outcome(upgrade.length > 0 ? "upgrade-first" : "change", {
    ...best,
    to,
    upgrade,
    requiredHardware: upgraded?.situation.virtualHardware,
    driverReady,
    missing: driverReady === "unknown" ? ["tools"] : [],
  });
}

/**
 * Returns the advice for newer virtual hardware with its situation, if it recommends an adapter that the current virtual hardware does not support:
 * a paravirtual adapter, or the machine's current adapter. The virtual hardware is the least that has the adapter; without
 * a version if the advice there is another one.
 */
function adviseUpgraded(
  { knowledge, advise }: Grounds,
  { situation: present, adapter }: AuditedAdapter,
  advice: Advice,
): Pick<Outcome, "advice" | "situation"> | undefined {
  const { virtualHardware: _, ...situation } = present;
  const upgraded = advise(situation);
  const { recommended } = upgraded;
  const to = knowledge.adapters.find(({ id }) => id === recommended);
  const isBetter =
    recommended !== null &&
    recommended !== advice.recommended &&
    upgraded.headline.kind !== "ask" &&
    (recommended === adapter?.id || to?.kind === "paravirtual") &&
    advice.verdicts.some(({ adapter: id, status }) => id === recommended && status === "excluded");
  if (!isBetter) return undefined;
  const virtualHardware = to?.platforms[situation.platform ?? ""]?.virtualHardware;
  const least = virtualHardware === undefined ? situation : { ...situation, virtualHardware };
  const advised = advise(least);
  return advised.recommended === recommended ? { advice: advised, situation: least } : { advice: upgraded, situation };
}

/** Returns the origin of an adapter's driver. unknown if the guests of the spelling differ. */
export function auditDriverOrigin(fleet: FleetKnowledge, one: AuditedAdapter, adapter: string): DriverOrigin {
  const [origin = "unknown", ...others] = listOrigins(fleet, one, adapter);
  return others.length === 0 ? origin : "unknown";
}

/** Returns the origins of the driver over all guests that a spelling can mean, each once. */
function listOrigins(fleet: FleetKnowledge, one: AuditedAdapter, adapter: string): DriverOrigin[] {
  const origins = new Set(
    one.guests.map(({ platforms }) => platforms[one.platform]?.drivers[adapter]?.where ?? "unknown"),
  );
  // A newer release than the one that is assumed has the driver in its kernel.
  const isOpen = one.isVendors || one.guests.some(({ id }) => fleet.guestsOfSeveralReleases.includes(id));
  return origins.has("tools") && isOpen ? [...origins.add("box")] : [...origins];
}

/** Whether the guest has the driver of an adapter, as far as the file shows. */
function isDriverReady(fleet: FleetKnowledge, one: AuditedAdapter, adapter: string): Facts["driverReady"] {
  const { record, platform, guest } = one;
  const origins = listOrigins(fleet, one, adapter);
  if (origins.length > 0 && origins.every((origin) => origin === "box")) return true;
  if (!origins.includes("tools") || !origins.every((origin) => origin === "box" || origin === "tools") || !one.isHome)
    return "unknown";
  if (fleet.toolsAreDrivers.includes(platform)) {
    if (showsTools(record)) return true;
    // Tools do not run in a VM that is off, but may be installed.
    const isOff = record.poweredOn === false || record.template === true;
    if (record.tools === "missing" || (record.tools === "not-running" && !isOff))
      return origins.includes("box") ? "unknown" : false;
  }
  // A guest that runs with another paravirtual adapter of the driver package has the package.
  const current = one.adapter && guest?.platforms[platform]?.drivers[one.adapter.id];
  return one.adapter?.kind === "paravirtual" && current?.where === "tools" ? true : "unknown";
}
