import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { type NamesFile, type TextsFile, unpackDocuments } from "../../assets/ts/search/documents.ts";
import { type Found, openSearch } from "../../assets/ts/search/find.ts";
import { pages } from "./support/pages.ts";
import { attribute, findById, listSiteFiles, publicFolder, readKnowledge, readPageAt } from "./support/site.ts";

const { names, texts, documents } = readKnowledge<{ names: string; texts: string; documents: number }>("search");
const [namesJson = "", textsJson = ""] = [names, texts].map((path) => readFileSync(join(publicFolder, path), "utf8"));
const byNames = openSearch(namesJson);
const search = openSearch(namesJson);
await search.addTexts(textsJson);
const find = (query: string): Found => search.find(query) as Found;

describe("the search index", () => {
  test("everything that can be found is there", () => {
    const files = new Set(listSiteFiles());
    const ids = new Map(
      pages.map((page) => [page.path, new Set(page.elements.flatMap((element) => attribute(element, "id") ?? []))]),
    );
    const stored = [namesJson, textsJson].flatMap((json) =>
      unpackDocuments((JSON.parse(json) as NamesFile | TextsFile).documents).map(({ path }) => path),
    );
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

  test("each example in the search field has results with all of its words", () => {
    const input = findById(readPageAt("/search/"), "search-input");
    const examples = (input && attribute(input, "placeholder"))?.split(", ") ?? [];
    assert.ok(examples.length > 1);
    for (const example of examples) assert.deepEqual(find(example).leftOut, [], example);
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

  for (const query of [
    "vmxnet3",
    "sr-iov",
    "windows 2022",
    "win2k19",
    "vmxnet3 slow",
    "e1000 purple screen",
    "vmxnet3 vs e1000e",
    "rhel 9",
    "latency",
    "jumbo",
    "psod",
  ]) {
    test(`${query} is answered by names alone, and texts move nothing of that`, () => {
      const first = byNames.find(query);
      const whole = find(query);
      assert.ok(first && first.hits.length > 0);
      assert.deepEqual([first.isWhole, whole.isWhole], [false, true]);
      assert.deepEqual(
        whole.hits.slice(0, first.hits.length).map(({ path }) => path),
        first.hits.map(({ path }) => path),
      );
      assert.deepEqual(
        whole.answers.map(({ path }) => path),
        first.answers.map(({ path }) => path),
      );
      assert.ok(whole.hits.length >= first.hits.length);
    });
  }

  for (const query of ["does sr-iov keep vmotion", "vmxnet3 slow windows 2019", "vmxnett3", "esxtop"]) {
    test(`${query} waits for the texts`, () => assert.equal(byNames.find(query), undefined));
  }

  for (const [name, json, kilobytes] of [
    // One round trip: ten packets of 1,460 bytes, with the headers.
    ["names", namesJson, 13.7],
    ["texts", textsJson, 126],
  ] as const) {
    test(`the file of ${name} stays within ${kilobytes} KB, compressed`, (context) => {
      const size = gzipSync(json, { level: 9 }).length;
      context.diagnostic(`${size} bytes`);
      assert.ok(size <= kilobytes * 1024, `${size} bytes`);
    });
  }

  test("the page names the files that were built", () => {
    const form = findById(readPageAt("/search/"), "search-form");
    assert.ok(form);
    assert.deepEqual([attribute(form, "data-names"), attribute(form, "data-texts")], [names, texts]);
  });
});
