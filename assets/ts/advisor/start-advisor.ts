import { tellTitles, type EvidenceTitles } from "../../../advisor/knowledge/evidence-titles.ts";
import { createAdvisor } from "../../../advisor/index.ts";
import { unpackWords, type PackedWords } from "../../../advisor/steps/step-words.ts";
import { h } from "../../../advisor/ui/dom.ts";
import { laterWords } from "../../../advisor/ui/answer/later-words.ts";
import { nextTask } from "../../../advisor/ui/form/next-task.ts";
import { startSession } from "../../../advisor/ui/session.ts";
import { firstSign } from "../page/first-sign.ts";
import { keepRoom } from "../page/keep-room.ts";
import { keepAddress } from "./address.ts";
import { fetchStepWords, fetchTitles, readKnowledge, readNow } from "./fetch-knowledge.ts";
import { markPresets } from "./mark-preset.ts";
import { catchPrintKey } from "./print-key.ts";

/** Puts the advisor behind its form. It starts in short tasks, so that the page scrolls and takes what is typed meanwhile. */
export async function startAdvisor(form: HTMLFormElement, answer: HTMLElement, fetched: Response): Promise<void> {
  const knowledge = await readKnowledge(fetched);
  const stepsOf = (platform: string): string => form.getAttribute(`data-steps-${platform}`) ?? "";
  const titles = form.dataset.titles ?? "";
  const later = laterWords(
    async (platform) => unpackWords(await fetchStepWords(stepsOf(platform)), knowledge, platform),
    async () => tellTitles(knowledge, await fetchTitles(titles)),
    {
      readWords: (platform) => unpackWords(readNow(stepsOf(platform)) as PackedWords, knowledge, platform),
      readTitles: () => tellTitles(knowledge, readNow(titles) as EvidenceTitles),
    },
  );
  await nextTask();
  const advisor = createAdvisor(knowledge);
  await nextTask();
  const status = h("p", { class: "visually-hidden", role: "status" });
  answer.before(status);
  const mark = markPresets(document.querySelectorAll<HTMLAnchorElement>(".preset-list a"));
  // Whether the form is being filled anew from the address, which then has nothing to learn.
  let isReading = false;
  const address = keepAddress(() => {
    isReading = true;
    session.write(address.read());
    isReading = false;
  });
  const session = startSession({
    form,
    answer,
    status,
    advisor,
    bar: document.querySelector("#answer-bar a"),
    view: {
      atlas: document.documentElement.dataset.base ?? "/",
      fixed: new Set(),
      newTab: false,
      compact: false,
      canPrint: true,
      headingId: "answer-title",
      later,
      permalink: () => location.href.replace(/#.*/, ""),
    },
    onRead: ({ pairs }, is) => {
      if (!isReading && !is.begun) address.write(pairs, is.committed);
      mark(pairs);
    },
  });
  catchPrintKey(session);
  window.addEventListener("beforeprint", session.complete);
  followHead();
  // They are fetched while the reader is on the way to them; where that fails, their button says so.
  firstSign(() => void session.tellSteps().catch(() => undefined));
  await keepRoom(answer, document.querySelector(".site-footer"), () => session.begin(address.read()));
}

/** Beside the questions the answer says itself what the bar says, as long as the page's head, and so its own, is in view. */
function followHead(): void {
  const [head, bar] = [document.querySelector(".advisor-head"), document.querySelector("#answer-bar")];
  if (head && bar)
    new IntersectionObserver(([seen]) => bar.toggleAttribute("data-idle", seen?.isIntersecting)).observe(head);
}
