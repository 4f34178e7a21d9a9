import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { Repository } from "./support/repository.ts";

let repository: Repository;
/** A repository for each test of a suite. */
function useRepository(): void {
  beforeEach(() => void (repository = Repository.create()));
  afterEach(() => repository.remove());
}

const study = "data/datasets/sample-study.yaml";
const rule = "data/rules/sample-rule.yaml";
const adapter = "data/adapters/vmxnet3.yaml";
const finding = "data/findings/sample-finding.yaml";

/** The lines that the report has below a heading. */
function section(title: string): string[] {
  const [, below = ""] = repository.diff("main").out.split(`\n${title}\n`);
  return (below.split("\n\n")[0] ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

describe("the pages of a comparison", () => {
  useRepository();

  test("the pages are named on which changed records stand", () => {
    repository.edit(study, "value: 2.65", "value: 2.56");
    repository.edit(finding, "claim: ", "claim: Now, ");
    repository.edit(rule, "order: 100", "order: 150");
    assert.deepEqual(section("Pages"), [
      "/benchmarks/sample-study/ shows dataset sample-study",
      "/findings/ shows finding sample-finding",
      "/rules/ shows rule sample-rule",
    ]);
  });

  test("a question is on the pages whose form asks it, too", () => {
    repository.edit("data/questions/dpdk.yaml", "label: DPDK", "label: Use of DPDK");
    assert.deepEqual(section("Pages"), [
      "/advisor/ shows question dpdk",
      "/embed/advisor/ shows question dpdk",
      "/embed/ shows question dpdk",
    ]);
  });
});

describe("a change of records is told in sentences:", () => {
  useRepository();

  test("nothing, when nothing changed", () => {
    const { code, out } = repository.diff("main");
    assert.equal(code, 0);
    assert.match(
      out,
      /^Compared with main \([0-9a-f]{10}\): no record changes; advice is the same in all \d+ situations, none of them on kvm; no chart changes\.\n/,
    );
  });

  test("a new record, with what it brings", () => {
    repository.write(
      "data/findings/second.yaml",
      repository.read(finding).replace(/claim: .*/, "claim: A second statement."),
    );
    repository.write(
      "data/rules/second.yaml",
      repository.read("data/rules/other-rule.yaml").replace("order: 200", "order: 300"),
    );
    assert.deepEqual(section("Findings"), ['added second, "A second statement."', "from sample-study"]);
    assert.match(
      section("Rules").join("\n"),
      /^added second, .*\nit holds for .* and leads to caution with E1000\nit rests on dataset:sample-study$/,
    );
  });

  test("a new dataset, row by row", () => {
    repository.write("data/datasets/second.yaml", repository.read(study));
    const [head, rows, ...others] = section("Datasets");
    assert.equal(head, 'added second, "Two adapters on one host"');
    assert.match(rows ?? "", /^\d+ rows on vsphere, from sample-study, all under 2 vCPUs$/);
    assert.match(others[0] ?? "", /^row e1000-stream: e1000, throughput 2\.65 Gbit\/s.* \(.*16 streams.*\)$/);
  });

  test("a value, before and after, with its unit", () => {
    repository.edit(study, "value: 2.65", "value: 2.56");
    const [, sentence = "", ...others] = section("Datasets");
    assert.match(sentence, /^row e1000-stream: throughput of e1000 was 2\.65 Gbit\/s.*; is now 2\.56 Gbit\/s/);
    assert.deepEqual(others, []);
  });

  test("a unit", () => {
    repository.edit(study, "unit: Gbit/s", "unit: Mbit/s");
    assert.match(section("Datasets")[1] ?? "", /was 2\.65 Gbit\/s.*; is now 2\.65 Mbit\/s/);
  });

  test("the conditions of a row", () => {
    repository.edit(study, "streams: 16", "streams: 4");
    assert.match(
      section("Datasets")[1] ?? "",
      /^row e1000-stream: conditions were .*16 streams.*; are now .*4 streams/,
    );
  });

  test("a condition that moved to all rows only there", () => {
    repository.edit(study, "      streams: 16\n", "");
    repository.edit(study, "conditions:\n  vcpus: 2\n", "conditions:\n  vcpus: 2\n  streams: 16\n");
    assert.deepEqual(section("Datasets").slice(1), ["conditions.streams is new: 16"]);
  });

  test("a row that came and one that went", () => {
    repository.edit(study, "id: vmxnet3-ahead", "id: vmxnet3-first");
    const [, ...sentences] = section("Datasets");
    assert.equal(sentences.length, 2);
    assert.match(sentences[0] ?? "", /^row vmxnet3-ahead is gone; it said vmxnet3, operation-rate ahead of E1000/);
    assert.match(sentences[1] ?? "", /^row vmxnet3-first is new: vmxnet3, operation-rate ahead of E1000/);
  });

  test("the words of a row, and nothing else of it", () => {
    repository.edit(study, "locator: Section 2", "locator: Section 3");
    assert.deepEqual(section("Datasets").slice(1), ['row e1000-stream: locator was "Section 2"; is now "Section 3"']);
  });

  test("a compatibility cell, before and after", () => {
    repository.edit(adapter, "support: 'yes'", "support: partial");
    assert.deepEqual(section("Adapters").slice(1), [
      "vsphere, vmotion: was yes, since 4.0, until 8.0 (stated); is now partial, since 4.0, until 8.0 (stated)",
    ]);
  });

  test("a cell that nobody had filled", () => {
    repository.edit(
      "data/adapters/vmxnet3.yaml",
      "      nic-sharing:\n        support: unknown\n        basis: none\n",
      "",
    );
    assert.deepEqual(section("Adapters").slice(1), ["vsphere, nic-sharing: was unknown (none); is now not said"]);
  });

  test("what a rule holds for and leads to", () => {
    repository.edit(rule, "above: 10000", "above: 30000");
    repository.edit(rule, "gain: cpu", "gain: latency");
    const [, conditions, consequence, ...others] = section("Rules");
    assert.match(conditions ?? "", /^it held for ".*10,000.*"; it now holds for ".*30,000.*"$/);
    assert.match(consequence ?? "", /^it led to ".*less CPU.*"; it now leads to ".*lower latency.*"$/);
    assert.deepEqual(others, []);
  });

  test("items of a list", () => {
    repository.edit(finding, "  - e1000\n", "  - vmxnet3\n");
    assert.deepEqual(section("Findings").slice(1), ["adapters: added vmxnet3; removed e1000"]);
  });

  test("a field that came", () => {
    repository.edit("data/guests/rhel9-64.yaml", "    hotAdd: true\n", "");
    assert.deepEqual(section("Guests").slice(1), ["platforms.vsphere.hotAdd is gone; it was true"]);
  });

  test("only how it is written", () => {
    repository.edit(finding, "topic: mechanism", "# a remark\ntopic: 'mechanism'");
    assert.deepEqual(section("Findings").slice(1), ["only how it is written: comments, quotes or the order of keys"]);
  });

  test("a schema", () => {
    repository.edit("data/schema/finding.schema.json", '"title": "Finding"', '"title": "Statement"');
    assert.deepEqual(section("Schemas"), ["changed data/schema/finding.schema.json"]);
  });

  test("what is committed and what is not yet", () => {
    repository.git("checkout", "--quiet", "-b", "topic");
    repository.edit(finding, "topic: mechanism", "topic: performance");
    repository.commit("first");
    repository.write("data/findings/second.yaml", repository.read(finding));
    assert.deepEqual(section("Findings").filter((line) => /^(added|changed)/.test(line)).length, 2);
  });
});

describe("records are moved or withdrawn, never deleted:", () => {
  useRepository();

  const tombstone = (fields: string): string =>
    `tombstone: { ${fields}, on: '2026-06-15', reason: The study was retracted. }\n`;

  test("a deleted record is an error that says what to do", () => {
    repository.delete("data/findings/sample-finding.yaml");
    const { code } = repository.diff("main");
    assert.equal(code, 1);
    assert.deepEqual(section("Not allowed"), [
      "data/findings/sample-finding.yaml  never-deleted",
      'finding "sample-finding" was deleted. Move or withdraw the record instead, so that links to it keep working',
      "help: restore data/findings/sample-finding.yaml with only this content: tombstone: { status: withdrawn, on: 'YYYY-MM-DD', reason: one sentence }",
    ]);
    assert.match(section("Findings")[0] ?? "", /^deleted sample-finding, "Each access/);
  });

  test("a renamed record is one too, and its new id is proposed", () => {
    repository.write("data/findings/renamed.yaml", repository.read(finding));
    repository.delete(finding);
    const { code, out } = repository.diff("main");
    assert.equal(code, 1);
    assert.match(out, /help: restore .* tombstone: \{ status: moved, successor: renamed, /);
  });

  test("a record that became one of another kind is an error of its own", () => {
    repository.delete(finding);
    repository.write("data/rules/sample-finding.yaml", repository.read("data/rules/other-rule.yaml"));
    const { code, out } = repository.diff("main");
    assert.equal(code, 1);
    assert.match(
      out,
      /sample-finding\.yaml {2}kind-kept\n +finding "sample-finding" changed its kind to rule\. Withdraw the record/,
    );
    assert.doesNotMatch(out, /never-deleted/);
  });

  test("a withdrawn record is told with its reason", () => {
    repository.write(finding, tombstone("status: withdrawn"));
    const { code, out } = repository.diff("main");
    assert.equal(code, 0, out);
    assert.deepEqual(section("Findings"), [
      'withdrawn sample-finding, "Each access to a register of the emulated adapter is slow."',
      "withdrawn on 2026-06-15: The study was retracted.",
    ]);
  });

  test("a moved record is told with its successor", () => {
    repository.write("data/findings/renamed.yaml", repository.read(finding));
    repository.write(finding, tombstone("status: moved, successor: renamed"));
    assert.equal(repository.diff("main").code, 0);
    assert.ok(section("Findings").includes("moved to renamed on 2026-06-15: The study was retracted."));
  });

  test("a renamed record is told by its old id, without what it holds", () => {
    repository.write("data/datasets/renamed.yaml", repository.read(study));
    repository.write(study, tombstone("status: moved, successor: renamed"));
    for (const file of [rule, "data/rules/other-rule.yaml", finding, "assets/charts/speed.yaml"])
      repository.write(file, repository.read(file).replace(/(?<!source: )sample-study/g, "renamed"));
    assert.deepEqual(section("Datasets").slice(0, 2), [
      'renamed renamed, "Two adapters on one host"',
      "its id was sample-study; its content is the same",
    ]);
    assert.deepEqual(section("Charts"), []);
  });

  test("a tombstone must stay as well", () => {
    repository.write(finding, tombstone("status: withdrawn"));
    repository.commit("withdraw");
    repository.delete(finding);
    assert.equal(repository.diff("main").code, 1);
  });

  test("a record that comes back is told with why it had gone", () => {
    const text = repository.read(finding);
    repository.write(finding, tombstone("status: withdrawn"));
    repository.commit("withdraw");
    repository.write(finding, text);
    assert.equal(repository.diff("main").code, 0);
    assert.deepEqual(section("Findings").slice(0, 2), [
      'restored sample-finding, "Each access to a register of the emulated adapter is slow."',
      "it was withdrawn: The study was retracted.",
    ]);
  });
});

describe("what cannot be compared is said and stops nothing:", () => {
  useRepository();

  test("a file that is not YAML", () => {
    repository.edit(finding, "claim: ", "claim: 'open ");
    const { code, out } = repository.diff("main");
    assert.equal(code, 0);
    assert.match(out, /changed sample-finding, .*\n +it cannot be read\n/);
    assert.match(
      out,
      /Not compared\n(?:.*\n)* {2}data\/findings\/sample-finding\.yaml of this change: line \d+: this quote is not closed/,
    );
  });

  test("a record of an earlier shape, field by field and without advice", () => {
    repository.edit(rule, "strength: measured", "strength: sure");
    repository.edit(rule, "order: 100", "order: 100\nweight: heavy");
    repository.commit("an earlier shape");
    repository.edit(rule, "strength: sure", "strength: measured");
    repository.edit(rule, "weight: heavy\n", "");
    const { code, out } = repository.diff("main");
    assert.equal(code, 0);
    assert.match(out, /advice is not compared; /);
    assert.match(out, /strength was "sure"; is now "measured"/);
    assert.match(out, /weight is gone; it was "heavy"/);
    assert.match(out, /Advice\n {2}not compared: 1 in data\/rules of the base cannot be read by today's advisor/);
    assert.match(out, /data\/rules\/sample-rule\.yaml of the base: line \d+: "weight" is not a known field/);
  });

  test("a dataset of an earlier shape, which no advice needs", () => {
    repository.edit(study, "grade: comparison", "grade: thorough");
    repository.commit("an earlier shape");
    repository.edit(study, "grade: thorough", "grade: comparison");
    const { code, out } = repository.diff("main");
    assert.equal(code, 0);
    assert.match(out, /advice is the same in all \d+ situations/);
    assert.match(out, /grade was "thorough"; is now "comparison"/);
    assert.match(
      out,
      /not compared speed, .*\n +it cannot be compiled from the base: there is no dataset "sample-study"/,
    );
  });

  test("records that name one which is not there", () => {
    repository.edit(rule, "evidence:\n", "evidence:\n  - finding:nowhere\n");
    const { code, out } = repository.diff("main");
    assert.equal(code, 0);
    assert.match(out, /not compared: the records of this change do not compile: .*nowhere/);
  });
});
