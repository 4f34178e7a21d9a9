import type { Advice, Conflict, Effects, Headline, OpenQuestion, Price, Reason, Verdict } from "./advice.ts";
import { compareAdapters } from "../engine/decide.ts";
import { nameOn, type Context } from "./context.ts";
import { isReleaseLike } from "../engine/questions.ts";
import { isForPresent, type Adapter, type Knowledge } from "../knowledge/knowledge.ts";
import type { Row } from "../engine/rows.ts";
import { codeAfter } from "../knowledge/version.ts";

/** The verdict in a few words. */
export function headlineOf(context: Context, best: number, current: string | undefined): Headline {
  const { messages, table } = context;
  const adapter = table.adapters[best];
  if (!adapter) return { kind: "none", text: messages.headlines.none() };
  const name = nameOn(context, adapter);
  if (current === adapter.id) return { kind: "keep", text: messages.headlines.keep(name) };
  const present = table.adapters.find(({ id }) => id === current);
  return present
    ? { kind: "change", text: messages.headlines.change(nameOn(context, present), name) }
    : { kind: "use", text: messages.headlines.use(name) };
}

/** What the recommendation costs. */
export function priceOf(
  context: Context,
  best: number,
  { givesUp }: Effects,
  current: string | undefined,
): Price | null {
  const adapter = context.table.adapters[best];
  if (!adapter) return null;
  const lost = new Set(givesUp.map(({ feature }) => feature));
  return {
    keeps: context.filled.requires
      .filter((feature) => !lost.has(feature))
      .map((feature) => ({ feature, name: context.featureNames.get(feature) ?? feature })),
    loses: givesUp,
    needs: [],
    downtime: current === undefined ? null : current !== adapter.id,
  };
}

/** The adapter that the machine has, and how it fares. */
export function currentOf(verdicts: Verdict[], current: string | undefined): Advice["current"] {
  const verdict = verdicts.find(({ adapter }) => adapter === current);
  return verdict
    ? { adapter: verdict.adapter, name: verdict.name, status: verdict.status, text: verdict.reasons[0]?.text ?? "" }
    : null;
}

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

/** A rule for more families than this is one for guests in general. */
const MOST_FAMILIES = 3;

/** The verdicts with what says most first: of the recommended adapter what speaks for it on this very machine, of an excluded one what nothing cures. */
export function prepareReasonOrder({
  steps,
}: Knowledge): (
  context: Context,
  verdicts: Verdict[],
  openQuestions: OpenQuestion[],
  current: string | undefined,
) => Verdict[] {
  const lasting = new Set(steps.flatMap((step) => (isForPresent(step, true) ? [step.id] : [])));
  return (context, verdicts, openQuestions, current) => {
    const [first, ...others] = verdicts.map((verdict) =>
      verdict.adapter === current && verdict.status !== "excluded"
        ? withoutWhatIsDone(context, verdict, lasting)
        : verdict,
    );
    if (!first) return [];
    return [
      first.status === "recommended"
        ? { ...first, reasons: leadWithSpecific(context, first, others, openQuestions, current) }
        : leadWithIncurable(context, first),
      ...others.map((verdict) => leadWithIncurable(context, verdict)),
    ];
  };
}

/**
 * What the machine runs with fits it: what may exclude the adapter elsewhere, and says what would have to change, does not here.
 * Nor is there anything to do where a rule demands only what comes before or after a change.
 */
function withoutWhatIsDone(context: Context, verdict: Verdict, lasting: ReadonlySet<string>): Verdict {
  return {
    ...verdict,
    reasons: verdict.reasons.filter((reason) =>
      reason.effect === "requires"
        ? rowOf(context, reason)?.rule?.then.require?.some((step) => lasting.has(step))
        : reason.effect !== "warns" || reason.change === undefined,
    ),
  };
}

/** Whether a rule holds for something that is known of this machine and is not the usual, or against the adapter that it has. */
function isOfThisMachine(context: Context, reason: Reason, current: string | undefined): boolean {
  const row = rowOf(context, reason);
  return row !== undefined && (isOver(context, row, current) || specificity(context, row) > 0);
}

/** Adapters that serve another purpose than the recommended one, and that nobody asked for. */
export function servingElse({ firedRules }: Context, best: number): number {
  return firedRules.reduce(
    (all, { rule, prefer, over }) => (rule?.then.gain === "purpose" && (prefer >> best) & 1 ? all | over : all),
    0,
  );
}

/** Rules against the present adapter first, then by how much of this machine they are about. */
function leadWithSpecific(
  context: Context,
  { adapter, reasons }: Verdict,
  others: Verdict[],
  openQuestions: OpenQuestion[],
  current: string | undefined,
): Reason[] {
  const isFor = ({ kind, effect }: Reason): boolean => kind === "rule" && effect === "prefers";
  const weight = (reason: Reason): number => {
    const row = rowOf(context, reason);
    return row ? (isOver(context, row, current) ? MOST_WEIGHT : 0) + specificity(context, row) : 0;
  };
  const sorted = reasons.filter(isFor).sort((a, b) => weight(b) - weight(a));
  const lead = reasons[0]?.kind === "default" ? reasons[0] : undefined;
  const ordered = reasons
    .filter((reason) => reason !== lead)
    .map((reason) => (isFor(reason) ? (sorted.shift() as Reason) : reason));
  const text = whyAlone(context, adapter, ordered, others, openQuestions, lead !== undefined, current);
  const evidence =
    context.table.adapters.find(({ id }) => id === adapter)?.platforms[context.table.platform.id]?.evidence ?? [];
  return text === undefined
    ? [...(lead ? [lead] : []), ...ordered]
    : [{ kind: "default", effect: "neutral", id: adapter, text, evidence }, ...ordered];
}

/** More than all conditions that a rule can have. */
const MOST_WEIGHT = 100;

/** Why no other adapter that is known to fit stands beside the recommended one, where no rule tells it. */
function whyAlone(
  context: Context,
  adapter: string,
  reasons: Reason[],
  others: Verdict[],
  openQuestions: OpenQuestion[],
  isAlone: boolean,
  current: string | undefined,
): string | undefined {
  const {
    messages,
    table: { adapters },
    fitting,
    decision: { order },
  } = context;
  const best = adapters.findIndex(({ id }) => id === adapter);
  const name = nameOn(context, adapters[best] as Adapter);
  if (isAlone) {
    const suitable = others.filter(({ status }) => status === "suitable");
    // What may fit too and is asked about may come before it.
    return fitting === 1 << best && suitable.length > 0 && openQuestions.length === 0
      ? messages.onlySureFitBefore(
          name,
          suitable.map((other) => other.name),
        )
      : undefined;
  }
  const rivals = fitting & ~servingElse(context, best) & ~(1 << best);
  if (
    rivals !== 0 ||
    fitting === 1 << best ||
    reasons.some(
      (reason) => reason.effect === "prefers" && (reason.kind !== "rule" || isOfThisMachine(context, reason, current)),
    )
  )
    return undefined;
  const lost = others.find(
    (other) =>
      ((order.before[best] as number) >> adapters.findIndex(({ id }) => id === other.adapter)) & 1 &&
      other.reasons[0]?.kind === "compatibility" &&
      other.reasons[0].effect === "excludes",
  );
  return messages.onlyForPurpose(name, lost?.reasons[0]?.text);
}

/** What no change of this machine cures before what one does: a driver that there is not, an offer that is never made, a release that has gone. */
function leadWithIncurable(
  { table: { adapters, platform }, filled: { view, values } }: Context,
  verdict: Verdict,
): Verdict {
  if (verdict.status !== "excluded") return verdict;
  const index = adapters.findIndex(({ id }) => id === verdict.adapter);
  const until = adapters[index]?.platforms[platform.id]?.until;
  const isIncurable = ({ kind, id, change }: Reason): boolean =>
    change === "" ||
    (kind === "driver" && ((view.none >> index) & 1) === 1) ||
    (kind === "guest" && view.offered.every((range) => !((range.adapters >> index) & 1))) ||
    (kind === "platform" &&
      id === verdict.adapter &&
      until !== undefined &&
      values.platformVersion >= codeAfter(until));
  return {
    ...verdict,
    reasons: [...verdict.reasons.filter(isIncurable), ...verdict.reasons.filter((reason) => !isIncurable(reason))],
  };
}

function rowOf({ firedRules }: Context, { kind, id }: Reason): Row | undefined {
  return kind === "rule" ? firedRules.find((fired) => fired.id === id) : undefined;
}

/** Whether a rule places others before an adapter. */
function isOver({ table: { adapters } }: Context, { over }: Row, adapter: string | undefined): boolean {
  const index = adapters.findIndex(({ id }) => id === adapter);
  return index >= 0 && ((over >> index) & 1) === 1;
}

/** How many of a rule's conditions hold for something that is known of this machine and is not the usual. */
function specificity({ table, unknowns: { fields } }: Context, { spans, requires, guest }: Row): number {
  const known = [
    ...table.numberFields.map((field) => spans[field] && !isReleaseLike(field) && !fields[field]),
    requires.length > 0,
    guest.guest,
    (guest.guestFamily?.length ?? Infinity) <= MOST_FAMILIES,
    guest.guestRelease,
    ...table.yesNoFields.map((field) => spans[field]?.from === +!table.usual[field]),
  ];
  return known.filter(Boolean).length;
}
