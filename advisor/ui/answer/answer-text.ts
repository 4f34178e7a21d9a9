import { groupDigits } from "../../text.ts";
import type { Advice, Conflict, KnownProblem, OpenQuestion, Reason, Verdict } from "../../explain/advice.ts";
import { words } from "../words.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import {
  adapterName,
  currentText,
  fieldLabel,
  firstQuestion,
  listNames,
  priceInWords,
  problemWithFix,
  statusWord,
} from "./names.ts";
import { countWords, firstSentence } from "../../knowledge/later-texts.ts";
import { questionOf } from "../../questions/questions.ts";
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

/** Reasons without those that repeat another one: a rule may be against an adapter and a caution with the same text. */
export function distinctReasons({ reasons }: Pick<Verdict, "reasons">): Reason[] {
  return reasons.filter(
    ({ kind, id, text }, at) =>
      reasons.findIndex((one) => one.kind === kind && one.id === id && one.text === text) === at,
  );
}

/** What an adapter that is not recommended has against it, in a few words: the required features that it loses, its condition, or the first sentence of the main reason. */
export function describeVerdict(verdict: Verdict, { price, verdicts }: Pick<Advice, "price" | "verdicts">): string {
  if (verdict.condition !== undefined) return words.needsCondition(verdict.condition);
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
  // The caution of a rule is one of the reasons; its text may come later.
  return main.effect === "warns" && main.kind !== "rule"
    ? firstSentence(main.text)
    : (words.fitsToo[main.gain ?? ""] ?? words.fits);
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
  // Nor does an answer that has to come first change anything: there is no recommendation before it.
  const isNeeded = isMember || (field !== "guest" && advice.headline.kind === "ask");
  const describe = (value: AnswerText["value"], label: string, leadsTo: (string | null)[], isChange: boolean) => {
    const named =
      field === "guest"
        ? isMember
          ? label
          : words.forExample(label)
        : value === assumed
          ? words.asAssumed(label)
          : label;
    const join = (ids: (string | null)[]): string => listOr(ids.map((id) => adapterName(advice, id)));
    const adapters = leadsTo.filter((id) => id !== null);
    const possible = adapters.length < leadsTo.length ? words.mayChangeOrFitNone : words.mayChange;
    const outcome = isChange ? join(leadsTo) : adapters.length === 0 ? words.mayFitNone : possible(join(adapters));
    return { value, text: words.outcome(named, leadsTo.length === 0 ? words.noChange : outcome) };
  };
  const answers = question.answers.map(({ value, label, recommended, possible }) => {
    const isChange = isNeeded || recommended !== advice.recommended;
    // What is assumed is in the recommendation already: from there only other questions lead elsewhere.
    const isKnown = value === assumed && question.answers.length > 1;
    const others = possible.filter((id) => !isKnown && id !== advice.recommended && !always.includes(id));
    return describe(value, label, isChange ? [recommended] : others, isChange);
  });
  const given = question.answers[0]?.value;
  return answers.length === 1 && typeof given === "boolean"
    ? [...answers, describe(!given, given ? words.no : words.yes, isNeeded ? [advice.recommended] : [], isNeeded)]
    : answers;
}

/** Names with commas between them, the last after "or". */
export function listOr(names: string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : names.slice(0, -1).join(", ") + words.or + last;
}

/** Words of an answer up to the first part that is folded. */
const MOST_IN_VIEW = 120;
/** Words that titles of parts take. */
const OF_TITLES = 10;

/** What an answer has in view besides the verdict and the question, as far as there is room for it. */
interface InView {
  /** Doubts about the input, the last of them naming those that found no room. */
  warnings: string[];
  problems: KnownProblem[];
  /** The first caution of a rule about the recommended adapter that there is room for; empty without one. */
  caution: string;
}

/**
 * The doubts and the known problems in view. One doubt is always shown, and a problem that certainly applies comes before others; of contradictions
 * the sentences that are not the headline, and nothing else. Problems that depend on what the advisor does not ask are folded.
 */
export function inView(advice: Advice, knowledge: Knowledge): InView {
  const { headline, why, confidence, warnings, problems } = advice;
  const question = firstQuestion(advice);
  const head = [
    headline.text,
    why,
    currentText(advice) ?? "",
    ...priceInWords(advice).flat(),
    confidence.text,
    question?.text ?? "",
    ...(question ? describeAnswers(advice, question).map(({ text }) => text) : []),
  ];
  let left = MOST_IN_VIEW - OF_TITLES - countWords(head.join(" "));
  const fits = (text: string): boolean => {
    const length = countWords(text);
    if (length > left) return false;
    left -= length;
    return true;
  };
  if (headline.kind === "contradiction")
    return {
      warnings: warnings.flatMap(({ contradiction }) =>
        contradiction === undefined || contradiction === headline.text ? [] : [`${contradiction}.`],
      ),
      problems: [],
      caution: "",
    };
  const certain = problems.filter((problem, at) => at === 0 && problem.isCertain && fits(problemWithFix(problem)));
  const texts = warnings.map(({ field, found, expected, text }) =>
    field === "requires"
      ? text
      : words.problem(
          fieldLabel(knowledge, field),
          foundText(knowledge, field, found),
          firstSentence(`${expected}.`).replace(/\.$/, ""),
        ),
  );
  const shown = texts.filter((text, at) => fits(text) || at === 0);
  const shownFields = warnings.flatMap(({ field }, at) => (shown.includes(texts[at] ?? "") ? [field] : []));
  const others = warnings.filter(({ field }) => !shownFields.includes(field));
  const labels = [...new Set(others.map(({ field }) => fieldLabel(knowledge, field)))];
  const cautions = headline.kind === "ask" || advice.recommended === null ? [] : cautionsOf(advice, knowledge);
  return {
    caution: cautions.find(fits) ?? "",
    warnings: [...shown, ...(labels.length > 0 ? [words.alsoCheck(labels.join(", "))] : [])],
    problems: problems.filter(
      (problem) =>
        certain.includes(problem) ||
        (problem.dependsOn.every(({ field }) => field !== undefined) && fits(problemWithFix(problem))),
    ),
  };
}

/**
 * What rules warn of with the recommended adapter, a sentence each, those about required features first. Left out are advice to use something, rates above
 * what a test reached, which are the reason, and what the line with the reason says.
 */
function cautionsOf({ verdicts, why }: Pick<Advice, "verdicts" | "why">, { rules }: Knowledge): string[] {
  const required: string[] = [];
  const others: string[] = [];
  for (const { kind, effect, id, text } of verdicts[0]?.reasons ?? []) {
    const rule = kind === "rule" && effect === "warns" ? rules.find((one) => one.id === id) : undefined;
    const caution = firstSentence(text);
    if (rule && !rule.then.testedWith && caution !== "" && !caution.startsWith("Use ") && !why.includes(caution))
      (rule.when.requires ? required : others).push(caution);
  }
  return [...required, ...others];
}

/** What was found, with thousands marks if it is a quantity of the traffic. */
function foundText(knowledge: Knowledge, field: string, found: string): string {
  const isQuantity = questionOf(knowledge, field)?.group === "traffic" && /^\d+$/.test(found);
  return isQuantity ? groupDigits(Number(found)) : found;
}

/** What would let adapters fit: each set of changes once, with the adapters for which it does as much; without what the line that says why has said. */
export function conflictTexts(advice: Pick<Advice, "conflicts" | "verdicts" | "why">): { text: string }[] {
  const alike = groupBy(advice.conflicts, ({ giveUp, change, doubt }) => JSON.stringify([giveUp, change, doubt]));
  return [...alike.values()].flatMap(([first, ...others]) => {
    const names = others.map(({ allows }) => adapterName(advice, allows));
    const more = names.length > 0 ? words.sameFor(names.join(", ")) : first && modesThatKeep(first, advice);
    const text = [first?.text, more].filter(Boolean).join(" ");
    return text === advice.why ? [] : [{ text }];
  });
}

/** Modes of the adapter that keep the feature: dropping it is not the only way then. For several features, the reasons name the modes of each. */
function modesThatKeep(
  { allows, giveUp: [feature, ...more] }: Conflict,
  { verdicts }: Pick<Advice, "verdicts">,
): string | undefined {
  return more.length > 0
    ? undefined
    : verdicts
        .find(({ adapter }) => adapter === allows)
        ?.reasons.find(({ alternatives, id }) => alternatives && id.endsWith(`/${feature}`))?.alternatives;
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
    ? words.bar(headline.text, words.levels[confidence.level])
    : headline.text;
}

/** Exclusions that no requirement of the reader causes: the adapter is not offered to this VM. */
const NOT_OFFERED: Reason["kind"][] = ["guest", "platform", "hardware", "driver"];

/** The adapters that an answer lists: those that are offered to the VM, without the recommended one; all of them if nothing fits. */
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
          !(
            status === "excluded" &&
            reasons.some(({ kind, effect }) => effect === "excludes" && NOT_OFFERED.includes(kind))
          ),
      );
}

/** Adapters in a row, their status, and what is to be said of them. */
interface Line {
  name: string;
  status: string;
  text: string;
}

/** The same in a line each; those of which the same is said share one. A text with an adapter's name is given for the first of them. */
export function otherLines(advice: Advice): Line[] {
  const lines = otherAdapters(advice).map(
    (verdict): Line => ({
      name: verdict.name,
      status: statusWord(verdict),
      text: describeVerdict(verdict, advice),
    }),
  );
  const alike = groupBy(lines, ({ name, status, text }) => status + text.replaceAll(name, ""));
  return [...alike.values()].map((group) => {
    const [{ name, status, text }, ...others] = group as [Line, ...Line[]];
    const more = others.map((other) => other.name).join(", ");
    return more !== "" && text.includes(name)
      ? { name, status, text: `${text} ${words.sameFor(more)}` }
      : { name: group.map((one) => one.name).join(", "), status, text };
  });
}

/**
 * What would change the answer: turning points, then smallest sets of changes that let another adapter fit. A turning
 * point that is one of these sets is left out.
 */
export function changeTexts(advice: Advice): { text: string }[] {
  const { turningPoints, conflicts } = advice;
  const changes = conflicts.map(({ allows, giveUp, change }) => {
    const fields = change.map(({ field }) => field);
    // A turning point at a release includes the upgrade of the virtual hardware.
    const own = fields.includes("platformVersion") ? fields.filter((field) => field !== "virtualHardware") : fields;
    return [allows, ...giveUp, ...own].join();
  });
  return [
    ...turningPoints.filter(({ field, recommended }) => !changes.includes(`${recommended},${field}`)),
    ...conflictTexts(advice),
  ];
}

/**
 * The questions after the first. Left out are those that change nothing by themselves: all of them while a value has to come
 * first, and those whose only answer is the assumed value, which matters only beside the answer to another question.
 */
export function moreQuestions({ headline, recommended, assumptions, openQuestions }: Advice): OpenQuestion[] {
  return openQuestions.slice(1).filter(({ field, answers }) => {
    const isChange = answers.some((answer) => answer.recommended !== recommended);
    const isConfirmed = answers.every(
      ({ value }) =>
        typeof value !== "boolean" && assumptions.some((one) => one.field === field && one.value === value),
    );
    return isChange || (headline.kind !== "ask" && !isConfirmed);
  });
}
