import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pages } from "./support/pages.ts";
import { attribute, findAll, listSiteFiles, isFrame, textOf } from "./support/site.ts";
import type { Page } from "./support/site.ts";

const origin = "http://site.invalid";
const files = new Set(listSiteFiles());
const idsByFile = new Map(pages.map((page) => [fileOf(page.path), listIds(page)]));

describe("links and ids", () => {
  test("no page has an id twice", () => {
    const twice = pages.flatMap((page) =>
      listIds(page)
        .filter((id, index, all) => all.indexOf(id) !== index)
        .map((id) => `${page.path} #${id}`),
    );
    assert.deepEqual(twice, []);
  });

  test("every link within the site leads to a page or a file that exists", () => {
    const broken = pages.flatMap((page) =>
      listTargets(page)
        .filter(({ url }) => !files.has(fileOf(url.pathname)))
        .map(({ written }) => `${page.path} -> ${written}`),
    );
    assert.deepEqual([...new Set(broken)], []);
  });

  test("every fragment leads to an id of its page", () => {
    const broken = pages.flatMap((page) =>
      listTargets(page).flatMap(({ url, written }) => {
        const ids = idsByFile.get(fileOf(url.pathname));
        return url.hash === "" || !ids || ids.includes(decodeURIComponent(url.hash.slice(1)))
          ? []
          : [`${page.path} -> ${written}`];
      }),
    );
    assert.deepEqual([...new Set(broken)], []);
  });

  test("links of a citation that read alike lead to one place", () => {
    const alike = pages.flatMap((page) =>
      page.elements
        .filter((element) => attribute(element, "class") === "citation")
        .flatMap((citation) => {
          const links = findAll(citation, "a").map((link) => [textOf(link), attribute(link, "href")] as const);
          return links
            .filter(([words, href], index) =>
              links.slice(index + 1).some(([other, to]) => other === words && to !== href),
            )
            .map(([words]) => `${page.path}: ${words}`);
        }),
    );
    assert.deepEqual([...new Set(alike)], []);
  });

  test("every reference from one element to another finds it", () => {
    const attributes = ["aria-labelledby", "aria-describedby", "aria-controls", "for", "list", "popovertarget"];
    const broken = pages.flatMap((page) => {
      const ids = new Set(listIds(page));
      return page.elements.flatMap((element) =>
        attributes.flatMap((name) =>
          (attribute(element, name) ?? "")
            .split(" ")
            .filter((id) => id !== "" && !ids.has(id))
            .map((id) => `${page.path} ${name}="${id}"`),
        ),
      );
    });
    assert.deepEqual(broken, []);
  });

  test("every page can be reached from the home page", () => {
    const links = new Map(
      pages.map((page) => [fileOf(page.path), listTargets(page).map(({ url }) => fileOf(url.pathname))]),
    );
    const reached = new Set(["index.html"]);
    for (const file of reached) for (const next of links.get(file) ?? []) reached.add(next);
    // Frames are for other sites, and the page for missing ones has no address.
    const apart = (path: string): boolean => path === "/404.html" || isFrame(path);
    assert.deepEqual(
      pages
        .filter(({ path }) => !apart(path))
        .map(({ path }) => fileOf(path))
        .filter((file) => !reached.has(file)),
      [],
    );
  });
});

function listIds(page: Page): string[] {
  return page.elements.flatMap((element) => attribute(element, "id") ?? []);
}

function listTargets(page: Page): { url: URL; written: string }[] {
  return [
    ...findAll(page, "a", "link", "area"),
    ...findAll(page, "script", "img", "iframe", "source"),
    ...findAll(page, "form"),
  ]
    .flatMap((element) => attribute(element, "href") ?? attribute(element, "src") ?? attribute(element, "action") ?? [])
    .map((written) => ({ url: new URL(written, new URL(page.path, origin)), written }))
    .filter(({ url }) => url.origin === origin);
}

function fileOf(path: string): string {
  return decodeURIComponent(path.slice(1)) + (path.endsWith("/") ? "index.html" : "");
}
