import type { Reason } from "./advice.ts";
import type { Adapter, AdapterOnPlatform, Driver, Guest, Mode } from "../knowledge/knowledge.ts";
import type { Case, Unknowns } from "../engine/case.ts";
import { eachRow, lessSure, offeredAt, type Decision } from "../engine/decide.ts";
import type { Messages } from "./messages.ts";
import { remember } from "../engine/remember.ts";
import type { Row } from "../engine/rows.ts";
import type { RowSet, Table } from "../engine/table.ts";
import { driverOrigin } from "../engine/table.ts";
import { codeAfter, versionCode, versionText } from "../knowledge/version.ts";

/** Everything that reasons are told from. */
export interface Told {
  table: Table;
  guest: Guest | undefined;
  filled: Case;
  decision: Decision;
  /** Rows that fire whatever the unknown fields are. */
  certain: RowSet;
  unknowns: Unknowns;
  /** Rules that fire, in table order. */
  firedRules: Row[];
  /** Adapters that nothing certain excludes. */
  possible: number;
  /** Adapters that fit with what is assumed. */
  fitting: number;
}

/**
 * Why an adapter is excluded: each row, list or driver that does it whatever is unknown, with what would have to change.
 * Where one thing excludes it in one case and another in the other, those that do as things are assumed.
 */
export function reasonsToExclude(told: Told, index: number): Reason[] {
  const certain = exclusionsBy(told, index, told.certain, true);
  return certain.length > 0 ? certain : exclusionsBy(told, index, told.decision.fired, false);
}

/** What speaks for and against an adapter that is not excluded. */
export function reasonsToUse(told: Told, index: number): Reason[] {
  const { table, filled, decision } = told;
  const adapter = table.adapters[index] as Adapter;
  const reasons = ruleReasons(told, index);
  if ((decision.excluded >> index) & 1) {
    for (const reason of exclusionsBy(told, index, decision.fired, false)) {
      reasons.push({ ...reason, effect: "warns", text: told.table.messages.possiblyExcluded(reason.text) });
    }
  }
  for (const feature of filled.requires)
    reasons.push(
      rememberReason(filled, `${adapter.id}/${feature} ${filled.values.platformVersion}`, () =>
        featureReason(told, adapter, feature),
      ),
    );
  reasons.push(
    rememberReason(filled, `${adapter.id} ${filled.values.guestDrivers}`, () =>
      driverReason(told, adapter, 1 << index),
    ),
  );
  return reasons;
}

/** What speaks for the adapter that is recommended; when no rule does, how it came to be the one. */
export function reasonsToRecommend(told: Told, index: number): Reason[] {
  const { messages } = told.table;
  const { table, fitting, possible, decision } = told;
  const surer = reasonsOfCertainty(told, index);
  const reasons = [...surer, ...reasonsToUse(told, index)];
  const bit = 1 << index;
  const behind = (decision.order.before[index] as number) & fitting & ~bit;
  if (surer.length > 0 || told.firedRules.some((row) => row.prefer & bit && row.over & behind)) return reasons;
  const adapter = table.adapters[index] as Adapter;
  const name = nameOn(told, adapter);
  const text =
    possible === bit
      ? messages.onlyFit(name)
      : fitting === bit
        ? messages.onlySureFit(name)
        : decision.best >= 0
          ? messages.fitsWithoutRule(name)
          : messages.bestOfUncertain(name);
  return [
    {
      kind: "default",
      effect: "neutral",
      id: adapter.id,
      text,
      evidence: adapter.platforms[table.platform.id]?.evidence ?? [],
    },
    ...reasons,
  ];
}

/** Why the recommended adapter comes before some that the rules place better. */
function reasonsOfCertainty(told: Told, index: number): Reason[] {
  const { table, decision, fitting, filled } = told;
  const others = lessSure(decision, fitting, index);
  const adapter = table.adapters[index] as Adapter;
  // Where every one of them has what is required under conditions only, that says more than that something is not recorded.
  const kept = filled.requires.filter((id) =>
    others.every((other) => table.doubts.get(id)?.[other] === 1 && !table.doubts.get(id)?.[index]),
  );
  return others.length === 0
    ? []
    : [
        {
          kind: "driver",
          effect: "prefers",
          id: adapter.id,
          evidence: [],
          text: table.messages.surer(
            nameOn(told, adapter),
            others.map((other) => nameOn(told, table.adapters[other] as Adapter)),
            kept.map((id) => featureName(table, id)),
          ),
        },
      ];
}

/** An adapter's name on the case's platform. */
export function nameOn(told: Pick<Told, "table">, adapter: Adapter): string {
  return adapter.platforms[told.table.platform.id]?.name ?? adapter.name;
}

/** A guest as sentences call it. */
function guestName({ table, guest }: Told): string {
  return guest ? table.messages.guest(guest.name, guest.bitness) : table.messages.someGuest();
}

function exclusionsBy(told: Told, index: number, rows: RowSet, certain: boolean): Reason[] {
  const { messages } = told.table;
  const { table, filled, guest } = told;
  const adapter = table.adapters[index] as Adapter;
  const bit = 1 << index;
  const reasons: Reason[] = [];
  eachRow(table, rows, (row) => {
    if (row.exclude & bit) reasons.push(rowReason(told, row, adapter));
  });
  const { guest: guestUnknown, fields } = told.unknowns;
  const offered =
    certain && fields.virtualHardware
      ? filled.view.offered.reduce((all, range) => all | range.adapters, 0)
      : offeredAt(filled.view, filled.values.virtualHardware);
  if (!(offered & bit)) {
    reasons.push(
      rememberReason(filled, `${adapter.id} ${filled.values.virtualHardware}`, () => offerReason(told, adapter, bit)),
    );
  }
  const driver = guest?.platforms[table.platform.id]?.drivers[adapter.id];
  const packageName = table.platform.guestDrivers;
  if (filled.view.none & bit) {
    reasons.push(
      driverReasonOf(
        adapter,
        driver,
        messages.noDriver(guestName(told), nameOn(told, adapter)),
        messages.changeNoDriver(),
      ),
    );
  } else if (filled.view.tools & bit && !filled.values.guestDrivers && !(certain && guestUnknown)) {
    reasons.push(
      driverReasonOf(
        adapter,
        driver,
        messages.driverFromTools(guestName(told), nameOn(told, adapter), packageName),
        messages.changeTools(packageName),
      ),
    );
  }
  return reasons;
}

function driverReasonOf(adapter: Adapter, driver: Driver | undefined, text: string, change: string): Reason {
  return { kind: "driver", effect: "excludes", id: adapter.id, text, change, evidence: driver?.evidence ?? [] };
}

function rowReason(told: Told, row: Row, adapter: Adapter): Reason {
  const {
    filled,
    unknowns: { fields },
  } = told;
  // All that the words depend on.
  const key = [
    adapter.id,
    fields.iommu,
    fields.sriovNic,
    fields.virtualHardware,
    filled.values.virtualHardware,
    filled.values.platformVersion,
    filled.view.listedFrom,
    filled.view.since,
  ];
  return remember(row.told, key.join(), () => {
    const { text, change } = rowWords(told, row, adapter);
    return { kind: row.kind, effect: "excludes", id: row.id, text, change, evidence: row.evidence };
  });
}

function rowWords(told: Told, row: Row, adapter: Adapter): { text: string; change: string } {
  const {
    table,
    filled,
    unknowns: { fields },
  } = told;
  const {
    messages,
    platform: { releaseName },
  } = table;
  const name = nameOn(told, adapter);
  const section = adapter.platforms[table.platform.id];
  // Neither release nor virtual hardware helps that has the adapter and not the guest.
  const { listedFrom } = filled.view;
  if (row.rule) return { text: row.rule.because, change: row.rule.change ?? "" };
  if (row.kind === "hardware") {
    const needed = section?.virtualHardware as number;
    return {
      text: messages.hardware(name, needed, filled.values.virtualHardware),
      change: messages.changeHardware(Math.max(needed, listedFrom)),
    };
  }
  if (row.kind === "host") {
    const need = Object.keys(row.spans)[0] as keyof Messages["needs"];
    return { text: messages.needs[need](name), change: messages.provide[need](fields[need]) };
  }
  if (row.feature) {
    const feature = featureName(table, row.feature.id);
    return row.kind === "platform"
      ? { text: messages.featureAbsent(feature, table.platform.name), change: messages.changeFeature(feature) }
      : {
          text: messages.featureLost(feature, name, row.note ? ` ${row.note}` : ""),
          change: [messages.changeFeature(feature), ...modesWith(told, section?.modes, row.feature.id, feature)].join(
            " ",
          ),
        };
  }
  if (row.spans.platformVersion?.from !== 0)
    return { text: messages.untilVersion(name, releaseName, section?.until ?? ""), change: messages.changeNoLater() };
  const since = section?.since ?? "";
  const release = Math.max(versionCode(since), filled.view.since);
  // Virtual hardware does not rise with the release; where it is known it is a reason of its own.
  const needed = Math.max(section?.virtualHardware ?? 0, listedFrom);
  const more =
    fields.virtualHardware && needed > filled.values.virtualHardware ? ` ${messages.changeHardware(needed)}` : "";
  return {
    text: messages.sinceVersion(name, releaseName, since),
    change: messages.changeVersion(releaseName, versionText(release)) + more,
  };
}

/** What a mode of an adapter keeps of some features, from where on there is one, and under what conditions. */
export function modeWords(
  messages: Messages,
  platform: string,
  { name, since, virtualHardware, note, keeps }: Mode,
  features: { id: string; name: string }[],
): string {
  const kept = features.map((feature) => messages.kept(feature.name, keeps[feature.id]?.support === "partial"));
  const words = messages.mode(
    name,
    kept.join(", "),
    platform,
    since === "unknown" ? undefined : since,
    virtualHardware,
  );
  return [...new Set([words, ...features.map(({ id }) => keeps[id]?.note), note])].filter(Boolean).join(" ");
}

/** Modes that a release of the platform has, or that a later one brings. */
export function modesAt(modes: Mode[] = [], release: number): Mode[] {
  return modes.filter(({ until }) => until === undefined || release < codeAfter(until));
}

/** What each mode that keeps a feature says of it. */
function modesWith({ table, filled }: Told, modes: Mode[] | undefined, id: string, name: string): string[] {
  return modesAt(modes, filled.values.platformVersion)
    .filter(({ keeps }) => keeps[id])
    .map((mode) => modeWords(table.messages, table.platform.releaseName, mode, [{ id, name }]));
}

function offerReason(told: Told, adapter: Adapter, bit: number): Reason {
  const { table, filled, guest } = told;
  const { messages } = table;
  const hardware = filled.values.virtualHardware;
  // Neighbouring ranges, which differ in other adapters, are one.
  const spans: { from: number; to: number }[] = [];
  for (const { from, to = from, adapters } of filled.view.offered)
    if (adapters & bit) {
      const last = spans.at(-1);
      if (last?.to === from - 1) last.to = to;
      else spans.push({ from, to });
    }
  const where = spans.map(({ from, to }) => (from === to ? from : messages.between(from, to))).join(", ");
  return {
    kind: "guest",
    effect: "excludes",
    id: guest?.id ?? "",
    text: messages.notOffered(
      table.platform.name,
      nameOn(told, adapter),
      guestName(told),
      hardware ? messages.atHardware(hardware) : "",
    ),
    change: where
      ? messages.changeOfferedAt(where)
      : hardware
        ? messages.changeNotOffered()
        : messages.changeNoDriver(),
    evidence: guest?.platforms[table.platform.id]?.evidence ?? [],
  };
}

function ruleReasons(told: Told, index: number): Reason[] {
  const { decision, possible } = told;
  const bit = 1 << index;
  const reasons: Reason[] = [];
  for (const row of told.firedRules) {
    if (row.prefer & bit && (decision.order.before[index] as number) & row.over & possible)
      reasons.push(ruleReason(row, "prefers"));
    else if (row.over & bit && (decision.order.behind[index] as number) & row.prefer & possible)
      reasons.push(ruleReason(row, "behind"));
    if (row.demand & bit) reasons.push(ruleReason(row, "requires"));
    if (row.warn & bit) reasons.push(ruleReason(row, "warns"));
  }
  return reasons;
}

function ruleReason(row: Row, effect: Reason["effect"]): Reason {
  return remember(row.told, effect, () => ({
    kind: "rule",
    effect,
    id: row.id,
    text: row.rule?.because ?? "",
    evidence: row.evidence,
  }));
}

/** The fired rows that stand for rules, in table order. */
export function firedRules(table: Table, decision: Decision): Row[] {
  const rows: Row[] = [];
  eachRow(table, decision.fired, (row) => {
    if (row.rule) rows.push(row);
  });
  return rows;
}

/** Reasons that follow from the guest's record are worded once per guest. */
function rememberReason(filled: Case, key: string, word: () => Reason): Reason {
  return remember(filled.view.told, key, word);
}

function featureReason(told: Told, adapter: Adapter, feature: string): Reason {
  const { messages } = told.table;
  const platform = told.table.platform.id;
  const { cells, modes } = adapter.platforms[platform] as AdapterOnPlatform;
  const cell = cells[feature];
  const name = featureName(told.table, feature);
  const reason = {
    kind: "compatibility" as const,
    id: `${adapter.id}/${platform}/${feature}`,
    evidence: cell?.evidence ?? [],
  };
  switch (cell?.support) {
    case "yes":
      return { ...reason, effect: "neutral", text: messages.featureKept(name) };
    case "partial":
      return {
        ...reason,
        effect: "warns",
        text: [
          messages.featurePartial(name, cell.note ? ` ${cell.note}` : ""),
          ...modesWith(told, modes, feature, name),
        ].join(" "),
      };
    default:
      return { ...reason, effect: "warns", text: messages.featureUnknown(name) };
  }
}

function driverReason(told: Told, adapter: Adapter, bit: number): Reason {
  const { messages } = told.table;
  const { table, guest } = told;
  const driver = guest?.platforms[table.platform.id]?.drivers[adapter.id];
  const where = driverOrigin(adapter, guest, table.platform.id);
  const { view, values } = told.filled;
  const isMissing = (view.vendor & bit) !== 0 && !values.guestDrivers;
  const text =
    where === "box"
      ? guest
        ? messages.driverInBox(guestName(told), driver?.basis === "inferred")
        : messages.driverAssumed()
      : where === "tools"
        ? messages.driverWithTools(table.platform.guestDrivers)
        : where === "vendor"
          ? messages.driverOfVendor(adapter.kind === "emulated", table.platform.guestDrivers, isMissing)
          : messages.driverUnknown(guestName(told));
  return {
    kind: "driver",
    effect: view.unknown & bit || isMissing ? "warns" : "neutral",
    id: adapter.id,
    text,
    evidence: driver?.evidence ?? [],
  };
}

/** A feature's name on the platform. */
export function featureName(table: Table, id: string): string {
  return table.featureNames.get(id) ?? id;
}
