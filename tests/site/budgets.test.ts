import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { attribute, findAll, findById, listSiteFiles, publicFolder, readPageAt } from "./support/site.ts";
import type { Page } from "./support/site.ts";

const kilobyte = 1024;

/** Most that a page may weigh over the wire, everything it loads by itself included, in kilobytes. */
const budgets: Record<string, number> = {
  "/": 60,
  "/advisor/": 100,
  "/adapters/vmxnet3/": 60,
  "/compare/": 60,
  "/features/vmotion/": 60,
  "/explore/": 60,
  "/evidence/vmware-esx35-2008/": 60,
  "/evidence/directpath-io-2010/": 60,
  "/guests/rhel9-64/": 60,
  "/rules/": 60,
  "/sources/": 60,
  "/findings/": 60,
  "/findings/throughput/": 60,
  "/gaps/": 60,
  "/coverage/": 60,
  "/guides/packet-rate/": 60,
  "/guides/passthrough-and-mobility/": 60,
  "/guides/known-problems/": 60,
  "/contribute/": 60,
  "/contribute/dataset/": 60,
  "/reference/dataset/": 60,
  "/contribute/form/": 60,
  "/search/": 60,
  "/embed/advisor/": 100,
};

describe("the weight of pages", () => {
  for (const [path, budget] of Object.entries(budgets)) {
    test(`${path} stays within ${budget} KB compressed`, () => {
      const page = readPageAt(path);
      const parts = [["page", gzipSync(page.html).length] as const, ...listLoaded(page).map((address) => [address, weigh(address)] as const)];
      const total = parts.reduce((sum, [, bytes]) => sum + bytes, 0);
      assert.ok(total <= budget * kilobyte, `${(total / kilobyte).toFixed(1)} KB: ${parts.map(([name, bytes]) => `${name} ${bytes}`).join(", ")}`);
    });
  }
});

test("what the form loads once it is touched stays within 160 KB compressed", () => {
  const [file, ...others] = listSiteFiles().filter((name) => /^js\/start-form\.\w+\.js$/.test(name));
  assert.ok(file !== undefined && others.length === 0);
  const bytes = weigh(file);
  assert.ok(bytes <= 160 * kilobyte, `${(bytes / kilobyte).toFixed(1)} KB`);
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
    assert.deepEqual(files.filter((name) => weigh(name) > 24 * kilobyte), []);
  });
});

test("the explorer's own script stays within 20 KB compressed, and the measurements that it loads within 60", () => {
  const explorer = findById(readPageAt("/explore/"), "explorer");
  const [script] = listSiteFiles().filter((name) => /^js\/explorer-page\.\w+\.js$/.test(name));
  const measurements = explorer && attribute(explorer, "data-measurements");
  assert.ok(script !== undefined && measurements !== undefined);
  for (const [file, budget] of [[script, 20], [measurements, 60]] as const) assert.ok(weigh(file) <= budget * kilobyte, `${file}: ${(weigh(file) / kilobyte).toFixed(1)} KB`);
});

/** What the browser fetches with the page: style sheets, scripts, the icon, and the knowledge that the advisor asks for. */
function listLoaded(page: Page): string[] {
  const links = findAll(page, "link").filter((link) => /stylesheet|icon/.test(attribute(link, "rel") ?? ""));
  const knowledge = findById(page, "advisor-form");
  return [
    ...links.flatMap((link) => attribute(link, "href") ?? []),
    ...findAll(page, "script").flatMap((script) => attribute(script, "src") ?? []),
    ...((knowledge && attribute(knowledge, "data-knowledge")) ? [attribute(knowledge, "data-knowledge") ?? ""] : []),
  ];
}

function weigh(address: string): number {
  return gzipSync(readFileSync(join(publicFolder, address))).length;
}
