import { findViolations } from "./support/accessibility.ts";
import { everySecond } from "../thorough.ts";
import { expect, test } from "./support/site.ts";

const powercli = "#apply-vsphere-powercli";
const govc = "#apply-vsphere-govc";

test("an adapter's page shows the steps of one tool at a time, without script too", async ({ withoutScript: page }) => {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("./adapters/vmxnet3/");
    await page.locator("summary", { hasText: "PowerCLI" }).click();
    await expect(page.locator(powercli)).toBeVisible();
    await page.locator("summary", { hasText: "govc" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.locator(govc)).toBeVisible();
    await expect(page.locator(powercli)).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test("the address of a step, a mode and a statement opens what it is folded in", async ({ page }) => {
  await page.goto("./adapters/vmxnet3/");
  // The page has the statements on which most rests, which new rules change.
  const statement = (await page.locator("[id^=finding-]").last().getAttribute("id")) ?? "";
  for (const place of ["step-vmxnet3-rss-windows", "mode-upt", statement]) {
    // From another page, as a link does.
    await page.goto("./about/");
    await page.goto(`./adapters/vmxnet3/#${place}`);
    await expect(page.locator(`#${place}`)).toBeInViewport();
  }
});

for (const width of everySecond([360, 1440]))
  test(`what is folded on an adapter's page is accessible at ${width} px once it is open`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("./adapters/vmxnet3/");
    await page.locator("details:not([name])").evaluateAll((all) => {
      for (const fold of all as HTMLDetailsElement[]) fold.open = true;
    });
    await page.locator("[name=apply-vsphere] > summary", { hasText: "Terraform" }).click();
    expect(await findViolations(page, { seen: new Set() })).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
