import type { Page } from "@playwright/test";
import { openAdvisor, openUntouched } from "./fixtures/advisor-page.ts";
import { expect, test } from "./support/site.ts";

const query = "?platform=vsphere&platformVersion=8.0&guest=rhel9-64&packetRate=8000&guestDrivers=true&requires=vmotion";

/** The headings that stood in the answer each time that the page was printed. */
function readPrinted(page: Page): Promise<string[][]> {
  return page.evaluate(() => (window as unknown as { printed: string[][] }).printed);
}

/** Opens the advisor with a printer that notes what it would print, and keeps the files of this name back until they are sent. */
async function openHeldBack(page: Page, name: string): Promise<{ send: () => void; asked: Promise<void> }> {
  await page.addInitScript(() => {
    const printed: string[][] = [];
    Object.assign(window, { printed, print: () => printed.push([...document.querySelectorAll("#answer h3")].map(({ textContent }) => textContent)) });
  });
  let send = (): void => {};
  const held = new Promise<void>((resolve) => (send = resolve));
  const asked = new Promise<void>((resolve) => {
    void page.route(`**/js/${name}*.json`, async (route) => {
      resolve();
      await held;
      await route.continue();
    });
  });
  await openUntouched(page, query);
  return { send, asked };
}

const button = (page: Page): Promise<void> => page.getByRole("button", { name: "Print" }).press("Enter");
const key = (page: Page): Promise<void> => page.keyboard.press("Control+p");

for (const [how, print, name] of [["the button", button, "steps"], ["the browser's key", key, "steps"], ["the button", button, "titles"]] as const) {
  test(`${how} prints the ${name}, too, when it is pressed before they have come`, async ({ page }) => {
    const { send, asked } = await openHeldBack(page, name);
    await print(page);
    await asked;
    expect(await readPrinted(page)).toEqual([]);
    send();
    await expect.poll(async () => (await readPrinted(page)).map((headings) => headings.slice(-2))).toEqual([["Do it", "Verify it here"]]);
  });
}

test("once all of the answer is there the browser's key is the browser's", async ({ page }) => {
  await openAdvisor(page, query);
  expect(await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "p", ctrlKey: true, bubbles: true, cancelable: true })))).toBe(true);
});

test("a sheet without the steps says so, and who prints it gets what is there", async ({ page, complaints }) => {
  await page.addInitScript(() => Object.assign(window, { print: () => { document.title = "printed"; } }));
  await page.route("**/js/steps*.json", (route) => route.abort());
  const { answer } = await openUntouched(page, query);
  await answer.getByRole("button", { name: "Print" }).press("Enter");
  await expect(page).toHaveTitle("printed");
  await page.emulateMedia({ media: "print" });
  await expect(answer.locator(".on-paper", { hasText: "The steps could not be loaded." })).toBeVisible();
  expect(complaints.splice(0).every((complaint) => complaint.includes("ERR_FAILED"))).toBe(true);
});

test("the sheet says which machine it is about, and where it comes from", async ({ page }) => {
  const { answer } = await openAdvisor(page, query);
  const situation = answer.locator("section", { has: page.getByText("The situation", { exact: true }) });
  await expect(situation).toBeHidden();
  await page.emulateMedia({ media: "print" });
  for (const text of ["Guest operating system: Red Hat Enterprise Linux 9, 64-bit", "Packets per second at peak: 8,000", "Must keep working: vMotion", "packetRate=8000"]) {
    await expect(situation).toContainText(text);
  }
  await expect(situation).toBeVisible();
});

test("the sheet has what is folded on the screen, and no label that promises what is not there", async ({ page }) => {
  const { answer } = await openAdvisor(page, query);
  await expect(answer.locator(".reason-list").first()).toBeHidden();
  await page.emulateMedia({ media: "print" });
  const folds = answer.locator("details:visible");
  expect(await folds.count()).toBeGreaterThan(5);
  const empty = await folds.evaluateAll((all) => all
    .filter((fold) => fold.getAttribute("data-key") !== "absent")
    .filter((fold) => ![...fold.children].slice(1).some((child) => child.checkVisibility({ contentVisibilityAuto: true })))
    .map(({ textContent }) => textContent.slice(0, 60)));
  expect(empty).toEqual([]);
  await expect(answer.locator(".reason-list").first()).toBeVisible();
});
