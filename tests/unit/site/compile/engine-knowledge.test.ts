import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compileKnowledge } from "../../../../tools/site/compile/engine-knowledge.ts";
import { makeAdapter, makeAtlas, makeGuest, makeRule } from "./records.ts";

const versions = { schemaVersion: "1.0.0", knowledgeVersion: "0123456789ab" };
const knowledge = compileKnowledge(makeAtlas(), versions);

describe("the engine's knowledge", () => {
  test("carries its versions", () => {
    assert.equal(knowledge.schemaVersion, "1.0.0");
    assert.equal(knowledge.knowledgeVersion, "0123456789ab");
  });

  test("refuses more adapters of a platform than the engine takes", () => {
    const { adapters } = makeAtlas();
    const compileWith = (count: number) => {
      const more = Array.from({ length: count - adapters.length }, (_, at) => makeAdapter(`adapter-${at}`));
      return compileKnowledge(makeAtlas({ adapters: [...adapters, ...more] }), versions);
    };
    assert.equal(compileWith(31).adapters.length, 31);
    assert.throws(() => compileWith(32), /32 records of data\/adapters have a section for vsphere/);
  });

  test("says of an adapter that the platform lists it unless the record says no", () => {
    const hidden = makeAdapter("directpath-io");
    const [section] = Object.values(hidden.platforms);
    if (section) section.listed = false;
    const { adapters } = compileKnowledge(
      makeAtlas({ adapters: [makeAdapter("vmxnet3"), makeAdapter("e1000"), hidden] }),
      versions,
    );
    assert.deepEqual(
      adapters.map(({ platforms }) => platforms.vsphere?.listed),
      [true, true, false],
    );
  });

  test("lists the drivers that are on record and leaves out the unknown ones", () => {
    assert.deepEqual(knowledge.guests[0]?.platforms.vsphere?.drivers, {
      vmxnet3: { where: "box", basis: "stated", evidence: ["source:paper"] },
    });
  });

  test("fills what a rule leaves to its default and keeps what is absent absent", () => {
    const [rule] = knowledge.rules;
    assert.equal(rule?.contested, false);
    assert.ok(rule !== undefined && !("change" in rule) && !("tests" in rule));
  });

  test("gives a rule on hot add the guests whose records say so, on its platforms alone", () => {
    const guestWith = (id: string, platform: string, hotAdd?: boolean) =>
      makeGuest(id, {
        platforms: {
          [platform]: {
            offered: [{ adapters: ["e1000"] }],
            default: "e1000",
            ...(hotAdd !== undefined && { hotAdd }),
            basis: "stated",
            sources: [{ source: "manual" }],
          },
        },
      });
    const guests = [
      guestWith("without", "vsphere", false),
      guestWith("with", "vsphere", true),
      guestWith("silent", "vsphere"),
      guestWith("elsewhere", "kvm", false),
    ];
    const rules = [makeRule("rule", { when: { platform: ["vsphere"], hotAdd: false } })];
    const compiled = compileKnowledge(makeAtlas({ guests, rules }), versions);
    assert.deepEqual(compiled.rules[0]?.when, { platform: ["vsphere"], guest: ["without"] });
  });

  test("gives a rule on hot add and on guests no guest besides these", () => {
    const guestWithout = (id: string) =>
      makeGuest(id, {
        platforms: {
          vsphere: {
            offered: [{ adapters: ["e1000"] }],
            default: "e1000",
            hotAdd: false,
            basis: "stated",
            sources: [{ source: "manual" }],
          },
        },
      });
    const guests = [guestWithout("named"), guestWithout("other")];
    const rules = [makeRule("rule", { when: { guest: ["named"], hotAdd: false } })];
    const compiled = compileKnowledge(makeAtlas({ guests, rules }), versions);
    assert.deepEqual(compiled.rules[0]?.when, { guest: ["named"] });
  });

  for (const [names, expected] of [
    [["QEMU 8.0", "QEMU 9.0"], "QEMU"],
    [["Windows Server 8.0", "Windows Server 9.0"], "Windows Server"],
    [["ESX 8.0", "ESXi 9.0"], "VMware vSphere"],
  ] as const)
    test(`calls releases named ${names.join(" and ")} by ${expected}`, () => {
      const [platform] = makeAtlas().platforms;
      assert.ok(platform);
      const versions = names.map((name, index) => ({ version: `${8 + index}.0`, name }));
      const { platforms } = compileKnowledge(makeAtlas({ platforms: [{ ...platform, versions }] }), {
        schemaVersion: "1.0.0",
        knowledgeVersion: "0123456789ab",
      });
      assert.equal(platforms[0]?.releaseName, expected);
    });

  test("describes everything that is cited and nothing else, by reference", () => {
    assert.deepEqual(knowledge.evidence, {
      "dataset:study": { kind: "dataset", title: "A study", source: "manual", year: 2008, path: "/benchmarks/study/" },
      "dataset:study/fast": {
        kind: "measurement",
        title: "A study",
        source: "manual",
        year: 2008,
        path: "/benchmarks/study/#fast",
      },
      "source:manual": { kind: "source", title: "A manual", source: "manual", year: 2008, path: "/sources/manual/" },
      "source:paper": { kind: "source", title: "A paper", source: "paper", year: 2010, path: "/sources/#paper" },
    });
  });

  test("describes whole datasets and findings too", () => {
    const rules = [makeRule("rule", { evidence: ["dataset:study", "finding:registers-cost"] })];
    const { evidence } = compileKnowledge(makeAtlas({ rules }), versions);
    assert.deepEqual(evidence["dataset:study"]?.path, "/benchmarks/study/");
    assert.deepEqual(evidence["finding:registers-cost"], {
      kind: "finding",
      title: "Registers cost.",
      source: "paper",
      year: 2010,
      path: "/findings/#registers-cost",
    });
  });
});
