/**
 * Leads the reader again where the frame takes back what was scrolled within it. A frame that has more to show than its page
 * gives it room for yet scrolls by itself; once the room has come nothing is left to scroll, and the reader is back at its top.
 * What a reader is led to has the focus, though no key of its own leads there.
 */
export function leadAgain(root: ShadowRoot): void {
  // Where the focus moves within the component, its events do not leave it.
  root.addEventListener("focusin", ({ target: led }) => {
    if (!(led instanceof HTMLElement) || led.tabIndex >= 0 || innerHeight >= document.documentElement.scrollHeight)
      return;
    const isLeft = new AbortController();
    root.addEventListener("focusout", () => isLeft.abort(), { signal: isLeft.signal });
    window.addEventListener(
      "resize",
      () => {
        isLeft.abort();
        led.scrollIntoView();
      },
      { signal: isLeft.signal },
    );
  });
}
