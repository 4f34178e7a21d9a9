import type { Advice, Conflict } from "../../explain/advice.ts";

/** What would let adapters fit: each set of changes once, with all that it helps, in the order in which they come. */
export function conflictTexts({ conflicts, verdicts }: Pick<Advice, "conflicts" | "verdicts">): { text: string }[] {
  const alike = new Map<string, Conflict[]>();
  for (const conflict of conflicts) {
    const key = JSON.stringify([conflict.giveUp, conflict.change]);
    alike.set(key, [...(alike.get(key) ?? []), conflict]);
  }
  return [...alike.values()].map(([first, ...others]) => {
    const [name = "", ...names] = [first, ...others].map(
      (one) => verdicts.find(({ adapter }) => adapter === one?.allows)?.name ?? "",
    );
    const modes = names.length === 0 && first ? modesThatKeep(first, verdicts) : "";
    return { text: [name, ...names].join(", ") + (first?.text.slice(name.length) ?? "") + modes };
  });
}

/** What the adapter's own reason tells, behind what to give up, of modes that keep it: giving it up is not the only way then. Of several features it tells for each apart, which is left to the reasons. */
function modesThatKeep({ allows, giveUp: [feature, ...more] }: Conflict, verdicts: Advice["verdicts"]): string {
  if (feature === undefined || more.length > 0) return "";
  const reason = verdicts
    .find(({ adapter }) => adapter === allows)
    ?.reasons.find(({ effect, id }) => effect === "excludes" && id.endsWith(`/${feature}`));
  return reason?.change?.replace(/^.*?\.(?= |$)/s, "") ?? "";
}
