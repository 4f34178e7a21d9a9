import { copyText } from "../../advisor/ui/answer/copy.ts";
import { copyWords } from "../../advisor/ui/words.ts";

/**
 * A site that is served from its archive names the address for which it was built in texts to copy: the real one takes its place.
 * A content policy names the host alone, without a path.
 */
const { base = "/", home } = document.documentElement.dataset;
if (home !== undefined) {
  const { href, origin } = new URL(base, document.baseURI);
  for (const code of document.querySelectorAll("code[id^=snippet-]"))
    code.textContent = (code.textContent ?? "")
      .split(home)
      .map((text) => text.replaceAll(new URL(home).origin, origin))
      .join(href);
}

/** Buttons that copy the text of the element they name in `data-copy-target`, or else of the one before them; hidden until this script runs. */
for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy-target]")) {
  const label = button.textContent;
  const reset = (): void => {
    if (button.textContent !== label) button.textContent = label;
  };
  button.addEventListener("click", () => {
    const target = document.getElementById(button.dataset.copyTarget ?? "") ?? button.previousElementSibling;
    void copyText(target?.textContent ?? "").then((isCopied) => {
      button.textContent = isCopied ? copyWords.copied : copyWords.notCopied;
    });
  });
  button.addEventListener("blur", reset);
  button.addEventListener("pointerleave", reset);
  // A change of a button's own label is read out only where it is live.
  button.setAttribute("aria-live", "polite");
  button.hidden = false;
}
