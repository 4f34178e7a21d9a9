import type { Reason, Verdict } from "../advice.ts";
import { words } from "./words.ts";

const AGAINST: Reason["effect"][] = ["excludes", "behind", "warns", "requires", "prefers", "neutral"];

/** What an adapter is offered with: where that is in doubt it says more than what would come after. */
const OFFER: Reason["kind"][] = ["platform", "hardware", "guest"];

/**
 * The reason that says most about an adapter that is not recommended: whether it is there at all, and a driver that nobody is sure
 * of, more than any rule. One that is not told already comes before one that is.
 */
export function mainReason({ reasons }: Verdict, told: string): Reason | undefined {
  const rank = ({ kind, effect }: Reason): number => effect !== "warns" ? AGAINST.indexOf(effect) : OFFER.includes(kind) ? 0.4 : kind === "driver" ? 0.5 : AGAINST.indexOf(effect);
  const [first, ...others] = [...reasons].sort((a, b) => rank(a) - rank(b));
  if (!first || !told.includes(first.text)) return first;
  return others.find((other) => other.effect === first.effect && !told.includes(other.text)) ?? first;
}

/** The main reason of each of some adapters; what places one behind is not told of the next again where there is more to say. */
export function mainReasons(verdicts: readonly Verdict[], told: string): (Reason | undefined)[] {
  let said = told;
  return verdicts.map((verdict) => {
    const reason = mainReason(verdict, said);
    if (reason?.effect === "behind") said += ` ${reason.text}`;
    return reason;
  });
}

/** The name of the first adapter in a row of them that the same reason excludes; its words need not come again. */
export function sameAs(verdicts: readonly Verdict[], reasons: readonly (Reason | undefined)[], at: number): string | undefined {
  const tells = (one: number): string => `${verdicts[one]?.status} ${reasons[one]?.text} ${reasons[one]?.change ?? ""}`;
  if (reasons[at] === undefined || verdicts[at]?.status !== "excluded") return undefined;
  let first = at;
  while (first > 0 && tells(first - 1) === tells(at)) first -= 1;
  return first < at ? verdicts[first]?.name : undefined;
}

/** What the list says of each of some adapters at first sight, in a sentence; the headline says why the recommended one is. */
export function toldReasons(verdicts: readonly Verdict[], headline: string): (string | undefined)[] {
  const main = mainReasons(verdicts, headline);
  return verdicts.map(({ status }, at) => {
    const same = sameAs(verdicts, main, at);
    if (status === "recommended") return undefined;
    return same === undefined ? firstSentence(main[at]?.text) : words.sameReason(same);
  });
}

/** The sentence that says what is the matter; those behind it say why. */
function firstSentence(text = ""): string {
  return /^.*?[.?!](?=\s+[A-Z])/s.exec(text)?.[0] ?? text;
}
