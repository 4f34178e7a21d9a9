import type { Page } from "@playwright/test";

/**
 * How long to wait for a frame, in milliseconds. Chromium now and then draws no more frames of a page that is at rest, and then
 * nothing moves in it either: such a page must not keep the tests from ending.
 */
const frameTimeout = 10_000;

/** Returns how far the content has moved by itself since the page began to load: the sum of its layout shifts. */
export function measureShift(page: Page): Promise<number> {
  return page.evaluate(
    (timeout) =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) sum += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(sum)));
        setTimeout(() => resolve(sum), timeout);
      }),
    frameTimeout,
  );
}

/** Scrolls a page to its end, screen by screen, and measures. */
export async function readToTheEnd(page: Page): Promise<number> {
  await page.evaluate(async (timeout) => {
    const nextFrame = (): Promise<unknown> =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
        setTimeout(resolve, timeout);
      });
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: "instant" });
      await nextFrame();
    }
  }, frameTimeout);
  return measureShift(page);
}
