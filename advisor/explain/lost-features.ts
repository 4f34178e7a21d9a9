import type { Reason, Verdict } from "./advice.ts";
import { featureName, type Context } from "./context.ts";

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
