import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { loadIndex, type SearchFile } from "../../assets/ts/search/find.ts";
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
    const stored = (JSON.parse(json) as SearchFile).index.documents.paths;
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
    ["win2k22", "/guests/windows-server/#windows-server-2022-64"],
    ["jumbo", "/compare/#jumbo-frames"],
    ["LM", "/compare/#vmotion"],
    ["vmxnet3 vs e1000e", "/compare/vmxnet3-vs-e1000e/"],
    ["vmxnet3 or e1000", "/compare/vmxnet3-vs-e1000/"],
  ] as const) {
    test(`${query} finds ${first} first`, () => assert.equal(find(query).hits[0]?.path, first));
  }

  for (const [query, near] of [
    ["esxtop", "/guides/packet-rate/#esxtop"],
    ["purple screen", "/findings/#e1000-purple-screen-5x"],
    ["latency", "/guides/latency/"],
    ["packets per second", "/guides/packet-rate/"],
    ["pps", "/guides/packet-rate/"],
  ] as const) {
    test(`${query} finds ${near} among the first four`, () =>
      assert.ok(
        find(query)
          .hits.slice(0, 4)
          .some(({ path }) => path === near),
      ));
  }

  test("a symptom with an adapter and a guest gets the known problem with its fix first, and what no problem has is said", () => {
    const { answers, hits, leftOut } = find("vmxnet3 slow windows 2019");
    assert.equal(answers[0]?.kind, "Problem");
    assert.equal(hits[0], answers[0]);
    assert.match(answers[0]?.note ?? "", /^Affects: .+ Workaround: /);
    assert.deepEqual(
      leftOut.filter((word) => word === "vmxnet3" || word === "slow"),
      [],
    );
    assert.ok(hits.length < 100, `${hits.length} results`);
  });

  test("every adapter, guest and problem that is named in a query with its symptom is found together", () => {
    const { answers, leftOut } = find("virtio-net slow windows server 2022");
    assert.deepEqual([answers[0]?.kind, leftOut], ["Problem", []]);
  });

  test("an adapter with a feature is answered with what the matrix says", () => {
    const { answers } = find("does sr-iov keep vmotion");
    assert.ok(
      answers.some(({ path, title }) => path === "/compare/#vsphere-vmotion-sriov" && /: no with SR-IOV/.test(title)),
    );
  });

  test("a guest is answered with its adapter", () => {
    const [answer] = find("windows 2022").answers;
    assert.equal(answer?.path, "/guests/windows-server/#windows-server-2022-64");
    assert.match(answer?.note ?? "", /VMware vSphere: VMXNET3/);
  });

  test("it is small enough to be fetched while somebody types", () => {
    const size = gzipSync(json).length;
    assert.ok(size < 220 * 1024, `${size} bytes`);
  });

  test("the page names the index that was built", () => {
    const form = findById(readPageAt("/search/"), "search-form");
    assert.ok(form);
    assert.equal(attribute(form, "data-index"), path);
  });
});
