import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import { measureShift } from "./support/layout-shift.ts";
import { expect, test } from "./support/site.ts";

/** Every page of the map of the site, in as many lots as keep both workers busy to the end. */
const lots = 12;
const paths = [...readFileSync("public/sitemap.xml", "utf8").matchAll(/<loc>([^<]*)</g)].map(([, address = ""]) => new URL(address).pathname.slice(1)).sort();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What only another colour scheme can change. */
const contrast: RunOptions = { runOnly: ["color-contrast", "link-in-text-block"] };

for (let lot = 0; lot < lots; lot++) {
  test(`pages of the map are accessible in light and dark, quiet and still, lot ${lot + 1} of ${lots}`, async ({ page, complaints }) => {
    test.setTimeout(300_000);
    const own = paths.filter((_, index) => index % lots === lot);
    expect(own.length).toBeGreaterThan(10);
    let at = "";
    page.on("console", (message) => {
      if (message.type() !== "error") complaints.push(`${at}: console: ${message.text()}`);
    });
    const found: string[] = [];
    for (const path of own) {
      at = path;
      await page.emulateMedia({ colorScheme: "light" });
      await page.goto(`./${path}`);
      // Before anything is folded open.
      const shift = await measureShift(page);
      if (shift > 0.01) found.push(`/${path} shifts by ${shift}`);
      await page.evaluate(axe);
      found.push(...(await findViolations(page, {})).map((words) => `/${path} light ${words}`));
      await page.emulateMedia({ colorScheme: "dark" });
      found.push(...(await findViolations(page, contrast)).map((words) => `/${path} dark ${words}`));
    }
    expect(found).toEqual([]);
  });
}

/** Runs axe with what is folded open, and returns what it finds. */
async function findViolations(page: Page, options: RunOptions): Promise<string[]> {
  const violations = await page.evaluate(async (run) => {
    for (const folded of document.querySelectorAll("details")) folded.open = true;
    const runner = (window as unknown as { axe: { run: (within: object, how: RunOptions) => Promise<AxeResults> } }).axe;
    const { violations: all } = await runner.run({ exclude: ["iframe"] }, { ...run, resultTypes: ["violations"], preload: false });
    return all.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target }) => target.join(" ")).join(" | ")}`);
  }, options);
  return violations;
}
