/** Resolves after the next paint; at once in a hidden tab, which paints nothing. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) return resolve();
    requestAnimationFrame(() => setTimeout(resolve));
    document.addEventListener("visibilitychange", () => resolve(), { once: true });
  });
}
