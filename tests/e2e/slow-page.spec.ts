import type { Page } from "@playwright/test";
import { measureShift } from "./support/layout-shift.ts";
import { serveInPieces } from "./support/serve-in-pieces.ts";
import { everySecond } from "../thorough.ts";
import { expect, holdRequests, test } from "./support/site.ts";

/** Pages of each kind that has a list or a table near its head; those whose script comes before the first paint show nothing until they are whole. */
const paths = [
  "",
  "adapters/",
  "adapters/vmxnet3/",
  "advisor/",
  "charts/ratios/#framed",
  "contribute/dataset/",
  "contribute/form/",
  "benchmarks/",
  "benchmarks/nic-lab-2026/",
  "benchmarks/vmware-esx35-2008/",
  "examples/",
  "explore/",
  "compare/#vmotion",
  "findings/",
  "guests/",
  "guests/windows-server/",
  "guides/known-problems/",
  "guides/packet-rate/",
  "limits/",
  "reference/",
  "search/",
  "sources/",
  "sources/directpath-io-2010/",
  "validate/",
];

/** Waits until what has arrived is drawn; a page whose script comes before the first paint draws nothing until then. */
async function drawn(page: Page): Promise<void> {
  if (
    (await page.locator("script[blocking]").count()) > 0 &&
    (await page.evaluate(() => document.readyState)) === "loading"
  )
    return;
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

test("pages that arrive in pieces keep still", async ({ page, complaints }) => {
  expect(await findShifts(page, everySecond(paths), 6)).toEqual([]);
  // The site of this test is another one than that of the others.
  complaints.length = 0;
});

test("pages whose parts share the width keep still on a desk, however little of them arrives at once", async ({
  page,
  complaints,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await findShifts(page, ["embed/", "validate/compare/"], 40)).toEqual([]);
  complaints.length = 0;
});

test("pages whose parts stand in another order on a phone keep still there, however little of them arrives at once", async ({
  page,
  complaints,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await findShifts(page, ["compare/", "explore/", "benchmarks/nic-lab-2026/"], 40)).toEqual([]);
  complaints.length = 0;
});

/** Opens pages that arrive in so many pieces, each drawn before the next, and says which of them moved what was there. */
async function findShifts(page: Page, addresses: readonly string[], pieces: number): Promise<string[]> {
  const site = await serveInPieces(pieces);
  // However long it takes here: what shows late, for pages that are cut off, does not show.
  const session = await page.context().newCDPSession(page);
  await session.send("Animation.enable");
  await session.send("Animation.setPlaybackRate", { playbackRate: 0 });
  const found: string[] = [];
  for (const path of addresses) {
    await page.goto(`${site.url}${path}`, { waitUntil: "commit" });
    for (let isMore = true; isMore; ) {
      // By the clock: a page that is not drawn yet has no frames to count by.
      await page.waitForFunction(() => document.querySelector("main") !== null, undefined, { polling: 20 });
      const before = await page.locator("*").count();
      await drawn(page);
      isMore = site.sendNext();
      await page.waitForFunction(
        (count) => document.querySelectorAll("*").length > count || document.readyState !== "loading",
        before,
        { polling: 20 },
      );
    }
    await page.waitForLoadState();
    const shift = await measureShift(page);
    if (shift > 0) found.push(`/${path} shifts by ${shift}`);
  }
  site.close();
  return found;
}

test("pages keep still when their scripts come late", async ({ page }) => {
  const found: string[] = [];
  for (const path of everySecond([
    "",
    "advisor/",
    "compare/",
    "contribute/dataset/",
    "contribute/form/",
    "embed/",
    "benchmarks/",
    "benchmarks/compare/",
    "explore/",
    "rules/",
    "search/",
    "search/?q=vmxnet3",
  ])) {
    const { send } = await holdRequests(page, /\/js\/.*\.(js|json)$|\/explorer\/.*\.json$|\/search\/.*\.json$/);
    await page.goto(`./${path}`, { waitUntil: "commit" });
    await page.locator(".site-footer").waitFor({ state: "attached" });
    if ((await page.locator("script[blocking]").count()) === 0) await drawn(page);
    send();
    await page.waitForLoadState("networkidle");
    await drawn(page);
    const shift = await measureShift(page);
    if (shift > 0) found.push(`/${path} shifts by ${shift}`);
    await page.unroute(/\/js\/.*\.(js|json)$|\/explorer\/.*\.json$|\/search\/.*\.json$/);
  }
  expect(found).toEqual([]);
});

test("scripts start after the first paint, at once where the address asks for something", async ({ page }) => {
  // The browser never tells of a paint.
  await page.addInitScript(() => {
    class NoPaint {
      static supportedEntryTypes = ["paint"];
      observe(): void {}
      disconnect(): void {}
    }
    Object.assign(window, { PerformanceObserver: NoPaint });
  });
  const started: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") started.push(new URL(request.url()).pathname);
  });
  for (const path of ["", "adapters/vmxnet3/", "compare/", "rules/", "guests/", "explore/", "sources/"]) {
    await page.goto(`./${path}`, { waitUntil: "load" });
    await expect(page.locator("template[data-scripts]"), path).not.toHaveCount(0);
    expect(started, path).toEqual([]);
  }
  for (const path of ["compare/?platform=vsphere", "rules/#paravirtual-ahead-of-emulated"]) {
    await page.goto(`./${path}`);
    await expect(page.locator("template[data-scripts]"), path).toHaveCount(0);
  }
  expect(started).not.toEqual([]);
});
