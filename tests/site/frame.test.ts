import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { getOrCompute } from "../../advisor/collections.ts";
import { letters } from "../../tools/site/fonts/main.ts";
import { pages } from "./support/pages.ts";
import { attribute, findAll, findById, findOnly, publicFolder, textOf, isFrame } from "./support/site.ts";
import type { Page } from "./support/site.ts";

const whole = pages.filter(({ path }) => !isFrame(path));

/** Sections that have no place of their own in the menu. */
const behindDoors = ["rules", "examples", "guests", "explore", "findings", "sources", "limits"];

describe("every page", () => {
  test("says its language, title, description and canonical address", () => {
    for (const page of pages) {
      assert.equal(attribute(findOnly(page, "html"), "lang"), "en", page.path);
      assert.ok(textOf(findTitle(page)).length > 10, page.path);
      assert.ok((metaOf(page, "description") ?? "").length >= 30, `${page.path}: description`);
      // The frame of a chart names the page on which the chart stands, which charts.test.ts reads.
      if (page.path.startsWith("/charts/")) continue;
      const canonical = findAll(page, "link")
        .filter((link) => attribute(link, "rel") === "canonical")
        .map((link) => attribute(link, "href"));
      assert.deepEqual(
        canonical.map((href) => new URL(href ?? "").pathname.endsWith(page.path)),
        [true],
        page.path,
      );
    }
  });

  test("has a title of its own", () => {
    const titles = pages.map((page) => textOf(findTitle(page)));
    assert.deepEqual(
      titles.filter((title, index) => titles.indexOf(title) !== index),
      [],
    );
  });

  test("has styles for tables if it has a table", () => {
    const sheets = new Map<string, string>();
    const read = (path: string): string =>
      getOrCompute(sheets, path, () => readFileSync(join(publicFolder, path), "utf8"));
    const without = whole
      .filter((page) => findAll(page, "table").length > 0)
      .filter((page) => !listSheets(page).some((path) => read(path).includes(".table-scroll")));
    assert.deepEqual(
      without.map(({ path }) => path),
      [],
    );
  });

  test("has one first-level heading, and leaves out no level", () => {
    for (const page of whole) {
      const levels = findAll(page, "h1", "h2", "h3", "h4", "h5", "h6").map(({ tagName }) => Number(tagName.slice(1)));
      assert.equal(levels.filter((level) => level === 1).length, 1, page.path);
      for (const [index, level] of levels.entries()) {
        assert.ok(
          level <= (levels[index - 1] ?? 0) + 1,
          `${page.path}: h${levels[index - 1] ?? 0} is followed by h${level}`,
        );
      }
    }
  });

  test("has only letters of the display face in its title", () => {
    for (const page of whole) {
      const [title] = findAll(page, "h1");
      const others = [...(title ? textOf(title) : "")].filter((letter) => !letters.includes(letter));
      assert.deepEqual(others, [], page.path);
    }
  });

  test("has one of each landmark, and a link that skips to its content", () => {
    for (const page of whole) {
      for (const name of ["header", "main", "footer"])
        assert.ok(findAll(page, name).length >= 1, `${page.path} <${name}>`);
      assert.equal(findAll(page, "main").length, 1, page.path);
      const [first] = findAll(page, "a");
      assert.equal(first && attribute(first, "href"), "#main", page.path);
    }
  });

  test("marks the door that it belongs to", () => {
    const doors = {
      adapters: "adapters",
      benchmarks: "benchmarks",
      explore: "benchmarks",
      sources: "benchmarks",
      rules: "advisor",
    };
    for (const [section, door] of Object.entries(doors)) {
      for (const page of pages.filter(({ path }) => path.startsWith(`/${section}/`))) {
        const nav = findById(page, "site-nav");
        assert.ok(nav, page.path);
        const marked = findAll(nav, "a").filter((link) => attribute(link, "aria-current") !== undefined);
        assert.deepEqual(
          marked.map((link) => attribute(link, "href")),
          [`/${door}/`],
          page.path,
        );
      }
    }
  });

  test("has the five doors in its menu", () => {
    const nav = findById(whole[0] as Page, "site-nav");
    assert.ok(nav);
    assert.deepEqual(
      findAll(nav, "a").map((link) => attribute(link, "href")),
      ["advisor", "adapters", "compare", "benchmarks", "validate"].map((door) => `/${door}/`),
    );
  });

  test("leads to pages in its footer, and to no feed", () => {
    const [footer] = findAll(whole[0] as Page, "footer");
    assert.ok(footer);
    for (const link of findAll(footer, "a")) assert.match(attribute(link, "href") ?? "", /^\/([\w-]+\/)?(#new)?$/);
  });

  test("has the door that it marks in its breadcrumbs", () => {
    for (const page of whole) {
      const nav = findById(page, "site-nav");
      const [marked] = nav ? findAll(nav, "a").filter((link) => attribute(link, "aria-current") === "true") : [];
      const [breadcrumbs] = findAll(page, "nav").filter((nav) => attribute(nav, "aria-label") === "Breadcrumbs");
      if (!marked || !breadcrumbs) continue;
      const links = findAll(breadcrumbs, "a").map((link) => attribute(link, "href"));
      assert.equal(links[1], attribute(marked, "href"), page.path);
    }
  });

  test("has a way back: breadcrumbs that end with the page itself", () => {
    for (const page of pages.filter(({ path }) => path.split("/").length > 3 && !isFrame(path))) {
      const [breadcrumbs] = findAll(page, "nav").filter((nav) => attribute(nav, "aria-label") === "Breadcrumbs");
      assert.ok(breadcrumbs, page.path);
      const items = findAll(breadcrumbs, "li");
      const isBehindDoor = behindDoors.some((section) => page.path.startsWith(`/${section}/`));
      assert.equal(items.length, page.path.split("/").length - 1 + Number(isBehindDoor), page.path);
      assert.equal(attribute(items.at(-1) ?? breadcrumbs, "aria-current"), "page", page.path);
    }
  });
});

test("the page for missing addresses has drawings of a size of their own, as some folders allow no style sheet", () => {
  const page = pages.find(({ path }) => path === "/404.html");
  assert.ok(page);
  const drawings = findAll(page, "svg");
  assert.ok(drawings.length > 3);
  for (const drawing of drawings)
    for (const side of ["width", "height"]) assert.ok(Number(attribute(drawing, side)) < 100, side);
});

describe("the site", () => {
  test("has a map of its pages and tells robots where it is", () => {
    const map = readFileSync(join(publicFolder, "sitemap.xml"), "utf8");
    for (const { path } of whole.filter((page) => page.path !== "/404.html"))
      assert.ok(map.includes(`${path}</loc>`), path);
    assert.match(readFileSync(join(publicFolder, "robots.txt"), "utf8"), /^Sitemap: http.*\/sitemap\.xml$/m);
  });
});

function findTitle(page: Page): ReturnType<typeof findOnly> {
  const [title] = findAll(findOnly(page, "head"), "title");
  if (!title) throw new Error(`${page.path} has no title`);
  return title;
}

function metaOf(page: Page, name: string): string | undefined {
  const [meta] = findAll(page, "meta").filter((element) => attribute(element, "name") === name);
  return meta && attribute(meta, "content");
}

function listSheets(page: Page): string[] {
  return findAll(page, "link")
    .filter((link) => attribute(link, "rel") === "stylesheet")
    .flatMap((link) => attribute(link, "href") ?? []);
}
