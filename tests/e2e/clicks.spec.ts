import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support/site.ts";

type Click = (target: Locator) => Promise<void>;

/** What readers come for, the most clicks from the home page that it may take, and the way. */
const tasks: readonly (readonly [task: string, most: number, find: (page: Page, click: Click) => Promise<void>])[] = [
  [
    "the adapter for Windows Server 2022",
    1,
    async (page, click) => {
      const guest = page.getByLabel("Guest operating system");
      await click(guest);
      await guest.pressSequentially("Windows Server 2022");
      await expect(page.locator("#quick-answer")).toContainText("Use VMXNET3");
    },
  ],
  [
    "whether SR-IOV keeps vMotion",
    1,
    async (page, click) => {
      await click(page.getByRole("navigation").getByRole("link", { name: "Compare" }));
      const cell = page.locator("#vsphere-vmotion [data-support=no]").first();
      await expect(cell).toBeInViewport();
      await expect(page.locator("#vsphere-vmotion > *").first()).toContainText("vMotion");
    },
  ],
  [
    "the CSV of the DirectPath study",
    2,
    async (page, click) => {
      await click(page.getByRole("link", { name: "The study of CPU savings" }));
      const download = page.waitForEvent("download");
      await click(page.getByRole("link", { name: "CSV" }).first());
      expect((await download).suggestedFilename()).toBe("directpath-io-2010.csv");
    },
  ],
  [
    "how to embed the advisor",
    1,
    async (page, click) => {
      await click(page.getByRole("contentinfo").getByRole("link", { name: "Embed" }));
      await expect(page.locator("pre").first()).toBeInViewport();
    },
  ],
  [
    "the validation script",
    1,
    async (page, click) => {
      await click(page.getByRole("navigation").getByRole("link", { name: "Validate" }));
      await expect(page.getByRole("link", { name: "Download vnic-validate.sh" })).toBeInViewport();
    },
  ],
];

for (const [task, most, find] of tasks) {
  test(`${task}: at most ${most} ${most === 1 ? "click" : "clicks"} from the home page`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    let clicks = 0;
    await page.goto("./");
    await find(page, async (target) => {
      clicks += 1;
      await target.click();
    });
    expect(clicks).toBeLessThanOrEqual(most);
  });
}
