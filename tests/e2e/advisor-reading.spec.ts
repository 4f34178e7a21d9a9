import { openAdvisor } from "./fixtures/advisor-page.ts";
import { findViolations } from "./support/accessibility.ts";
import { measureShift } from "./support/layout-shift.ts";
import { everySecond } from "../thorough.ts";
import { expect, holdRequests, test } from "./support/site.ts";

const queries = {
  "open questions": "",
  "exclusions and steps": "?platform=vsphere&guest=rhel9-64&packetRate=120000&requires=vmotion&iommu=true",
  "values that cannot be used": "?guest=windws&packetRate=lots&requires=vmotoin",
  "nothing that fits": "?platform=vsphere&guest=ms-dos-16&guestDrivers=false&requires=rss",
};

for (const width of everySecond([360, 1440])) {
  const seen = new Set<string>();
  for (const [what, query] of Object.entries(queries)) {
    test(`an answer with ${what} is accessible in light and dark at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await openAdvisor(page, query);
      expect(await findViolations(page, { seen })).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  }
}

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the form is labelled, and rules and guests answer instead", async ({ page }) => {
    await page.goto("./advisor/");
    const form = page.locator("#advisor-form");
    await expect(form.getByLabel("Guest operating system")).toBeVisible();
    await expect(form.getByLabel("Packets per second at peak")).toBeVisible();
    await form.getByText("Add a feature").click();
    await expect(
      form.getByRole("group", { name: "Must keep working" }).getByRole("checkbox", { name: "vMotion", exact: true }),
    ).toBeVisible();
    await form.getByText("More details").click();
    await expect(form.getByRole("group", { name: /IOMMU/ })).toBeVisible();
    await expect(form.getByLabel("Current adapter")).toBeVisible();
    const answer = page.locator("#answer");
    await expect(form.getByRole("button", { name: "Show the answer" })).toBeHidden();
    await expect(answer.getByText("Reload the page")).toBeHidden();
    const rules = answer.locator(".short-rules").getByRole("listitem");
    expect(await rules.count()).toBeGreaterThan(5);
    await expect(rules.first()).toBeVisible();
    await answer.getByRole("link", { name: "list of guests", exact: true }).click();
    await expect(page).toHaveURL(/\/guests\/$/);
    await page.goBack();
    await answer.getByRole("link", { name: "Windows Server", exact: true }).click();
    await expect(page).toHaveURL(/\/guests\/windows-server\/$/);
  });
});

test.describe("the advisor starts late", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  for (const [where, block] of [
    ["#packet-rate", "center"],
    ["#answer", "start"],
    ["#answer", "end"],
  ] as const) {
    test(`nothing moves under a reader who is at the ${block} of ${where} by then`, async ({ page }) => {
      const { send, asked } = await holdRequests(page, "**/js/knowledge-*.json");
      await page.goto("./advisor/");
      await asked;
      await page
        .locator(where)
        .evaluate((element, to) => element.scrollIntoView({ block: to, behavior: "instant" }), block);
      send();
      await expect(page.locator("#answer .advice-headline")).toBeAttached();
      await expect(page.getByRole("slider")).toBeAttached();
      expect(await measureShift(page)).toBe(0);
    });
  }
});
