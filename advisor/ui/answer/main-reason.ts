import type { Advice, Reason, Verdict } from "../../explain/advice.ts";
import { words } from "../words.ts";

/** What the main reasons are chosen by: the headline, which need not be told again, and what speaks for the recommended adapter. */
type Answer = Pick<Advice, "summary" | "verdicts">;

/** What an adapter is offered with: where that is in doubt it says more than what would come after. */
const OFFER: Reason["kind"][] = ["platform", "hardware", "guest"];

/**
 * The reason that says most about an adapter that is not recommended: whether it is there at all, and a driver that nobody is sure
 * of, more than any rule; then a rule that places the recommended adapter before it, and what the host or the adapter may lack, more than
 * a rule that places a third there, which does not say why it is not this one. Of several that say as much one that the headline does not tell.
 */
export function mainReason({ reasons }: Verdict, { summary, verdicts }: Answer): Reason | undefined {
  const [best] = verdicts;
  const isFor = (id: string): boolean =>
    best?.status === "recommended" && best.reasons.some((reason) => reason.effect === "prefers" && reason.id === id);
  const rank = ({ kind, effect, id }: Reason): number =>
    [
      effect === "excludes",
      effect === "warns" && OFFER.includes(kind),
      effect === "warns" && kind === "driver",
      effect === "behind" && isFor(id),
      effect === "warns" && kind !== "rule",
      effect === "behind",
      effect === "warns",
      effect === "requires",
      effect === "prefers",
      true,
    ].indexOf(true);
  const first = Math.min(...reasons.map(rank));
  const most = reasons.filter((reason) => rank(reason) === first);
  return most.find(({ text }) => !summary.includes(text)) ?? most[0];
}

/** The main reason of each of some adapters. */
export function mainReasons(verdicts: readonly Verdict[], answer: Answer): (Reason | undefined)[] {
  return verdicts.map((verdict) => mainReason(verdict, answer));
}

/** The name of the first of some adapters that the same reason excludes or places behind; its words need not come again. */
export function sameAs(
  verdicts: readonly Verdict[],
  reasons: readonly (Reason | undefined)[],
  at: number,
): string | undefined {
  const tells = (one: number): string => `${reasons[one]?.effect} ${reasons[one]?.text} ${reasons[one]?.change ?? ""}`;
  const first = verdicts.findIndex((_, one) => tells(one) === tells(at));
  return first < at && ["excludes", "behind"].includes(reasons[at]?.effect ?? "") ? verdicts[first]?.name : undefined;
}

/** What the list says of each of some adapters at first sight, in a sentence; the headline says why the recommended one is. */
export function toldReasons(verdicts: readonly Verdict[], answer: Answer): (string | undefined)[] {
  const main = mainReasons(verdicts, answer);
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
