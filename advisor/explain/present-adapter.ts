import type { Reason, Verdict } from "./advice.ts";
import type { Context } from "./context.ts";

/** Why the adapter that a machine is said to have cannot be what it runs with: its release or virtual hardware has none, or its guest no driver for it. */
export function whyImpossible({ table, filled: { view } }: Context, { adapter, reasons }: Verdict): Reason | undefined {
  const hasNoDriver = (view.none >> table.adapters.findIndex(({ id }) => id === adapter)) & 1;
  return reasons.find(
    ({ effect, kind, id }) =>
      effect === "excludes" &&
      id === adapter &&
      (kind === "platform" || kind === "hardware" || (kind === "driver" && hasNoDriver === 1)),
  );
}

/** Whether the present adapter can be run on this host beside the recommended one. */
export function canBeRun(context: Context, verdict: Verdict): boolean {
  return (
    whyImpossible(context, verdict) === undefined &&
    !verdict.reasons.some(({ effect, kind }) => effect === "excludes" && kind === "host")
  );
}
