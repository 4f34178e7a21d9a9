import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Knowledge } from "../../../../advisor/knowledge/knowledge.ts";
import { compile, keepAnswers } from "../../../../tools/site/compile/compile.ts";
import type { Outputs } from "../../../../tools/site/compile/compile.ts";
import { compileEngine } from "../../../../tools/site/compile/main.ts";
import { groupRecords } from "../../../../tools/site/compile/records.ts";
import type { Records } from "../../../../tools/site/compile/records.ts";
import { authoredRecords } from "../../../authored-records.ts";
import { makeAdapter, makeDataset, makeGuest, makeRecords, makeRow, makeRule, nothingElse } from "./records.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const authored = compile({ records: groupRecords(authoredRecords), ...nothingElse });

const compileRecords = (changes: Partial<Records> = {}): Outputs =>
  compile({ records: makeRecords(changes), ...nothingElse });
const read = <T>(outputs: Outputs, path: string): T => JSON.parse(String(outputs.get(path))) as T;
const versionOf = (outputs: Outputs): string => read<Knowledge>(outputs, "advisor/knowledge.json").knowledgeVersion;

describe("compilation of the authored records", () => {
  test("gives the same bytes again, in whatever order the files are read", () => {
    const reversed = compile({
      records: groupRecords({ ...authoredRecords, records: [...authoredRecords.records].reverse() }),
      ...nothingElse,
    });
    assert.deepEqual([...reversed.keys()], [...authored.keys()]);
    for (const [path, content] of authored) assert.deepEqual(reversed.get(path), content, path);
  });

  test("gives the engine the same knowledge without the pages", () => {
    const knowledge = "advisor/knowledge.json";
    assert.equal(compileEngine(root, authoredRecords).get(knowledge), authored.get(knowledge));
  });

  test("says nothing of the machine it ran on", () => {
    for (const [path, content] of authored) assert.ok(!String(content).includes(root), path);
  });

  test("gives every guest an answer for each of its platforms", () => {
    const guests = read<{ id: string; platforms: object; advice: Record<string, object> }[]>(
      authored,
      "knowledge/guests.json",
    );
    assert.ok(guests.length > 0);
    for (const { id, platforms, advice } of guests) {
      assert.deepEqual(Object.keys(advice), Object.keys(platforms), id);
      for (const answers of Object.values(advice))
        assert.deepEqual(Object.keys(answers), ["withDrivers", "withoutDrivers"]);
    }
  });
});

describe("the version of the knowledge", () => {
  test("is twelve hexadecimal digits", () => assert.match(versionOf(compileRecords()), /^[0-9a-f]{12}$/));
  test("stays with the records", () => assert.equal(versionOf(compileRecords()), versionOf(compileRecords())));
  test("changes with a single word", () => {
    const changed = compileRecords({ rules: [makeRule("less-cpu", { because: "It costs more." })] });
    assert.notEqual(versionOf(changed), versionOf(compileRecords()));
  });
});

describe("answers that are kept between compilations", () => {
  const offered = {
    offered: [{ adapters: ["e1000"] }],
    default: "e1000",
    basis: "stated" as const,
    sources: [{ source: "manual" }],
  };
  const guests = [makeGuest("rhel9-64", { platforms: { vsphere: offered } })];
  const datasets = [makeDataset("study", [makeRow("fast", "vmxnet3", 5), makeRow("slow", "e1000", 2.65)])];
  const find = keepAnswers();
  const compileKept = (changes: Partial<Records> = {}): Outputs =>
    compile({ records: makeRecords(changes), ...nothingElse }, find);

  for (const [what, changes] of [
    ["before any change", {}],
    ["after a change that the engine does not see", { datasets }],
    ["after a guest has changed", { guests }],
    ["after the guest has changed back", {}],
  ] satisfies [string, Partial<Records>][])
    test(`gives what a new one gives ${what}`, () => assert.deepEqual(compileKept(changes), compileRecords(changes)));

  test("are worked out anew only if what they show has changed", () => {
    const knowledge = read<Knowledge>(compileRecords(), "advisor/knowledge.json");
    const situation = { platform: "vsphere", guest: "rhel9-64" };
    const advise = find(knowledge);
    assert.equal(advise({ ...situation }), advise({ ...situation }));
    assert.notEqual(advise({ ...situation, guestDrivers: true }), advise({ ...situation }));
    const retitled = structuredClone(knowledge);
    for (const one of Object.values(retitled.evidence)) if (one.kind !== "finding") one.title = "Another title";
    assert.equal(find({ ...retitled, knowledgeVersion: "0123456789ab" }), advise);
    assert.notEqual(find(read<Knowledge>(compileRecords({ guests }), "advisor/knowledge.json")), advise);
  });
});

const step: Records["steps"][number] = {
  id: "switch-on",
  title: "Switch it on",
  platform: "vsphere",
  adapters: ["vmxnet3"],
  tool: "vsphere-client",
  action: "apply",
  order: 1,
  text: "Tick the box.",
  basis: "stated",
  sources: [{ source: "manual" }],
};

test("a step for a mode stands with the mode, and the advisor does not hand it out", () => {
  const adapter = makeAdapter("vmxnet3", { kind: "paravirtual" });
  const [section] = Object.values(adapter.platforms);
  if (section)
    section.modes = {
      upt: {
        name: "UPT",
        summary: "Around the host.",
        since: "8.0",
        compatibility: {},
        sources: [{ source: "manual" }],
      },
    };
  const outputs = compileRecords({
    adapters: [adapter, makeAdapter("e1000")],
    steps: [step, { ...step, id: "switch-upt-on", mode: "upt" }],
  });
  const [compiled] = read<
    { id: string; steps: string[]; platforms: Record<string, { modes: Record<string, { steps: string[] }> }> }[]
  >(outputs, "knowledge/adapters.json");
  assert.deepEqual(compiled?.steps, ["switch-on"]);
  assert.deepEqual(compiled.platforms.vsphere?.modes.upt?.steps, ["switch-upt-on"]);
  assert.deepEqual(
    read<Knowledge>(outputs, "advisor/knowledge.json").steps.map(({ id }) => id),
    ["switch-on"],
  );
});

describe("compilation of broken records", () => {
  const broken: [what: string, changes: Partial<Records>, message: RegExp][] = [
    [
      "an adapter that does not exist",
      { rules: [makeRule("rule", { then: { exclude: ["vmxnet4"] } })] },
      /"vmxnet4" is not in data\/adapters[\s\S]*npm run check/,
    ],
    [
      "a dataset that does not exist",
      { rules: [makeRule("rule", { evidence: ["dataset:nothing"] })] },
      /"nothing" is not in data\/datasets/,
    ],
    [
      "a row that does not exist",
      { rules: [makeRule("rule", { evidence: ["dataset:study/nothing"] })] },
      /is not a row of data\/datasets\/study\.yaml/,
    ],
    [
      "a mode that its adapter does not have",
      { steps: [{ ...step, mode: "upt" }] },
      /data\/steps\/switch-on\.yaml is for the mode "upt", which vmxnet3 does not have on vsphere; it has none/,
    ],
    ["a reference of no kind", { rules: [makeRule("rule", { evidence: ["rule:other"] })] }, /expected dataset:ID\/ROW/],
  ];
  for (const [what, changes, message] of broken)
    test(`names ${what}`, () => assert.throws(() => compileRecords(changes), message));
});
