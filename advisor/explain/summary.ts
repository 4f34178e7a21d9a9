import type { Conflict, OpenQuestion, Verdict } from "./advice.ts";
import type { Adapter } from "../knowledge/knowledge.ts";
import { isOfThisMachine } from "./order-reasons.ts";
import { compareAdapters } from "../engine/decide.ts";
import { nameOn, type Context } from "./context.ts";

/**
 * The answer in a sentence, with what the adapter has to come with and on what it hangs that was only assumed, a rate that passthrough is there for or scarce CPU time; then in another one what decided: a rule that holds for something special of this machine
 * or against the adapter that it has, else what excludes the adapter that the rules would place first, else what is advised in general; then the smallest change
 * that lets another one fit. Of the recommended adapter's reasons the same comes first.
 */
export function summarise(
  context: Context,
  best: number,
  verdicts: Verdict[],
  { conflicts, openQuestions }: { conflicts: Conflict[]; openQuestions: OpenQuestion[] },
  current?: string,
): string {
  const {
    messages,
    table: { adapters },
    guest,
    filled,
    firedRules,
  } = context;
  if (best < 0) return [messages.noneFits(), conflicts[0]?.text ?? messages.noCure()].join(" ");
  const name = nameOn(context, adapters[best] as Adapter);
  const reasons = verdicts[0]?.reasons ?? [];
  const why = reasons[0]?.kind === "default" ? reasons[0] : reasons.find((reason) => reason.effect === "prefers");
  const present = verdicts.find(
    ({ adapter, status }) => adapter === current && status === "excluded" && filled.view.isPassing,
  );
  const text =
    !guest && !filled.values.guestDrivers
      ? messages.dependsOnGuest(name)
      : present?.reasons[0]
        ? messages.leaves(present.name, present.reasons[0].text, present.reasons.length - 1)
        : why && isOfThisMachine(context, why, current)
          ? why.text
          : (outdone(context, best, verdicts) ?? why?.text ?? "");
  const provided = firedRules.flatMap(({ demand, rule }) => ((demand >> best) & 1 ? (rule?.then.provided ?? []) : []));
  const elsewhere = (asked: string) =>
    openQuestions
      .find(({ field }) => field === asked)
      ?.answers.find(({ recommended }) => recommended !== null && recommended !== adapters[best]?.id);
  const verdictOn = (answer: { recommended: string | null } | undefined): Verdict | undefined =>
    verdicts.find(({ adapter }) => adapter === answer?.recommended);
  const [answer, rate] = [elsewhere("saveCpu"), filled.view.isPassing ? elsewhere("packetRate") : undefined];
  const [other, below] = [verdictOn(answer), verdictOn(rate)];
  const condition =
    rate && below
      ? messages.untilKnown(rate.label, below.name)
      : other && answer?.value === false
        ? messages.ifScarce(other.name, other.adapter === current)
        : undefined;
  return [
    messages.recommended(name, provided, firstSentence(text), adapters[best]?.id === current, condition),
    ...(other && answer?.value === true ? [messages.unlessScarce(other.name)] : []),
    ...[conflicts.find(({ allows }) => allows === present?.adapter) ?? conflicts[0]].flatMap(
      (conflict) => conflict?.text ?? [],
    ),
  ].join(" ");
}

/** The excluded adapter that the rules would place before the recommended one, of those that the guest can have at all, and what excludes it. */
function outdone(context: Context, best: number, verdicts: Verdict[]): string | undefined {
  const {
    messages,
    table,
    decision,
    possible,
    filled: { view },
  } = context;
  const known = view.offered.reduce((all, { adapters }) => all | adapters, 0) & ~view.none;
  const [other] = table.adapters
    .map((_, index) => index)
    .filter((index) => (((decision.order.behind[best] as number) & known & ~possible) >> index) & 1)
    // An adapter that loses what is required is no surer than one that keeps it under conditions: the rules alone tell which comes first.
    .sort((a, b) => compareAdapters({ ...decision, doubt: () => 0 }, table.all, a, b));
  const verdict = verdicts.find(({ adapter }) => adapter === table.adapters[other ?? -1]?.id);
  const [reason, ...more] = verdict?.reasons ?? [];
  return verdict && reason && messages.outdone(verdict.name, reason.text, more.length);
}

/** The reasons tell the rest. */
function firstSentence(text: string): string {
  return text.replace(/(?<=[\w)]\.) [A-Z].*/, "");
}
