import AxeBuilder from "@axe-core/playwright";
import { openAdvisor } from "./fixtures/advisor-page.ts";
import { expect, test } from "./support/site.ts";

const queries = {
  "open questions": "",
  "exclusions and steps": "?platform=vsphere&guest=rhel9-64&packetRate=120000&requires=vmotion&iommu=true",
  "values that cannot be used": "?guest=windws&packetRate=lots&requires=vmotoin",
  "nothing that fits": "?platform=vsphere&guest=ms-dos-16&guestDrivers=false&requires=rss",
};

for (const [what, query] of Object.entries(queries)) {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [360, 1440]) {
      test(`an answer with ${what} is accessible, ${colorScheme}, at ${width} px`, async ({ page }) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        const { answer } = await openAdvisor(page, query);
        await answer.locator("details").evaluateAll((all) => { for (const one of all) (one as HTMLDetailsElement).open = true; });
        const { violations } = await new AxeBuilder({ page }).options({ rules: { "color-contrast": { enabled: true } } }).analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).slice(0, 3).join(" | ")}`)).toEqual([]);
        const scrolled = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(scrolled).toBeLessThanOrEqual(width);
      });
    }
  }
}

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the form is labelled, and rules and guests answer instead", async ({ page }) => {
    await page.goto("./advisor/");
    const form = page.locator("#advisor-form");
    await expect(form.getByLabel("Guest operating system")).toBeVisible();
    await expect(form.getByLabel("Packets per second at peak")).toBeVisible();
    await expect(form.getByRole("group", { name: "Must keep working" }).getByRole("checkbox", { name: "vMotion", exact: true })).toBeVisible();
    const answer = page.locator("#answer");
    const rules = answer.getByRole("list").first().getByRole("listitem");
    expect(await rules.count()).toBeGreaterThan(5);
    await expect(rules.first()).toBeVisible();
    await answer.getByRole("link", { name: "guest", exact: true }).click();
    await expect(page).toHaveURL(/\/guests\/$/);
  });
});
