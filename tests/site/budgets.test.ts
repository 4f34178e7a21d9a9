import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { pages } from "./support/pages.ts";
import { attribute, findAll, findById, findOnly, listSiteFiles, publicFolder, readPageAt } from "./support/site.ts";
import type { Page } from "./support/site.ts";

const kilobyte = 1024;
/** Most pages load the same files. */
const weighed = new Map<string, number>();

/** Most that a page may weigh over the wire, everything it loads by itself included, in kilobytes. */
const readingBudget = 28;
/** What a reader of an adapter's page looks up has pages of its own, so that none of them is large. */
const kindBudgets: Record<string, number> = { "adapters, each": 23 };
/** Pages that work something out carry the program for it, and say what to do if it does not load, which takes 0.3 KB. */
const budgets: Record<string, number> = {
  // The advisor says what it did not understand and for which machine it answers, quotes names for every tool, and reads ids of
  // libvirt and Proxmox VE. One more for it and the explorer since style sheets and modules that come later carry their integrity.
  "/advisor/": 106,
  "/embed/advisor/": 95,
  "/explore/": 47,
};

/**
 * What a host sends before it waits for the first answer of the reader's machine: ten packets, less the headers.
 * A page that is larger takes one round trip more before anything shows.
 */
const firstFlight = 14_250;
const inOneFlight = [
  ...pages.map(({ path }) => path).filter((path) => path.startsWith("/adapters/")),
  "/",
  "/about/",
  "/advisor/",
  "/compare/",
  "/contribute/",
  "/coverage/",
  "/embed/",
  "/explore/",
  "/features/",
  "/findings/",
  "/gaps/",
  "/guests/",
  "/guides/",
  "/reference/dataset/",
  "/rules/",
  "/search/",
  "/sources/",
  "/sources/threads/",
  "/validate/",
];

/** Pages whose script asks for more as soon as they are seen: the rest of the program, and in which attribute of which element its data are named. */
const programs: Record<string, { script: string; element: string; data: string }> = {
  "/advisor/": { script: "start-advisor", element: "advisor-form", data: "data-knowledge" },
  "/explore/": { script: "start-explorer", element: "explorer", data: "data-measurements" },
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
      const over = weights.filter(
        ({ path, total }) => total > (budgets[path] ?? kindBudgets[kind] ?? readingBudget) * kilobyte,
      );
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

test("the pages that lead to others, and those of adapters, arrive in one flight", () => {
  const sizes = inOneFlight.map((path) => [path, gzipSync(readPageAt(path).html).length] as const);
  assert.deepEqual(
    sizes.filter(([, bytes]) => bytes > firstFlight),
    [],
  );
});

// 4 KB of it are the spellings of units, to which a number's quotation is held.
test("what the form loads once it is touched stays within 133 KB compressed", () => {
  const [file, ...others] = listSiteFiles().filter((name) => /^js\/start-form\.\w+\.js$/.test(name));
  assert.ok(file !== undefined && others.length === 0);
  const bytes = weigh(file);
  assert.ok(bytes <= 133 * kilobyte, `${(bytes / kilobyte).toFixed(1)} KB`);
});

for (const platform of ["vsphere", "kvm"]) {
  test(`what the advisor and the frame load of the steps of ${platform} once somebody reads them stays within 11 KB compressed`, (context) => {
    const form = findById(readPageAt("/advisor/"), "advisor-form");
    for (const element of [form, findOnly(readPageAt("/embed/advisor/"), "vnic-advisor")]) {
      const words = element && attribute(element, `data-steps-${platform}`);
      assert.ok(words !== undefined);
      context.diagnostic(`${words} ${inKilobytes(weigh(words))}`);
      assert.ok(weigh(words) <= 11 * kilobyte, inKilobytes(weigh(words)));
    }
  });
}

test("the titles that the advisor and the frame load once somebody reads stay within 10 KB compressed", (context) => {
  for (const element of [
    findById(readPageAt("/advisor/"), "advisor-form"),
    findOnly(readPageAt("/embed/advisor/"), "vnic-advisor"),
  ]) {
    const titles = element && attribute(element, "data-titles");
    assert.ok(titles !== undefined);
    context.diagnostic(`${titles} ${inKilobytes(weigh(titles))}`);
    assert.ok(weigh(titles) <= 10 * kilobyte, inKilobytes(weigh(titles)));
  }
});

describe("charts that answer", () => {
  const bundles = listSiteFiles().filter((name) => /^js\/(charts|start-charts)\.\w+\.js$/.test(name));

  test("ask pages with charts to load 2 KB at most", () => {
    const loader = bundles.find((name) => name.startsWith("js/charts."));
    assert.ok(loader !== undefined && readFileSync(join(publicFolder, loader)).length <= 2 * kilobyte);
  });

  test("load 90 KB compressed at most once one is touched, and run no text as a program", (context) => {
    const [file, ...others] = bundles.filter((name) => name.startsWith("js/start-charts."));
    assert.ok(file !== undefined && others.length === 0);
    const bytes = readFileSync(join(publicFolder, file));
    const [gzip, brotli] = [gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length];
    context.diagnostic(`${bytes.length} bytes, ${gzip} with gzip, ${brotli} with brotli`);
    assert.ok(gzip <= 90 * kilobyte, `${(gzip / kilobyte).toFixed(1)} KB`);
    assert.doesNotMatch(bytes.toString(), /\beval\(|\bFunction\(/);
  });

  test("have rows and dataflow of each in 24 KB compressed at most", () => {
    const files = listSiteFiles().filter((name) => name.startsWith("charts/live/"));
    assert.ok(files.length > 0);
    assert.deepEqual(
      files.filter((name) => weigh(name) > 24 * kilobyte),
      [],
    );
  });
});

test("the explorer's own script stays within 20 KB compressed, and the measurements that it loads within 60", () => {
  const explorer = findById(readPageAt("/explore/"), "explorer");
  const [script] = listSiteFiles().filter((name) => /^js\/start-explorer\.\w+\.js$/.test(name));
  const measurements = explorer && attribute(explorer, "data-measurements");
  assert.ok(script !== undefined && measurements !== undefined);
  for (const [file, budget] of [
    [script, 20],
    [measurements, 60],
  ] as const)
    assert.ok(weigh(file) <= budget * kilobyte, `${file}: ${(weigh(file) / kilobyte).toFixed(1)} KB`);
});

/** What the browser fetches without a touch: style sheets, scripts, the icon, and the program with its data where a page has one. */
function listLoaded(page: Page): string[] {
  const links = findAll(page, "link").filter((link) => /stylesheet|icon/.test(attribute(link, "rel") ?? ""));
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
  const data = element && attribute(element, program.data);
  assert.ok(
    script !== undefined && others.length === 0 && data !== undefined,
    `${page.path} loads ${program.script} and its data`,
  );
  return [script, data];
}

interface Weight {
  path: string;
  total: number;
  parts: (readonly [name: string, bytes: number])[];
}

function weighPage(page: Page): Weight {
  const parts = [
    ["page", gzipSync(page.html).length] as const,
    ...[...new Set(listLoaded(page))].map((address) => [address, weigh(address)] as const),
  ];
  return { path: page.path, total: parts.reduce((sum, [, bytes]) => sum + bytes, 0), parts };
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
  const bytes = weighed.get(address) ?? gzipSync(readFileSync(join(publicFolder, address))).length;
  weighed.set(address, bytes);
  return bytes;
}
