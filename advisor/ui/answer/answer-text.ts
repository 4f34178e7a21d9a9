import type { Advice, Conflict, OpenQuestion, Reason, Verdict } from "../../explain/advice.ts";
import { words } from "../words.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import { adapterName, fieldLabel, headVerb, recommendedVerdict } from "./names.ts";
import type { Problem } from "../../questions/read-situation.ts";
import { groupBy } from "../../collections.ts";

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
  const textOf = (one: number): string => `${reasons[one]?.effect} ${reasons[one]?.text} ${reasons[one]?.change ?? ""}`;
  const first = verdicts.findIndex((_, one) => textOf(one) === textOf(at));
  return first < at && ["excludes", "behind"].includes(reasons[at]?.effect ?? "") ? verdicts[first]?.name : undefined;
}

/** What the list says of each of some adapters at first sight, in a sentence; the headline says why the recommended one is. */
export function describeReasons(verdicts: readonly Verdict[], answer: Answer): (string | undefined)[] {
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

/** An answer as a situation carries it, and what it leads to. */
interface AnswerText {
  value: string | number | boolean;
  text: string;
}

/**
 * The answers to a question and what each leads to: for certain, or perhaps, when another answer has to join it. That which
 * the advice already rests on is told as such.
 * What stays possible whatever the answer, or what the answer to another question leads to by itself, is told by the
 * questions that decide it, and an answer that leads to nothing else is left out, unless that is all that there is to tell.
 * Where only what is assumed leaves something open, the opposite, which does not, is told beside it.
 */
export function describeAnswers(advice: Advice, question: OpenQuestion): AnswerText[] {
  const { field } = question;
  const assumed = advice.assumptions.find((one) => one.field === field)?.value;
  const describe = (always: OpenQuestion["always"]) =>
    question.answers.flatMap(({ value, label, recommended, possible }): AnswerText[] => {
      const isChange = recommended !== advice.recommended;
      const leadsTo = isChange
        ? [recommended]
        : possible.filter((id) => id !== advice.recommended && !always.includes(id));
      if (leadsTo.length === 0) return [];
      const named = field === "guest" ? words.forExample(label) : value === assumed ? words.asAssumed(label) : label;
      const names = leadsTo.map((id) => adapterName(advice, id)).join(words.or);
      return [{ value, text: isChange ? words.outcome(named, names) : words.maybe(named, names) }];
    });
  const decided = advice.openQuestions.flatMap((other) =>
    other === question ? [] : other.answers.map(({ recommended }) => recommended),
  );
  const described =
    [[...question.always, ...decided], question.always, []].map(describe).find((some) => some.length > 0) ?? [];
  return typeof assumed !== "boolean" || described.some(({ value }) => value !== assumed)
    ? described
    : [
        ...described,
        {
          value: !assumed,
          text: words.outcome(assumed ? words.no : words.yes, adapterName(advice, advice.recommended)),
        },
      ];
}

/** What would let adapters fit: each set of changes once, with all that it helps, in the order in which they come. */
export function conflictTexts({ conflicts, verdicts }: Pick<Advice, "conflicts" | "verdicts">): { text: string }[] {
  const alike = groupBy(conflicts, ({ giveUp, change }) => JSON.stringify([giveUp, change]));
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

/** What has to be known before there is an answer, as the headline in place of a recommendation. */
export function neededText(problems: readonly Problem[]): string {
  const fields = new Set(problems.map(({ field }) => field));
  if (fields.has("platform")) return words.needPlatform;
  return fields.has("guest") ? words.needGuest : words.needCorrection(problems.length);
}

/** The answer in one short sentence, for readers who hear it, with what could not be used. */
export function announcement(knowledge: Knowledge, advice: Advice | null, problems: readonly Problem[]): string {
  const verdict = advice && recommendedVerdict(advice);
  const described = !advice
    ? `${neededText(problems)}.`
    : verdict
      ? words.announce(verdict.name, words.levels[advice.confidence.level].toLowerCase())
      : words.announceNone;
  const unusable = [...new Set(problems.map(({ field }) => fieldLabel(knowledge, field)))];
  return unusable.length === 0 ? described : `${described} ${words.unusable(unusable.join(", "))}`;
}

/** The answer in a few words, where it stands below the questions. */
export function barText(advice: Advice | null, problems: readonly Problem[] = []): string {
  if (!advice) return neededText(problems);
  const verdict = recommendedVerdict(advice);
  return verdict
    ? words.bar(headVerb(advice), verdict.name, words.levels[advice.confidence.level].toLowerCase())
    : words.noneFits;
}

/** What the platform does not offer to the guest is no choice that anybody weighs; a single one is not worth a fold, and where nothing fits all of them are told. */
export function listAbsent({ recommended, verdicts }: Advice): Verdict[] {
  const absent =
    recommended === null
      ? []
      : verdicts.filter(
          ({ status, reasons }) => status === "excluded" && reasons.every(({ kind }) => kind === "guest"),
        );
  return absent.length > 1 ? absent : [];
}
