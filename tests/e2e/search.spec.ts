import { measureShift } from "./support/layout-shift.ts";
import { expect, holdRequests, test } from "./support/site.ts";

test("a search by keyboard leads to a page", async ({ page }) => {
  await page.goto("./search/");
  await page.getByRole("searchbox").focus();
  await page.keyboard.type("server 2019");
  const first = page.locator("#search-results a").first();
  await expect(first).toContainText("Windows Server 2019");
  await expect(page.getByRole("status")).toContainText("result");
  await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("server 2019");
  // The kinds of results are one stop.
  await page.keyboard.press("Tab");
  await expect(page.getByRole("radio", { name: /^All/ })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(first).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/guests\/windows-server\/#windows-server-2019-64$/);
});

test("an address carries its question", async ({ page }) => {
  await page.goto("./search/?q=vf");
  await expect(page.getByRole("searchbox")).toHaveValue("vf");
  await expect(page.locator("#search-results a").first()).toContainText("SR-IOV");
});

test("an answer to a question that came with the address pushes nothing down", async ({ page }) => {
  await page.goto("./search/?q=vmxnet3");
  await expect(page.locator("#search-results > li").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Browse the atlas" })).toBeVisible();
  expect(await measureShift(page)).toBeLessThan(0.01);
});

test("the search of the header leads into the box, with the page in view from its top", async ({ page }) => {
  await page.goto("./");
  await page.getByRole("banner").getByRole("link", { name: "Search" }).click();
  await expect(page.getByRole("searchbox")).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("nothing is loaded before somebody searches", async ({ page }) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await page.goto("./search/");
  await page.waitForLoadState("networkidle");
  expect(loaded.filter((url) => /\/search\/(names|texts)\.|start-search/.test(url))).toEqual([]);
});

test("what nothing has is said, and the lists stay", async ({ page }) => {
  await page.goto("./search/?q=zzzzzz");
  await expect(page.getByRole("status")).toContainText('No result for "zzzzzz"');
  await expect(page.getByRole("heading", { name: "Browse the atlas" })).toBeVisible();
});

test("a list that is long is shown in parts, and the next part takes the keyboard along", async ({ page }) => {
  await page.goto("./search/?q=vmxnet");
  const results = page.locator("#search-results > li");
  await expect(results).toHaveCount(20);
  await page.getByRole("button", { name: "Show more" }).press("Enter");
  await expect(results).toHaveCount(40);
  await expect(results.nth(20).getByRole("link")).toBeFocused();
});

test("results can be narrowed to one kind, which stays in the address", async ({ page }) => {
  await page.goto("./search/?q=vmxnet3");
  const kinds = page.getByRole("radiogroup", { name: "Kind of result" });
  const problems = kinds.getByRole("radio", { name: /^Known problems \d+$/ });
  const number = Number(/\d+$/.exec((await problems.locator("xpath=..").textContent()) ?? "")?.[0]);
  await problems.focus();
  await page.keyboard.press("Space");
  await expect(problems).toBeChecked();
  await expect(problems).toBeFocused();
  await expect(page.getByRole("status")).toContainText(`${number} results`);
  await expect(page.locator("#search-results .search-kind").filter({ hasNotText: "Known problem" })).toHaveCount(0);
  await expect.poll(() => new URL(page.url()).searchParams.get("kind")).toBe("Problem");
  await page.reload();
  await expect(problems).toBeChecked();
  await kinds.getByText("All").click();
  await expect.poll(() => new URL(page.url()).searchParams.get("kind")).toBeNull();
});

test("on a phone the known problem and its fix are on the first screen, and what was left out is said", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("./search/?q=vmxnet3 slow windows 2019");
  const answer = page.locator("#search-results > li").first();
  await expect(answer.locator(".search-kind")).toHaveText("Known problem");
  await expect(answer).toContainText("Workaround:");
  await expect(answer.getByRole("link")).toBeInViewport();
  await expect(page.getByRole("status")).toContainText('without "2019"');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

for (const file of ["names", "texts"]) {
  test(`${file} that cannot be loaded are said`, async ({ page, complaints }) => {
    await page.route(new RegExp(`/search/${file}\\.`), (route) => route.fulfill({ status: 503 }));
    await page.goto("./search/?q=vf");
    await expect(page.getByRole("status")).toContainText("The index could not be loaded (the server answered 503)");
    // The browser says it too, on its console, for the page's script and for what fetches ahead of it.
    expect(complaints.splice(0).length).toBeGreaterThan(0);
  });
}

test("names give the first results, and texts add theirs below without moving these", async ({ page }) => {
  const { send } = await holdRequests(page, /\/search\/texts\./);
  await page.goto("./search/?q=vf");
  const results = page.locator("#search-results > li");
  await expect(page.getByRole("status")).toContainText("so far");
  const first = await results.allTextContents();
  expect(first.length).toBeGreaterThan(0);
  expect(first.length).toBeLessThan(20);
  const link = results.first().getByRole("link");
  await link.focus();
  await expect(page.getByRole("heading", { name: "Browse the atlas" })).toBeHidden();
  send();
  await expect(page.getByRole("heading", { name: "Browse the atlas" })).toBeVisible();
  await expect(results).toHaveCount(20);
  expect((await results.allTextContents()).slice(0, first.length)).toEqual(first);
  await expect(link).toBeFocused();
  expect(await measureShift(page)).toBe(0);
});

test("the box of the page for missing addresses leads to the answer", async ({ page }) => {
  await page.goto("./404.html");
  await page.getByRole("searchbox").fill("esxtop");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/search\/\?q=esxtop$/);
  await expect(page.locator("#search-results a").first()).toBeVisible();
});
