import { h, reportAction } from "../dom.ts";
import { fillCode } from "../../steps/fill-code.ts";
import type { CodeText, FillValues } from "../form/fill-in.ts";
import { copyWords, words } from "../words.ts";

/** A button that copies a text, says so in its own label, and has its old label back when it is left. */
export function copyButton(
  className: string,
  label: string,
  what: string,
  text: () => string | Promise<string>,
  announce: (text: string) => void,
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
    if (isCopied) {
      // As wide as before, so that the pointer does not leave the button when its label gets shorter.
      button.style.minWidth = `${button.offsetWidth}px`;
      shown.textContent = copyWords.copied;
      reportAction(button, { kind: "copied", what: what || label });
    }
    announce(isCopied ? copyWords.copied : copyWords.notCopied);
  }
  /** A text that is there is copied before the click ends, because some browsers allow copying only until then. */
  async function copyWhole(): Promise<boolean> {
    const copied = text();
    if (typeof copied === "string") return copyText(copied);
    return copied.then(copyText, () => false);
  }
  function reset(): void {
    shown.textContent = label;
  }
  return button;
}

/** Copies a text; true when the browser let it. */
export async function copyText(text: string): Promise<boolean> {
  if (copyByEvent(text)) return true;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** The older way comes first: it works without a secure context, and in frames that were not given the clipboard. */
function copyByEvent(text: string): boolean {
  let isTaken = false;
  const put = (event: ClipboardEvent): void => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    isTaken = true;
  };
  document.addEventListener("copy", put, { once: true });
  const isDone = document.execCommand("copy");
  document.removeEventListener("copy", put);
  return isDone && isTaken;
}

/** Code that scrolls in its own box, with a button that copies it; placeholders show what the reader has put in for them, and a remark why nothing is left. */
export function codeBlock(
  title: string,
  { code = "", language }: CodeText,
  values: FillValues,
  announce: (text: string) => void,
): HTMLElement {
  const shown = h("code", {});
  values.watch(() => {
    shown.textContent = fillCode(code, language, values.all()) || `# ${values.leftOut()}`;
  });
  return h(
    "div",
    { class: "code" },
    h(
      "pre",
      { tabindex: 0, role: "region", "aria-label": words.code(title), "data-line": !code.includes("\n") },
      shown,
    ),
    copyButton("copy-button", words.copy, title, () => shown.textContent ?? "", announce),
  );
}
