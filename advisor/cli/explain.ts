import type { Advice, Reason, Verdict } from "../advice.ts";

const ORDER: readonly Reason["effect"][] = ["excludes", "prefers", "behind", "requires", "warns"];
const TITLES: Record<string, string> = {
  excludes: "Excluded", prefers: "Preferred", behind: "Placed behind", requires: "Steps demanded", warns: "Cautions",
};

/** How the answer came about: what is taken as given, then every row that fired, in the order in which it counts. */
export function explain({ situation, assumptions, verdicts, recommended }: Advice): string[] {
  const given = Object.entries(situation).filter(([, value]) => !Array.isArray(value) || value.length > 0);
  return [
    "", "Trace",
    `  given     ${given.map(([field, value]) => `${field}=${String(value)}`).join(" ")}`,
    `  assumed   ${assumptions.map(({ field, value }) => `${field}=${String(value)}`).join(" ") || "nothing"}`,
    ...ORDER.flatMap((effect) => {
      const fired = byRow(verdicts, effect);
      return fired.length === 0 ? [] : [`  ${TITLES[effect] ?? effect}`, ...fired.map(({ row, adapters }) => `    ${row.padEnd(56)} ${adapters.join(", ")}`)];
    }),
    `  result    ${recommended ?? "no adapter fits"}; then ${verdicts.filter(({ status }) => status === "suitable").map(({ adapter }) => adapter).join(", ") || "nothing else"}`,
  ];
}

/** Each row that had an effect, with the adapters that it had it on. */
function byRow(verdicts: Verdict[], effect: Reason["effect"]): { row: string; adapters: string[] }[] {
  const rows = new Map<string, string[]>();
  for (const { adapter, reasons } of verdicts) {
    for (const reason of reasons) {
      if (reason.effect !== effect) continue;
      const row = `${reason.kind} ${reason.id}`;
      rows.set(row, [...(rows.get(row) ?? []), adapter]);
    }
  }
  return [...rows].map(([row, adapters]) => ({ row, adapters: [...new Set(adapters)] }));
}
