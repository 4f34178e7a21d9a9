import assert from "node:assert/strict";
import { on } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, it } from "node:test";
import { parse } from "yaml";
import { openDialogue, Stopped } from "../../../../tools/dev/scaffold/interview.ts";
import { Repository } from "./repository.ts";

let repository: Repository;
/** A repository for each test of a suite. */
function useRepository(): void {
  beforeEach(() => (repository = new Repository()));
  afterEach(() => repository.remove());
}

/** Answers to what a finding asks, in its order. */
const finding = [
  "Its registers are slow.",
  "e1000",
  "vsphere",
  "mechanism",
  "",
  "sample-study",
  "It is slow.",
  "Section 3",
  "exact",
  "",
  "",
];

describe("npm run new on a terminal", () => {
  useRepository();

  it("asks for the fields in the order of the schema and writes the answers", async () => {
    const { code, asked } = await repository.new(["finding"], [...finding, ""]);
    assert.equal(code, 0);
    const names = [...asked.matchAll(/^([A-Za-z]+)(?: \[.*\])?: /gm)].map(([, name]) => name);
    assert.deepEqual(names, [
      "claim",
      "adapters",
      "platforms",
      "topic",
      "condition",
      "source",
      "quote",
      "locator",
      "checked",
      "qualifies",
      "comment",
      "id",
    ]);
    assert.deepEqual(parse(repository.read("data/findings/its-registers-are-slow.yaml")), {
      claim: "Its registers are slow.",
      adapters: ["e1000"],
      platforms: ["vsphere"],
      topic: "mechanism",
      source: "sample-study",
      quote: "It is slow.",
      locator: "Section 3",
      checked: "exact",
    });
  });
  it("shows the examples of the draft, in which the fields fit each other", async () => {
    const { asked } = await repository.new(["finding"], []);
    assert.match(asked, /our own words\. For example: "Every packet call on the emulated e1000/);
    assert.match(asked, /For example: "Each transmit or receive call/);
    assert.doesNotMatch(asked, /10,000 PPS/);
  });
  it("lists all platforms that a finding may have", async () => {
    const { asked } = await repository.new(["finding"], []);
    assert.match(asked, /One of: .*vsphere.*, xen, hyper-v, /);
  });
  it("asks nothing that a flag has answered", async () => {
    const { asked } = await repository.new(
      ["finding", "--claim", "Its registers are slow.", "--id", "slow"],
      finding.slice(1),
    );
    assert.doesNotMatch(asked, /^(claim|id)\b.*: /m);
    assert.ok(existsSync(join(repository.root, "data/findings/slow.yaml")));
  });
  it("says what is wrong with an answer, and asks again", async () => {
    const wrong = [
      "Its registers are slow.",
      "e1001",
      "e1000",
      "vsphere",
      "mechanics",
      "mechanism",
      "",
      "sample-study",
    ];
    const { asked } = await repository.new(["finding"], [...wrong, ...finding.slice(6), ""]);
    assert.match(asked, /adapters: \s+"e1001" is not declared in data\/adapters; did you mean "e1000"\?\nadapters: /);
    assert.match(asked, /topic: \s+"topic" is "mechanics", which is not accepted; did you mean "mechanism"\?/);
    assert.match(repository.read("data/findings/its-registers-are-slow.yaml"), /^topic: mechanism$/m);
  });
  it("lists the answers that there are", async () => {
    const { asked } = await repository.new(["finding"], ["", "?"]);
    assert.match(asked, /adapters: \s*e1000, sriov, virtio-net, vmxnet3\nadapters: /);
  });
  it("leaves open what is not answered, also when the input ends", async () => {
    const { code, out } = await repository.new(["finding"], ["Its registers are slow."]);
    assert.equal(code, 0);
    assert.match(out, /no-placeholders {2}"quote" has a placeholder/);
  });
  it("offers to write a source that is not there yet, and asks for what stands in it", async () => {
    const answers = [...finding.slice(0, 5), "new-paper", "yes", ...finding.slice(6), ""];
    const { out } = await repository.new(["finding"], [...answers, "A new paper", "Ada L.; B. Bee", "ACM", "2020-01"]);
    assert.match(out, /^Wrote data\/sources\/new-paper\.yaml and data\/findings\/its-registers-are-slow\.yaml\.$/m);
    const source = parse(repository.read("data/sources/new-paper.yaml")) as { [name: string]: unknown };
    assert.deepEqual(
      [source.title, source.authors, source.published],
      ["A new paper", ["Ada L.", "B. Bee"], "2020-01"],
    );
  });
  it("asks for the source again when it is not to be written", async () => {
    const { asked } = await repository.new(["finding"], [...finding.slice(0, 5), "sample-studi", "", "sample-study"]);
    assert.match(
      asked,
      /there is no source "sample-studi"; did you mean "sample-study"\?\nWrite the source too\? \[y\/N\]: .*"sample-studi" is not declared/s,
    );
    assert.ok(!existsSync(join(repository.root, "data/sources/sample-studi.yaml")));
  });
  it("refuses an id that is taken, and proposes one that is free", async () => {
    const { asked } = await repository.new(
      ["source"],
      ["Sample study", ...Array<string>(9).fill(""), "sample-study", "another"],
    );
    assert.match(
      asked,
      /id \[sample-study-2\]: \s+data\/sources\/sample-study\.yaml already exists; a free id is sample-study-2\nid /,
    );
    assert.ok(existsSync(join(repository.root, "data/sources/another.yaml")));
  });
  it("takes - for an empty list, and what it proposes for an empty answer", async () => {
    await repository.new(["source"], ["A study", "-"]);
    assert.match(repository.read("data/sources/a-study.yaml"), /^authors: \[\]$[\s\S]*^accessed: '2026-06-15'$/m);
  });
  it("asks nothing when it is told not to", async () => {
    const { code, asked } = await repository.new(["source", "--no-input"], []);
    assert.deepEqual([code, asked], [0, ""]);
  });
});

describe("a dialogue", () => {
  it("is stopped by Ctrl-C", async () => {
    // What makes a stream a terminal to readline; in the raw mode of one Ctrl-C is a character.
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
    const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
    const dialogue = openDialogue({ input, output });
    const answer = dialogue.ask("title: ");
    input.write("half an ans\u0003");
    await assert.rejects(answer, Stopped);
  });
  it("completes the choices of a question", async () => {
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
    const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
    const dialogue = openDialogue({ input, output });
    const answer = dialogue.ask("adapter: ", ["e1000e", "vmxnet3"]);
    input.write("vm\t");
    for await (const [text] of on(output.setEncoding("utf8"), "data")) if (String(text).includes("xnet3")) break;
    input.write("\r");
    assert.equal(await answer, "vmxnet3");
    dialogue.close();
  });
});
