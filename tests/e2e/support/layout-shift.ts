import type { Page } from "@playwright/test";

/** Returns how far the content has moved by itself since the page began to load: the sum of its layout shifts. */
export function measureShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) sum += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(sum)));
      }),
  );
}

/** Scrolls a page to its end, screen by screen, and measures. */
export async function readToTheEnd(page: Page): Promise<number> {
  const scrolled = page.evaluate(async () => {
    const nextFrame = (): Promise<unknown> =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: "instant" });
      await nextFrame();
    }
  });
  await askForFrames(page, scrolled);
  return measureShift(page);
}

/** How long a page may take for its frames before it is asked for one. */
const PATIENCE = 30_000;

/**
 * Waits until a page is scrolled. On a busy machine Chromium has twice stopped drawing in between. A screenshot asks for a frame.
 * A page that still does not draw fails the test.
 */
async function askForFrames(page: Page, done: Promise<void>): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const asking = setInterval(() => void client.send("Page.captureScreenshot").catch(() => undefined), PATIENCE);
  try {
    await done;
  } finally {
    clearInterval(asking);
    await client.detach();
  }
}
