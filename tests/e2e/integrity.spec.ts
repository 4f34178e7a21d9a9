import type { Page } from "@playwright/test";
import { expect, test } from "./support/site.ts";

/** Changes a file on its way, as somebody between the site and the reader would. */
async function tamper(page: Page, file: string, change: (text: string) => string): Promise<void> {
  await page.route(file, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });
}

/** Takes the complaints about files that are not what they should be; there has to be one. */
function takeRefusals(complaints: string[]): void {
  const refusals = complaints.splice(0);
  expect(refusals.some((complaint) => complaint.includes("integrity"))).toBe(true);
  expect(refusals.filter((complaint) => !complaint.includes("integrity"))).toEqual([]);
}

test("a module that was changed on its way is not run, and the page says that it is missing", async ({
  page,
  complaints,
}) => {
  await tamper(page, "**/js/start-search.*.js", (text) => `document.documentElement.dataset.tampered = "";${text}`);
  await page.goto("./search/");
  await page.getByRole("searchbox").or(page.locator("#search-form input")).first().focus();
  await expect(page.locator("#search-status")).toContainText("could not be loaded");
  await expect(page.locator("html[data-tampered]")).toHaveCount(0);
  takeRefusals(complaints);
});

test("the component that a reader of the embed page comes to is held to its integrity too", async ({
  page,
  complaints,
}) => {
  await tamper(page, "**/embed/vnic-advisor.js", (text) => `document.documentElement.dataset.tampered = "";${text}`);
  await page.goto("./embed/");
  const refused = page.waitForEvent("console", (message) => message.text().includes("integrity"));
  await page.locator("vnic-advisor").scrollIntoViewIfNeeded();
  await refused;
  await expect(page.locator("html[data-tampered]")).toHaveCount(0);
  await expect(page.getByText("The component needs its script, which did not load.")).toBeVisible();
  takeRefusals(complaints);
});

test("a style sheet that was changed on its way is not used", async ({ page, complaints }) => {
  await tamper(page, "**/css/atlas.*.css", (text) => `${text}h1{color:rgb(1,2,3)}`);
  await page.goto("./about/");
  await expect(page.locator("h1")).not.toHaveCSS("color", "rgb(1, 2, 3)");
  takeRefusals(complaints);
});

for (const path of [
  "",
  "advisor/",
  "compare/",
  "embed/",
  "embed/advisor/",
  "benchmarks/",
  "contribute/form/",
  "search/",
]) {
  test(`no script makes markup, a script or a program of a text at /${path}`, async ({ page, complaints }) => {
    await page.goto(`./${path}`);
    const done = await page.evaluate(() => {
      const attempts: (() => unknown)[] = [
        () => {
          document.createElement("p").innerHTML = "<b>b</b>";
        },
        () => new DOMParser().parseFromString("<b>b</b>", "text/html"),
        () => {
          document.createElement("script").src = "/js/other.js";
        },
        () => {
          document.createElement("script").text = "1";
        },
        () => {
          document.createElement("p").insertAdjacentHTML("beforeend", "<b>b</b>");
        },
      ];
      return attempts.map((attempt) => {
        try {
          attempt();
          return "done";
        } catch (error) {
          return (error as Error).name;
        }
      });
    });
    expect(new Set(done)).toEqual(new Set(["TypeError"]));
    expect(complaints.splice(0).filter((complaint) => !/Trusted(?:HTML|Script|ScriptURL)/.test(complaint))).toEqual([]);
  });
}
