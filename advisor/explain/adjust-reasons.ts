import type { Reason, Verdict } from "./advice.ts";
import type { AdapterOnPlatform, DemandedMode, Knowledge } from "../knowledge/knowledge.ts";
import { featureName, type Context } from "./context.ts";
import type { Row } from "../engine/rows.ts";

/** The context and the verdicts, with the modes in which a rule demands that an adapter be driven. */
export interface InModes {
  context: Context;
  verdicts: Verdict[];
}

/**
 * The verdicts with the support that a required feature has in the modes in which a fired rule demands that an adapter
 * be driven, in the place of that of the adapter as such. A rule all of whose modes lose something required demands
 * nothing: the adapter as such is left, and is told.
 */
export function prepareModes({ steps }: Knowledge): (context: Context, verdicts: Verdict[]) => InModes {
  const modeOf = new Map(steps.flatMap(({ id, mode }) => (mode === undefined ? [] : [[id, mode]])));
  const modesOf = (context: Context, { rule }: Row, adapter: string): DemandedMode[] => {
    const { for: adapters, require, provided } = rule?.then ?? {};
    const wanted =
      provided === undefined || !adapters?.includes(adapter) ? [] : require?.map((step) => modeOf.get(step));
    return sectionOf(context, adapter)?.demandedModes?.filter(({ id }) => wanted?.includes(id)) ?? [];
  };
  return (judged, verdicts) => {
    const isLost = ({ cells }: DemandedMode): boolean =>
      judged.filled.requires.some((feature) => cells[feature]?.support === "no");
    const yielding = judged.firedRules.filter((row) => {
      const modes = row.rule?.then.for?.flatMap((adapter) => modesOf(judged, row, adapter)) ?? [];
      return modes.length > 0 && modes.every(isLost);
    });
    const context = { ...judged, firedRules: judged.firedRules.filter((row) => !yielding.includes(row)) };
    return {
      context,
      verdicts: verdicts.map((verdict) => {
        const modes = context.firedRules.flatMap((row) => modesOf(context, row, verdict.adapter));
        const reasons = verdict.reasons.filter(
          ({ kind, effect, id }) =>
            !(kind === "rule" && effect === "requires" && yielding.some((row) => row.id === id)),
        );
        return {
          ...verdict,
          reasons: modes.length === 0 ? reasons : reasons.map((reason) => explainModes(context, reason, modes)),
        };
      }),
    };
  };
}

function sectionOf({ table: { adapters, platform } }: Context, adapter: string): AdapterOnPlatform | undefined {
  return adapters.find(({ id }) => id === adapter)?.platforms[platform.id];
}

/** Where no such mode is known to keep a feature, the adapter as such may: then that is said too. */
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
      ...(isOnlyPlain ? [context.messages.featureWithoutMode(name)] : []),
    ].join(" "),
    evidence: [...new Set([...cells.flatMap(({ evidence }) => evidence), ...(isOnlyPlain ? reason.evidence : [])])],
  };
}

/** A required feature that no adapter can have beside others that are required, with the names of those, or beside a setting. */
export interface LostFeature {
  feature: string;
  others: string;
  adapters: readonly string[];
  evidence: string[];
}

/** The required features that a fired rule says are lost beside a setting or those that its conditions require. */
export function lostFeatures(context: Context): LostFeature[] {
  const {
    firedRules,
    filled: { requires },
  } = context;
  return firedRules.flatMap(({ rule, requires: causes, evidence }) => {
    const others =
      rule?.then.beside ??
      causes
        .filter((feature) => requires.includes(feature))
        .map((feature) => featureName(context, feature))
        .join(", ");
    return (rule?.then.loses ?? [])
      .filter((feature) => requires.includes(feature))
      .map((feature) => ({ feature, others, adapters: rule?.then.warn ?? [], evidence }));
  });
}

/** The verdicts without the promise that an adapter keeps a feature which the machine cannot have. */
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
  return verdicts.map((verdict) => ({
    ...verdict,
    reasons: verdict.reasons.map((reason) => correct(verdict.adapter, reason)),
  }));
}
