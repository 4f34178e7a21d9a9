import { createAdvisor } from "../../advisor/index.ts";
import { barText } from "../../advisor/ui/announcement.ts";
import { h } from "../../advisor/ui/dom.ts";
import { startSession } from "../../advisor/ui/session.ts";
import { keepAddress } from "./advisor/address.ts";
import { fetchKnowledge } from "./advisor/fetch-knowledge.ts";

/** The advisor's page: its form and its answer are in the HTML; the knowledge is fetched once, beside this script. */
async function startPage(form: HTMLFormElement, answer: HTMLElement): Promise<void> {
  const knowledge = await fetchKnowledge(form.dataset.knowledge ?? "");
  const status = h("p", { class: "visually-hidden", role: "status" });
  answer.before(status);
  const bar = document.querySelector("#answer-bar a");
  // Whether the form is being filled from the address, which then has nothing new to learn.
  let isReading = false;
  const address = keepAddress(fill);
  const session = startSession({
    form, answer, status,
    advisor: createAdvisor(knowledge),
    view: {
      atlas: document.documentElement.dataset.base ?? "/",
      newTab: false, compact: false, canPrint: true, headingId: "answer-title",
      permalink: () => location.href.replace(/#.*/, ""),
    },
    onRead: ({ advice, pairs }, is) => {
      if (!isReading) address.write(pairs, is.committed);
      if (is.new && bar) bar.textContent = barText(advice);
    },
  });
  function fill(): void {
    isReading = true;
    session.write(address.read());
    isReading = false;
  }
  fill();
}

const form = document.querySelector<HTMLFormElement>("#advisor-form");
const answer = document.querySelector<HTMLElement>("#answer");
if (form && answer) {
  startPage(form, answer).catch((error: unknown) => {
    const cause = error instanceof Error ? error.message : String(error);
    answer.prepend(h("p", { role: "alert" }, `The advisor could not start (${cause}). Load the page again; the rules below hold meanwhile.`));
  });
}
