import { expect, test } from "./support/site.ts";

test("the page about embedding shows a live component and copies its snippets", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("./embed/");
  await page.locator("vnic-advisor").scrollIntoViewIfNeeded();
  await expect(page.locator("vnic-advisor .advice-headline")).toHaveText("Use VMXNET3");
  const snippet = page.locator(".snippet").first();
  const copy = snippet.getByRole("button");
  await copy.click();
  await expect(copy).toHaveText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await snippet.locator("code").textContent());
  await copy.blur();
  await expect(copy).toHaveText("Copy");
});

test("neither the component nor the frame is loaded before a reader comes to it", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.setViewportSize({ width: 1440, height: 400 });
  await page.goto("./embed/", { waitUntil: "networkidle" });
  const component = /vnic-advisor\.[^/]*js$/;
  const frame = /\/embed\/advisor\/$/;
  expect(asked.filter((path) => component.test(path) || frame.test(path))).toEqual([]);
  await page.locator("vnic-advisor").scrollIntoViewIfNeeded();
  await expect(page.locator("vnic-advisor .advice-headline")).toBeVisible();
  expect(asked.filter((path) => component.test(path))).toHaveLength(1);
  expect(asked.filter((path) => frame.test(path))).toEqual([]);
});

test("the live frame answers in its sandbox", async ({ page }) => {
  await page.goto("./embed/");
  await page.locator("iframe").scrollIntoViewIfNeeded();
  await expect(page.frameLocator("iframe").locator(".advice-headline")).toHaveText("Use E1000E");
});
