import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, test, type Page } from "@playwright/test";
import { measureShift } from "./support/layout-shift.ts";

for (const width of [360, 1440]) {
  test(`a header that comes in pieces moves nothing at ${width} px`, async ({ page, baseURL }) => {
    await page.setViewportSize({ width, height: 740 });
    let send = (): void => {};
    const site = await serveInPieces(
      baseURL ?? "",
      'href="/compare/"',
      new Promise<void>((resolve) => {
        send = resolve;
      }),
    );
    await page.goto(site.address, { waitUntil: "commit" });
    await expect(page.locator("#site-nav").getByText("Adapters", { exact: true })).toBeAttached();
    await painted(page);
    await expect(page.locator("#theme-toggle")).not.toBeAttached();
    send();
    await expect(page.locator("#theme-toggle")).toBeVisible();
    expect(await measureShift(page)).toBe(0);
    await site.close();
  });
}

/** The site's home, cut off before a part of its HTML until the rest may come; everything else comes as it is. */
async function serveInPieces(
  site: string,
  before: string,
  rest: Promise<void>,
): Promise<{ address: string; close: () => Promise<void> }> {
  const { origin, pathname } = new URL(site);
  const server: Server = createServer((request, response) => {
    void (async () => {
      const answer = await fetch(origin + (request.url ?? ""), { headers: { "accept-encoding": "identity" } });
      const type = answer.headers.get("content-type") ?? "";
      response.writeHead(answer.status, { "content-type": type });
      if (!type.startsWith("text/html")) return response.end(Buffer.from(await answer.arrayBuffer()));
      const html = await answer.text();
      const cut = html.search(before.replaceAll('"', '"?'));
      response.write(html.slice(0, cut));
      await rest;
      return response.end(html.slice(cut));
    })();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}${pathname}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Resolves when the page has shown something of itself. */
function painted(page: Page): Promise<unknown> {
  return page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
}
