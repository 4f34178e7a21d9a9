import { copyText } from "./copy-text.ts";
import { copyWords } from "./copy-words.ts";
import { h } from "./dom.ts";

/** A button that copies a text, says so in its own label, and has its old label back when it is left. */
export function copyButton(className: string, label: string, what: string, text: () => string, say: (text: string) => void): HTMLButtonElement {
  const shown = h("span", {}, label);
  const button = h("button", { type: "button", class: className, onclick: () => void copy(), onblur: reset, onpointerleave: reset },
    shown, what !== "" && h("span", { class: "visually-hidden" }, copyWords.copyWhat(what)));
  async function copy(): Promise<void> {
    const isCopied = await copyText(text());
    if (isCopied) shown.textContent = copyWords.copied;
    say(isCopied ? copyWords.copied : copyWords.notCopied);
  }
  function reset(): void {
    if (shown.textContent !== label) shown.textContent = label;
  }
  return button;
}
