import type { Adapter, AdapterOnPlatform } from "../knowledge/knowledge.ts";
import { lessSure } from "../engine/decide.ts";
import type { Judgement } from "../engine/engine.ts";
import type { Row } from "../engine/rows.ts";
import { driverOrigin } from "../engine/table.ts";
import type { Reason, Verdict } from "./advice.ts";
import { featureName, guestName, nameOn, reasonOf, type Context } from "./context.ts";
import { exclusionsBy, modesWith, reasonsToExclude } from "./exclusions.ts";

const REASONS = { excluded: reasonsToExclude, recommended: reasonsToRecommend, suitable: reasonsToUse } as const;

/** A verdict on each adapter, with its reasons. */
export function explainVerdicts(context: Context, ranking: Judgement["ranking"]): Verdict[] {
  return ranking.map(({ adapter: index, status }) => {
    const adapter = context.table.adapters[index] as Adapter;
    return { adapter: adapter.id, name: nameOn(context, adapter), status, reasons: REASONS[status](context, index) };
  });
}

/** What speaks for and against an adapter that is not excluded. */
function reasonsToUse(context: Context, index: number): Reason[] {
  const { table, filled, decision } = context;
  const adapter = table.adapters[index] as Adapter;
  const reasons = ruleReasons(context, index);
  if ((decision.excluded >> index) & 1) {
    for (const reason of exclusionsBy(context, index, decision.fired, false)) {
      reasons.push({ ...reason, effect: "warns", text: context.messages.possiblyExcluded(reason.text) });
    }
  }
  for (const feature of filled.requires)
    reasons.push(
      reasonOf(context, filled.view, `${adapter.id}/${feature} ${filled.values.platformVersion}`, () =>
        featureReason(context, adapter, feature),
      ),
    );
  reasons.push(
    reasonOf(context, filled.view, `${adapter.id} ${filled.values.guestDrivers}`, () =>
      driverReason(context, adapter, 1 << index),
    ),
  );
  return reasons;
}

/** What speaks for the adapter that is recommended; when no rule does, how it came to be the one. */
function reasonsToRecommend(context: Context, index: number): Reason[] {
  const { messages, table, fitting, possible, decision } = context;
  const surer = reasonsOfCertainty(context, index);
  const reasons = [...surer, ...reasonsToUse(context, index)];
  const bit = 1 << index;
  const behind = (decision.order.before[index] as number) & fitting & ~bit;
  if (surer.length > 0 || context.firedRules.some((row) => row.prefer & bit && row.over & behind)) return reasons;
  const adapter = table.adapters[index] as Adapter;
  const name = nameOn(context, adapter);
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
function reasonsOfCertainty(context: Context, index: number): Reason[] {
  const { table, decision, fitting, filled } = context;
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
          text: context.messages.surer(
            nameOn(context, adapter),
            others.map((other) => nameOn(context, table.adapters[other] as Adapter)),
            kept.map((id) => featureName(context, id)),
          ),
        },
      ];
}

function ruleReasons(context: Context, index: number): Reason[] {
  const { decision, possible } = context;
  const bit = 1 << index;
  const reasons: Reason[] = [];
  for (const row of context.firedRules) {
    if (row.prefer & bit && (decision.order.before[index] as number) & row.over & possible)
      reasons.push(ruleReason(context, row, "prefers"));
    else if (row.over & bit && (decision.order.behind[index] as number) & row.prefer & possible)
      reasons.push(ruleReason(context, row, "behind"));
    if (row.demand & bit) reasons.push(ruleReason(context, row, "requires"));
    if (row.warn & bit) reasons.push(ruleReason(context, row, "warns"));
  }
  return reasons;
}

function ruleReason(context: Context, row: Row, effect: Reason["effect"]): Reason {
  return reasonOf(context, row, effect, () => ({
    kind: "rule",
    effect,
    id: row.id,
    text: row.rule?.because ?? "",
    evidence: row.evidence,
  }));
}

function featureReason(context: Context, adapter: Adapter, feature: string): Reason {
  const { messages } = context;
  const platform = context.table.platform.id;
  const { cells, modes } = adapter.platforms[platform] as AdapterOnPlatform;
  const cell = cells[feature];
  const name = featureName(context, feature);
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
          ...modesWith(context, modes, feature, name),
        ].join(" "),
      };
    default:
      return { ...reason, effect: "warns", text: messages.featureUnknown(name) };
  }
}

function driverReason(context: Context, adapter: Adapter, bit: number): Reason {
  const { messages, table, guest } = context;
  const driver = guest?.platforms[table.platform.id]?.drivers[adapter.id];
  const where = driverOrigin(adapter, guest, table.platform.id);
  const { view, values } = context.filled;
  const isMissing = (view.vendor & bit) !== 0 && !values.guestDrivers;
  const text =
    where === "box"
      ? guest
        ? messages.driverInBox(guestName(context), driver?.basis === "inferred")
        : messages.driverAssumed()
      : where === "tools"
        ? messages.driverWithTools(table.platform.guestDrivers)
        : where === "vendor"
          ? messages.driverOfVendor(adapter.kind === "emulated", table.platform.guestDrivers, isMissing)
          : messages.driverUnknown(guestName(context));
  return {
    kind: "driver",
    effect: view.unknown & bit || isMissing ? "warns" : "neutral",
    id: adapter.id,
    text,
    evidence: driver?.evidence ?? [],
  };
}
