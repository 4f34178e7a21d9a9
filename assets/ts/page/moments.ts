/** Resolves after the next paint; at once in a hidden tab, which paints nothing. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) return resolve();
    requestAnimationFrame(() => setTimeout(resolve));
    document.addEventListener("visibilitychange", () => resolve(), { once: true });
  });
}

/** What a reader does first on a page, be it on the way to something else. */
const signs = ["pointermove", "pointerdown", "scroll", "keydown", "focusin", "beforeprint"] as const;

/** Calls once, at the first sign that somebody reads the page; at once where somebody has scrolled already. */
export function onFirstActivity(act: () => void): void {
  if (scrollY > 0) return act();
  const isSeen = new AbortController();
  const see = (): void => {
    isSeen.abort();
    act();
  };
  for (const sign of signs) window.addEventListener(sign, see, { signal: isSeen.signal, capture: true, passive: true });
}
