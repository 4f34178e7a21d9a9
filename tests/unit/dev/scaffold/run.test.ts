import assert from "node:assert/strict";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { parse } from "yaml";
import { nameFlags } from "../../../../tools/dev/scaffold/flags.ts";
import type { Leaf } from "../../../../tools/dev/scaffold/leaves.ts";
import { listLeaves } from "../../../../tools/dev/scaffold/leaves.ts";
import { fileOf, kinds } from "../../../../tools/records/kinds.ts";
import type { Kind } from "../../../../tools/records/kinds.ts";
import { samples, schemas, textOf } from "../../check/support/world.ts";
import { Repository } from "./repository.ts";

let repository: Repository;
/** A repository for each test of a suite. */
function useRepository(): void {
  beforeEach(() => (repository = new Repository()));
  afterEach(() => repository.remove());
}

describe("npm run new without a terminal", () => {
  useRepository();

  for (const kind of kinds) {
    it(`${kind}: writes a draft in which only what is open is wrong, and lists it`, async () => {
      const file = fileOf(kind, `new-${kind}`);
      const { code, out, error } = await repository.new([kind]);
      assert.deepEqual([code, error], [0, ""]);
      const checked = repository.check([file]);
      assert.equal(checked.code, 1);
      const places = checked.out.split("\n").filter((line) => line.startsWith(file));
      assert.ok(places.length > 3);
      for (const place of places) assert.match(place, / {2}no-placeholders {2}.* has a placeholder$/);
      assert.deepEqual(
        out.split("\n").filter((line) => line.startsWith(`${file}:`)),
        places,
      );
      assert.match(
        out,
        new RegExp(`^Wrote ${file}\\.$[\\s\\S]*^Fill in ${places.length} places\\. Then: npm run check ${file}$`, "m"),
      );
    });
    it(`${kind}: writes a record in which nothing is wrong when everything is given`, async () => {
      const sample = parse(textOf(kind)) as unknown;
      rmSync(join(repository.root, fileOf(kind, samples[kind])));
      const { code, out, error } = await repository.new([kind, "--id", samples[kind], ...giveAll(kind, sample)]);
      assert.deepEqual([code, error], [0, ""]);
      assert.match(out, /Nothing left to fill in\.\n$/);
      const file = fileOf(kind, samples[kind]);
      assert.deepEqual(repository.check([file]), { code: 0, out: "1 record, no problems\n", error: "" });
      assert.deepEqual(parse(repository.read(file)), firstOfEach(sample));
    });
  }

  it("puts each answer in its place", async () => {
    const words = ["--claim", "Its registers are slow.", "--adapters", "e1000,vmxnet3", "--platforms", "vsphere"];
    const more = [
      "--topic=mechanism",
      "--source",
      "sample-study",
      "--quote",
      "It's slow: 5 of 6",
      "--checked",
      "unread",
    ];
    await repository.new(["finding", ...words, ...more, "--locator", "Section 3"]);
    assert.deepEqual(parse(repository.read("data/findings/its-registers-are-slow.yaml")), {
      claim: "Its registers are slow.",
      adapters: ["e1000", "vmxnet3"],
      platforms: ["vsphere"],
      topic: "mechanism",
      source: "sample-study",
      quote: "It's slow: 5 of 6",
      locator: "Section 3",
      checked: "unread",
    });
  });
  it("makes the file name of the title, and of one that is taken the next that is free", async () => {
    const title = "How Fäst is it? A study of throughput, latency and everything else";
    await repository.new(["source", "--title", title]);
    await repository.new(["source", "--title", title]);
    for (const id of [
      "how-fast-is-it-a-study-of-throughput-latency-and",
      "how-fast-is-it-a-study-of-throughput-latency-and-2",
    ])
      assert.ok(existsSync(join(repository.root, fileOf("source", id))), id);
  });
  it("knows the day and the next free place", async () => {
    await repository.new(["source", "--id", "a"]);
    await repository.new(["rule", "--id", "b"]);
    assert.match(repository.read("data/sources/a.yaml"), /^accessed: '2026-06-15'$/m);
    const orders = [textOf("rule"), textOf("rule", "other-rule")].map(
      (text) => (parse(text) as { order: number }).order,
    );
    const { order } = parse(repository.read("data/rules/b.yaml")) as { order: number };
    assert.ok(order > Math.max(...orders));
  });
  it("marks what a yes-or-no needs before rules may depend on it", async () => {
    const { out } = await repository.new(["question", "--kind", "yes-no", "--id", "a"]);
    for (const field of ["priority", "value", "text", "yes", "no"])
      assert.ok(out.includes(`"${field}" has a placeholder`), field);
  });
  it("counts no place in a whole source that no record cites yet", async () => {
    const sample = parse(textOf("source")) as unknown;
    const { out } = await repository.new(["source", "--id", "a", ...giveAll("source", sample)]);
    assert.match(out, /^Nothing left to fill in\. Cite the source in a record: no record does yet\.$/m);
    assert.doesNotMatch(out, /Fill in/);
  });
  it("shows a way out where two new records name each other", async () => {
    const { code, error } = await repository.new(["platform", "--id", "a", "--reference-adapter", "new-adapter"]);
    assert.equal(code, 2);
    assert.match(
      error,
      /^new: if two new records name each other, leave the field out of the first and add it later$/m,
    );
  });
  it("names a question after its label", async () => {
    await repository.new(["question", "--kind", "yes-no", "--label", "Mostly IPv6"]);
    assert.ok(existsSync(join(repository.root, fileOf("question", "mostly-ipv6"))));
  });
  it("takes the nearest free place when the numbers end", async () => {
    const file = fileOf("adapter", samples.adapter);
    const path = join(repository.root, file);
    writeFileSync(path, repository.read(file).replace(/^order: .*$/m, "order: 99"));
    await repository.new(["adapter", "--id", "b"]);
    assert.equal((parse(repository.read("data/adapters/b.yaml")) as { order: number }).order, 98);
  });
  it("writes the source as well when it is asked to", async () => {
    const words = ["--source", "new-paper", "--new-source", "--source.title", "A new paper", "--adapter", "vmxnet3"];
    const { code, out } = await repository.new(["dataset", "--title", "A study", ...words]);
    assert.equal(code, 0);
    assert.match(out, /^Wrote data\/sources\/new-paper\.yaml and data\/datasets\/a-study\.yaml\.$/m);
    assert.match(repository.read("data/sources/new-paper.yaml"), /^title: A new paper$/m);
    assert.match(repository.read("data/datasets/a-study.yaml"), /^source: new-paper$/m);
    assert.doesNotMatch(out, /ids-declared|sources-used/);
  });
  it("prints the draft instead of writing it, and what is open beside it", async () => {
    const { code, out, error } = await repository.new(["source", "--id", "only-shown", "--dry-run"]);
    assert.equal(code, 0);
    assert.match(out, /^# yaml-language-server: [\s\S]*\ntitle: 'TODO: /);
    assert.match(error, /^data\/sources\/only-shown\.yaml:\d+:\d+ {2}no-placeholders {2}"title"/m);
    assert.match(error, /Fill in \d+ places\. Nothing was written \(--dry-run\)\.\n$/);
    assert.ok(!existsSync(join(repository.root, "data/sources/only-shown.yaml")));
  });
  it("names the tests of the advice after the draft of a rule", async () => {
    const { out } = await repository.new(["rule", "--id", "new-rule"]);
    assert.match(out, /Then: npm run check .*\nTest the advice: npm test -- unit advisor\nPreview: /);
  });
  it("shows how to start", async () => {
    for (const flag of ["--help", "-h"]) {
      const { code, out } = await repository.new([flag]);
      assert.equal(code, 0);
      assert.match(out, /npm run new KIND -- --help\n/);
    }
  });
  it("drafts a choice of which one entry is given", async () => {
    const words = [
      "--kind",
      "choice",
      "--label",
      "Generation",
      "--choices.value",
      "1",
      "--choices.label",
      "Generation 1",
    ];
    const { code } = await repository.new(["question", "--id", "generation", ...words]);
    assert.equal(code, 0);
    const { choices } = parse(repository.read("data/questions/generation.yaml")) as { choices: { value: unknown }[] };
    assert.deepEqual([choices.length, choices[0]?.value], [2, 1]);
    const { out } = await repository.new(["question", "--help"]);
    assert.match(out, /--choices\.value VALUE +The value\. A whole number\.$/m);
  });
  it("says which entry of a list the flags fill in", async () => {
    const { out } = await repository.new(["question", "--help"]);
    assert.match(out, /^Flags fill in the first entry of a list/m);
  });
  it("tells the id of an entry from its value", async () => {
    const { out } = await repository.new(["feature", "--help"]);
    assert.match(out, /--platform VALUE +Entry of platforms: id of a record in data\/platforms\.$/m);
    assert.match(out, /--platforms VALUE +Name of the feature on each platform/);
    const { error } = await repository.new(["feature", "--platform", "vMotion"]);
    assert.doesNotMatch(error, /to cite a new record/);
  });
  it("lists every flag of a kind", async () => {
    const { code, out } = await repository.new(["dataset", "--help"]);
    assert.equal(code, 0);
    for (const flag of ["--title", "--source", "--platform", "--adapter", "--id", "--dry-run", "--new-source"])
      assert.match(out, new RegExp(`^  ${flag} `, "m"));
    assert.match(
      out,
      /--platform VALUE +Id of a record in data\/platforms, or a platform that the advisor does not support: /,
    );
  });
});

describe("npm run new refuses, with exit code 2 and nothing written,", () => {
  useRepository();

  for (const [what, words, expected] of [
    [
      "an id that is there, with a free one",
      ["source", "--id", "sample-study"],
      /^new: data\/sources\/sample-study\.yaml already exists; a free id is sample-study-2\n$/,
    ],
    [
      "an id that is no address",
      ["source", "--id", "Sample Study"],
      /the id "Sample Study" is not in kebab-case. Try sample-study\n$/,
    ],
    ["the id that holds the place of others", ["source", "--id", "todo"], /the id "todo" is reserved for placeholders/],
    [
      "an id that cannot be read as a record",
      ["source", "--id", "broken"],
      /broken\.yaml already exists; a free id is broken-2\n$/,
    ],
    [
      "the id of a record that is gone",
      ["source", "--id", "gone"],
      /gone\.yaml is the id of a removed record, and ids are never reused; a free id is gone-2\n$/,
    ],
    [
      "a source that is not there, with the nearest",
      ["dataset", "--source", "sample-studi"],
      /"sample-studi" is not declared in data\/sources; did you mean "sample-study"\?\nnew: use --new-source /,
    ],
    [
      "a new source under a name that is taken",
      ["dataset", "--source", "sample-study", "--new-source"],
      /sample-study\.yaml already exists/,
    ],
    ["a new source without a name", ["dataset", "--new-source"], /--new-source requires --source ID/],
    [
      "fields of a source that is not written",
      ["dataset", "--source.title", "x"],
      /fields of a source require --new-source/,
    ],
    [
      "an adapter that is not there, with the nearest",
      ["dataset", "--adapter", "vmxnt3"],
      /"vmxnt3" is not declared in data\/adapters; did you mean "vmxnet3"\?/,
    ],
    [
      "every value that the schema does not accept",
      ["source", "--kind", "vendor-papr", "--published", "4 March 2008"],
      /"published" is "4 March 2008"[\s\S]*"kind" is "vendor-papr"[\s\S]*did you mean "vendor-paper"/,
    ],
    ["a field that is given twice", ["source", "--title", "a title", "--title", "another"], /--title is given twice/],
    ["a flag without its value", ["source", "--title"], /--title needs a value/],
    [
      "a flag that is none, with the nearest",
      ["source", "--titel", "x"],
      /unknown option "--titel"; did you mean "--title"\?/,
    ],
    [
      "a word without a flag",
      ["source", "title"],
      /found "title", expected a flag such as --title\. Put -- before the first flag/,
    ],
    [
      "a kind that is none, with the nearest and the list",
      ["datset"],
      /there is no kind "datset"; did you mean "dataset"\?[\s\S]*Kinds: platform, /,
    ],
    ["a kind that is near none", ["qqq"], /there is no kind "qqq"\nnew: Usage: /],
    ["no kind at all", [], /name the kind of record[\s\S]*Kinds: /],
  ] as const) {
    it(what, async () => {
      writeFileSync(join(repository.root, "data/sources/broken.yaml"), "title: [");
      writeFileSync(join(repository.root, "data/sources/gone.yaml"), "tombstone:\n  status: withdrawn\n");
      const before = repository.list();
      const { code, out, error } = await repository.new([...words]);
      assert.deepEqual([code, out], [2, ""]);
      assert.match(error, expected);
      assert.deepEqual(repository.list(), before);
    });
  }
});

/** Flags for everything that a record holds, of lists of mappings and of entries the first. */
function giveAll(kind: Kind, data: unknown): string[] {
  return nameFlags(listLeaves(kind, schemas)).flatMap(({ names, leaf }) => {
    const name = `--${names.at(-1)}`;
    return findValues(data, leaf.path).map((value) => `${name}=${String(value)}`);
  });
}

function findValues(data: unknown, path: Leaf["path"]): unknown[] {
  let value = data as { [key: string]: unknown } | undefined;
  for (const step of path) {
    const first = Object.keys(value ?? {})[0];
    if (step === "key()") return first === undefined ? [] : [first];
    value = value?.[step === "*" ? (first ?? "") : step] as typeof value;
  }
  if (Array.isArray(value)) return value.length > 0 ? value : [""];
  return value === undefined ? [] : [value];
}

/** What flags can say of a record: the first item of lists of mappings, the first entry of what lists entries by id. */
function firstOfEach(data: unknown, key = ""): unknown {
  if (Array.isArray(data)) {
    const items: unknown[] = typeof data[0] === "object" ? data.slice(0, 1) : data;
    return items.map((item) => firstOfEach(item));
  }
  if (typeof data !== "object" || data === null) return data;
  const entries = Object.entries(data);
  const kept = key === "platforms" || key === "compatibility" ? entries.slice(0, 1) : entries;
  return Object.fromEntries(kept.map(([name, value]) => [name, firstOfEach(value, name)]));
}
