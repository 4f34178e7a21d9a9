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

/** How long a page may take to be read: many times what the longest takes on a busy machine. */
const PATIENCE = 60_000;

/**
 * Opens an address, scrolls to the end of its page, screen by screen, and measures. On a busy machine Chromium sometimes stops drawing
 * a page for good, which neither time nor a screenshot ends: the address is then opened once more, in a page of its own. The page that
 * was read comes back with its shift.
 */
export async function readToTheEnd(page: Page, address: string): Promise<{ read: Page; shift: number }> {
  await page.goto(address);
  const shift = await measureScrolled(page);
  if (shift !== null) return { read: page, shift };
  const other = await page.context().newPage();
  const size = page.viewportSize();
  if (size) await other.setViewportSize(size);
  await other.goto(address);
  const otherShift = await measureScrolled(other);
  if (otherShift === null) throw new Error(`${address} is not drawn to its end within ${PATIENCE} ms, twice.`);
  return { read: other, shift: otherShift };
}

/** Scrolls a page to its end and measures; null if it is not drawn. */
async function measureScrolled(page: Page): Promise<number | null> {
  const scrolled = page.evaluate(async () => {
    const nextFrame = (): Promise<unknown> =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: "instant" });
      await nextFrame();
    }
  });
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), PATIENCE)));
  const measured = scrolled.then(() => measureShift(page));
  // The end of the test ends a page that is still not drawn.
  measured.catch(() => undefined);
  try {
    return await Promise.race([measured, patience]);
  } finally {
    clearTimeout(timer);
  }
}
