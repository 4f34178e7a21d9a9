import type { Page, Route } from "@playwright/test";
import { isThorough } from "../thorough.ts";
import { expect, test } from "./support/site.ts";

/** Pages that need a script of their own: its name, what they say without it, and a way without. */
const pages = [
  { path: "search/", script: "search-page", says: "Search needs its script, which did not load.", way: "Guests" },
  {
    path: "search/?q=vmxnet3",
    script: "search-page",
    says: "Search needs its script, which did not load.",
    way: "Guests",
  },
  {
    path: "advisor/",
    script: "advisor-page",
    says: "The advisor needs its script, which did not load.",
    way: "examples",
  },
  {
    path: "explore/",
    script: "explorer-page",
    says: "The explorer needs its script, which did not load.",
    way: "Each study",
  },
  {
    path: "compare/",
    script: "compare-page",
    says: "The filter needs its script, which did not load.",
    way: "VMXNET3",
  },
  {
    path: "benchmarks/compare/",
    script: "studies-page",
    says: "Comparing two studies needs a script, which did not load.",
    way: "FreeBSD 9",
  },
  {
    path: "contribute/form/",
    script: "contribute-form",
    says: "This form needs its script to write the file, and the script did not load.",
    way: "the guide",
  },
  {
    path: "embed/",
    script: "embed-demo",
    says: "The frame needs a script, which did not load.",
    way: "the advisor",
  },
  {
    path: "embed/advisor/",
    script: "embed-page",
    says: "This frame needs its script, which does not run here.",
    way: "Open the advisor as a page",
  },
] as const;

/** What may happen to a script on its way. */
const faults: Record<string, (route: Route) => Promise<void>> = {
  "is blocked": (route) => route.abort(),
  "is not found": (route) => route.fulfill({ status: 404, contentType: "text/html", body: "not found" }),
  "is cut off": (route) =>
    route.fulfill({
      contentType: "text/javascript",
      headers: { "access-control-allow-origin": "*" },
      body: "const half = {",
    }),
};

async function block(page: Page, script: RegExp, fault = faults["is blocked"]): Promise<void> {
  await page.route(
    (url) => script.test(url.pathname),
    (route) => fault?.(route),
  );
}

for (const [place, { path, script, says, way }] of pages.entries()) {
  // At hand each page meets one fault, and every fault some pages; in CI each meets all.
  const met = isThorough ? Object.keys(faults) : Object.keys(faults).filter((_, at) => at === place % 3);

  test(`/${path} says what is missing and leads on if its script ${met.join(", ")}`, async ({ page, complaints }) => {
    for (const what of met) {
      await block(page, new RegExp(`/js/${script}\\.`), faults[what]);
      await page.goto(`./${path}`);
      await expect(page.getByText(says), what).toBeVisible();
      await expect(page.getByRole("main").getByRole("link", { name: way }).first()).toBeVisible();
      expect(await page.locator("main").innerText()).not.toContain("once the advisor has loaded");
      await page.unrouteAll();
    }
    complaints.length = 0;
  });
}

test("pages say nothing of a missing script while their scripts run", async ({ page }) => {
  for (const { path, says } of pages) {
    await page.goto(`./${path}`);
    await page.waitForLoadState("networkidle");
    await expect(page.getByText(says), path).toBeHidden();
  }
});

test("pages say what is missing if no script of the site comes", async ({ page, complaints }) => {
  await block(page, /\/js\//);
  for (const { path, says } of pages) {
    await page.goto(`./${path}`);
    await expect(page.getByText(says), path).toBeVisible();
  }
  complaints.length = 0;
});

test("pages say what is missing if the browser runs no script", async ({ withoutScript: page }) => {
  for (const { path, says } of pages) {
    await page.goto(`./${path}`);
    await expect(page.getByText(says), path).toBeVisible();
  }
});

const later = [
  { path: "advisor/", script: "start-advisor", says: /^The advisor could not start/ },
  { path: "search/?q=vmxnet3", script: "start-search", says: /^The index could not be loaded/ },
  { path: "explore/", script: "start-explorer", says: /^The measurements could not be loaded/ },
  { path: "rules/?guest=rhel9-64", script: "light-rules", says: /^The deciding rules could not be shown/ },
] as const;

for (const { path, script, says } of later) {
  test(`/${path} says so if ${script}, which comes later, is blocked`, async ({ page, complaints }) => {
    await block(page, new RegExp(`/js/${script}\\.`));
    await page.goto(`./${path}`);
    await expect(page.getByText(says)).toBeVisible();
    complaints.length = 0;
  });
}

test("the component's place says what is missing if the component's script is blocked", async ({
  page,
  complaints,
}) => {
  await block(page, /vnic-advisor\.[^/]*js$/);
  await page.goto("./embed/");
  await page.locator("vnic-advisor").scrollIntoViewIfNeeded();
  await expect(page.getByText("The component needs its script, which did not load.")).toBeVisible();
  complaints.length = 0;
});

test("a chart whose script is blocked offers no fields that sort it", async ({ page, complaints }) => {
  await block(page, /\/js\/charts\./);
  await page.goto("./benchmarks/");
  await expect(page.locator("svg.chart-wide").first()).toBeVisible();
  await expect(page.getByLabel("Sort by")).toBeHidden();
  complaints.length = 0;
});
