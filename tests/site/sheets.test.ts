import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pages } from "./support/pages.ts";
import { attribute, findAll, listSiteFiles, publicFolder } from "./support/site.ts";
import type { Page } from "./support/site.ts";

/** File of a sheet to the classes that its selectors begin with; a class further on in a selector is styled in some places only. */
const sheets = new Map(
  listSiteFiles()
    .filter((file) => file.endsWith(".css"))
    .map((file) => [file, listClasses(readFileSync(join(publicFolder, file), "utf8"))]),
);
const everywhere = new Set([...sheets.values()].flatMap((classes) => [...classes]));

test("pages load the sheets that style what stands on them", () => {
  const missing = pages.flatMap((page) => {
    const loaded = listSheets(page).flatMap((address) => [...(sheets.get(fileOf(address)) ?? [])]);
    const used = new Set(page.elements.flatMap((element) => (attribute(element, "class") ?? "").split(/\s+/)));
    return [...used]
      .filter((name) => everywhere.has(name) && !loaded.includes(name))
      .map((name) => `${page.path} .${name}`);
  });
  assert.deepEqual(missing, []);
});

test("pages load the motions that their sheets name", () => {
  const missing = pages.flatMap((page) => {
    const sheet = listSheets(page)
      .map((address) => readFileSync(join(publicFolder, fileOf(address)), "utf8"))
      .join("\n");
    const named = [...sheet.matchAll(/[{;]animation(?:-name)?:([^;}]+)/g)].flatMap(([, value = ""]) =>
      value.split(",").flatMap((one) => /^[a-z-]+/.exec(one.trim()) ?? []),
    );
    return [...new Set(named)]
      .filter((name) => name !== "none" && !sheet.includes(`@keyframes ${name}{`))
      .map((name) => `${page.path} ${name}`);
  });
  assert.deepEqual(missing, []);
});

test("pages load one sheet at most: each is a request before the first paint", () => {
  assert.deepEqual(
    pages.filter((page) => listSheets(page).length > 1).map(({ path }) => path),
    [],
  );
});

function listSheets(page: Page): string[] {
  return findAll(page, "link")
    .filter((link) => attribute(link, "rel") === "stylesheet")
    .flatMap((link) => attribute(link, "href") ?? []);
}

function fileOf(address: string): string {
  return address.replace(/^\//, "");
}

function listClasses(sheet: string): Set<string> {
  const selectors = sheet.matchAll(/(?:^|[{};])([^{};@]+)\{/g);
  return new Set(
    [...selectors].flatMap(([, list = ""]) =>
      list.split(",").flatMap((selector) => /^\.([\w-]+)(?![\w-])/.exec(selector.trim())?.[1] ?? []),
    ),
  );
}
