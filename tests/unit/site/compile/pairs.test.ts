import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { createAdvisor } from "../../../../advisor/index.ts";
import { buildCompareTables } from "../../../../tools/site/compile/compare-table.ts";
import { compileKnowledge } from "../../../../tools/site/compile/engine-knowledge.ts";
import { compileAdapters } from "../../../../tools/site/compile/site/adapters.ts";
import { compileGuests } from "../../../../tools/site/compile/site/guests.ts";
import { compilePairs } from "../../../../tools/site/compile/site/pairs.ts";
import type { Records } from "../../../../tools/site/compile/records.ts";
import { makeAdapter, makeAtlas, makeFinding, makeGuest, makeRule } from "./records.ts";

const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../../assets/compare/pairs.schema.json"), "utf8"),
) as object;

const sources = [{ source: "manual" }];
const says = (support: "yes" | "no" | "partial") => ({ support, basis: "stated" as const, sources });

function adapter(id: string, support: "yes" | "no", changes: Parameters<typeof makeAdapter>[1] = {}) {
  const made = makeAdapter(id, {
    drivers: [{ family: "linux", where: "box", driver: id, basis: "stated", sources: [{ source: "paper" }] }],
    ...changes,
  });
  for (const section of Object.values(made.platforms)) section.compatibility = { vmotion: says(support) };
  return made;
}

/** A guest that can have both adapters. */
function guest(id: string, changes: Parameters<typeof makeGuest>[1] = {}) {
  const made = makeGuest(id, changes);
  for (const section of Object.values(made.platforms)) section.offered = [{ adapters: ["vmxnet3", "e1000"] }];
  return made;
}

function pairsOf(text: string, changes: Partial<Records> = {}) {
  const atlas = makeAtlas({
    adapters: [
      adapter("vmxnet3", "yes", { kind: "paravirtual", chooseWhen: "The guest has a driver." }),
      adapter("e1000", "no", { order: 2, chooseWhen: "The guest has no other driver." }),
    ],
    guests: [guest("rhel9-64")],
    rules: [
      makeRule("paravirtual-first", {
        when: { platform: ["vsphere"] },
        then: { prefer: ["vmxnet3"], over: ["e1000"] },
        because: "It is faster.",
      }),
    ],
    findings: [
      makeFinding("e1000-crash", {
        topic: "problem",
        problem: { symptom: "host-crash", affects: "All.", fixedIn: "none", workaround: "unknown" },
      }),
    ],
    ...changes,
  });
  const advisor = createAdvisor(compileKnowledge(atlas, { schemaVersion: "1.0.0", knowledgeVersion: "0123456789ab" }));
  return compilePairs(
    { text, schema },
    {
      atlas,
      tables: buildCompareTables(atlas),
      guests: compileGuests(atlas, advisor.advise),
      adapters: compileAdapters(atlas),
      advise: advisor.advise,
    },
  );
}

describe("a pair of adapters", () => {
  const [pair] = pairsOf("vsphere:\n  - [vmxnet3, e1000]\n");
  const [on] = pair?.platforms ?? [];

  test("has the title that people look for, and an address made of the ids", () =>
    assert.deepEqual([pair?.title, pair?.path], ["VMXNET3 vs E1000", "/compare/vmxnet3-vs-e1000/"]));

  test("names the one that the advisor ranks first, the rule's reason and what the other lacks", () => {
    assert.equal(on?.winner, "vmxnet3");
    assert.deepEqual(on?.verdict, ["Use VMXNET3.", "It is faster.", "E1000 does not support vMotion."]);
  });

  const atTheTap = "Firewall at the tap (a host, another)";
  const losses: [names: string[], support: "no" | "partial", sentences: string[]][] = [
    [["pause"], "partial", ["E1000 only partly supports pause."]],
    [["pause", atTheTap], "no", ["E1000 does not support pause or firewall at the tap."]],
    [["pause and resume", "LRO"], "no", ["E1000 does not support pause and resume, or LRO."]],
    [
      ["pause", "LRO", "TSO", "RDMA", "RSS"],
      "partial",
      ["E1000 only partly supports pause, LRO, TSO and 2 more features."],
    ],
  ];
  for (const [names, support, sentences] of losses) {
    test(`keeps what is lost and what is partial apart: ${names.join("; ")}`, () => {
      const features = names.map((name, at) => ({
        ...{ id: `feature-${at}`, name: "One", summary: "It is.", group: "mobility" as const, order: at + 1 },
        platforms: { vsphere: name },
      }));
      const adapters = [adapter("vmxnet3", "yes", { kind: "paravirtual" }), adapter("e1000", "yes", { order: 2 })].map(
        (made) => {
          const said = says(made.id === "e1000" ? support : "yes");
          const compatibility = Object.fromEntries(features.map(({ id }) => [id, said]));
          return { ...made, platforms: { vsphere: { ...made.platforms.vsphere, compatibility } } } as typeof made;
        },
      );
      const [lost] = pairsOf("vsphere:\n  - [vmxnet3, e1000]\n", { features, adapters });
      assert.deepEqual(lost?.platforms[0]?.verdict.slice(2), sentences);
    });
  }

  test("says when each is the right one, the general choice first", () => {
    assert.deepEqual(
      on?.choices.map(({ adapter, when, rules }) => [adapter, when, rules]),
      [
        ["vmxnet3", "The guest has a driver.", ["paravirtual-first"]],
        ["e1000", "The guest has no other driver.", []],
      ],
    );
    assert.match(on?.choices[0]?.guests ?? "", /^Ranks higher for 1 of the 1 guests that can have both \(Linux\)/);
  });

  test("lists only what differs", () => {
    assert.deepEqual(
      on?.rows.map(({ feature }) => feature),
      ["vmotion"],
    );
    assert.ok(on?.facts.every(({ values: [a, b] }) => a !== b));
    const [alike] = pairsOf("vsphere:\n  - [vmxnet3, e1000]\n", {
      adapters: [adapter("vmxnet3", "yes", { kind: "paravirtual" }), adapter("e1000", "yes", { order: 2 })],
    });
    assert.deepEqual([alike?.platforms[0]?.rows, alike?.platforms[0]?.same], [[], 1]);
  });

  test("counts every guest by where its driver comes from, those without a record too", () => {
    const drivers = [{ family: "linux" as const, where: "box" as const, basis: "stated" as const, sources }];
    const [counted] = pairsOf("vsphere:\n  - [vmxnet3, e1000]\n", {
      guests: [guest("rhel9-64"), guest("freebsd13-64", { family: "freebsd", release: "13" })],
      adapters: [adapter("vmxnet3", "yes", { drivers }), adapter("e1000", "yes", { order: 2, drivers: [] })],
    });
    assert.deepEqual(counted?.platforms[0]?.facts.find(({ label }) => label === "Driver")?.values, [
      "Ships with 1, not recorded for 1 of 2 guests",
      "Unknown",
    ]);
  });

  test("forms ratios within one study, and names known problems of each", () => {
    assert.deepEqual(
      pair?.studies.map(({ dataset, ratios }) => [
        dataset,
        ratios.map(({ above, below, display }) => [above, display, below]),
      ]),
      [["study", [["VMXNET3", "1.69", "E1000"]]]],
    );
    assert.deepEqual(
      on?.problems.map(({ findings }) => findings),
      [[], ["e1000-crash"]],
    );
  });

  test("leaves the decision to the guest where no adapter comes first for most", () => {
    const rules = [
      makeRule("one", {
        when: { platform: ["vsphere"], guestFamily: ["linux"] },
        then: { prefer: ["vmxnet3"], over: ["e1000"] },
      }),
      makeRule("other", {
        when: { platform: ["vsphere"], guestFamily: ["freebsd"] },
        then: { prefer: ["e1000"], over: ["vmxnet3"] },
      }),
    ];
    const [split] = pairsOf("vsphere:\n  - [vmxnet3, e1000]\n", {
      rules,
      guests: [guest("rhel9-64"), guest("freebsd13-64", { family: "freebsd", release: "13" })],
      adapters: ["vmxnet3", "e1000"].map((id, order) =>
        adapter(id, "yes", {
          order,
          drivers: (["linux", "freebsd"] as const).map((family) => ({
            family,
            where: "box",
            basis: "stated",
            sources,
          })),
        }),
      ),
    });
    assert.equal(split?.platforms[0]?.winner, undefined);
    assert.equal(split?.platforms[0]?.verdict[0], "The guest OS decides: VMXNET3 for Linux, E1000 for FreeBSD.");
  });

  test("is refused, with its place, if the platform does not have an adapter", () =>
    assert.throws(
      () => pairsOf("vsphere:\n  - [vmxnet3, rtl8139]\n"),
      /pairs\.yaml:2:5 {2}"rtl8139" is no adapter of vsphere/,
    ));
});
