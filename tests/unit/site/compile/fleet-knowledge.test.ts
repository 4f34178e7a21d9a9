import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { parse, stringify } from "yaml";
import { holds } from "../../../../advisor/fleet/judge/facts.ts";
import { authoredRecords } from "../../../authored-records.ts";
import { compileFleetKnowledge } from "../../../../tools/site/compile/fleet-knowledge.ts";
import { createAtlas, groupRecords } from "../../../../tools/site/compile/records.ts";

const root = join(import.meta.dirname, "../../../..");
const read = (name: string): string => readFileSync(join(root, "data/audit", name), "utf8");
const text = read("audit.yaml");
const schema = JSON.parse(read("audit-knowledge.schema.json")) as object;
const atlas = createAtlas(groupRecords(authoredRecords));
const compile = (changed: string) =>
  compileFleetKnowledge({ text: changed, schema }, atlas, {
    evidence: {},
    rules: [],
    adapters: [],
  });

interface Authored {
  [list: string]: never;
}
/** The file with one thing changed. */
const change = (edit: (data: Record<string, never> & Record<string, never[]>) => void): string => {
  const data = parse(text) as Authored;
  edit(data as never);
  return stringify(data);
};

describe("a record of the audit is refused", () => {
  const cases: [string, string, RegExp][] = [
    [
      "with a field that the schema does not know",
      change((data) => Object.assign(data, { extra: 1 })),
      /data\/audit\/audit\.yaml:\d+:8 {2}the file must NOT have additional properties: "extra"$/m,
    ],
    ["without waves", change((data) => delete data.waves), /waves/],
    [
      "with a guest that is none",
      text.replace("- other-32\n", "- otter-32\n"),
      /audit\.yaml:\d+:\d+ {2}"otter-32" is not in data\/guests/,
    ],
    [
      "with a guest of several releases that is none",
      text.replace("- freebsd-older-32\n", "- freebsd-elder-32\n"),
      /"freebsd-elder-32" is not in data\/guests/,
    ],
    ["with an appliance of which it is not said whether it forwards", text.replace(", forwards: true", ""), /forwards/],
    ["with an appliance without a name", text.replace("name: VyOS", 'name: ""'), /name/],
    [
      "with a feature that is none",
      text.replace("clusterHa: [ha]", "clusterHa: [hha]"),
      /"hha" is not in data\/features/,
    ],
    [
      "with a platform of tools that is none",
      text.replace("toolsAreDrivers: [vsphere]", "toolsAreDrivers: [esx]"),
      /"esx" is not in data\/platforms/,
    ],
    [
      "with an adapter of tools that is none",
      text.replace("adapter: vmxnet}", "adapter: vmnet}"),
      /"vmnet" is not in data\/adapters/,
    ],
    [
      "with a rule that is none",
      text.replace("- macos-after-esxi-7\n", "- macos-after-esxi-6\n"),
      /audit\.yaml:\d+:\d+ {2}"macos-after-esxi-6" is not in data\/rules/,
    ],
    [
      "with a known problem that is none",
      text.replace("[e1000-rss-purple-screen,", "[e1000-rss-green-screen,"),
      /"e1000-rss-green-screen" is not in data\/findings/,
    ],
    ["with a severity that is none", text.replace("severity: error", "severity: fatal"), /severity/],
    ["with a condition on no fact", text.replace("when: {template: [true]", "when: {tmplate: [true]"), /tmplate/],
    ["with a value that the fact never has", text.replace("verdict: [ask-vendor]", "verdict: [ask]"), /verdict/],
    ["with a condition that lists nothing", text.replace("excludedBy: [policy]", "excludedBy: []"), /excludedBy/],
    ["with a finding without conditions", text.replace("when: {isIncomplete: [true]}", "when: {}"), /when/],
    [
      "with an id twice",
      text.replace("id: policy-feature-lost", "id: policy-excludes-adapter"),
      /"policy-excludes-adapter" is the id of another entry/,
    ],
    ["with a wave twice", text.replace("id: windows\n", "id: linux\n"), /"linux" is the id of another entry/],
    [
      "with evidence that is none",
      text.replace("finding:directpath-gen2-withdrawn", "finding:no-such-finding"),
      /no-such-finding/,
    ],
    [
      "with evidence that is no reference",
      text.replace("finding:directpath-gen2-withdrawn", "see the manual"),
      /evidence/,
    ],
    [
      "with words for a platform that does not exist",
      text.replace("{platform: kvm, words", "{platform: kvmm, words"),
      /"kvmm" is not a platform or a product of one/,
    ],
    ["without help", change((data) => delete (data.findings?.[0] as unknown as Record<string, unknown>).help), /help/],
  ];
  for (const [what, changed, expected] of cases)
    test(what, () => {
      assert.notEqual(changed, text, "nothing was changed");
      assert.throws(() => compile(changed), expected);
    });
});

test("every spelling of an adapter is in small letters and leads to an adapter of the platform", () => {
  const { adapterNames } = compile(text);
  for (const [platform, names] of Object.entries(adapterNames))
    for (const [name, id] of Object.entries(names)) {
      assert.equal(name, name.toLowerCase());
      assert.ok(atlas.find("adapters", id).platforms[platform], `${platform} ${name}`);
    }
  assert.equal(adapterNames.vsphere?.pcnet32, "vlance");
  assert.equal(adapterNames.kvm?.hostdev, "sriov");
});

test("conditions hold if each fact has a value that is listed, and an unknown fact holds only where unknown is listed", () => {
  assert.ok(holds({ kind: ["emulated"], template: [true] }, { kind: "emulated", template: true }));
  assert.ok(!holds({ kind: ["emulated"], template: [true] }, { kind: "emulated", template: "unknown" }));
  assert.ok(!holds({ kind: ["emulated"] }, {}));
  assert.ok(holds({ excludedBy: ["guest", "driver"] }, { excludedBy: ["driver"] }));
  assert.ok(!holds({ notExcludedBy: ["guest"] }, { excludedBy: ["guest", "driver"] }));
});
