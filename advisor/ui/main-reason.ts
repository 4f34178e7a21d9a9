import type { Reason, Verdict } from "../advice.ts";

const AGAINST: Reason["effect"][] = ["excludes", "behind", "warns", "requires", "prefers", "neutral"];

/** The reason that says most about an adapter that is not recommended: a driver that nobody is sure of more than any rule. One that is not told already comes before one that is. */
export function mainReason({ reasons }: Verdict, told: string): Reason | undefined {
  const rank = ({ kind, effect }: Reason): number => kind === "driver" && effect === "warns" ? 0.5 : AGAINST.indexOf(effect);
  const [first, ...others] = [...reasons].sort((a, b) => rank(a) - rank(b));
  if (!first || !told.includes(first.text)) return first;
  return others.find((other) => other.effect === first.effect && !told.includes(other.text)) ?? first;
}
