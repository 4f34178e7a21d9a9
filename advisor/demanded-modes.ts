import type { Reason, Verdict } from "./advice.ts";
import type { AdapterOnPlatform, DemandedMode, Knowledge } from "./knowledge.ts";
import { featureName, type Told } from "./reasons.ts";

/**
 * The verdicts with the support that a required feature has in the modes in which a fired rule demands that an adapter
 * be driven, in the place of that of the adapter as such. What all of them rule out a rule of its own excludes.
 */
export function modesTeller({ steps }: Knowledge): (told: Told, verdicts: Verdict[]) => Verdict[] {
  const modeOf = new Map(steps.flatMap(({ id, mode }) => (mode === undefined ? [] : [[id, mode]])));
  return (told, verdicts) => {
    const demanding = told.firedRules.flatMap(({ rule }) => (rule?.then.provided === undefined ? [] : [rule.then]));
    if (demanding.length === 0) return verdicts;
    return verdicts.map((verdict) => {
      const { demandedModes = [] } = sectionOf(told, verdict.adapter) ?? {};
      const demanded = new Set(demanding.flatMap((then) => (then.for?.includes(verdict.adapter) ? then.require ?? [] : [])).map((step) => modeOf.get(step)));
      const modes = demandedModes.filter(({ id }) => demanded.has(id));
      return modes.length === 0 ? verdict : { ...verdict, reasons: verdict.reasons.map((reason) => tellModes(told, reason, modes)) };
    });
  };
}

function sectionOf({ table: { adapters, platform } }: Told, adapter: string): AdapterOnPlatform | undefined {
  return adapters.find(({ id }) => id === adapter)?.platforms[platform.id];
}

function tellModes({ table }: Told, reason: Reason, modes: DemandedMode[]): Reason {
  if (reason.kind !== "compatibility" || reason.effect === "excludes") return reason;
  const feature = reason.id.split("/").at(-1) ?? "";
  const cells = modes.map(({ name, cells: { [feature]: cell } }) => ({ name, support: cell?.support ?? "unknown" as const, note: cell?.note, evidence: cell?.evidence ?? [] }));
  return {
    ...reason,
    effect: cells.every(({ support }) => support === "yes") ? "neutral" : "warns",
    text: cells.map(({ name, support, note }) => table.messages.featureOfMode[support](featureName(table, feature), name, note ? ` ${note}` : "")).join(" "),
    evidence: [...new Set(cells.flatMap(({ evidence }) => evidence))],
  };
}
