import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  attributeOf,
  FIELD_ATTRIBUTES,
  readFields,
  readSettings,
  type Settings,
} from "../../../advisor/ui/attributes.ts";
import { situationFields } from "../../../advisor/questions/questions.ts";
import { YES_NO_FIELDS } from "../advisor/questions.ts";
import { readLeniently } from "../../../advisor/ui/form/form-values.ts";
import { advisor, knowledge } from "../advisor/knowledge.ts";

const reader =
  (attributes: Record<string, string>) =>
  (name: string): string | null =>
    attributes[name] ?? null;
const settings = (attributes: Record<string, string>): Settings =>
  readSettings(reader(attributes), "https://portal.example/apps/page");

test("every field of the situation has an attribute", () => {
  assert.deepEqual(Object.values(FIELD_ATTRIBUTES).sort(), situationFields(knowledge).sort());
  assert.equal(attributeOf("packetRate"), "packet-rate");
  assert.equal(attributeOf("requires"), "require");
});

test("attributes become fields, features by spaces or commas", () => {
  assert.deepEqual(
    readFields(reader({ guest: "rhel9-64", "packet-rate": "5", require: "vmotion, ha drs", platform: " " })),
    [
      ["guest", "rhel9-64"],
      ["packetRate", "5"],
      ["requires", "vmotion"],
      ["requires", "ha"],
      ["requires", "drs"],
    ],
  );
});

test("a field's own name is no attribute, and the refusal names the attribute", () => {
  assert.deepEqual(settings({ requires: "vmotion", packetrate: "5", guest: "rhel9-64", iommu: "" }).faults, [
    "attribute packetrate: found a field's name, expected the attribute packet-rate",
    "attribute requires: found a field's name, expected the attribute require",
  ]);
});

describe("a yes-or-no attribute", () => {
  const read = (value: string): unknown => readFields(reader({ "sriov-nic": value }));
  for (const value of ["", " ", "true", "yes", "1", "TRUE", " Yes ", "sriov-nic", "sriovNic"]) {
    test(`means yes as ${JSON.stringify(value)}`, () => assert.deepEqual(read(value), [["sriovNic", "yes"]]));
  }
  for (const value of ["false", "no", "0", "False", " NO "]) {
    test(`means no as ${JSON.stringify(value)}`, () => assert.deepEqual(read(value), [["sriovNic", "no"]]));
  }
  test("stays unknown as such", () =>
    assert.deepEqual(readLeniently(advisor, readFields(reader({ iommu: "Unknown" }))), {
      situation: {},
      problems: [],
    }));
  test("says yes by being there for each field that is yes or no, and for no other", () => {
    const alone = Object.keys(FIELD_ATTRIBUTES).filter(
      (attribute) => readFields(reader({ [attribute]: "" })).length > 0,
    );
    assert.deepEqual(alone.map((attribute) => FIELD_ATTRIBUTES[attribute]).sort(), [...YES_NO_FIELDS].sort());
  });
  for (const [value, nearest] of [
    ["on", "yes"],
    ["off", "no"],
    ["enabled", "yes"],
    ["ture", "yes"],
    ["fasle", "no"],
    ["2", undefined],
    ["perhaps", undefined],
    ["dpdk", undefined],
  ] as const) {
    test(`is refused as "${value}" and suggests ${nearest ?? "nothing"}`, () => {
      const { situation, problems } = readLeniently(advisor, readFields(reader({ "sriov-nic": value })));
      assert.deepEqual(situation, {});
      assert.deepEqual(
        problems.map((problem) => problem.nearest),
        [nearest],
      );
    });
  }
});

describe("settings", () => {
  test("are plain without attributes", () =>
    assert.deepEqual(settings({}), {
      fixed: [],
      hidden: [],
      atlas: null,
      stylesheet: null,
      compact: false,
      faults: [],
    }));
  for (const [written, compact] of [
    ["", true],
    ["yes", true],
    ["compact", true],
    ["no", false],
    ["false", false],
    ["0", false],
  ] as const) {
    test(`are ${compact ? "" : "not "}compact with compact="${written}"`, () => {
      const read = settings({ compact: written });
      assert.deepEqual([read.compact, read.faults], [compact, []]);
    });
  }
  test("name a word for compact that says neither yes nor no", () =>
    assert.deepEqual(settings({ compact: "off" }).faults, ['attribute compact: found "off", expected one of yes, no']));
  test("hide fields, which then are not shown as fixed", () => {
    const { fixed, hidden } = settings({ fixed: "guest platform", hide: "dpu, guest" });
    assert.deepEqual({ fixed, hidden }, { fixed: ["platform"], hidden: ["dpu", "guest"] });
  });
  test("take a style sheet relative to the page, and no script", () => {
    assert.equal(settings({ stylesheet: "look.css?v=1" }).stylesheet, "https://portal.example/apps/look.css?v=1");
    const { stylesheet, faults } = settings({ stylesheet: "javascript:alert(1)" });
    assert.equal(stylesheet, null);
    assert.match(faults.join(), /^attribute stylesheet: .*expected the address of a style sheet/);
  });
  test("name a way of loading that does not exist", () =>
    assert.match(settings({ loading: "lasy" }).faults.join(), /^attribute loading: .*nearest: lazy/));
  test("take fields by either name", () =>
    assert.deepEqual(settings({ fixed: "guest packetRate,require guest" }).fixed, ["guest", "packetRate", "requires"]));
  test("take the atlas relative to the page, without query, with a slash", () => {
    assert.equal(settings({ atlas: "/atlas?x=1#y" }).atlas, "https://portal.example/atlas/");
    assert.equal(settings({ atlas: "https://atlas.example" }).atlas, "https://atlas.example/");
  });
  for (const atlas of ["javascript:alert(1)", "data:text/html,x", "http://"]) {
    test(`refuse ${atlas} as an atlas`, () => {
      const { atlas: base, faults } = settings({ atlas });
      assert.equal(base, null);
      assert.match(faults.join(), /^attribute atlas: found ".*", expected the address of an atlas/);
    });
  }
  test("name what is found, accepted and nearest", () => {
    assert.deepEqual(settings({ theme: "drak", fixed: "gest" }).faults, [
      'attribute theme: found "drak", expected one of auto, light, dark; nearest: dark',
      `attribute fixed: found "gest", expected one of ${Object.keys(FIELD_ATTRIBUTES).join(", ")}; nearest: guest`,
    ]);
  });
  test("take no field from the language's own names", () =>
    assert.deepEqual(settings({ fixed: "constructor" }).fixed, []));
  for (const lang of ["en-GB", "de-DE", "zh-Hans-CN", ""]) {
    test(`have no complaint about the language of the page around, such as "${lang}"`, () =>
      assert.deepEqual(settings({ lang }).faults, []));
  }
});
