import { copyText } from "./copy-text.ts";
import { copyWords } from "./copy-words.ts";
import { h } from "../dom.ts";

/** A button that copies a text, says so in its own label, and has its old label back when it is left. */
export function copyButton(
  className: string,
  label: string,
  what: string,
  text: () => string | Promise<string>,
  say: (text: string) => void,
): HTMLButtonElement {
  const shown = h("span", {}, label);
  const button = h(
    "button",
    { type: "button", class: className, onclick: () => void copy(), onblur: reset, onpointerleave: reset },
    shown,
    what !== "" && h("span", { class: "visually-hidden" }, copyWords.copyWhat(what)),
  );
  async function copy(): Promise<void> {
    const isCopied = await copyWhole();
    if (isCopied) shown.textContent = copyWords.copied;
    say(isCopied ? copyWords.copied : copyWords.notCopied);
  }
  /** A text that is there is copied in the very click, as some browsers want it. */
  async function copyWhole(): Promise<boolean> {
    const told = text();
    if (typeof told === "string") return copyText(told);
    return told.then(copyText, () => false);
  }
  function reset(): void {
    if (shown.textContent !== label) shown.textContent = label;
  }
  return button;
}
