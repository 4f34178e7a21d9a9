import type { Advice } from "../../explain/advice.ts";
import { add, answerButton, fold, h, section, type Attributes, type Child, reportAction } from "../dom.ts";
import {
  adviceInWords,
  confidenceCause,
  currentText,
  countedNames,
  fieldLabel,
  isGuestNeeded,
  listNames,
  priceInWords,
  recommendedVerdict,
  platformName,
} from "./names.ts";
import {
  renderAssumptions,
  renderConflicts,
  renderCaution,
  renderFirstQuestion,
  renderProblems,
  renderTurningPoints,
  renderWarnings,
} from "./render-questions.ts";
import { isEnglish, renderEvidence, renderVerdicts } from "./render-effects.ts";
import type { Situation } from "../../questions/situation.ts";
import type { View } from "../view.ts";
import { words } from "../words.ts";
import { isWordless, withWords, platformOf, lacksTexts, withLaterWords } from "./later-words.ts";
import { atlasLink } from "./links.ts";
import { renderSteps, renderValidation } from "./render-steps.ts";
import type { Advisor } from "../../advisor.ts";
import { questionOf } from "../../questions/questions.ts";
import type { Problem } from "../../questions/read-situation.ts";
import { explainProblem } from "../form/field-messages.ts";
import { neededText } from "./answer-text.ts";
import { guestsWithWords } from "../../guests/find-guests.ts";
import { indexGuests, isBareName } from "../../guests/guests.ts";
import { listSetGuests } from "../../guests/guest-sets.ts";
import { nameGuest } from "../../guests/name-guest.ts";
import type { Guest, Knowledge } from "../../knowledge/knowledge.ts";
import { fillAdvice } from "../../steps/fill-steps.ts";
import { copyButton } from "./copy.ts";

/** An answer as it begins, and what adds the rest of it, from the top down, and its end. */
export interface Drawing {
  element: HTMLElement;
  rest: (() => void)[];
  end: () => void;
}

/** The answer as elements: verdict, reason, price, confidence, question and known problems in view; the rest folded. */
export function drawAdvice(advice: Advice, given: Situation, view: View): Drawing {
  const isNone = advice.recommended === null;
  const element = h(
    "div",
    { class: "advice", "data-kind": advice.headline.kind },
    renderHead(advice, given, view),
    renderCaution(advice, view),
    renderWarnings(advice, view),
    isNone && renderConflicts(advice),
    renderFirstQuestion(advice, view),
    renderProblems(advice, view),
    renderActions(advice, given, view),
    view.canPrint && renderForPaper(advice, given, view),
  );
  const place = view.compact ? h("div", { class: "advice" }) : element;
  if (view.compact)
    element.append(h("details", { class: "fold", "data-key": "rest" }, h("summary", {}, words.folded), place));
  return {
    element,
    rest: [
      () => add(place, renderVerdicts(advice, view), renderTurningPoints(advice, view)),
      () => add(place, renderEvidence(advice, view), renderAssumptions(advice)),
    ],
    end: () => add(place, ...renderEnd(advice, view)),
  };
}

function renderHead(advice: Advice, given: Situation, view: View): HTMLElement {
  const { level } = advice.confidence;
  const current = currentText(advice);
  const { price } = advice;
  const isRule = advice.verdicts.some(({ reasons }) =>
    reasons.some((reason) => isEnglish(reason) && reason.text.startsWith(advice.why)),
  );
  return h(
    "div",
    { class: "advice-head" },
    h("h2", { class: "advice-headline", id: view.headingId, tabindex: -1 }, ...renderHeadline(advice)),
    price && price.loses.length > 0 && renderLosses(price.loses),
    renderMachine(advice, given, view),
    h("p", isRule ? { class: "advice-why", lang: "en" } : { class: "advice-why" }, advice.why),
    current !== null && h("p", { class: "current-status" }, current),
    price &&
      h(
        "dl",
        { class: "price" },
        ...priceInWords({ price: { ...price, loses: [] } }).map(([label, value]) =>
          h("div", {}, h("dt", {}, label), h("dd", {}, value)),
        ),
      ),
    advice.recommended !== null &&
      h(
        "p",
        { class: "confidence", "data-level": level },
        h("span", { class: "dots", "aria-hidden": "true" }, words.dots[level]),
        " ",
        h("strong", {}, words.levels[level]),
        ": ",
        confidenceCause(advice),
      ),
    advice.policy && h("p", { class: "policy-line" }, words.policy(advice.policy.name, advice.policy.sha256)),
  );
}

/** What the recommended adapter loses, in a line; the names that the line only counts are folded. */
function renderLosses(loses: readonly { name: string }[]): HTMLElement {
  const text = words.losesFeatures(listNames(loses));
  const others = countedNames(loses);
  return h(
    "div",
    { class: "losses" },
    others.length === 0 ? h("p", {}, text) : fold("losses", [text], h("p", {}, others.join(", "))),
  );
}

/** The verdict, with the adapter's name marked. */
function renderHeadline(advice: Pick<Advice, "headline" | "verdicts">): Child[] {
  const { text } = advice.headline;
  const name = recommendedVerdict(advice)?.name ?? "";
  return name !== "" && text.endsWith(name)
    ? [text.slice(0, -name.length), h("span", { class: "advice-name" }, name)]
    : [h("span", { class: "advice-name" }, text)];
}

/** What a sheet has to say by itself: which machine it is about, and where the answer comes from. */
function renderForPaper(advice: Advice, given: Situation, { knowledge, permalink }: View): HTMLElement {
  const part = section(
    words.situation,
    h(
      "ul",
      { class: "on-paper" },
      ...adviceInWords(knowledge, advice, given).map(([label, value]) => h("li", {}, `${label}: ${value}`)),
    ),
    h("p", {}, [words.madeBy(advice.knowledgeVersion), permalink(given)].filter(Boolean).join(", ")),
  );
  part.classList.add("on-paper");
  return part;
}

/** What to do with the recommendation; an empty place while the steps have no words. */
export function renderEnd(drawn: Advice, view: View): Child[] {
  if (isGuestNeeded(drawn)) return [];
  const advice = withWords(drawn, view.later);
  if (isWordless(advice, view.later)) {
    return [h("div", { class: "later" }, view.canPrint && renderStepsElsewhere(advice, view, { class: "on-paper" }))];
  }
  return [renderSteps(advice, view), renderValidation(advice, view)];
}

/** Where the steps are to be found that could not be loaded. */
export function renderStepsElsewhere(
  { recommended }: Pick<Advice, "recommended">,
  view: Pick<View, "atlas" | "newTab">,
  attributes: Attributes,
): HTMLElement {
  const path = `/adapters/${recommended ?? ""}/#apply`;
  const link = atlasLink(view, path, "adapter-link", words.stepsElsewhere);
  return h("p", attributes, words.stepsFailed, " ", link, ".");
}

/** In place of an answer: what was not understood, and what to do about it. Nothing is recommended for another machine than the reader's. */
export function drawNeeds(problems: readonly Problem[], advisor: Advisor, view: View): Drawing {
  const element = h(
    "div",
    { class: "advice" },
    h(
      "div",
      { class: "advice-head" },
      h(
        "h2",
        { class: "advice-headline", id: view.headingId, tabindex: -1 },
        h("span", { class: "advice-name" }, neededText(problems)),
      ),
      h("p", { class: "advice-why" }, words.noAnswerYet),
    ),
    h("ul", { class: "question-list" }, ...problems.map((problem) => renderNeed(problem, advisor, view))),
  );
  return { element, rest: [], end: () => undefined };
}

function renderNeed(problem: Problem, advisor: Advisor, view: View): HTMLElement {
  const { field } = problem;
  const { knowledge } = advisor;
  const { text, offers } = explainProblem(advisor, problem);
  if (view.fixed.has(field))
    return h("li", { class: "question" }, h("p", {}, text), h("p", { class: "hint" }, words.fixedNote));
  const isGuest = field === "guest";
  const buttons = isGuest
    ? offers.map(({ value, label }) => answerButton(label, () => view.repair(problem, value), `${field}=${value}`))
    : [];
  const isAsked = questionOf(knowledge, field) !== undefined;
  return h(
    "li",
    { class: "question" },
    // Of other fields the form says what is wrong, and offers what is near.
    h("p", {}, isAsked && !isGuest ? fieldLabel(knowledge, field) : text),
    buttons.length > 0 && h("div", {}, words.didYouMean, " ", ...buttons),
    isAsked &&
      h(
        "div",
        {},
        answerButton(isGuest ? words.nameGuest : words.goToField, () => view.ask(field), `ask-${field}`),
      ),
  );
}

/** Which machine the answer is for: the guest that was recognised, and the platform, which says so where nobody gave it and is changed at one click. */
export function renderMachine(
  advice: Advice,
  given: Situation,
  { knowledge, fixed, answer }: Pick<View, "knowledge" | "fixed" | "answer">,
): HTMLElement {
  const platform = platformOf(advice);
  const guest = knowledge.guests.find(({ id }) => id === advice.situation.guest);
  const typed = given.guest ?? "";
  // Several guests that need different adapters are all named.
  const isSet =
    listSetGuests(knowledge, indexGuests(knowledge), typed, given.platform, given.bitness).guests.length > 0;
  const isOwnName = guest && (isSet ? advice.headline.kind !== "ask" : isCalledSo(knowledge, guest, typed));
  const taken = advice.assumptions.find(
    ({ field, value }) => !isOwnName && field === "guest" && value === advice.situation.guest,
  );
  const isAssumed = given.platform === undefined;
  const others = knowledge.platforms.filter(({ id }) => isAssumed && !fixed.has("platform") && id !== platform);
  return h(
    "p",
    { class: "advice-machine" },
    guest && h("span", {}, taken?.text ?? words.recognised(nameGuest(knowledge, guest, typed, platform))),
    " ",
    h(
      "span",
      { "data-assumed": isAssumed },
      (isAssumed ? words.assumedPlatform : words.onPlatform)(
        platformName(knowledge, platform, advice.situation.platformVersion),
      ),
    ),
    " ",
    ...others.map(({ id }) =>
      answerButton(words.changePlatform(platformName(knowledge, id)), () => answer("platform", id), `platform=${id}`),
    ),
  );
}

/** Whether a spelling names this very release, whatever it leaves open; one that is only taken for it says so in words of its own. */
function isCalledSo(knowledge: Knowledge, guest: Guest, spelling: string): boolean {
  return guestsWithWords({ knowledge }, spelling).includes(guest) && !isBareName(knowledge.guests, spelling, [guest]);
}

/** What can be done with the answer: its address, the text, the data, paper. */
function renderActions(advice: Advice, given: Situation, view: View): HTMLElement {
  const { knowledge, atlas, permalink, canPrint, print, announce, values, later, openCard } = view;
  // Once texts have come that the advice lacks, it is given again.
  const isShort = lacksTexts(later);
  const current = (): Advice => (isShort && !lacksTexts(later) ? view.advise(given) : advice);
  const link = (): string | null => permalink(given);
  // A text that is pasted elsewhere needs the whole address.
  const base = atlas && new URL(atlas, document.baseURI).href;
  const downloadNote = h("p", { class: "download-note" });
  const button = (label: string, onclick: () => void): HTMLElement => h("button", { type: "button", onclick }, label);
  const hasVerdict = !isGuestNeeded(advice);
  return h(
    "div",
    { class: "actions" },
    hasVerdict && advice.steps.length > 0 && button(words.showSteps, () => void view.goTo("steps")),
    hasVerdict && advice.validation && button(words.verify, () => void view.goTo("verify")),
    hasVerdict && openCard !== null && button(words.card, () => void showCard()),
    link() !== null && copyButton("", words.copyLink, "", () => link() ?? "", announce),
    copyButton(
      "",
      words.copyMarkdown,
      "",
      () =>
        withLaterWords(current, later, (complete) =>
          view.writeMarkdown(
            fillAdvice(complete, values.all(), values.leftOut()),
            knowledge,
            { atlas: base, link: link() },
            given,
          ),
        ),
      announce,
    ),
    button(words.download, () => void save()),
    canPrint && button(words.print, print),
    downloadNote,
  );
  async function showCard(): Promise<void> {
    try {
      await withLaterWords(current, later, (complete) =>
        openCard?.(fillAdvice(complete, values.all(), values.leftOut()), given),
      );
    } catch {
      announce(words.stepsFailed);
    }
  }
  async function save(): Promise<void> {
    // Written before the copy button exists: a frame without an origin may copy only until the click ends.
    let json = "";
    try {
      await withLaterWords(current, later, (complete) => {
        json = `${JSON.stringify(complete, null, 2)}\n`;
        download(json, complete.recommended);
        reportAction(downloadNote, { kind: "downloaded", what: words.download });
      });
    } catch {
      announce(words.stepsFailed);
      return;
    }
    const doubt = describeDownloadRisk();
    if (doubt === null) return;
    downloadNote.replaceChildren(
      doubt,
      " ",
      copyButton("", words.copyJson, "", () => json, announce),
    );
    announce(doubt);
  }
}

/** As a data address: unlike a blob's it needs no release, and frames without an origin can use it. */
function download(json: string, recommended: string | null): void {
  h("a", {
    href: `data:application/json;charset=utf-8,${encodeURIComponent(json)}`,
    download: `vnic-advice-${recommended ?? "none"}.json`,
  }).click();
}

/**
 * What to say of a download that a sandbox may have stopped: the browser tells no script that it did.
 * A frame of the same origin can read its sandbox. One without an origin knows only that it has a sandbox.
 */
function describeDownloadRisk(): string | null {
  const sandbox = frameElement?.getAttribute("sandbox") ?? null;
  if (sandbox !== null) return /(?:^|\s)allow-downloads(?:\s|$)/i.test(sandbox) ? null : words.downloadRefused;
  return origin === "null" ? words.downloadInDoubt : null;
}
