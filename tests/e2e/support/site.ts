import { test as base, expect, type Page } from "@playwright/test";

/**
 * The `test` of every browser test: it fails when the page reports an error on its console, throws,
 * breaks its Content-Security-Policy or asks another host for anything.
 * A test that provokes such a thing on purpose takes the complaint out of `complaints` itself.
 */
export const test = base.extend<{ complaints: string[]; withoutScript: Page }>({
  /** A page that is gone to once its scripts, which start after the first paint, have run; unless a test waits for something else. */
  page: async ({ page, javaScriptEnabled }, use) => {
    const goto = page.goto.bind(page);
    page.goto = async (address, options) => {
      const response = await goto(address, options);
      if (javaScriptEnabled !== false && options?.waitUntil === undefined)
        await page.waitForFunction(() => document.querySelector("template[data-scripts]") === null);
      return response;
    };
    await use(page);
  },
  complaints: [
    async ({ page, baseURL }, use) => {
      const complaints: string[] = [];
      watch(page, new URL(baseURL ?? page.url()).origin, complaints);
      await use(complaints);
      expect(complaints, "what the page complained about").toEqual([]);
    },
    { auto: true },
  ],
  /** A page in which no script runs. */
  withoutScript: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
    await use(await context.newPage());
    await context.close();
  },
});

export { expect };

/** Holds what the page asks for at these addresses until `send` is called; `asked` resolves at the first such request. */
export async function holdRequests(
  page: Page,
  addresses: string | RegExp,
): Promise<{ send: () => void; asked: Promise<void> }> {
  let send = (): void => {};
  let ask = (): void => {};
  const sent = new Promise<void>((resolve) => (send = resolve));
  const asked = new Promise<void>((resolve) => (ask = resolve));
  await page.route(addresses, async (route) => {
    ask();
    await sent;
    await route.continue();
  });
  return { send, asked };
}

function watch(page: Page, ownOrigin: string, complaints: string[]): void {
  // Chromium reports violations of the Content-Security-Policy as console errors.
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => complaints.push(`thrown: ${error.message}`));
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== ownOrigin)
      complaints.push(`request to another host: ${request.url()}`);
  });
}
