import type { Reason } from "./advice.ts";
import type { Adapter, Driver, Feature, Guest } from "./knowledge.ts";
import type { Case } from "./case.ts";
import { eachRow, offeredAt, type Decision } from "./decide.ts";
import { messages } from "./messages.ts";
import type { Row } from "./rows.ts";
import type { RowSet, Table } from "./table.ts";
import { driverOrigin } from "./table.ts";

/** Everything that reasons are told from. */
export interface Told {
  table: Table;
  features: Map<string, Feature>;
  guest: Guest | undefined;
  filled: Case;
  decision: Decision;
  /** Rows that fire whatever the unknown fields are. */
  certain: RowSet;
  certainlyExcluded: number;
  driversKnown: boolean;
  /** Adapters that fit. */
  fitting: number;
}

/** Why an adapter is excluded: each row, list or driver that does it, with what would have to change. */
export function reasonsToExclude(told: Told, index: number): Reason[] {
  return exclusionsBy(told, index, told.certain, true);
}

/** What speaks for and against an adapter that is not excluded. */
export function reasonsToUse(told: Told, index: number): Reason[] {
  const { table, filled, decision } = told;
  const adapter = table.adapters[index] as Adapter;
  const reasons = ruleReasons(told, index);
  if ((decision.excluded >> index) & 1) {
    for (const reason of exclusionsBy(told, index, decision.fired, false)) {
      reasons.push({ ...reason, effect: "warns", text: messages.possiblyExcluded(reason.text) });
    }
  }
  for (const feature of filled.requires) reasons.push(featureReason(told, adapter, feature));
  reasons.push(driverReason(told, adapter));
  if (!reasons.some((reason) => reason.effect !== "neutral")) {
    reasons.unshift({ kind: "default", effect: "neutral", id: adapter.id, text: messages.fitsWithoutRule(nameOn(told, adapter)), evidence: adapter.platforms[table.platform.id]?.evidence ?? [] });
  }
  return reasons;
}

/** An adapter's name on the case's platform. */
export function nameOn(told: Pick<Told, "table">, adapter: Adapter): string {
  return adapter.platforms[told.table.platform.id]?.name ?? adapter.name;
}

/** A guest as sentences call it. */
export function guestName(guest: Guest | undefined): string {
  return guest ? `${guest.name} (${guest.bitness}-bit)` : "the guest";
}

function exclusionsBy(told: Told, index: number, rows: RowSet, certain: boolean): Reason[] {
  const { table, filled, guest } = told;
  const adapter = table.adapters[index] as Adapter;
  const bit = 1 << index;
  const reasons: Reason[] = [];
  eachRow(rows, 0, table.excludeEnd, (at) => {
    const row = table.rows[at] as Row;
    if (row.exclude & bit) reasons.push(rowReason(told, row, adapter));
  });
  if (!(offeredAt(filled.view, filled.numbers.virtualHardware) & bit)) reasons.push(offerReason(told, adapter, bit));
  const driver = guest?.platforms[table.platform.id]?.drivers[adapter.id];
  const packageName = table.platform.guestDrivers;
  if (filled.view.none & bit) {
    reasons.push(driverReasonOf(adapter, driver, messages.noDriver(guestName(guest), nameOn(told, adapter)), messages.changeNoDriver()));
  } else if (filled.view.tools & bit && !filled.booleans.guestDrivers && (!certain || told.driversKnown)) {
    reasons.push(driverReasonOf(adapter, driver, messages.driverFromTools(guestName(guest), nameOn(told, adapter), packageName), messages.changeTools(packageName)));
  }
  return reasons;
}

function driverReasonOf(adapter: Adapter, driver: Driver | undefined, text: string, change: string): Reason {
  return { kind: "driver", effect: "excludes", id: adapter.id, text, change, evidence: driver?.evidence ?? [] };
}

function rowReason(told: Told, row: Row, adapter: Adapter): Reason {
  const { text, change } = rowWords(told, row, adapter);
  return { kind: row.kind, effect: "excludes", id: row.id, text, change, evidence: row.evidence };
}

function rowWords(told: Told, row: Row, adapter: Adapter): { text: string; change: string } {
  const { table, filled } = told;
  const platform = table.platform.name;
  const name = nameOn(told, adapter);
  const section = adapter.platforms[table.platform.id];
  if (row.rule) return { text: row.rule.because, change: row.rule.change ?? "" };
  if (row.kind === "hardware") {
    const needed = section?.virtualHardware ?? 0;
    return { text: messages.hardware(name, needed, filled.numbers.virtualHardware), change: messages.changeHardware(needed) };
  }
  if (row.kind === "host") {
    return row.flags.iommu === false
      ? { text: messages.needsIommu(name), change: messages.changeIommu() }
      : { text: messages.needsSriovNic(name), change: messages.changeSriovNic() };
  }
  if (row.feature) {
    const feature = featureName(told, row.feature.id);
    return row.kind === "platform"
      ? { text: messages.featureAbsent(feature, platform), change: messages.changeFeature(feature) }
      : { text: messages.featureLost(feature, name, row.note ? ` ${row.note}` : ""), change: messages.changeFeature(feature) };
  }
  return row.spans.platformVersion?.from === 0
    ? { text: messages.sinceVersion(name, platform, section?.since ?? ""), change: messages.changeVersion(platform, section?.since ?? "") }
    : { text: messages.untilVersion(name, platform, section?.until ?? ""), change: messages.changeNoLater() };
}

function offerReason(told: Told, adapter: Adapter, bit: number): Reason {
  const { table, filled, guest } = told;
  const hardware = filled.numbers.virtualHardware;
  const ranges = guest?.platforms[table.platform.id]?.offered ?? [];
  const where = filled.view.offered
    .flatMap((range, at) => (range.adapters & bit ? [rangeText(ranges[at]?.from, ranges[at]?.to)] : []))
    .join(", ");
  return {
    kind: "guest",
    effect: "excludes",
    id: guest?.id ?? "",
    text: messages.notOffered(table.platform.name, nameOn(told, adapter), guestName(guest), hardware ? ` at virtual hardware ${hardware}` : ""),
    change: where ? messages.changeOfferedAt(where) : messages.changeNotOffered(),
    evidence: guest?.platforms[table.platform.id]?.evidence ?? [],
  };
}

function rangeText(from: number | undefined, to: number | undefined): string {
  return from === to || to === undefined ? String(from) : messages.between(String(from), String(to));
}

function ruleReasons(told: Told, index: number): Reason[] {
  const { table, decision, fitting } = told;
  const bit = 1 << index;
  const reasons: Reason[] = [];
  eachRow(decision.fired, 0, table.rows.length, (at) => {
    const row = table.rows[at] as Row;
    if (!row.rule) return;
    const reason = { kind: "rule" as const, id: row.id, text: row.rule.because, evidence: row.evidence };
    if (row.prefer & bit && (decision.before[index] as number) & row.over & fitting) reasons.push({ ...reason, effect: "prefers" });
    else if (row.over & bit && placesBehind(decision, row.prefer & fitting, index)) reasons.push({ ...reason, effect: "behind" });
    if (row.warn & bit) reasons.push({ ...reason, effect: "warns" });
  });
  return reasons;
}

function placesBehind(decision: Decision, preferred: number, index: number): boolean {
  for (let bits = preferred; bits !== 0; bits &= bits - 1) {
    if (((decision.before[31 - Math.clz32(bits & -bits)] as number) >> index) & 1) return true;
  }
  return false;
}

function featureReason(told: Told, adapter: Adapter, feature: string): Reason {
  const platform = told.table.platform.id;
  const cell = adapter.platforms[platform]?.cells[feature];
  const name = featureName(told, feature);
  const reason = { kind: "compatibility" as const, id: `${adapter.id}/${platform}/${feature}`, evidence: cell?.evidence ?? [] };
  switch (cell?.support) {
    case "yes": return { ...reason, effect: "neutral", text: messages.featureKept(name) };
    case "partial": return { ...reason, effect: "warns", text: messages.featurePartial(name, cell.note ? ` ${cell.note}` : "") };
    default: return { ...reason, effect: "warns", text: messages.featureUnknown(name) };
  }
}

function driverReason(told: Told, adapter: Adapter): Reason {
  const { table, guest } = told;
  const driver = guest?.platforms[table.platform.id]?.drivers[adapter.id];
  const where = driverOrigin(adapter, guest, table.platform.id);
  const text = where === "box" ? messages.driverInBox(guestName(guest))
    : where === "tools" ? messages.driverWithTools(table.platform.guestDrivers)
    : where === "vendor" ? messages.driverOfVendor()
    : messages.driverUnknown(guestName(guest));
  return { kind: "driver", effect: where === "unknown" ? "warns" : "neutral", id: adapter.id, text, evidence: driver?.evidence ?? [] };
}

function featureName(told: Pick<Told, "features" | "table">, id: string): string {
  const feature = told.features.get(id);
  return feature?.platforms[told.table.platform.id] ?? feature?.name ?? id;
}

