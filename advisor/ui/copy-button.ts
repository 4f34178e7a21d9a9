import { copyText } from "./copy-text.ts";
import { h } from "./dom.ts";
import { words } from "./words.ts";

/** A button that copies a text, says so in its own label, and has its old label back when it is left. */
export function copyButton(className: string, label: string, what: string, text: () => string, say: (text: string) => void): HTMLButtonElement {
  const shown = h("span", {}, label);
  const button = h("button", { type: "button", class: className, onclick: () => void copy(), onblur: reset, onpointerleave: reset },
    shown, what !== "" && h("span", { class: "visually-hidden" }, words.copyWhat(what)));
  async function copy(): Promise<void> {
    const isCopied = await copyText(text());
    if (isCopied) shown.textContent = words.copied;
    say(isCopied ? words.copied : words.notCopied);
  }
  function reset(): void {
    if (shown.textContent !== label) shown.textContent = label;
  }
  return button;
}
