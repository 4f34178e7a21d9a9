import type { Reason, Verdict } from "./advice.ts";
import type { Context } from "./context.ts";
import { isReleaseLike } from "../engine/fill-situation.ts";
import type { Row, Span } from "../engine/rows.ts";
import { usualOf } from "../engine/table.ts";
import type { Field } from "../questions/situation.ts";
import { noteOffer } from "./exclusions.ts";
import { isCondition } from "./reasons.ts";
import { isForPresent, type Knowledge } from "../knowledge/knowledge.ts";
import { codeAfter } from "../knowledge/version.ts";

/** A rule for more families than this is one for guests in general. */
const MOST_FAMILIES = 3;

/** Prepares the order of reasons. A recommended adapter's first reason is the most specific to this VM. An excluded adapter's first reason is one that no change can remove. */
export function prepareReasonOrder({
  steps,
}: Knowledge): (context: Context, verdicts: Verdict[], current: string | undefined) => Verdict[] {
  const lasting = new Set(steps.flatMap((step) => (isForPresent(step, true) ? [step.id] : [])));
  return (context, verdicts, current) => {
    const [first, ...others] = verdicts.map((verdict) =>
      verdict.adapter === current && verdict.status !== "excluded"
        ? withoutWhatIsDone(context, verdict, lasting)
        : verdict,
    );
    if (!first) return [];
    const present = others.find(({ adapter }) => adapter === current);
    return [
      first.status === "recommended"
        ? {
            ...first,
            reasons: besidePresent(context, leadWithSpecific(context, first.reasons, current), first.name, present),
          }
        : leadWithIncurable(context, first),
      ...others.map((verdict) => leadWithIncurable(context, verdict)),
    ];
  };
}

/**
 * Removes reasons that do not apply to the VM's current adapter: doubts with a suggested change, because the adapter works, and
 * required steps that belong to a change of adapter. If the virtual hardware is assumed, the supported versions are still shown.
 */
function withoutWhatIsDone(context: Context, verdict: Verdict, lasting: ReadonlySet<string>): Verdict {
  return {
    ...verdict,
    reasons: verdict.reasons.flatMap((reason) => {
      const { kind, effect, change } = reason;
      if (effect === "requires")
        return rowOf(context, reason)?.rule?.then.require?.some((step) => lasting.has(step)) ? reason : [];
      if (effect !== "warns" || change === undefined) return reason;
      return kind === "guest" ? noteOffer(context, reason, verdict.adapter) : [];
    }),
  };
}

/** Replaces the reason "only adapter that fits" if the current adapter also fits: by a rule that prefers the recommended adapter, or by the text that no rule prefers another. */
function besidePresent(context: Context, reasons: Reason[], name: string, present: Verdict | undefined): Reason[] {
  const [lead, ...rest] = reasons;
  if (lead?.kind !== "default" || !present || !isSuitable(present)) return reasons;
  return rest.some((reason) => isFor(reason) && isOver(context, rowOf(context, reason) as Row, present.adapter))
    ? rest
    : [{ ...lead, text: context.messages.fitsWithoutRule(name) }, ...rest];
}

/** Whether an adapter that is not recommended fits without a condition. */
export function isSuitable({ status, reasons }: Verdict): boolean {
  return (status === "suitable" || status === "conditional") && !reasons.some(isCondition);
}

/** Puts rules against the current adapter first, then those with the most conditions that hold for this machine. */
function leadWithSpecific(context: Context, reasons: Reason[], current: string | undefined): Reason[] {
  const weight = (reason: Reason): number => {
    const row = rowOf(context, reason);
    return row ? (isOver(context, row, current) ? MOST_WEIGHT : 0) + specificity(context, row) : 0;
  };
  const supporting = reasons.filter(isFor);
  if (supporting.length < 2) return reasons;
  const sorted = supporting.map((reason) => ({ reason, weight: weight(reason) })).sort((a, b) => b.weight - a.weight);
  let at = 0;
  return reasons.map((reason) => (isFor(reason) ? (sorted[at++]?.reason ?? reason) : reason));
}

function isFor({ kind, effect }: Reason): boolean {
  return kind === "rule" && effect === "prefers";
}

/** More than all conditions that a rule can have. */
const MOST_WEIGHT = 100;

/** Puts reasons that no change can remove first: no driver exists, no version supports the adapter, or an older release is required. */
function leadWithIncurable(
  { table: { adapters, platform }, filled: { view }, values }: Context,
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

/** The row of the rule that is a reason, if one is. */
export function rowOf({ firedRules }: Context, { kind, id }: Reason): Row | undefined {
  return kind === "rule" ? firedRules.find((fired) => fired.id === id) : undefined;
}

/** Whether a rule places others before an adapter. */
export function isOver(context: Context, { over }: Row, adapter: string | undefined): boolean {
  return (over & maskOf(context, adapter)) !== 0;
}

/** Counts the conditions of a rule that match known facts of this VM other than the usual values. */
function specificity({ table, questions, unknowns: { fields } }: Context, { spans, requires, guest }: Row): number {
  let known =
    Number(requires.length > 0) +
    Number(guest.guest !== undefined) +
    Number((guest.guestFamily?.length ?? Infinity) <= MOST_FAMILIES) +
    Number(guest.guestRelease !== undefined);
  for (const [field, { from }] of Object.entries(spans) as [Field, Span][]) {
    if (isReleaseLike(field)) continue;
    if (questions.get(field)?.kind === "yes-no" ? from !== usualOf(table, field) : !fields[field]) known++;
  }
  return known;
}

/** Bit mask of one adapter; 0 if there is none. */
export function maskOf({ table: { adapters } }: Context, adapter: string | undefined): number {
  const index = adapters.findIndex(({ id }) => id === adapter);
  return index < 0 ? 0 : 1 << index;
}
