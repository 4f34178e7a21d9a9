import type { Adapter, Driver, Mode } from "../knowledge/knowledge.ts";
import { viewWhenRaised } from "../engine/conflicts.ts";
import { eachRow, offeredAt } from "../engine/decide.ts";
import type { Row } from "../engine/rows.ts";
import type { RowSet } from "../engine/table.ts";
import { codeAfter, versionCode, versionText } from "../knowledge/version.ts";
import type { YesNoField } from "../questions/situation.ts";
import type { Reason, Verdict } from "./advice.ts";
import {
  driverRemedy,
  featureName,
  guestName,
  nameOn,
  questionSentence,
  reasonOf,
  remedyFor,
  type Context,
} from "./context.ts";
import type { Messages } from "./messages.ts";

/**
 * Returns why an adapter is excluded: the rows, the guest's list or the driver that exclude it for every value of the unknown
 * fields, with the required change. If different reasons exclude it for different values, the reasons under the assumed values.
 */
export function reasonsToExclude(context: Context, index: number): Reason[] {
  const certain = exclusionsBy(context, index, context.certain, true);
  return certain.length > 0 ? certain : exclusionsBy(context, index, context.decision.fired, false);
}

/** Returns why the rows of a set, the guest's list or a missing driver exclude an adapter: for certain, or under the assumed values. */
export function exclusionsBy(context: Context, index: number, rows: RowSet, certain: boolean): Reason[] {
  const { messages, table, filled, guest } = context;
  const adapter = table.adapters[index] as Adapter;
  const bit = 1 << index;
  const reasons: Reason[] = [];
  eachRow(table, rows, (row) => {
    if (row.exclude & bit) reasons.push(rowReason(context, row, adapter));
  });
  const { guest: guestUnknown, fields } = context.unknowns;
  const offered =
    certain && fields.virtualHardware
      ? filled.view.offered.reduce((all, range) => all | range.adapters, 0)
      : offeredAt(filled.view, context.values.virtualHardware);
  if (!(offered & bit)) {
    reasons.push(
      reasonOf(context, filled.view, `${adapter.id} ${context.values.virtualHardware} ${fields.virtualHardware}`, () =>
        offerReason(context, adapter, bit),
      ),
    );
  }
  const driver = guest?.platforms[table.platform.id]?.drivers[adapter.id];
  const packageName = table.platform.guestDrivers;
  if (filled.view.none & bit) {
    reasons.push(
      driverReasonOf(
        adapter,
        driver,
        messages.noDriver(guestName(context), nameOn(context, adapter)),
        messages.changeNoDriver(),
      ),
    );
  } else if (filled.view.tools & bit && !context.values.guestDrivers && !(certain && guestUnknown)) {
    reasons.push(
      driverReasonOf(
        adapter,
        driver,
        messages.driverFromTools(guestName(context), nameOn(context, adapter), packageName),
        driverRemedy(context, index),
      ),
    );
  }
  return reasons;
}

function driverReasonOf(adapter: Adapter, driver: Driver | undefined, text: string, change: string): Reason {
  return { kind: "driver", effect: "excludes", id: adapter.id, text, change, evidence: driver?.evidence ?? [] };
}

function rowReason(context: Context, row: Row, adapter: Adapter): Reason {
  const {
    filled,
    unknowns: { fields },
  } = context;
  const { listedFrom, since } = viewWhenRaised(filled);
  // Everything that the text depends on.
  const key = [
    adapter.id,
    row.kind === "host" && Object.keys(row.spans).some((field) => fields[field as YesNoField]),
    fields.virtualHardware,
    context.values.virtualHardware,
    context.values.platformVersion,
    listedFrom,
    since,
  ];
  return reasonOf(context, row, key.join(), () => ({
    kind: row.kind,
    effect: "excludes",
    id: row.id,
    ...rowWords(context, row, adapter),
    evidence: row.evidence,
  }));
}

function rowWords(context: Context, row: Row, adapter: Adapter): Pick<Reason, "text" | "change" | "alternatives"> {
  const {
    messages,
    table,
    filled,
    unknowns: { fields },
  } = context;
  const { releaseName } = table.platform;
  const name = nameOn(context, adapter);
  const section = adapter.platforms[table.platform.id];
  // A release or a virtual hardware version with the adapter does not help if it does not have the guest.
  const { listedFrom, since: listedSince } = viewWhenRaised(filled);
  if (row.rule) return { text: row.rule.because, change: row.rule.change ?? "" };
  if (row.kind === "hardware") {
    const needed = section?.virtualHardware as number;
    return {
      text: messages.hardware(name, needed, context.values.virtualHardware),
      change: messages.changeHardware(Math.max(needed, listedFrom)),
    };
  }
  if (row.kind === "host") {
    const need = Object.keys(row.spans)[0] as YesNoField;
    const text = context.questions.get(need)?.need ?? "";
    return { text: questionSentence(context, text, { adapter: name }), change: remedyFor(context, need) };
  }
  if (row.feature) {
    const feature = featureName(context, row.feature.id);
    const note = section?.cells[row.feature.id]?.note;
    const change = messages.changeFeature(feature);
    if (row.kind === "platform") return { text: messages.featureAbsent(feature, table.platform.name), change };
    const text = messages.featureLost(feature, name, note ? ` ${note}` : "");
    const alternatives = modesWith(context, section?.modes, row.feature.id, feature)
      .map(messages.alternative)
      .join(" ");
    return alternatives ? { text, change: `${change} ${alternatives}`, alternatives } : { text, change };
  }
  if (row.spans.platformVersion?.from !== 0)
    return { text: messages.untilVersion(name, releaseName, section?.until ?? ""), change: messages.changeNoLater() };
  const since = section?.since ?? "";
  const release = Math.max(versionCode(since), listedSince);
  // Virtual hardware does not rise with the release; where it is known it is a reason of its own.
  const needed = Math.max(section?.virtualHardware ?? 0, listedFrom);
  const more =
    fields.virtualHardware && needed > context.values.virtualHardware ? ` ${messages.changeHardware(needed)}` : "";
  return {
    text: messages.sinceVersion(name, releaseName, since),
    change: messages.changeVersion(releaseName, versionText(release)) + more,
  };
}

/** Replaces the doubt about the assumed virtual hardware: the versions at which the platform supports the current adapter for the guest. */
export function noteOffer(context: Context, { id, kind, evidence }: Reason, adapter: string): Reason {
  const { messages, table } = context;
  const index = table.adapters.findIndex((one) => one.id === adapter);
  const text = messages.offeredAt(
    table.platform.name,
    nameOn(context, table.adapters[index] as Adapter),
    hardwareOffering(context, 1 << index),
  );
  return { kind, effect: "warns", id, text, evidence };
}

/** The virtual hardware versions at which the platform supports an adapter for the guest. Empty if there are none. */
function hardwareOffering({ messages, filled }: Context, bit: number): string {
  // Neighbouring ranges, which differ in other adapters, are one.
  const spans: { from: number; to: number }[] = [];
  for (const { from, to = from, adapters } of viewWhenRaised(filled).offered)
    if (adapters & bit) {
      const last = spans.at(-1);
      if (last?.to === from - 1) last.to = to;
      else spans.push({ from, to });
    }
  return spans.map(({ from, to }) => (from === to ? from : messages.between(from, to))).join(", ");
}

function offerReason(context: Context, adapter: Adapter, bit: number): Reason {
  const { messages, table, guest, unknowns } = context;
  const hardware = context.values.virtualHardware;
  const where = hardwareOffering(context, bit);
  return {
    kind: "guest",
    effect: "excludes",
    id: guest?.id ?? "",
    text: messages.notOffered(
      table.platform.name,
      nameOn(context, adapter),
      guestName(context),
      // A version that is only assumed is no reason where the adapter is supported at none.
      hardware && !(unknowns.fields.virtualHardware && where === "") ? messages.atHardware(hardware) : "",
    ),
    change: where
      ? messages.changeOfferedAt(where)
      : hardware
        ? messages.changeNotOffered()
        : messages.changeNoDriver(),
    evidence: guest?.platforms[table.platform.id]?.evidence ?? [],
  };
}

/** Describes the features that a mode keeps, from which version, and under which conditions. */
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

/** Returns the modes that a release of the platform has, or that a later release adds. */
export function modesAt(modes: Mode[] = [], release: number): Mode[] {
  return modes.filter(({ until }) => until === undefined || release < codeAfter(until));
}

/** Describes each mode that keeps a feature. */
export function modesWith(
  { messages, table, values }: Context,
  modes: Mode[] | undefined,
  id: string,
  name: string,
): string[] {
  return modesAt(modes, values.platformVersion)
    .filter(({ keeps }) => keeps[id])
    .map((mode) => modeWords(messages, table.platform.releaseName, mode, [{ id, name }]));
}

/** Returns why a VM cannot have the given current adapter: the release or virtual hardware lacks the adapter, or the guest has no driver. */
export function whyImpossible({ table, filled: { view } }: Context, { adapter, reasons }: Verdict): Reason | undefined {
  const hasNoDriver = (view.none >> table.adapters.findIndex(({ id }) => id === adapter)) & 1;
  return reasons.find(
    ({ effect, kind, id }) =>
      effect === "excludes" &&
      id === adapter &&
      (kind === "platform" || kind === "hardware" || (kind === "driver" && hasNoDriver === 1)),
  );
}

/** Whether the host can also run the current adapter, to compare it with the recommended one. */
export function canBeRun(context: Context, verdict: Verdict): boolean {
  return (
    whyImpossible(context, verdict) === undefined &&
    !verdict.reasons.some(({ effect, kind }) => effect === "excludes" && kind === "host")
  );
}
