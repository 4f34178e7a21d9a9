import { measureShift } from "./support/layout-shift.ts";
import { expect, test } from "./support/site.ts";

test("a search by keyboard leads to a page", async ({ page }) => {
  await page.goto("./search/");
  await page.getByRole("searchbox").focus();
  await page.keyboard.type("server 2019");
  const first = page.locator("#search-results a").first();
  await expect(first).toContainText("Windows Server 2019");
  await expect(page.getByRole("status")).toContainText("result");
  expect(new URL(page.url()).searchParams.get("q")).toBe("server 2019");
  await page.keyboard.press("Tab");
  await expect(first).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/guests\/windows-server-2019-64\/$/);
});

test("an address carries its question", async ({ page }) => {
  await page.goto("./search/?q=vf");
  await expect(page.getByRole("searchbox")).toHaveValue("vf");
  await expect(page.locator("#search-results a").first()).toContainText("SR-IOV");
});

test("an answer to a question that came with the address pushes nothing down", async ({ page }) => {
  await page.goto("./search/?q=vmxnet3");
  await expect(page.locator("#search-results > li").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Lists" })).toBeVisible();
  expect(await measureShift(page)).toBeLessThan(0.01);
});

test("nothing is loaded before somebody searches", async ({ page }) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await page.goto("./search/");
  await page.waitForLoadState("networkidle");
  expect(loaded.filter((url) => /\/search\/index\.|start-search/.test(url))).toEqual([]);
});

test("what nothing has is said, and the lists stay", async ({ page }) => {
  await page.goto("./search/?q=zzzzzz");
  await expect(page.getByRole("status")).toContainText('Nothing has "zzzzzz"');
  await expect(page.getByRole("heading", { name: "Lists" })).toBeVisible();
});

test("a list that is long is shown in parts, and the next part takes the keyboard along", async ({ page }) => {
  await page.goto("./search/?q=vmxnet");
  const results = page.locator("#search-results > li");
  await expect(results).toHaveCount(20);
  await page.getByRole("button", { name: "Show more" }).press("Enter");
  await expect(results).toHaveCount(40);
  await expect(results.nth(20).getByRole("link")).toBeFocused();
});

test("an index that cannot be loaded is said", async ({ page, complaints }) => {
  await page.route(/\/search\/index\./, (route) => route.fulfill({ status: 503 }));
  await page.goto("./search/?q=vf");
  await expect(page.getByRole("status")).toContainText("The index could not be loaded (the server answered 503)");
  // The browser says it too, on its console.
  expect(complaints.splice(0).length).toBe(1);
});

test("the box of the page for missing addresses leads to the answer", async ({ page }) => {
  await page.goto("./404.html");
  await page.getByRole("searchbox").fill("esxtop");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/search\/\?q=esxtop$/);
  await expect(page.locator("#search-results a").first()).toBeVisible();
});
