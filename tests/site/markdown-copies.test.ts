import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pages as all } from "./support/pages.ts";
import { attribute, findAll, listSiteFiles, publicFolder, isFrame } from "./support/site.ts";
import type { Element, Page } from "./support/site.ts";

type Node = Element["childNodes"][number];

/** The page for missing ones and frames for other sites have no copy. */
const pages = all.filter(({ path }) => path !== "/404.html" && !isFrame(path));
const copies = new Map(pages.map(({ path }) => [path, readCopy(path)]));

describe("the Markdown of every page", () => {
  test("lies beside it, is named by it, and nothing else is Markdown", () => {
    for (const page of pages) {
      const named = findAll(page, "link")
        .filter((link) => attribute(link, "type") === "text/markdown")
        .map((link) => attribute(link, "href"));
      assert.deepEqual(named, [`${page.path}index.md`]);
      assert.ok(existsSync(join(publicFolder, page.path, "index.md")), page.path);
    }
    assert.equal(listSiteFiles().filter((file) => file.endsWith(".md")).length, pages.length);
  });

  test("holds every word of the page in its order", () => {
    for (const page of pages) {
      const written = wordsOf(bodyOf(page).replaceAll(/\]\([^()]*\)/g, " "));
      let at = 0;
      for (const word of wordsOf(readable(mainOf(page)))) {
        const found = written.indexOf(word, at);
        assert.ok(
          found >= 0 && found - at < 12,
          `${page.path}: "${word}" is missing after "${written.slice(Math.max(0, at - 8), at).join(" ")}"`,
        );
        at = found + 1;
      }
    }
  });

  test("holds every link of the page with its full address", () => {
    for (const page of pages) {
      const canonical = attribute(
        findAll(page, "link").find((link) => attribute(link, "rel") === "canonical") ?? mainOf(page),
        "href",
      );
      const copy = copyOf(page);
      for (const link of linksOf(mainOf(page))) {
        const address = new URL(link, canonical).href.replaceAll("(", "%28").replaceAll(")", "%29");
        assert.ok(copy.includes(`](${address})`), `${page.path}: ${address}`);
      }
    }
  });

  test("has tables of the same shape, each row with as many cells as its head", () => {
    for (const page of pages) {
      const lines = copyOf(page)
        .split("\n")
        .filter((line) => line.trimStart().startsWith("| "));
      const rules = lines.filter((line) => /^\s*\|(?: -+:? \|)+$/.test(line));
      assert.equal(rules.length, tablesOf(mainOf(page)), page.path);
      let width = 0;
      for (const [index, line] of lines.entries()) {
        const cells = line.split(/(?<!\\)\|/).length;
        if (rules.includes(lines[index + 1] ?? "")) width = cells;
        assert.equal(cells, width, `${page.path}: ${line.slice(0, 80)}`);
      }
    }
  });

  test("says first whose page it is and under which licence", () => {
    for (const page of pages) {
      const head = copyOf(page).split("\n---\n")[0] ?? "";
      assert.match(head, /^---\ntitle: "/);
      assert.ok(new RegExp(`^url: "http[^"]*${page.path}"$`, "m").test(head), page.path);
      assert.match(head, /^licence: "CC BY 4\.0/m);
    }
  });
});

describe("llms.txt", () => {
  const text = readFileSync(join(publicFolder, "llms.txt"), "utf8");
  const addresses = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, address = ""]) => new URL(address).pathname);

  test("has a title, what the site is, and sections of links", () => {
    assert.match(text, /^# vNIC Atlas\n\n> .{40}/);
    assert.ok(text.split("\n## ").length > 5);
  });

  test("leads only to files that exist", () => {
    const files = new Set(listSiteFiles());
    assert.deepEqual(
      addresses.filter((address) => !files.has(decodeURIComponent(address.slice(1)))),
      [],
    );
  });

  test("names every adapter, dataset, pair of adapters and guide", () => {
    for (const { path } of pages.filter(({ path }) => /^\/(adapters|compare|benchmarks|guides)\//.test(path))) {
      assert.ok(addresses.includes(`${path}index.md`), path);
    }
  });
});

function readCopy(path: string): string {
  return readFileSync(join(publicFolder, path, "index.md"), "utf8");
}

function copyOf({ path }: Page): string {
  return copies.get(path) ?? "";
}

/** What stands below the head. */
function bodyOf(page: Page): string {
  return copyOf(page).split("\n---\n").slice(1).join("\n---\n");
}

function mainOf(page: Page): Element {
  const [main] = findAll(page, "main");
  assert.ok(main, page.path);
  return main;
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

const isElement = (node: Node): node is Element => "tagName" in node;

/** Only to be used, not to be read: ways to other pages, forms, what is hidden, marks. */
function isNotRead(element: Element): boolean {
  const classes = (attribute(element, "class") ?? "").split(" ");
  return (
    ["nav", "form", "script", "style", "iframe", "noscript", "input", "select", "textarea", "datalist"].includes(
      element.tagName,
    ) ||
    attribute(element, "hidden") !== undefined ||
    (element.tagName === "svg" && (attribute(element, "aria-hidden") === "true" || classes.includes("chart-narrow"))) ||
    classes.includes("copy-button") ||
    classes.includes("on-screen")
  );
}

function childrenOf(element: Element): Element["childNodes"] {
  if (element.tagName !== "svg") return element.childNodes;
  return element.childNodes.filter((child) => isElement(child) && ["title", "desc"].includes(child.tagName));
}

function readable(node: Node): string {
  if (!isElement(node)) return "value" in node ? node.value : "";
  if (isNotRead(node)) return "";
  const text = childrenOf(node).map(readable).join("");
  return /^(code|em|strong|cite|q|b|i|time|sup|sub|mark|abbr|samp|kbd)$/.test(node.tagName) ? text : ` ${text} `;
}

function linksOf(element: Element): string[] {
  if (isNotRead(element)) return [];
  const own =
    element.tagName === "a" && readable(element).trim() !== "" ? [attribute(element, "href") ?? []].flat() : [];
  return [...own, ...element.childNodes.filter(isElement).flatMap(linksOf)];
}

function tablesOf(element: Element): number {
  if (isNotRead(element)) return 0;
  return (
    (element.tagName === "table" ? 1 : 0) +
    element.childNodes.filter(isElement).reduce((sum, child) => sum + tablesOf(child), 0)
  );
}
