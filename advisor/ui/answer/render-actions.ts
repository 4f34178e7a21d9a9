import type { Advice } from "../../explain/advice.ts";
import { fillAdvice } from "../../steps/fill-steps.ts";
import type { Situation } from "../../questions/situation.ts";
import { copyButton } from "./copy.ts";
import { h, tellAction } from "../dom.ts";
import { lacksTexts, withLaterWords } from "./later-words.ts";
import { writeMarkdown } from "./markdown.ts";
import type { View } from "../view.ts";
import { words } from "../words.ts";

/** What can be done with the answer: its address, the text, the data, paper. */
export function renderActions(advice: Advice, given: Situation, view: View): HTMLElement {
  const { knowledge, atlas, permalink, canPrint, print, say, values, later, openCard } = view;
  // Once texts have come that the advice lacks, it is given again.
  const isShort = lacksTexts(later);
  const current = (): Advice => (isShort && !lacksTexts(later) ? view.advise(given) : advice);
  const link = (): string | null => permalink(given);
  // A text that is pasted elsewhere needs the whole address.
  const base = atlas && new URL(atlas, document.baseURI).href;
  const downloadNote = h("p", { class: "download-note" });
  return h(
    "div",
    { class: "actions" },
    link() !== null && copyButton("", words.copyLink, "", () => link() ?? "", say),
    copyButton(
      "",
      words.copyMarkdown,
      "",
      () =>
        withLaterWords(current, later, (complete) =>
          writeMarkdown(
            fillAdvice(complete, values.all(), values.leftOut()),
            knowledge,
            { atlas: base, link: link() },
            given,
          ),
        ),
      say,
    ),
    h("button", { type: "button", onclick: () => void save() }, words.download),
    canPrint && h("button", { type: "button", onclick: print }, words.print),
    openCard !== null && h("button", { type: "button", onclick: () => void showCard() }, words.card),
    downloadNote,
  );
  async function showCard(): Promise<void> {
    try {
      await withLaterWords(current, later, (complete) =>
        openCard?.(fillAdvice(complete, values.all(), values.leftOut()), given),
      );
    } catch {
      say(words.stepsFailed);
    }
  }
  async function save(): Promise<void> {
    // What the button copies is there at its click: a frame without an origin may copy in the very click alone.
    let json = "";
    try {
      await withLaterWords(current, later, (complete) => {
        json = writeJson(complete);
        download(complete);
        tellAction(downloadNote, { kind: "downloaded", what: words.download });
      });
    } catch {
      say(words.stepsFailed);
      return;
    }
    const doubt = doubtDownload();
    if (doubt === null) return;
    downloadNote.replaceChildren(
      doubt,
      " ",
      copyButton("", words.copyJson, "", () => json, say),
    );
    say(doubt);
  }
}

/** As a data address: nothing has to be given back later, and frames without an origin can make it too. */
function download(advice: Advice): void {
  h("a", {
    href: `data:application/json;charset=utf-8,${encodeURIComponent(writeJson(advice))}`,
    download: `vnic-advice-${advice.recommended ?? "none"}.json`,
  }).click();
}

function writeJson(advice: Advice): string {
  return `${JSON.stringify(advice, null, 2)}\n`;
}

/**
 * What to say of a download that a sandbox may have stopped: the browser tells no script that it did.
 * A frame of the same origin can read its sandbox. One without an origin knows only that it has a sandbox.
 */
function doubtDownload(): string | null {
  const sandbox = frameElement?.getAttribute("sandbox") ?? null;
  if (sandbox !== null) return /(?:^|\s)allow-downloads(?:\s|$)/i.test(sandbox) ? null : words.downloadRefused;
  return origin === "null" ? words.downloadInDoubt : null;
}
