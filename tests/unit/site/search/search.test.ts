import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Found, find, indexAll, indexNames } from "../../../../assets/ts/search/find.ts";
import { splitWords } from "../../../../assets/ts/search/index-options.ts";
import { nameSymptom, normaliseWords, readUnits } from "../../../../assets/ts/search/units.ts";
import type { SearchDocument } from "../../../../assets/ts/search/documents.ts";
import { readPage } from "../../../../tools/site/search/prose.ts";

const document = (path: string, kind: string, title: string, rest: Partial<SearchDocument> = {}): SearchDocument => ({
  path,
  kind,
  title,
  note: "",
  names: "",
  text: "",
  ...rest,
});

describe("the words of a text", () => {
  for (const [text, expected] of [
    ["windows2019srv_64Guest", ["windows2019srv", "windows", "2019", "srv", "64Guest", "64", "Guest"]],
    ["vSphere 6.7.", ["vSphere", "6.7", "6", "7"]],
    ["SR-IOV", ["SR", "IOV"]],
    ["Größe", ["Große"]],
    ["  — ", []],
  ] as const) {
    test(JSON.stringify(text), () => assert.deepEqual(splitWords(text), [...expected]));
  }
});

const words = normaliseWords({
  same: [
    ["sr-iov", "sriov", "vf"],
    ["purple screen", "psod"],
    ["live migration", "vmotion", "lm"],
    ["windows 2019", "win2k19"],
  ],
  also: { nic: ["adapter"] },
  ignored: ["vs", "the"],
  symptoms: { slow: ["slow", "low throughput"] },
});

describe("what was typed is read", () => {
  const read = (query: string): [string, string[]][] =>
    readUnits(query, words).map(({ typed, phrases }) => [typed, phrases.map((phrase) => phrase.join(" "))]);
  for (const [query, expected] of [
    ["win2k19", [["win2k19", ["win2k19", "windows 2019"]]]],
    [
      "SR-IOV nic",
      [
        ["sr iov", ["sr iov", "sriov", "vf"]],
        ["nic", ["nic", "adapter"]],
      ],
    ],
    ["low throughput", [["low throughput", ["low throughput", "symptomslow"]]]],
    [
      "the e1000 vs vf",
      [
        ["e1000", ["e1000"]],
        ["vf", ["vf", "sr iov", "sriov"]],
      ],
    ],
    ["the", [["the", ["the"]]]],
  ] as const) {
    test(JSON.stringify(query), () => assert.deepEqual(read(query), expected));
  }
});

const documents = [
  document("/guests/a/", "Guest", "Windows Server 2019 (64-bit)", { names: "windows2019srv_64Guest win2k19" }),
  document("/guests/b/", "Guest", "Windows Server 2016 (64-bit)", { names: "windows9Server64Guest win2k16" }),
  document("/adapters/sriov/", "Adapter", "SR-IOV", { names: "sriov" }),
  document("/findings/#crash", "Finding", "A purple screen follows", { text: "e1000" }),
  document("/findings/#lro", "Problem", "LRO loses time", { names: `vmxnet3 ${nameSymptom("slow")}` }),
  document("/findings/#of-windows", "Finding", "VMXNET3 of Windows 7"),
  document("/sources/slow/", "Source", "vmxnet3 slow, slow vmxnet3", { names: "vmxnet3 slow" }),
  document("/rules/r/", "Rule", "Elsewhere VMXNET3 comes before VMXNET", {
    names: "vmxnet3 vmxnet",
    note: "VMXNET3",
  }),
  document("/features/vmotion/", "Feature", "Live migration (vMotion, migration of machines)"),
  document("/findings/#kept", "Finding", "vMotion keeps vMotion", { text: "vMotion" }),
  document("/sources/x/", "Source", "On SR-IOV and its virtual functions"),
  document("/adapters/vmxnet3/", "Adapter", "VMXNET3", { names: "vmxnet3", text: "esxtop shows its drops" }),
];
const all = await indexAll(documents);
const names = indexNames(documents.filter(({ kind }) => kind !== "Finding" && kind !== "Source"));

describe("searching", () => {
  const ask = (query: string): Found => find({ names, all }, query, words) as Found;
  const paths = (query: string): string[] => ask(query).hits.map(({ path }) => path);
  for (const [query, first] of [
    ["windows2019srv_64Guest", "/guests/a/"],
    ["WINDOWS2019SRV_64GUEST", "/guests/a/"],
    ["server 2019", "/guests/a/"],
    ["win2k19", "/guests/a/"],
    ["purple screen", "/findings/#crash"],
    ["psod", "/findings/#crash"],
    ["vf", "/adapters/sriov/"],
    ["sr-iov", "/adapters/sriov/"],
    ["vmotion", "/features/vmotion/"],
    ["migration of machines", "/features/vmotion/"],
    ["live migration", "/features/vmotion/"],
    ["vmxnett3", "/adapters/vmxnet3/"],
    ["vmxnet3", "/adapters/vmxnet3/"],
    ["esxt", "/adapters/vmxnet3/"],
  ] as const) {
    test(`${query} finds ${first} first`, () => assert.equal(paths(query)[0], first));
  }

  test("every word must match", () => assert.deepEqual(paths("server 2019"), ["/guests/a/"]));
  test("a wrong digit is another number", () => assert.deepEqual(paths("2018"), []));
  test("with no document for all words as few as possible are left out, which is said, and an adapter's name last", () => {
    const { hits, leftOut } = ask("zebra vmxnet3 2031");
    assert.deepEqual([hits[0]?.path, leftOut], ["/adapters/vmxnet3/", ["zebra", "2031"]]);
    assert.ok(hits.every(({ matched }) => matched.includes("vmxnet3")));
    // A phrase is taken apart before it is left out.
    assert.deepEqual(ask("esxtop windows 2019").leftOut, ["esxtop"]);
    assert.deepEqual(ask("vmxnet3 windows 2019").hits[0]?.path, "/findings/#of-windows");
    assert.deepEqual(ask("vmxnet3 windows 2019").leftOut, ["2019"]);
    assert.deepEqual(ask("vmxnet3").leftOut, []);
  });

  test("a symptom brings the known problem to the top, though others match better", () => {
    const { answers, hits } = ask("vmxnet3 slow");
    assert.deepEqual([answers.map(({ path }) => path), hits[0]?.path], [["/findings/#lro"], "/findings/#lro"]);
    assert.deepEqual(ask("vmxnet3").answers, []);
  });

  test("a guest is an answer if it is found first", () =>
    assert.deepEqual(
      ask("windows 2019").answers.map(({ path }) => path),
      ["/guests/a/"],
    ));
  for (const query of ["", "   ", "...", '"', "(", "🙂", "a".repeat(5000)]) {
    test(`${JSON.stringify(query.slice(0, 20))} finds nothing and harms nothing`, () =>
      assert.deepEqual(paths(query), []));
  }
});

describe("pages of prose", () => {
  const text =
    '+++\ntitle = "Validate \\"it\\""\ndescription = "A script."\n+++\n\nFirst [words](/x/).\n\n## What it `does`, and why\n\n{{< kit >}} Second | words.\n\n## Ways to go {#ways}\n\nThird.\n';

  test("a page and each of its parts are documents", () => {
    assert.deepEqual(readPage("validate/_index.md", text), [
      { path: "/validate/", kind: "Page", title: 'Validate "it"', note: "A script.", names: "", text: "First words." },
      {
        path: "/validate/#what-it-does-and-why",
        kind: "Page",
        title: "What it does, and why",
        note: 'Validate "it"',
        names: "",
        text: "Second words.",
      },
      { path: "/validate/#ways", kind: "Page", title: "Ways to go", note: 'Validate "it"', names: "", text: "Third." },
    ]);
  });

  test("paths follow the files", () => {
    assert.deepEqual(
      ["_index.md", "about.md", "a/_index.md", "a/b.md"].map((file) => readPage(file, text)[0]?.path),
      ["/", "/about/", "/a/", "/a/b/"],
    );
  });

  test("a page is called by its own title, not by one of a table in its front matter", () => {
    const [page] = readPage("a.md", '+++\ntitle = "Studies"\n[[params.questions]]\ntitle = "Which?"\n+++\n');
    assert.equal(page?.title, "Studies");
  });

  test("an unlisted page is left out", () =>
    assert.deepEqual(readPage("search.md", '+++\ntitle = "Search"\nunlisted = true\n+++\n'), []));
});
