import type { Advice } from "../../../advisor/explain/advice.ts";
import type { Knowledge } from "../../../advisor/knowledge/knowledge.ts";
import type { LaterTexts } from "../../../advisor/knowledge/later-texts.ts";
import { createAdvisor, type Advisor } from "../../../advisor/index.ts";
import { type PackedWords, unpackWords } from "../../../advisor/steps/fill-steps.ts";
import { h, nextTask } from "../../../advisor/ui/dom.ts";
import { laterWords } from "../../../advisor/ui/answer/later-words.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { toText } from "../../../advisor/questions/text-fields.ts";
import { keepTouched } from "../../../advisor/ui/form/form-values.ts";
import { startSession, type Session } from "../../../advisor/ui/session.ts";
import { onFirstActivity, nextPaint } from "../page/moments.ts";
import { keepAddress, policyOf, readAddress, startReport } from "./address.ts";
import type { CardSource } from "./card/describe-card.ts";
import { type PageAdvisorOptions, createPageAdvisor } from "./page-advisor.ts";
import { fetchQuotes, fetchStepWords, fetchTexts, knowledgeFiles, readKnowledge, readNow } from "./fetch-knowledge.ts";
import type { Pair } from "../../../advisor/ui/form/pairs.ts";
import type { View } from "../../../advisor/ui/view.ts";
import { startDetails } from "./details.ts";
import { startSentence } from "./sentence.ts";

/** How a company policy makes an advisor, and how a form is filled by it. */
export interface AppliedPolicy extends PageAdvisorOptions {
  fill: (pairs: readonly Pair[]) => Pair[];
}

/** Scripts that few readers need; they load what is in this one from it. */
interface LaterScripts {
  loadPolicy: () => Promise<{ applyPolicy: (address: string, plain: Advisor) => Promise<AppliedPolicy> }>;
  loadCard: () => Promise<{ openCard: (source: CardSource, announce: (text: string) => void) => void }>;
  loadMarkdown: () => Promise<{ writeMarkdown: (...parts: Parameters<View["writeMarkdown"]>) => string }>;
}

/** Puts the advisor behind its form. It starts in short tasks, so that the page scrolls and takes what is typed meanwhile. */
export async function startAdvisor(
  form: HTMLFormElement,
  answer: HTMLElement,
  fetched: Response,
  { loadPolicy, loadCard, loadMarkdown }: LaterScripts,
): Promise<void> {
  const knowledge = await readKnowledge(fetched);
  const stepsOf = (platform: string): string => form.getAttribute(`data-steps-${platform}`) ?? "";
  const texts = form.dataset.texts ?? "";
  const atlas = document.documentElement.dataset.base ?? "/";
  const later = laterWords({
    fetchWords: async (platform) =>
      unpackWords(await fetchStepWords(stepsOf(platform)), advisor.knowledgeOf(platform), platform),
    fetchTexts: async () => advisor.addTexts(await fetchTexts(texts)),
    now: {
      readWords: (platform) =>
        unpackWords(readNow(stepsOf(platform)) as PackedWords, advisor.knowledgeOf(platform), platform),
      readTexts: () => advisor.addTexts(readNow(texts) as LaterTexts),
    },
  });
  await nextTask();
  const named = policyOf(location.search);
  const { fill, ...options }: AppliedPolicy =
    named === null
      ? { create: createAdvisor, fill: (pairs) => [...pairs] }
      : await loadPolicy().then(({ applyPolicy }) => applyPolicy(named, createAdvisor(knowledge)));
  const advisor = createPageAdvisor(knowledgeFiles(form), knowledge, options);
  await nextTask();
  const status = h("p", { class: "visually-hidden", role: "status" });
  answer.before(status);
  const mark = markPresets(document.querySelectorAll<HTMLAnchorElement>(".preset-list a"), knowledge.questions);
  const followSentence = startSentence(form, advisor);
  const followDetails = startDetails(form, advisor);
  const followReport = startReport(document.querySelector("a.report-advice"));
  const address = keepAddress(knowledge.questions, () => session.write(fill(address.read()), true));
  const session = startSession({
    form,
    answer,
    status,
    advisor,
    platforms: advisor,
    bar: null,
    view: {
      atlas,
      fixed: new Set(),
      hidden: new Set(),
      newTab: false,
      compact: false,
      canPrint: true,
      writeMarkdown: async (...parts) => (await loadMarkdown()).writeMarkdown(...parts),
      openCard: showCard,
      headingId: "answer-title",
      later,
      // The answer is drawn before the address follows it.
      permalink: (situation) => address.linkTo(toText(situation)),
    },
    onRead: (state, is) => {
      if (!is.fromAddress) address.write(state.pairs, is.committed);
      mark(state.pairs);
      followSentence(state.situation, state.advice, is.committed);
      followDetails(state);
      followReport(state.advice);
    },
  });
  handlePrintKey(session);
  window.addEventListener("beforeprint", session.complete);
  onFirstActivity(loadRest);
  await keepHeight(answer, document.querySelector(".presets"), async () => {
    const asked = fill(address.read());
    const restoreTouched = keepTouched(form);
    if (!restoreTouched) return session.writeInParts(asked);
    // The reader was faster than this script: what they set stays, and is read as if they went on.
    session.write(asked, true);
    restoreTouched();
    form.dispatchEvent(new Event("input"));
  });

  async function showCard(advice: Advice, given: Situation): Promise<void> {
    const [{ openCard }, quotes] = await Promise.all([
      loadCard(),
      fetchQuotes(form.dataset.quotes ?? "").catch(() => ({})),
    ]);
    openCard(
      {
        advice,
        given,
        knowledge: advisor.knowledge,
        quotes,
        tool: answer.querySelector<HTMLSelectElement>(".tool-choice select")?.value,
        date: new Date(),
        atlas: new URL(atlas, document.baseURI).href,
        link: location.href.replace(/#.*/, ""),
      },
      (text) => (status.textContent = text),
    );
  }
  /** Loads the steps and the Markdown writer while the reader is on the way to them. If that fails, their button says so. */
  function loadRest(): void {
    void loadMarkdown().catch(() => undefined);
    // On the first screen the reader may be about to click the button of the steps.
    const isAtHand = scrollY === 0 && answer.getBoundingClientRect().bottom < innerHeight;
    answer.toggleAttribute("data-awaits-steps", !isAtHand);
    void session
      .loadSteps()
      .catch(() => undefined)
      // An element shown in the frame in which it moves counts as a layout shift.
      .then(nextPaint)
      .then(() => answer.toggleAttribute("data-awaits-steps", false));
  }
}

/** Marks the typical situation that the form describes, if it is one of them. */
function markPresets(
  links: Iterable<HTMLAnchorElement>,
  questions: Knowledge["questions"],
): (pairs: readonly Pair[]) => void {
  // A link without answers describes no situation.
  const presets = [...links]
    .map((link) => ({ link, key: keyOf(readAddress(link.search, questions)) }))
    .filter(({ key }) => key !== "");
  return (pairs) => {
    const key = keyOf(pairs);
    for (const preset of presets) preset.link.ariaCurrent = preset.key === key ? "true" : null;
  };
}

function keyOf(pairs: readonly Pair[]): string {
  return pairs
    .map(([field, value]) => `${field}=${value}`)
    .sort()
    .join("&");
}

/** The browser's own key prints what is there; while that is not all of the answer, it waits for the rest first. */
function handlePrintKey({ isWhole, print }: Pick<Session, "isWhole" | "print">): void {
  window.addEventListener("keydown", (event) => {
    const isPrintKey = event.key === "p" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (!isPrintKey || isWhole()) return;
    event.preventDefault();
    void print();
  });
}

/**
 * Keeps an element as high as it is while what is in it gives way to something shorter,
 * and lets it shrink once what follows it is so far from view that nothing which the reader sees moves.
 */
async function keepHeight(
  element: HTMLElement,
  following: Element | null,
  replace: () => Promise<void>,
): Promise<void> {
  const before = element.offsetHeight;
  element.style.minHeight = `${before}px`;
  await replace();
  element.style.minHeight = "";
  if (scrollY === 0 || !following) return;
  const gone = before - element.offsetHeight;
  if (gone <= 0) return;
  element.style.minHeight = `${before}px`;
  // The observer tells a little late: two screens more are what a reader may have gone on by then.
  const observer = new IntersectionObserver(
    ([place]) => {
      if (place?.isIntersecting) return;
      observer.disconnect();
      element.style.minHeight = "";
    },
    { rootMargin: `0px 0px ${gone + 2 * innerHeight}px 0px` },
  );
  observer.observe(following);
}
