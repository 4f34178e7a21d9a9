import type { Reason, Verdict } from "./advice.ts";

/** A row of the decision that had an effect, and the adapters that it had it on. */
export interface TraceRow {
  kind: Reason["kind"];
  id: string;
  effect: Reason["effect"];
  adapters: string[];
}

/** The rows that had one effect, in the order in which the verdicts tell them. */
export function traceRows(verdicts: readonly Verdict[], effect: Reason["effect"]): TraceRow[] {
  const rows = new Map<string, TraceRow>();
  for (const { adapter, reasons } of verdicts) {
    for (const { kind, id } of reasons.filter((reason) => reason.effect === effect)) {
      const row = rows.get(`${kind} ${id}`) ?? { kind, id, effect, adapters: [] };
      if (!row.adapters.includes(adapter)) row.adapters.push(adapter);
      rows.set(`${kind} ${id}`, row);
    }
  }
  return [...rows.values()];
}
