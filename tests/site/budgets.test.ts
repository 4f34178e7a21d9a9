import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { pages } from "./support/pages.ts";
import { attribute, findAll, findById, listSiteFiles, publicFolder } from "./support/site.ts";
import type { Page } from "./support/site.ts";

const kilobyte = 1024;
/** Most pages load the same files. */
const weighed = new Map<string, number>();

/**
 * Most that a page may weigh over the wire, everything that it loads by itself included, in kilobytes: 60 for what is read,
 * 100 for what works out an answer with its program and knowledge, 130 for what comes when a reader asks for it; each with some
 * room, so that no bound bends the code. The font of titles counts on pages that are read. A program's page is worth waiting
 * for its program only: the font may come too late there, and a reader who comes from another page has it.
 */
const goals = { reading: 66, program: 115, onDemand: 143 };
const programPages = ["/", "/advisor/", "/embed/advisor/", "/explore/"];

/** Pages whose script asks for more as soon as they are seen: the rest of the program, and in which attributes of which element its data are named, of which it loads one. */
const programs: Record<string, { script: string; element: string; data: RegExp }> = {
  "/advisor/": { script: "start-advisor", element: "advisor-form", data: /^data-knowledge-/ },
  "/explore/": { script: "start-explorer", element: "explorer", data: /^data-measurements$/ },
};

describe("the weight of pages", () => {
  const kinds = new Map<string, Weight[]>();
  for (const page of pages) {
    const kind = kindOf(page.path);
    kinds.set(kind, [...(kinds.get(kind) ?? []), weighPage(page)]);
  }

  for (const [kind, weights] of [...kinds].sort(([a], [b]) => (a < b ? -1 : 1))) {
    test(`${kind}: ${weights.length === 1 ? "it stays" : `all ${weights.length} stay`} within the budget, compressed`, (context) => {
      const [heaviest] = weights.sort((a, b) => b.total - a.total);
      context.diagnostic(
        `${kind.padEnd(22)} ${String(weights.length).padStart(4)} pages, heaviest ${inKilobytes(heaviest?.total ?? 0).padStart(8)} ${heaviest?.path}`,
      );
      const over = weights.filter(({ path, total }) => total > goals[findGoal(path)] * kilobyte);
      assert.deepEqual(
        over.map(
          ({ path, total, parts }) =>
            `${path} ${inKilobytes(total)}: ${parts.map(([name, bytes]) => `${name} ${bytes}`).join(", ")}`,
        ),
        [],
      );
    });
  }
});

/** What comes when a reader asks for it: the script of charts, of the contribution form, of the card and of policies in the frame, its other platforms, the steps, titles, quotations, rows and measurements. */
const onDemand =
  /^(?:js\/(?:start-\w+|steps-\w+|texts|embed-(?:knowledge-\w+|steps-\w+|texts|policy))\.\w+\.(?:js|json)|charts\/live\/.*|explorer\/.*|quotes\/.*)$/;

test(`what is loaded on demand stays within ${goals.onDemand} KB a file, compressed`, (context) => {
  const files = listSiteFiles().filter((name) => onDemand.test(name));
  for (const part of [
    "start-charts",
    "start-form",
    "start-card",
    "quotes/",
    "steps-kvm",
    "texts",
    "embed-knowledge-kvm",
    "embed-policy",
    "charts/live/",
    "explorer/",
  ])
    assert.ok(
      files.some((name) => name.includes(part)),
      part,
    );
  const [heaviest] = files.map((name) => [weigh(name), name] as const).sort(([a], [b]) => b - a);
  context.diagnostic(`${files.length} files, heaviest ${inKilobytes(heaviest?.[0] ?? 0)} ${heaviest?.[1]}`);
  assert.deepEqual(
    files.filter((name) => weigh(name) > goals.onDemand * kilobyte),
    [],
  );
});

test("the script of the packet race stays within 15 KB as it is, and a third of that compressed", (context) => {
  const [file, ...others] = listSiteFiles().filter((name) => name.startsWith("js/race-page."));
  assert.ok(file !== undefined && others.length === 0, "one script");
  const { length } = readFileSync(join(publicFolder, file));
  context.diagnostic(`${inKilobytes(length)}, compressed ${inKilobytes(weigh(file))}`);
  assert.ok(length <= 15 * kilobyte && weigh(file) <= 5 * kilobyte);
});

test("the font of titles stays within 10 KB, and is the only one", () => {
  const fonts = listSiteFiles().filter((name) => name.endsWith(".woff2"));
  assert.equal(fonts.length, 1);
  assert.ok(fonts.every((name) => readFileSync(join(publicFolder, name)).length <= 10 * kilobyte));
});

test("no chart's script runs text as a program", () => {
  const [file] = listSiteFiles().filter((name) => /^js\/start-charts\.\w+\.js$/.test(name));
  assert.ok(file !== undefined);
  assert.doesNotMatch(readFileSync(join(publicFolder, file), "utf8"), /\beval\(|\bFunction\(/);
});

/** What the browser fetches without a touch: style sheets, scripts, the icon, and the program with its data where a page has one. */
function listLoaded(page: Page): string[] {
  const kinds = programPages.includes(page.path) ? /stylesheet|icon/ : /stylesheet|icon|preload/;
  const links = findAll(page, "link").filter((link) => kinds.test(attribute(link, "rel") ?? ""));
  return [
    ...links.flatMap((link) => attribute(link, "href") ?? []),
    ...findAll(page, "script").flatMap((script) => attribute(script, "src") ?? []),
    ...listProgram(page),
  ];
}

function listProgram(page: Page): string[] {
  const program = programs[page.path];
  if (!program) return [];
  const [script, ...others] = listSiteFiles().filter((name) => name.startsWith(`js/${program.script}.`));
  const element = findById(page, program.element);
  const [data] = (element?.attrs ?? [])
    .flatMap(({ name, value }) => (program.data.test(name) ? [value] : []))
    .sort((a, b) => weigh(b) - weigh(a));
  assert.ok(
    script !== undefined && others.length === 0 && data !== undefined,
    `${page.path} loads ${program.script} and its data`,
  );
  return [script, ...listShared(script), data];
}

/** What a script imports by itself: modules that it shares with one that comes later. */
function listShared(script: string): string[] {
  const text = readFileSync(join(publicFolder, script), "utf8");
  const shared = [...text.matchAll(/\bfrom"\.\/([^"]+)"|\bimport"\.\/([^"]+)"/g)].map(
    ([, one, other]) => `js/${one ?? other}`,
  );
  return [...new Set(shared.flatMap((name) => [name, ...listShared(name)]))];
}

interface Weight {
  path: string;
  total: number;
  parts: (readonly [name: string, bytes: number])[];
}

function weighPage(page: Page): Weight {
  const parts = [
    ["page", gzipSync(page.html, { level: 9 }).length] as const,
    ...[...new Set(listLoaded(page))].map((address) => [address, weigh(address)] as const),
  ];
  return { path: page.path, total: parts.reduce((sum, [, bytes]) => sum + bytes, 0), parts };
}

function findGoal(path: string): "program" | "reading" {
  return programPages.includes(path) ? "program" : "reading";
}

/** A list, or the pages below it. */
function kindOf(path: string): string {
  const [part = "home", ...rest] = path.split("/").filter((name) => name !== "");
  return rest.length === 0 ? part : `${part}, each`;
}

function inKilobytes(bytes: number): string {
  return `${(bytes / kilobyte).toFixed(1)} KB`;
}

function weigh(address: string): number {
  const bytes = weighed.get(address) ?? gzipSync(readFileSync(join(publicFolder, address)), { level: 9 }).length;
  weighed.set(address, bytes);
  return bytes;
}
