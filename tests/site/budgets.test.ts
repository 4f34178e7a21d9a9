import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
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
