import type { Reason, Verdict } from "../explain/advice.ts";
import type { AdapterOnPlatform, DemandedMode, Knowledge } from "../knowledge/knowledge.ts";
import { featureName, type Told } from "../explain/reasons.ts";
import type { Row } from "./rows.ts";

/** What is told of a case and its verdicts, with the modes in which a rule demands that an adapter be driven. */
export interface InModes {
  told: Told;
  verdicts: Verdict[];
}

/**
 * The verdicts with the support that a required feature has in the modes in which a fired rule demands that an adapter
 * be driven, in the place of that of the adapter as such. A rule all of whose modes lose something required demands
 * nothing: the adapter as such is left, and is told.
 */
export function modesTeller({ steps }: Knowledge): (told: Told, verdicts: Verdict[]) => InModes {
  const modeOf = new Map(steps.flatMap(({ id, mode }) => (mode === undefined ? [] : [[id, mode]])));
  const modesOf = (told: Told, { rule }: Row, adapter: string): DemandedMode[] => {
    const { for: adapters, require, provided } = rule?.then ?? {};
    const wanted =
      provided === undefined || !adapters?.includes(adapter) ? [] : require?.map((step) => modeOf.get(step));
    return sectionOf(told, adapter)?.demandedModes?.filter(({ id }) => wanted?.includes(id)) ?? [];
  };
  return (judged, verdicts) => {
    const isLost = ({ cells }: DemandedMode): boolean =>
      judged.filled.requires.some((feature) => cells[feature]?.support === "no");
    const yielding = judged.firedRules.filter((row) => {
      const modes = row.rule?.then.for?.flatMap((adapter) => modesOf(judged, row, adapter)) ?? [];
      return modes.length > 0 && modes.every(isLost);
    });
    const told = { ...judged, firedRules: judged.firedRules.filter((row) => !yielding.includes(row)) };
    return {
      told,
      verdicts: verdicts.map((verdict) => {
        const modes = told.firedRules.flatMap((row) => modesOf(told, row, verdict.adapter));
        const reasons = verdict.reasons.filter(
          ({ kind, effect, id }) =>
            !(kind === "rule" && effect === "requires" && yielding.some((row) => row.id === id)),
        );
        return {
          ...verdict,
          reasons: modes.length === 0 ? reasons : reasons.map((reason) => tellModes(told, reason, modes)),
        };
      }),
    };
  };
}

function sectionOf({ table: { adapters, platform } }: Told, adapter: string): AdapterOnPlatform | undefined {
  return adapters.find(({ id }) => id === adapter)?.platforms[platform.id];
}

/** Where no such mode is known to keep a feature, the adapter as such may: then that is said too. */
function tellModes({ table }: Told, reason: Reason, modes: DemandedMode[]): Reason {
  if (reason.kind !== "compatibility" || reason.effect === "excludes") return reason;
  const feature = reason.id.split("/").at(-1) ?? "";
  const name = featureName(table, feature);
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
        table.messages.featureOfMode[support](name, mode, note ? ` ${note}` : ""),
      ),
      ...(isOnlyPlain ? [table.messages.featureWithoutMode(name)] : []),
    ].join(" "),
    evidence: [...new Set([...cells.flatMap(({ evidence }) => evidence), ...(isOnlyPlain ? reason.evidence : [])])],
  };
}
