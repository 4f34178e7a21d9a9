import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { loadIndex } from "../../assets/ts/search/find.ts";
import { pages } from "./support/pages.ts";
import { attribute, findById, listSiteFiles, publicFolder, readKnowledge, readPageAt } from "./support/site.ts";

const { path, documents } = readKnowledge<{ path: string; documents: number }>("search");
const json = readFileSync(join(publicFolder, path), "utf8");
const find = await loadIndex(json);

describe("the search index", () => {
  test("everything that can be found is there", () => {
    const files = new Set(listSiteFiles());
    const ids = new Map(
      pages.map((page) => [page.path, new Set(page.elements.flatMap((element) => attribute(element, "id") ?? []))]),
    );
    const stored = Object.values((JSON.parse(json) as { documentIds: Record<string, string> }).documentIds);
    assert.equal(stored.length, documents);
    const broken = stored.filter((address) => {
      const [page = "", fragment] = address.split("#");
      return (
        !files.has(`${page.slice(1)}index.html`) ||
        (fragment !== undefined && !ids.get(page)?.has(decodeURIComponent(fragment)))
      );
    });
    assert.deepEqual(broken, []);
  });

  for (const [query, first] of [
    ["windows2019srv_64Guest", "/guests/windows-server/#windows-server-2019-64"],
    ["server 2019", "/guests/windows-server/#windows-server-2019-64"],
    ["sr-iov", "/adapters/sriov/"],
    ["vf", "/adapters/sriov/"],
    ["vmxnet3", "/adapters/vmxnet3/"],
    ["apply vmxnet3", "/adapters/vmxnet3/#apply"],
    ["tune vmxnet3", "/adapters/vmxnet3/#tune"],
    ["drivers of e1000", "/adapters/e1000/#drivers"],
    ["vMotion", "/compare/#vmotion"],
    ["LRO", "/compare/#lro"],
    ["windows 11", "/guests/windows/#windows-11-64"],
  ] as const) {
    test(`${query} finds ${first} first`, () => assert.equal(find(query)[0]?.path, first));
  }

  for (const [query, near] of [
    ["esxtop", "/guides/packet-rate/#esxtop"],
    ["purple screen", "/findings/#e1000-purple-screen-5x"],
    ["latency", "/guides/latency/"],
    ["packets per second", "/guides/packet-rate/"],
    ["pps", "/guides/packet-rate/"],
  ] as const) {
    test(`${query} finds ${near} among the first three`, () =>
      assert.ok(
        find(query)
          .slice(0, 3)
          .some(({ path }) => path === near),
      ));
  }

  test("it is small enough to be fetched while somebody types", () => {
    const size = gzipSync(json).length;
    assert.ok(size < 400 * 1024, `${size} bytes`);
  });

  test("the page names the index that was built", () => {
    const form = findById(readPageAt("/search/"), "search-form");
    assert.ok(form);
    assert.equal(attribute(form, "data-index"), path);
  });
});
