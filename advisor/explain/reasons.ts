import { groupDigits } from "../text.ts";
import { firstSentence } from "../knowledge/later-texts.ts";
import type { Adapter, AdapterOnPlatform, DemandedMode, Knowledge, Support } from "../knowledge/knowledge.ts";
import { lessSure } from "../engine/decide.ts";
import type { EngineResult } from "../engine/engine.ts";
import type { Row } from "../engine/rows.ts";
import { driverOrigin } from "../engine/table.ts";
import { MOST_OF_STACK } from "../questions/packet-rate.ts";
import type { Reason, Verdict } from "./advice.ts";
import { featureName, guestName, isUndriven, isUnrecorded, nameOn, reasonOf, type Context } from "./context.ts";
import { exclusionsBy, modesWith, reasonsToExclude } from "./exclusions.ts";

const REASONS = {
  excluded: reasonsToExclude,
  recommended: reasonsToRecommend,
  suitable: reasonsToUse,
  conditional: reasonsToUse,
} as const;

/** Returns the verdict on each adapter, with its reasons. */
export function explainVerdicts(context: Context, ranking: EngineResult["ranking"]): Verdict[] {
  return ranking.map(({ adapter: index, status }) => {
    const adapter = context.table.adapters[index] as Adapter;
    return { adapter: adapter.id, name: nameOn(context, adapter), status, reasons: REASONS[status](context, index) };
  });
}

/** Returns the reasons for and against an adapter that is not excluded. */
function reasonsToUse(context: Context, index: number): Reason[] {
  const { table, filled, decision } = context;
  const adapter = table.adapters[index] as Adapter;
  const reasons = ruleReasons(context, index);
  if ((decision.excluded >> index) & 1) {
    for (const reason of exclusionsBy(context, index, decision.fired, false)) {
      const text = [questionBehind(context, reason), reason.text].filter(Boolean).join(" ");
      reasons.push({ ...reason, effect: "warns", text: context.messages.possiblyExcluded(text) });
    }
  }
  for (const feature of filled.requires)
    reasons.push(
      reasonOf(context, filled.view, `${adapter.id}/${feature} ${context.values.platformVersion}`, () =>
        featureReason(context, adapter, feature),
      ),
    );
  reasons.push(
    reasonOf(context, filled.view, `${adapter.id} ${context.values.guestDrivers}`, () =>
      driverReason(context, adapter, 1 << index),
    ),
  );
  return reasons;
}

/** Returns the open yes-or-no question on which the rule of a reason depends. The rule's text does not name the fact to check. */
function questionBehind({ table, unknowns, questions }: Context, { kind, id }: Reason): string | undefined {
  const row = kind === "rule" ? table.rows.find((one) => one.kind === kind && one.id === id) : undefined;
  const field = row && table.yesNoFields.find((one) => row.spans[one] && unknowns.fields[one]);
  return field && questions.get(field)?.question;
}

/** Returns the reasons for the recommended adapter. If no rule prefers it, the reason why it is left. */
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
    decision.best < 0
      ? messages.bestOfUncertain(name)
      : possible === bit
        ? messages.onlyFit(name)
        : fitting === bit
          ? messages.onlySureFit(name)
          : messages.fitsWithoutRule(name);
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

/** Returns why the recommended adapter is preferred to adapters that the rules rank higher. */
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
          text:
            (filled.view.unknown >> index) & 1
              ? context.messages.bestOfUncertain(nameOn(context, adapter))
              : kept.length === 0 && isUndriven(context, adapter)
                ? context.messages.whys.keepUndriven(nameOn(context, adapter))
                : context.messages.surer(
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
    ...(effect === "behind" && row.rule?.then.gain !== undefined ? { gain: row.rule.then.gain } : {}),
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
  const { values } = context;
  const { view } = context.filled;
  const isMissing = (view.vendor & bit) !== 0 && !values.guestDrivers;
  const text =
    where === "box"
      ? guest
        ? messages.driverInBox(guestName(context), driver?.basis === "inferred")
        : messages.driverAssumed()
      : where === "tools"
        ? messages.driverWithTools(table.platform.guestDrivers, guest !== undefined)
        : where === "vendor"
          ? messages.driverOfVendor(adapter.kind === "emulated", table.platform.guestDrivers, isMissing)
          : isUnrecorded(context)
            ? messages.guestUnrecorded(guestName(context), table.platform.name)
            : messages.driverUnknown(guestName(context));
  return {
    kind: "driver",
    effect: view.unknown & bit || isMissing ? "warns" : "neutral",
    id: adapter.id,
    text,
    evidence: driver?.evidence ?? [],
  };
}

/** The context and the verdicts, adjusted to the modes that rules require. */
interface InModes {
  context: Context;
  verdicts: Verdict[];
  /** The required modes of an adapter that keep all required features. One of them is enough. */
  modesOf: (adapter: string | null) => DemandedMode[];
}

/**
 * Prepares verdicts for rules that require a mode of an adapter: the support of required features in the mode replaces the
 * support of the adapter itself. Modes that lose a required feature are dropped. If a rule has no mode left, it requires none,
 * and the verdict is about the adapter itself.
 */
export function prepareModes({ steps }: Knowledge): (context: Context, verdicts: Verdict[]) => InModes {
  const modeOfStep = new Map(steps.flatMap(({ id, mode }) => (mode === undefined ? [] : [[id, mode]])));
  const demandedBy = (context: Context, { rule }: Row, adapter: string): DemandedMode[] => {
    const { for: adapters, require, provided } = rule?.then ?? {};
    const wanted =
      provided === undefined || !adapters?.includes(adapter) ? [] : require?.map((step) => modeOfStep.get(step));
    return sectionOf(context, adapter)?.demandedModes?.filter(({ id }) => wanted?.includes(id)) ?? [];
  };
  return (judged, verdicts) => {
    const demanding = judged.firedRules.filter(({ rule }) => rule?.then.provided !== undefined);
    if (demanding.length === 0) return { context: judged, verdicts, modesOf: () => [] };
    // A mode is no ground to doubt what the adapter supports without it, unless only the mode places the adapter before passthrough.
    const isWorse = ({ cells }: DemandedMode, adapter: string, isGround: boolean): boolean =>
      judged.filled.requires.some((feature) => {
        const support = cells[feature]?.support ?? "unknown";
        const own = sectionOf(judged, adapter)?.cells[feature]?.support ?? "unknown";
        return WORTH[support] < WORTH[own] && (support === "no" || !isGround);
      });
    // Few rules demand a mode, and fewer one that loses something required.
    const changed = new Map<Row, Row[]>();
    const plain: Row[] = [];
    const driven: Row[] = [];
    for (const row of demanding) {
      const isGround = groundsFor(judged, row).some(({ over }) => over & judged.fitting);
      const all = row.rule?.then.for?.map((adapter) => ({ adapter, modes: demandedBy(judged, row, adapter) })) ?? [];
      const modes = all.flatMap((one) => one.modes);
      const kept = all.flatMap((one) => one.modes.filter((mode) => !isWorse(mode, one.adapter, isGround)));
      if (kept.length < modes.length) changed.set(row, kept.length > 0 ? [withModes(judged, row, kept)] : []);
      if (modes.length === 0) plain.push(row);
      if (kept.length > 0) driven.push(row);
    }
    // Under the same conditions, the way without a mode is for those whose requirements leave none.
    for (const row of plain) {
      if (driven.some((other) => other.demand & row.demand && haveSameConditions(other, row))) changed.set(row, []);
    }
    // Without the mode its rule demands nothing, and one with the same conditions is no reason to prefer the adapter.
    const yielding = new Set(
      [...changed].flatMap(([row, rows]) =>
        rows.length === 0 ? [row.id, ...groundsFor(judged, row).map(({ id }) => id)] : [],
      ),
    );
    const context =
      changed.size === 0
        ? judged
        : { ...judged, firedRules: judged.firedRules.flatMap((row) => changed.get(row) ?? [row]) };
    return {
      context,
      verdicts: verdicts.map((verdict) => {
        const modes = demanding.flatMap((row) =>
          (changed.get(row) ?? [row]).flatMap((kept) => demandedBy(context, kept, verdict.adapter)),
        );
        if (modes.length === 0 && yielding.size === 0) return verdict;
        const reasons = verdict.reasons.filter(
          ({ kind, effect, id }) => !(kind === "rule" && effect !== "warns" && yielding.has(id)),
        );
        return {
          ...verdict,
          reasons: modes.length === 0 ? reasons : reasons.map((reason) => explainModes(context, reason, modes)),
        };
      }),
      modesOf: (adapter) =>
        adapter === null ? [] : context.firedRules.flatMap((row) => demandedBy(context, row, adapter)),
    };
  };

  /** The row of a rule that demands no modes but these. */
  function withModes({ messages }: Context, row: Row, modes: DemandedMode[]): Row {
    if (!row.rule) return row;
    const { then } = row.rule;
    const isKept = (step: string): boolean => {
      const mode = modeOfStep.get(step);
      return mode === undefined || modes.some(({ id }) => id === mode);
    };
    const provided = messages.inModes(modes.map(({ name }) => name));
    const require = (then.require ?? []).filter(isKept);
    return { ...row, rule: { ...row.rule, then: { ...then, provided, require } } };
  }
}

const WORTH: Record<Support, number> = { no: 0, unknown: 1, partial: 2, yes: 3 };

/** The fired rules that rank an adapter before passthrough under the conditions of a rule that requires a mode. */
function groundsFor({ firedRules, table: { passthrough } }: Context, demanding: Row): Row[] {
  return firedRules.filter(
    (row) => row.prefer & demanding.demand && row.over & passthrough && haveSameConditions(row, demanding),
  );
}

function haveSameConditions(one: Row, other: Row): boolean {
  return JSON.stringify(one.rule?.when) === JSON.stringify(other.rule?.when);
}

function sectionOf({ table: { adapters, platform } }: Context, adapter: string): AdapterOnPlatform | undefined {
  return adapters.find(({ id }) => id === adapter)?.platforms[platform.id];
}

/** Explains a feature by the required modes. If none keeps it but the adapter without a mode does, the reason says so. */
function explainModes(context: Context, reason: Reason, modes: DemandedMode[]): Reason {
  if (reason.kind !== "compatibility" || reason.effect === "excludes") return reason;
  const feature = reason.id.split("/").at(-1) ?? "";
  const name = featureName(context, feature);
  const cells = modes.map(({ name, cells: { [feature]: cell } }) => ({
    name,
    support: cell?.support ?? ("unknown" as const),
    note: cell?.note,
    evidence: cell?.evidence ?? [],
  }));
  const isOnlyPlain =
    reason.effect === "neutral" && cells.every(({ support }) => support === "no" || support === "unknown");
  return {
    ...reason,
    effect: cells.every(({ support }) => support === "yes") ? "neutral" : "warns",
    text: [
      ...cells.map(({ name: mode, support, note }) =>
        context.messages.featureOfMode[support](name, mode, note ? ` ${note}` : ""),
      ),
      ...(isOnlyPlain ? [context.messages.featureWithoutMode(name, modes.length)] : []),
    ].join(" "),
    evidence: [...new Set([...cells.flatMap(({ evidence }) => evidence), ...(isOnlyPlain ? reason.evidence : [])])],
  };
}

/** A required feature that no adapter can combine with other required features or with a setting. */
export interface LostFeature {
  feature: string;
  others: string;
  adapters: readonly string[];
  evidence: string[];
  /** Whether required features exclude each other; false beside a setting. */
  isRequired: boolean;
}

/** Returns the required features that fired rules exclude in combination with other required features or with a setting. */
export function lostFeatures(context: Context): LostFeature[] {
  const {
    firedRules,
    filled: { requires },
    unknowns: { fields },
  } = context;
  return firedRules.flatMap(({ rule, requires: causes, evidence, spans }) => {
    // A number of virtual CPUs that is only assumed contradicts nothing that was given.
    if (!rule?.then.loses || (spans.vcpus && fields.vcpus)) return [];
    const others =
      rule.then.beside ??
      causes
        .filter((feature) => requires.includes(feature))
        .map((feature) => featureName(context, feature))
        .join(", ");
    return rule.then.loses
      .filter((feature) => requires.includes(feature))
      .map((feature) => ({
        feature,
        others,
        adapters: rule.then.warn ?? [],
        evidence,
        isRequired: rule.then.beside === undefined,
      }));
  });
}

/** Removes the statement that an adapter keeps a feature from the verdicts, if the VM cannot have the feature. */
export function withoutLost(context: Context, verdicts: Verdict[], lost: LostFeature[]): Verdict[] {
  const correct = (adapter: string, reason: Reason): Reason => {
    const found = lost.find(({ feature, adapters }) => adapters.includes(adapter) && reason.id.endsWith(`/${feature}`));
    return !found || reason.kind !== "compatibility" || reason.effect === "excludes"
      ? reason
      : {
          ...reason,
          effect: "warns",
          text: context.messages.featureLostBeside(featureName(context, found.feature), found.others),
          evidence: found.evidence,
        };
  };
  return verdicts.map((verdict) =>
    withCondition(
      context,
      lost.length === 0
        ? verdict
        : { ...verdict, reasons: verdict.reasons.map((reason) => correct(verdict.adapter, reason)) },
    ),
  );
}

/** Kinds of doubts in the order in which an engineer asks: is the adapter offered, is there a driver, does the feature work? */
const DOUBTS: Reason["kind"][] = ["platform", "hardware", "guest", "driver"];

/** Whether an adapter fits only under a condition. */
export function isCondition({ kind, effect, change }: Reason): boolean {
  return (
    effect === "warns" && (kind === "driver" || kind === "compatibility" || kind === "default" || change !== undefined)
  );
}

/** The doubt whether an emulated adapter, or a paravirtual one that the rules place behind it, carries more packets than are already many for a guest with a better one. */
function doubtOfEmulated({ messages, table, values, decision }: Context, { adapter: id, name }: Verdict): Reason[] {
  const index = table.adapters.findIndex((one) => one.id === id);
  const adapter = table.adapters[index];
  const isSlow =
    adapter?.kind === "emulated" ||
    (adapter?.kind === "paravirtual" && (decision.order.behind[index] as number) & table.emulated);
  if (!adapter || !isSlow || values.packetRate <= MOST_OF_STACK) return [];
  const text = messages.beyondEmulated(name, groupDigits(MOST_OF_STACK));
  return [
    { kind: "default", effect: "warns", id, text, evidence: adapter.platforms[table.platform.id]?.evidence ?? [] },
  ];
}

/** An adapter whose driver, host or required feature is in doubt is conditional, and its condition is the first reason. */
function withCondition(context: Context, plain: Verdict): Verdict {
  if (plain.status !== "suitable" && plain.status !== "conditional") return plain;
  const { messages } = context;
  const verdict = { ...plain, reasons: [...plain.reasons, ...doubtOfEmulated(context, plain)] };
  const rank = ({ kind }: Reason): number => DOUBTS.indexOf(kind) + 1 || DOUBTS.length + 1;
  const conditions = verdict.reasons.filter(isCondition).sort((a, b) => rank(a) - rank(b));
  const [first] = conditions;
  if (!first) return verdict.status === "suitable" ? verdict : { ...verdict, status: "suitable" };
  return {
    ...verdict,
    status: "conditional",
    condition: firstSentence(first.text.replace(messages.possiblyExcluded(""), "")),
    reasons: [...conditions, ...verdict.reasons.filter((reason) => !isCondition(reason))],
  };
}
