import type { Verdict } from "../explain/advice.ts";
import { servingElse } from "../explain/summary.ts";
import type { Gain } from "../knowledge/knowledge.ts";
import { canBeRun } from "../explain/exclusions.ts";
import type { Context } from "../explain/context.ts";
import type { Row } from "../engine/rows.ts";

/**
 * What the runs have to show: that it does better; that the host spends less CPU at the same rate; that it carries
 * what is needed, where something else than speed speaks for it; what leaving the current adapter costs, where that is out anyway;
 * or which of two the evidence should have preferred.
 */
export type ClaimKind = "better" | "cpu" | "carries" | "leaves" | "contested" | "alone";

export interface Claim {
  kind: ClaimKind;
  /** The adapter that it has to hold against. */
  rival: Verdict | undefined;
  gain: Gain | undefined;
}

/** What the recommendation claims, and against which adapter, by what decided. */
export function findClaim(
  context: Context,
  recommended: string,
  verdicts: Verdict[],
  current: string | undefined,
): Claim {
  const {
    table,
    fitting,
    filled: { values },
    decision,
    firedRules,
  } = context;
  const indexOf = (id: string): number => table.adapters.findIndex((adapter) => adapter.id === id);
  const kindOf = (id: string) => table.adapters[indexOf(id)]?.kind;
  const own = indexOf(recommended);
  const elsewhere = servingElse(context, own);
  const rivals = verdicts.filter(
    ({ adapter, status }) =>
      (status === "suitable" || status === "conditional") &&
      !((elsewhere >> indexOf(adapter)) & 1) &&
      // Where response times decide, passthrough is what to measure against, though it may still turn out that the host has none.
      (((fitting >> indexOf(adapter)) & 1) === 1 || (values.latencySensitive && kindOf(adapter) === "passthrough")) &&
      // A data plane chooses between a virtual adapter made for it and passthrough.
      !(values.dpdk && ["emulated", kindOf(recommended)].includes(kindOf(adapter))),
  );
  const isOver = (row: Row, { adapter }: Verdict): boolean =>
    ((row.prefer >> own) & (row.over >> indexOf(adapter)) & 1) === 1;
  // The recommended adapter's rules, what bears on this machine first.
  const leading = (verdicts[0] as Verdict).reasons.flatMap(({ kind, effect, id }) =>
    kind === "rule" && effect === "prefers" ? firedRules.filter((row) => row.id === id) : [],
  );
  // What the machine has now is what the answer has to beat.
  const present =
    current === recommended
      ? undefined
      : verdicts.find((verdict) => verdict.adapter === current && canBeRun(context, verdict));
  const disputed = leading.find((row) => row.rule?.contested && rivals.some((rival) => isOver(row, rival)));
  if (disputed) {
    const over = rivals.filter((rival) => isOver(disputed, rival));
    return {
      kind: "contested",
      rival:
        over.find(({ adapter }) => adapter === current) ??
        (values.latencySensitive && kindOf(recommended) !== "passthrough"
          ? rivals.find(({ adapter }) => kindOf(adapter) === "passthrough")
          : undefined) ??
        over[0],
      gain: disputed.rule?.then.gain,
    };
  }
  const [lead] = leading;
  if (lead && gainOf(lead) === "cpu" && !values.dpdk) {
    const over = rivals.filter((rival) => isOver(lead, rival));
    // An emulated adapter is easily beaten; the claim is about the best that the host serves itself.
    const rival =
      over.find(({ adapter }) => kindOf(adapter) === "paravirtual") ??
      over.find(({ adapter }) => adapter === current) ??
      over[0];
    if (rival) return { kind: "cpu", rival, gain: "cpu" };
  }
  // Of two paravirtual adapters one is the other's forerunner: nobody would go back to it, whatever the runs show.
  const worthy = values.latencySensitive ? ["passthrough", "emulated"] : ["emulated"];
  const rival =
    present ??
    (kindOf(recommended) === "paravirtual"
      ? worthy.flatMap((kind) => rivals.filter(({ adapter }) => kindOf(adapter) === kind))[0]
      : undefined) ??
    // Against passthrough nobody tests what is advised for its driver.
    (kindOf(recommended) === "emulated"
      ? rivals.find(({ adapter }) => kindOf(adapter) !== "passthrough")
      : undefined) ??
    rivals[0];
  if (!rival) return { kind: "alone", rival, gain: undefined };
  const isPlacedBefore = ((decision.order.before[own] as number) >> indexOf(rival.adapter)) & 1;
  const row = [...leading, ...firedRules].find((one) => isOver(one, rival));
  // No result brings back what a requirement or the platform excludes.
  if (rival.status === "excluded") return { kind: "leaves", rival, gain: undefined };
  // It was not speed that decided where no rule places the other behind.
  if (!isPlacedBefore || !row) return { kind: "carries", rival, gain: undefined };
  const gain = gainOf(row);
  const kind =
    gain === "sharing" || gain === "compatibility" || gain === "purpose"
      ? "carries"
      : gain === "cpu" && !values.dpdk
        ? "cpu"
        : "better";
  return { kind, rival, gain };
}

function gainOf({ rule }: Row): Gain | undefined {
  return rule?.then.gain;
}
