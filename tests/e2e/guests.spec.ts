import { findViolations } from "./support/accessibility.ts";
import { expect, holdRequests, test } from "./support/site.ts";

test("the index finds a guest by any spelling, says how many it found, and Enter opens the first", async ({ page }) => {
  await page.goto("./guests/");
  const box = page.getByRole("searchbox", { name: "Find a guest" });
  await box.fill("WIN2K22");
  const links = page.locator(".guest-list a:visible");
  await expect(links).toHaveText(["Windows Server 2022"]);
  await expect(page.locator(".guest-choices:visible")).toContainText("VMXNET3");
  await expect(page.locator("#guest-filter [role=status]")).toHaveText(/^1 of \d+ guests$/);
  await box.fill("no such guest");
  await expect(links).toHaveCount(0);
  await expect(page.locator("#guest-filter [role=status]")).toContainText("advisor");
  await box.fill("Red Hat Enterprise Linux 9.4");
  await expect(links).toHaveText(["Red Hat Enterprise Linux 9"]);
  await box.fill("rhel9_64Guest");
  await box.press("Enter");
  await expect(page.locator("#rhel9-64")).toBeInViewport();
});

test("a name that is sent before the filter's script comes is found", async ({ page }) => {
  const { send } = await holdRequests(page, "**/js/guests-page.*");
  await page.goto("./guests/", { waitUntil: "domcontentloaded" });
  const box = page.getByRole("searchbox", { name: "Find a guest" });
  await box.fill("WIN2K22");
  await box.press("Enter");
  await page.waitForURL(/\?q=/, { waitUntil: "commit" });
  send();
  await expect(page.locator(".guest-list a:visible")).toHaveText(["Windows Server 2022"]);
});

test("without script the index has all guests and no filter, and the address of a release opens its row", async ({
  withoutScript: page,
}) => {
  await page.goto("./guests/");
  await expect(page.locator("#guest-filter")).toBeHidden();
  await page.getByRole("link", { name: "Windows Server 2019" }).click();
  const answer = page.locator("#windows-server-2019-64");
  await expect(answer.getByRole("heading").first()).toBeInViewport();
  await expect(page.locator(".guest-row[open]")).toHaveCount(1);
});

test("a row of a product line opens by keyboard", async ({ page }) => {
  await page.goto("./guests/ubuntu/");
  await page.locator(".guest-row > summary").first().focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".guest-answer").first()).toBeVisible();
  expect(await findViolations(page, { seen: new Set() })).toEqual([]);
});
