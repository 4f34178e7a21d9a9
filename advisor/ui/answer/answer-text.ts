import type { Advice, Conflict, OpenQuestion, Reason, Verdict } from "../../explain/advice.ts";
import { words } from "../words.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import { adapterName, fieldLabel, firstSentence, listNames } from "./names.ts";
import type { Problem } from "../../questions/read-situation.ts";
import { groupBy } from "../../collections.ts";

/** What an adapter is offered with: a doubt about the offer says more than any rule. */
const OFFER: Reason["kind"][] = ["platform", "hardware", "guest"];

/**
 * The reason that says most about an adapter that is not recommended: an exclusion, then a doubt, which is the
 * condition of a conditional adapter, then a rule that prefers the recommended adapter, which says more than a rule that prefers a third one.
 */
export function mainReason(
  { reasons }: Pick<Verdict, "reasons">,
  { verdicts }: Pick<Advice, "verdicts">,
): Reason | undefined {
  const winning = new Set(
    verdicts
      .filter(({ status }) => status === "recommended")
      .flatMap((best) => best.reasons.filter(({ effect }) => effect === "prefers").map(({ id }) => id)),
  );
  let main: Reason | undefined;
  let most = -1;
  for (const reason of reasons) {
    const weight = weightOf(reason, winning);
    if (weight > most) [main, most] = [reason, weight];
  }
  return main;
}

function weightOf({ kind, effect, id }: Reason, winning: ReadonlySet<string>): number {
  switch (effect) {
    case "excludes":
      return 8;
    case "warns":
      return OFFER.includes(kind) ? 7 : kind === "driver" ? 6 : kind === "rule" ? 2 : 5;
    case "behind":
      return winning.has(id) ? 4 : 3;
    default:
      return effect === "requires" ? 1 : 0;
  }
}

/** What an adapter that is not recommended has against it, in a few words: the required features that it loses, its condition, or the first sentence of the main reason. */
export function describeVerdict(verdict: Verdict, { price, verdicts }: Pick<Advice, "price" | "verdicts">): string {
  if (verdict.condition !== undefined) return words.needsCondition(lowerFirst(verdict.condition));
  const main = mainReason(verdict, { verdicts });
  if (!main) return "";
  if (main.effect === "excludes") {
    const lost = verdict.reasons.flatMap(({ kind, effect, id }) =>
      kind === "compatibility" && effect === "excludes"
        ? (price?.keeps.find(({ feature }) => id.endsWith(`/${feature}`)) ?? [])
        : [],
    );
    return main.kind === "compatibility" && lost.length > 0
      ? words.losesFeatures(listNames(lost))
      : firstSentence(main.text);
  }
  return main.effect === "warns" ? firstSentence(main.text) : (words.fitsToo[main.gain ?? ""] ?? words.fits);
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]+ /.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** An answer as a situation carries it, and its outcome. */
interface AnswerText {
  value: string | number | boolean;
  text: string;
}

/**
 * The answers to a question, each with the adapter that it leads to. A yes-no question always shows both answers.
 * Adapters that other questions decide are left out, unless nothing else is left to say.
 */
export function describeAnswers(advice: Advice, question: OpenQuestion): AnswerText[] {
  const { field } = question;
  const isDecided = (always: readonly (string | null)[]): boolean =>
    question.answers.every(
      ({ recommended, possible }) =>
        recommended === advice.recommended && possible.every((id) => id === advice.recommended || always.includes(id)),
    );
  const always = isDecided(question.always) ? [] : question.always;
  const assumed = advice.assumptions.find((one) => one.field === field)?.value;
  // One of several guests that a name covers: each has its own adapter, and none is assumed.
  const isMember = field === "guest" && advice.situation.guest !== undefined;
  const describe = (value: AnswerText["value"], label: string, leadsTo: (string | null)[], isChange: boolean) => {
    const named =
      field === "guest"
        ? isMember
          ? label
          : words.forExample(label)
        : value === assumed
          ? words.asAssumed(label)
          : label;
    const names = leadsTo.map((id) => adapterName(advice, id)).join(words.or);
    const outcome = names === "" ? words.noChange : isChange ? names : words.mayChange(names);
    return { value, text: words.outcome(named, outcome) };
  };
  const answers = question.answers.map(({ value, label, recommended, possible }) => {
    const isChange = isMember || recommended !== advice.recommended;
    const others = possible.filter((id) => id !== advice.recommended && !always.includes(id));
    return describe(value, label, isChange ? [recommended] : others, isChange);
  });
  const given = question.answers[0]?.value;
  return answers.length === 1 && typeof given === "boolean"
    ? [...answers, describe(!given, given ? words.no : words.yes, [], false)]
    : answers;
}

/** What would let adapters fit: each set of changes once, with all that it helps, in the order in which they come. */
export function conflictTexts({ conflicts, verdicts }: Pick<Advice, "conflicts" | "verdicts">): { text: string }[] {
  const alike = groupBy(conflicts, ({ giveUp, change }) => JSON.stringify([giveUp, change]));
  return [...alike.values()].map(([first, ...others]) => {
    const [name = "", ...names] = [first, ...others].map(
      (one) => verdicts.find(({ adapter }) => adapter === one?.allows)?.name ?? "",
    );
    const modes = names.length === 0 && first ? modesThatKeep(first, verdicts) : "";
    return {
      text:
        [name, ...names].join(", ") +
        (first?.text.slice(name.length).replace(/^ fits/, names.length > 0 ? " fit" : "$&") ?? "") +
        modes,
    };
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
  const described = `${barText(advice, problems)}.`;
  const unusable = [...new Set(problems.map(({ field }) => fieldLabel(knowledge, field)))];
  return unusable.length === 0 ? described : `${described} ${words.unusable(unusable.join(", "))}`;
}

/** The answer in a few words, for the bar below the questions. */
export function barText(advice: Advice | null, problems: readonly Problem[] = []): string {
  if (!advice) return neededText(problems);
  const { headline, confidence } = advice;
  return ["use", "keep", "change"].includes(headline.kind)
    ? words.bar(headline.text, words.levels[confidence.level].toLowerCase())
    : headline.text;
}

/** The adapters that an answer lists: those that the platform offers the guest, without the recommended one; all of them if nothing fits. */
export function otherAdapters({
  headline,
  recommended,
  verdicts,
}: Pick<Advice, "headline" | "recommended" | "verdicts">): Verdict[] {
  if (headline.kind === "ask") return [];
  return recommended === null
    ? verdicts
    : verdicts.filter(
        ({ status, reasons }) =>
          status !== "recommended" &&
          !(status === "excluded" && reasons.some(({ kind, effect }) => effect === "excludes" && kind === "guest")),
      );
}

/** What would change the answer: turning points, then smallest sets of changes that let another adapter fit. */
export function changeTexts(advice: Advice): { text: string }[] {
  return [...advice.turningPoints, ...conflictTexts(advice)];
}
