import type { Advice, Conflict } from "../advice.ts";

/** What would let adapters fit: each set of changes once, with all that it helps, in the order in which they come. */
export function conflictTexts({ conflicts, verdicts }: Pick<Advice, "conflicts" | "verdicts">): { text: string }[] {
  const alike = new Map<string, Conflict[]>();
  for (const conflict of conflicts) {
    const key = JSON.stringify([conflict.giveUp, conflict.change]);
    alike.set(key, [...(alike.get(key) ?? []), conflict]);
  }
  return [...alike.values()].map(([first, ...others]) => {
    const [name = "", ...names] = [first, ...others].map((one) => verdicts.find(({ adapter }) => adapter === one?.allows)?.name ?? "");
    return { text: [name, ...names].join(", ") + (first?.text.slice(name.length) ?? "") };
  });
}
