import { fillCode } from "../../steps/fill-code.ts";
import { copyButton } from "./copy-button.ts";
import { h } from "../dom.ts";
import type { CodeText, FillValues } from "../form/fill-in.ts";
import { words } from "../words.ts";

/** Code that scrolls in its own box, with a button that copies it; placeholders show what the reader has put in for them, and a remark why nothing is left. */
export function codeBlock(
  title: string,
  { code = "", language }: CodeText,
  values: FillValues,
  say: (text: string) => void,
): HTMLElement {
  const shown = h("code", {});
  values.watch(() => {
    shown.textContent = fillCode(code, language, values.all()) || `# ${words.macLeftOut}`;
  });
  return h(
    "div",
    { class: "code" },
    h("pre", { tabindex: 0, role: "region", "aria-label": words.code(title) }, shown),
    copyButton("copy-button", words.copy, title, () => shown.textContent ?? "", say),
  );
}
