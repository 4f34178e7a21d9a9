/**
 * Resolves once the browser has shown what the page brought with it, so that what comes later does not share the line with it.
 * Nothing is waited for where nothing is painted, as in a tab that nobody looks at, or where the browser does not tell.
 */
export function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes("paint")) return resolve();
    const observer = new PerformanceObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: "paint", buffered: true });
    document.addEventListener("visibilitychange", () => resolve(), { once: true });
  });
}
