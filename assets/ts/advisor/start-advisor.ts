import { createAdvisor } from "../../../advisor/index.ts";
import { barText } from "../../../advisor/ui/announcement.ts";
import { h } from "../../../advisor/ui/dom.ts";
import { nextTask } from "../../../advisor/ui/next-task.ts";
import { startSession } from "../../../advisor/ui/session.ts";
import { keepRoom } from "../page/keep-room.ts";
import { keepAddress } from "./address.ts";
import { readKnowledge } from "./fetch-knowledge.ts";

/** Puts the advisor behind its form. It starts in short tasks, so that the page scrolls and takes what is typed meanwhile. */
export async function startAdvisor(form: HTMLFormElement, answer: HTMLElement, fetched: Response): Promise<void> {
  const knowledge = await readKnowledge(fetched);
  await nextTask();
  const advisor = createAdvisor(knowledge);
  await nextTask();
  const status = h("p", { class: "visually-hidden", role: "status" });
  answer.before(status);
  const bar = document.querySelector("#answer-bar a");
  // Whether the form is being filled anew from the address, which then has nothing to learn.
  let isReading = false;
  const address = keepAddress(() => {
    isReading = true;
    session.write(address.read());
    isReading = false;
  });
  const session = startSession({
    form, answer, status, advisor,
    view: {
      atlas: document.documentElement.dataset.base ?? "/",
      newTab: false, compact: false, canPrint: true, headingId: "answer-title",
      permalink: () => location.href.replace(/#.*/, ""),
    },
    onRead: ({ advice, pairs }, is) => {
      if (!isReading && !is.begun) address.write(pairs, is.committed);
      if (is.new && bar) bar.textContent = barText(advice);
    },
  });
  await keepRoom(answer, document.querySelector(".site-footer"), () => session.begin(address.read()));
}
