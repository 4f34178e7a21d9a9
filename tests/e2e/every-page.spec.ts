import { readFileSync } from "node:fs";
import { findViolations, keepAxe } from "./support/accessibility.ts";
import { measureShift } from "./support/layout-shift.ts";
import { isThorough } from "../thorough.ts";
import { kinds } from "./support/page-kinds.ts";
import { expect, test } from "./support/site.ts";

/** Every page of the map of the site, in as many lots as keep the workers busy to the end; a lot's pages are of one kind or two. */
const lots = isThorough ? 12 : 2;
const all = [...readFileSync("public/sitemap.xml", "utf8").matchAll(/<loc>([^<]*)</g)]
  .map(([, address = ""]) => new URL(address).pathname.slice(1))
  .sort();
/** At hand one of each section that pages.spec.ts does not look at; all in CI. */
const paths = isThorough ? all : listOthers();

function listOthers(): string[] {
  const seenElsewhere = new Set(kinds.map(([, path]) => path));
  const others = all.filter((path) => !seenElsewhere.has(path));
  return [...new Map(others.map((path) => [path.split("/")[0], path])).values()];
}

/** The texts whose colours this worker has judged. */
const seen = new Set<string>();

for (let lot = 0; lot < lots; lot++) {
  test(`pages of the map are accessible in light and dark, quiet and still, lot ${lot + 1} of ${lots}`, async ({
    page,
    complaints,
  }) => {
    const own = paths.slice(Math.floor((paths.length * lot) / lots), Math.floor((paths.length * (lot + 1)) / lots));
    expect(own.length).toBeGreaterThan(isThorough ? 8 : 2);
    let at = "";
    page.on("console", (message) => {
      if (message.type() !== "error") complaints.push(`${at}: console: ${message.text()}`);
    });
    await keepAxe(page);
    const found: string[] = [];
    for (const path of own) {
      at = path;
      await page.emulateMedia({ colorScheme: "light" });
      await page.goto(`./${path}`);
      // Before anything is folded open.
      const shift = await measureShift(page);
      if (shift > 0.01) found.push(`/${path} shifts by ${shift}`);
      found.push(...(await findViolations(page, { seen })).map((words) => `/${path} ${words}`));
    }
    expect(found).toEqual([]);
  });
}
