import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { buildCharts } from "../../tools/site/charts/build-charts.ts";
import { FileCache } from "../../tools/records/file-cache.ts";
import { parseKnowledge } from "../../tools/site/charts/knowledge.ts";
import { readCharts } from "../../tools/site/charts/read-charts.ts";
import { listChartFiles } from "../../tools/site/charts/main.ts";
import type { Outputs } from "../../tools/site/compile/compile.ts";
import { compileRecords } from "../../tools/site/compile/main.ts";
import { openMarkdown, writeMarkdownCopies } from "../../tools/site/pages/markdown.ts";
import { keepUnitsTogether } from "../../tools/site/pages/units.ts";
import { makeTemporaryFolder } from "../temporary-folder.ts";
import { findNeeded } from "./support/named-guests.ts";
import { renderSite } from "./support/render-site.ts";
import { listMarkdownLinks } from "./support/markdown-links.ts";
import { loadPoisoned, poisonTexts } from "./support/poison.ts";
import { attribute, listSiteFiles, rawTextOf, readKnowledge, readPages, textOf } from "./support/site.ts";
import type { Element, Page } from "./support/site.ts";

const themeIntegrity = readKnowledge<Record<string, { integrity: string }>>("assets")["theme.js"]?.integrity;

const root = fileURLToPath(new URL("../..", import.meta.url));
const base = "http://localhost:8080/";
const folder = makeTemporaryFolder();
const site = join(folder, "site");
/** Pages of each list that stand for the others. */
const sample = 4;

let fields = new Set<string>();
let files: Outputs = new Map();
let pages: Page[] = [];

before(async () => {
  const loaded = loadPoisoned(root);
  fields = loaded.fields;
  files = compileRecords(root, { ...loaded.set, records: loaded.set.records.filter(findNeeded(root)) });
  files.set(
    "knowledge/changes.json",
    poisonTexts(readFileSync(join(root, "build/knowledge/changes.json"), "utf8"), ["title"]),
  );
  files.set(
    "knowledge/charts.json",
    poisonTexts(readFileSync(join(root, "build/knowledge/charts.json"), "utf8"), [
      "title",
      "question",
      "caption",
      "description",
      "sourceLine",
      "runsText",
    ]),
  );
  await renderSite(root, folder, files, listPaths(files));
  writeMarkdownCopies(root, site, await openMarkdown(root, "markdown-poison"));
  keepUnitsTogether(site);
  pages = readPages(site);
});

describe("a site of records that no checker has seen", () => {
  test("has poison in every kind of record, and shows it on pages of each", () => {
    for (const kind of ["adapter", "dataset", "feature", "finding", "guest", "platform", "rule", "source", "step"])
      assert.ok(
        [...fields].some((field) => field.startsWith(`${kind}:`)),
        kind,
      );
    const poisoned = pages.filter(({ html }) => html.includes("poison()"));
    for (const part of ["adapters", "compare", "benchmarks", "findings", "guests", "guides", "rules", "sources"])
      assert.ok(
        poisoned.some(({ path }) => path.startsWith(`/${part}/`)),
        part,
      );
  });

  test("has no element and no handler made of a text", () => {
    const found = pages.flatMap((page) =>
      page.elements
        .filter(isMade)
        .map((element) => `${page.path} <${element.tagName} ${element.attrs.map(({ name }) => name).join(" ")}>`),
    );
    assert.deepEqual([...new Set(found)], []);
  });

  test("has no address of another scheme, and none of a host that no link field names", () => {
    const found = pages.flatMap((page) =>
      page.elements.flatMap((element) =>
        listAddresses(element)
          .filter(isOdd)
          .map((address) => `${page.path} <${element.tagName}> ${address.slice(0, 80)}`),
      ),
    );
    assert.deepEqual([...new Set(found)], []);
  });

  test("has data for search engines that are still JSON", () => {
    const scripts = pages.flatMap((page) =>
      page.elements.filter((element) => attribute(element, "type") === "application/ld+json"),
    );
    assert.ok(scripts.length > 5);
    for (const script of scripts) JSON.parse(textOf(script));
  });

  test("has Markdown copies and llms.txt whose links are the pages' own", () => {
    const written = listSiteFiles(site).filter((file) => /\.md$|^llms\.txt$/.test(file));
    assert.ok(written.length > 30 && written.includes("llms.txt"));
    const found = written.flatMap((file) =>
      listMarkdownLinks(readFileSync(join(site, file), "utf8"))
        .filter(isOdd)
        .map((address) => `${file} ${address.slice(0, 80)}`),
    );
    assert.deepEqual([...new Set(found)], []);
  });

  test("has llms.txt with one line for each page", () => {
    const lines = readFileSync(join(site, "llms.txt"), "utf8").split("\n");
    assert.deepEqual(
      lines.filter((line) => line.includes("poison") && !line.startsWith("- [")),
      [],
    );
  });

  test("has feeds whose entries are text", () => {
    for (const file of listSiteFiles(site).filter((name) => name.endsWith(".xml"))) {
      assert.doesNotMatch(readFileSync(join(site, file), "utf8"), /<(?:img|script|meta|iframe|poison-tag|svg)/i, file);
    }
  });

  test("has tables in which no cell begins a formula, whatever divides the cells", () => {
    const tables = [...files].filter(([file]) => file.endsWith(".csv"));
    assert.ok(tables.length > 10);
    const found = tables.flatMap(([file, text]) =>
      listCells(String(text))
        .filter(isFormula)
        .map((cell) => `${file} ${cell.slice(0, 60)}`),
    );
    assert.deepEqual([...new Set(found)], []);
  });

  test("has drawings in which a name is a name", async () => {
    const drawings = [...(await drawTimelines())].filter(([file]) => file.endsWith(".svg"));
    assert.ok(drawings.some(([, text]) => String(text).includes("&lt;a onclick=p()")));
    for (const [file, text] of drawings) {
      assert.doesNotMatch(String(text), /<a\b|\sonclick="/, file);
    }
  });
});

/** A drawing has little room, so its names are short. */
async function drawTimelines(): Promise<Outputs> {
  const shorten = (key: string, value: unknown): unknown =>
    key === "name" && typeof value === "string" ? "<a onclick=p()>" : value;
  const readShort = (name: string): string =>
    JSON.stringify(JSON.parse(readFileSync(join(root, `build/knowledge/${name}.json`), "utf8"), shorten));
  const charts = readCharts(root).filter(({ id }) => id === "timeline");
  return listChartFiles(
    await buildCharts(charts, parseKnowledge(readShort), new FileCache(join(folder, "drawings"), "test")),
  );
}

/** All lists, and of what each leads to the first pages. */
function listPaths(compiled: Outputs): string[] {
  const lists = [...compiled]
    .filter(([file]) => file.startsWith("knowledge/"))
    .map(([, text]) => JSON.parse(String(text)) as unknown);
  const records = lists.flatMap((list) =>
    Array.isArray(list)
      ? (list as { path?: unknown; parts?: Record<string, { path: string }> }[])
          .filter(({ path }) => typeof path === "string")
          .slice(0, sample)
      : [],
  );
  const own = records.flatMap(({ path, parts = {} }) => [
    String(path),
    ...Object.values(parts).map((part) => part.path),
  ]);
  return [...new Set(["/*", "/guides/*", ...own.map((path) => path.replace(/#.*$/, "").replace(/(.)\/$/, "$1"))]), "/"];
}

/** Whether an element, or a part of it, is none that templates write. */
function isMade(element: Element): boolean {
  const { tagName, attrs } = element;
  const isForeign =
    ["img", "poison-tag", "base", "style"].includes(tagName) ||
    (tagName === "iframe" && attrs.some(({ name }) => name === "src")) ||
    (tagName === "meta" &&
      attrs.some(({ name, value }) => name === "http-equiv" && value !== "Content-Security-Policy")) ||
    (tagName === "script" &&
      !isThemeScript(element) &&
      !attrs.some(
        ({ name, value }) => (name === "src" && value.startsWith("/js/")) || value === "application/ld+json",
      ));
  return isForeign || attrs.some(({ name }) => /^on|^autofocus$|^style$|[^a-z0-9:-]/i.test(name));
}

/** The one script that stands in every page, which the content policy allows by its hash. */
function isThemeScript(element: Element): boolean {
  return `sha384-${createHash("sha384").update(rawTextOf(element)).digest("base64")}` === themeIntegrity;
}

function listAddresses(element: Element): string[] {
  return ["href", "src", "srcset", "action", "formaction", "poster", "data", "xlink:href", "background"].flatMap(
    (name) => attribute(element, name) ?? [],
  );
}

function isOdd(address: string): boolean {
  try {
    const { protocol, hostname } = new URL(address, base);
    return !["http:", "https:"].includes(protocol) || hostname.includes("poison");
  } catch {
    return true;
  }
}

/** The cells as programs read them that divide by commas, by semicolons or by tabs. */
function listCells(text: string): string[] {
  return [",", ";", "\t"].flatMap((divider) => splitCells(text, divider));
}

function splitCells(text: string, divider: string): string[] {
  const cells: string[] = [];
  let [cell, isQuoted, isStart] = ["", false, true];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (isQuoted && sign === '"' && text[at + 1] === '"') cell += text[at++];
    else if (isQuoted && sign === '"') isQuoted = false;
    else if (!isQuoted && isStart && sign === '"') [isQuoted, isStart] = [true, false];
    else if (!isQuoted && (sign === divider || sign === "\n" || sign === "\r")) {
      cells.push(cell);
      [cell, isStart] = ["", true];
    } else [cell, isStart] = [cell + sign, false];
  }
  return [...cells, cell];
}

/** A number is none, however it begins. */
function isFormula(cell: string): boolean {
  return /^\s*[=+\-@＝＋－＠]/.test(cell) && !/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(cell);
}
