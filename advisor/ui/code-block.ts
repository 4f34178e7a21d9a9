import { copyButton } from "./copy-button.ts";
import { h } from "./dom.ts";
import { words } from "./words.ts";

/** Code that scrolls in its own box, with a button that copies it. */
export function codeBlock(title: string, code: string, say: (text: string) => void): HTMLElement {
  return h("div", { class: "code" },
    h("pre", { tabindex: 0, role: "region", "aria-label": words.code(title) }, h("code", {}, code)),
    copyButton("copy-button", words.copy, title, () => code, say));
}
