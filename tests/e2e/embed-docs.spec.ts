import { expect, test } from "./support/site.ts";

test("the page about embedding shows a live component and copies its snippets", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("./embed/");
  await expect(page.locator("vnic-advisor .advice-headline")).toHaveText("Use VMXNET 3");
  const snippet = page.locator(".snippet").first();
  const copy = snippet.getByRole("button");
  await copy.click();
  await expect(copy).toHaveText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await snippet.locator("code").textContent());
  await copy.blur();
  await expect(copy).toHaveText("Copy");
});

test("the live frame answers in its sandbox", async ({ page }) => {
  await page.goto("./embed/");
  await page.locator("iframe").scrollIntoViewIfNeeded();
  await expect(page.frameLocator("iframe").locator(".advice-headline")).toHaveText("Use E1000E");
});
