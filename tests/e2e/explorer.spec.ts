import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "@playwright/test";
import { measureShift } from "./support/layout-shift.ts";
import { expect, test } from "./support/site.ts";

const question = (page: Page): Locator => page.locator("#explorer-question");
const rows = (page: Page): Locator => page.locator("#explorer-rows > tr");
const panels = (page: Page): Locator => page.locator("#explorer-panels > section");
const box = (page: Page, facet: string, name: RegExp): Locator => page.locator(`[data-facet=${facet}]`).getByRole("checkbox", { name });
const textOf = async (download: Download): Promise<string> => readFile(await download.path(), "utf8");

test("a filter narrows question, charts, table and counts, and stays in the address", async ({ page }) => {
  await page.goto("./explore/");
  await expect(question(page)).toHaveText(/^All measurements, 2008 to \d{4}$/);
  await box(page, "metric", /^throughput/).check();
  await box(page, "adapter", /^VMXNET3/).check();
  await box(page, "adapter", /^E1000 /).check();
  await expect(question(page)).toHaveText(/^Throughput, (VMXNET3 against E1000|E1000 against VMXNET3), 20\d\d to 20\d\d$/);
  expect(new URL(page.url()).search).toMatch(/^\?metric=throughput&adapter=(vmxnet3,e1000|e1000,vmxnet3)$/);
  const found = await rows(page).count();
  await expect(page.getByRole("status")).toContainText(`${found} measurements of`);
  await expect(rows(page).filter({ hasNotText: /VMXNET3|E1000/ })).toHaveCount(0);
  await expect(panels(page).first().locator(".lane").first()).toContainText(/VMXNET3|E1000/);
  await page.reload();
  await expect(rows(page)).toHaveCount(found);
  await expect(box(page, "adapter", /^VMXNET3/)).toBeChecked();
});

test("the back button takes back one step at a time", async ({ page }) => {
  await page.goto("./explore/?metric=latency");
  await expect(question(page)).toHaveText(/^Latency/);
  await page.getByRole("link", { name: "CPU use" }).click();
  await expect(question(page)).toHaveText(/^CPU/);
  await box(page, "platform", /^KVM/).check();
  await expect(question(page)).toHaveText(/on KVM/);
  await page.goBack();
  await expect(question(page)).not.toHaveText(/on KVM/);
  await page.goBack();
  await expect(question(page)).toHaveText(/^Latency/);
  await expect(box(page, "metric", /^latency/)).toBeChecked();
});

test("each study has its own panel, and one axis for several testbeds warns", async ({ page }) => {
  await page.goto("./explore/?metric=throughput&adapter=vmxnet3,e1000,e1000e&workload=tcp-stream");
  const warnings = page.locator("#explorer-warnings");
  await expect(warnings).toContainText("Each study has its own panel");
  await expect(warnings.locator(".strong")).toHaveCount(0);
  expect(await panels(page).count()).toBeGreaterThan(2);
  await page.getByLabel("Draw").selectOption("year");
  await expect(warnings.locator(".strong")).toContainText("Warning. Different testbeds on one axis.");
  await expect(panels(page)).toHaveCount(1);
  await expect(panels(page).locator("circle title").first()).toHaveText(/^\S.*: .*\d.* 20\d\d$/);
  expect(new URL(page.url()).searchParams.get("by")).toBe("year");
});

test("a layout that would draw nothing is not offered, and one that came with the address says so", async ({ page }) => {
  await page.goto("./explore/?metric=throughput&by=packetBytes");
  await expect(page.locator("#explorer-warnings")).toContainText("Draw each study by itself instead");
  await expect(panels(page)).toHaveCount(0);
  await expect(page.getByText("A filled mark stands on samples")).toBeHidden();
  const layout = page.getByLabel("Draw");
  await expect(layout.locator("option:checked")).toBeEnabled();
  await layout.selectOption("study");
  await expect(panels(page)).not.toHaveCount(0);
  await expect(layout.locator("option[value=packetBytes]")).toBeDisabled();
  await expect(layout.locator("option[value=year]")).toBeEnabled();
});

test("what is shown can be taken away with its sources", async ({ page }) => {
  await page.goto("./explore/?metric=throughput&study=nobel-vmxnet3-2013&kind=value");
  await expect(rows(page)).not.toHaveCount(0);
  const shown = await rows(page).count();
  const [csv] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV of all of it" }).click()]);
  const lines = (await textOf(csv)).trim().split("\r\n");
  expect(lines).toHaveLength(shown + 1);
  expect(lines[1]).toContain("Rickard Nobel");
  const [json] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "JSON of all of it" }).click()]);
  const taken = JSON.parse(await textOf(json)) as { address: string; measurements: { url?: string; page: string }[] };
  expect(taken.measurements).toHaveLength(shown);
  expect(taken.address).toBe(page.url());
  expect(taken.measurements[0]?.page).toContain("/evidence/nobel-vmxnet3-2013/#");
});

test("more than a page of rows comes when it is asked for", async ({ page }) => {
  await page.goto("./explore/?metric=register-accesses");
  await expect(rows(page)).toHaveCount(200);
  await page.getByRole("button", { name: /^Show 200 more of/ }).click();
  await expect(rows(page)).toHaveCount(400);
  await expect(rows(page).nth(200).getByRole("link")).toBeFocused();
});

test("nothing found is said, with the way out", async ({ page }) => {
  await page.goto("./explore/?metric=latency&adapter=rtl8139");
  await expect(page.getByRole("status")).toHaveText("No measurement is all of that. Untick something, or clear the filters.");
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await expect(rows(page)).toHaveCount(200);
  expect(new URL(page.url()).search).toBe("");
});

test("on a phone the filters are folded, and the keyboard alone opens and uses them", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("./explore/");
  await expect(rows(page)).toHaveCount(200);
  await expect(box(page, "metric", /^latency/)).toBeHidden();
  await page.getByRole("button", { name: "Filters" }).focus();
  await page.keyboard.press("Enter");
  await box(page, "metric", /^latency/).focus();
  await page.keyboard.press("Space");
  await expect(question(page)).toHaveText(/^Latency/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

for (const width of [360, 1440]) {
  for (const path of ["explore/?metric=throughput&by=year", "evidence/compare/?a=nobel-vmxnet3-2013&b=vcdx200-freebsd-debian-2025"]) {
    test(`what comes with the measurements moves nothing, ${path} at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.addInitScript(() => {
        let shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shift += entry.value;
          document.documentElement.dataset["shift"] = String(shift);
        }).observe({ type: "layout-shift", buffered: true });
      });
      await page.goto(`./${path}`);
      await expect(page.locator("#explorer-rows td, #studies-answer td").first()).toBeVisible();
      // Two frames later the browser has told of every shift.
      const shift = await page.evaluate(() => new Promise((tell) => requestAnimationFrame(() => requestAnimationFrame(() => tell(document.documentElement.dataset["shift"] ?? "0")))));
      expect(Number(shift)).toBeLessThan(0.02);
    });
  }
}

test("whoever has read on keeps what they read in view when the measurements come", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  let letThrough = (): void => {};
  const isAwaited = new Promise<void>((resolve) => { letThrough = resolve; });
  await page.route(/\/explorer\/measurements\./, async (route) => {
    await isAwaited;
    await route.continue();
  });
  await page.goto("./explore/");
  // Half of the screen waits, on the other half stand the studies.
  const place = await page.locator("#studies").evaluate((heading) => {
    scrollBy({ top: heading.getBoundingClientRect().top - innerHeight / 2, behavior: "instant" });
    return heading.getBoundingClientRect().top;
  });
  letThrough();
  await expect(rows(page)).toHaveCount(200);
  expect(await page.locator("#studies").evaluate((heading) => heading.getBoundingClientRect().top)).toBeCloseTo(place, 0);
  expect(await measureShift(page)).toBeLessThan(0.01);
});

test("without script every study and every count is there", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto("./explore/");
  await expect(page.locator("#explorer")).toBeHidden();
  await expect(page.getByRole("region", { name: "Studies" }).getByRole("link", { name: "VMXNET3, E1000E and E1000 between two Windows VMs", exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "What was measured how often" })).toBeVisible();
  await context.close();
});

test("measurements that do not come are told, and the studies stay", async ({ page, complaints }) => {
  await page.route("**/explorer/*.json", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto("./explore/");
  await expect(page.getByRole("status")).toHaveText("The measurements could not be loaded (the server answered 503). Load the page again, or take the studies below.");
  await expect(page.getByRole("heading", { name: "Studies", exact: true })).toBeVisible();
  complaints.length = 0;
});
