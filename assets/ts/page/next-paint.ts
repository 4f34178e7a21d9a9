/** Resolves once the browser has shown what was just put into the page; at once in a tab that nobody looks at, which shows nothing. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) return resolve();
    requestAnimationFrame(() => setTimeout(resolve));
    document.addEventListener("visibilitychange", () => resolve(), { once: true });
  });
}
