import type { Page } from "@playwright/test";
import { openAdvisor } from "./fixtures/advisor-page.ts";
import { expect, test } from "./support/site.ts";

/** More stops than the page has: reaching it means that the wanted one is not among them. */
const MOST_STOPS = 250;

/** Presses Tab until an element that fits has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
  }
  throw new Error(`Tab does not reach ${selector}`);
}

test("from the skip link to a copied step without a mouse", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { headline, answer } = await openAdvisor(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();

  await tabTo(page, "#guest");
  await page.keyboard.type("win2k19");
  await tabTo(page, "[name=packetRate]");
  await page.keyboard.type("20000");
  await tabTo(page, ".feature-adder > summary");
  await page.keyboard.press("Enter");
  await tabTo(page, "[name=requires][value=vmotion]");
  await page.keyboard.press("Space");
  // The questions below follow the answer; a reader looks at them when it is there.
  await expect(headline).toHaveText("Use VMXNET3");
  await tabTo(page, ".form-details > summary");
  await page.keyboard.press("Enter");
  await tabTo(page, "[name=guestDrivers]");
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator("[name=guestDrivers][value=false]")).toBeChecked();
  await expect(headline).toHaveText("Use E1000E");
  await expect(page).toHaveURL(/guest=windows-server-2019-64&.*packetRate=20000&requires=vmotion/);

  await tabTo(page, ".tool-choice select");
  const tool = answer.getByRole("combobox", { name: "Tool", exact: true });
  await expect(tool).toHaveValue("vsphere-client");
  await page.keyboard.press("ArrowDown");
  await expect(tool).toHaveValue("powercli");
  await tabTo(page, ".copy-button");
  await page.keyboard.press("Enter");
  await expect(answer.locator(".copy-button:focus")).toContainText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^New-NetworkAdapter .*-Type e1000e/);
});

test("typing is quiet until the recommendation changes", async ({ page }) => {
  const { packetRate, status } = await openAdvisor(
    page,
    "?platform=vsphere&guest=rhel9-64&guestDrivers=true&iommu=true&sriovNic=true",
  );
  await status.evaluate((element) => {
    const said: string[] = [];
    new MutationObserver(() => said.push(element.textContent)).observe(element, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    Object.assign(window, { said });
  });
  await packetRate.pressSequentially("120000");
  await expect(status).toContainText("SR-IOV");
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
  expect(said.length).toBeLessThanOrEqual(2);
});
