import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { createAdvisor } from "../../../advisor/index.ts";
import { addPolicy, createPolicyAdvisor, fillFromPolicy, type Policy } from "../../../advisor/policy/policy.ts";
import { parseJson, type PolicyResult, readPolicyValue } from "../../../advisor/policy/check-policy.ts";
import { readPolicy } from "../../../advisor/policy/read-policy.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { advisor, knowledge } from "./knowledge.ts";

const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../assets/schemas/policy.schema.json"), "utf8"),
) as { examples: object[] };
const validate = new Ajv2020({ strict: true }).compile(schema);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string): PolicyResult => readPolicy(encode(text), advisor, "policy.yaml");
const readGood = (text: string): Policy => {
  const { policy, problems } = read(text);
  assert.deepEqual(problems, undefined);
  return policy as Policy;
};

const full = `# Contoso
name: Contoso network standard
platform: vsphere
platformVersion: '8.0'
requires: [vmotion, ha]
exclude:
  sriov: 'NET-7: no passthrough in production'
`;

test("a policy is read with the hash of its bytes", () => {
  assert.deepEqual(readGood(full), {
    name: "Contoso network standard",
    platform: "vsphere",
    platformVersion: "8.0",
    requires: ["vmotion", "ha"],
    exclude: { sriov: "NET-7: no passthrough in production" },
    sha256: createHash("sha256").update(full).digest("hex"),
  });
  for (const example of schema.examples) readGood(JSON.stringify(example));
});

const bad: [string, string, RegExp][] = [
  ["no YAML", "name: [", /^policy\.yaml:1: /],
  ["a list", "- name: x", /policy: found a list of 1, expected fields/],
  ["nothing", "", /found nothing, expected fields/],
  ["no name", "requires: []", /name: found nothing, expected the policy's name/],
  ["a misspelt field", "name: x\nrequire: [ha]", /policy\.yaml:2: require: unknown field.*nearest: requires/],
  ["a platform that is none", "name: x\nplatform: vspere", /policy\.yaml:2: platform: .*nearest: vsphere/],
  ["a version that is a number", "name: x\nplatformVersion: 8.0", /platformVersion: found 8, expected a release/],
  ["a feature that is none", "name: x\nrequires: [vmotoin]", /requires: .*nearest: vmotion/],
  ["an adapter that is none", "name: x\nexclude:\n  sr-iov: no", /policy\.yaml:3: exclude\.sr-iov: .*nearest: sriov/],
  [
    "an exclusion without a reason",
    "name: x\nexclude: {sriov: }",
    /exclude\.sriov: found nothing, expected the reason/,
  ],
  ["a list of exclusions", "name: x\nexclude: [sriov]", /exclude: found a list of 1, expected adapter ids/],
];
for (const [what, text, expected] of bad)
  test(`${what} is refused in one line`, () => {
    const { problems = [] } = read(text);
    assert.equal(problems.length, 1, problems.join("\n"));
    assert.match(problems[0] as string, expected);
  });

test("the published schema refuses what the reader refuses, apart from ids", () => {
  assert.ok(validate(parse(full)), JSON.stringify(validate.errors));
  for (const [what, text] of bad)
    if (!/that is none|no YAML/.test(what)) assert.equal(validate(parse(text)), false, what);
});

test("a policy excludes an adapter, and the reason is the company's", () => {
  const policy = readGood(full);
  const own = createAdvisor(addPolicy(knowledge, policy));
  const situation = { guest: "rhel9-64", packetRate: 120_000, iommu: true, sriovNic: true };
  assert.equal(advisor.advise(situation).recommended, "sriov");
  const advice = own.advise(situation);
  assert.notEqual(advice.recommended, "sriov");
  const verdict = advice.verdicts.find(({ adapter }) => adapter === "sriov");
  assert.equal(verdict?.status, "excluded");
  assert.ok(verdict?.reasons.some(({ text, id }) => id === "policy-exclude-sriov" && text.includes("NET-7")));
});

test("a policy fills in what a situation leaves out, and adds features", () => {
  const policy = readGood(full);
  assert.deepEqual(fillFromPolicy({ guest: "rhel9-64", requires: ["ha", "drs"] }, policy), {
    guest: "rhel9-64",
    platform: "vsphere",
    platformVersion: "8.0",
    requires: ["ha", "drs", "vmotion"],
  });
  assert.equal(fillFromPolicy({ platform: "kvm" }, policy).platformVersion, undefined);
});

test("a policy holds for fields that are null or unknown, as for fields that are left out", () => {
  const own = createPolicyAdvisor(knowledge, readGood("name: x\nrequires: [vmotion]"));
  const situation = { guest: "rhel9-64", packetRate: 200_000, iommu: true, sriovNic: true };
  assert.equal(advisor.recommend(situation), "sriov");
  for (const requires of [undefined, null, "unknown", []]) {
    const given = { ...situation, requires } as Situation;
    const answers = [
      own.advise(given).recommended,
      own.recommend(given),
      own.brief(own.parse(given).situation).recommended,
    ];
    assert.deepEqual(answers, ["vmxnet3", "vmxnet3", "vmxnet3"], String(requires));
    assert.deepEqual(own.parse(given).situation.requires, ["vmotion"], String(requires));
  }
});

test("a policy's release holds for its platform, however the platform is written", () => {
  const own = createPolicyAdvisor(knowledge, readGood("name: x\nplatform: vsphere\nplatformVersion: '5.0'"));
  for (const platform of [undefined, null, "unknown", "vsphere", "vSphere", " ESXi ", "esxi"])
    for (const platformVersion of [undefined, null, "unknown"])
      assert.deepEqual(
        own.parse({ platform, platformVersion }),
        { situation: { platform: "vsphere", platformVersion: "5.0" }, problems: [] },
        `${platform} ${platformVersion}`,
      );
  assert.deepEqual(own.parse({ platform: "KVM" }).situation, { platform: "kvm" });
  assert.equal(own.parse({ platform: "vSphere", platformVersion: "8.0" }).situation.platformVersion, "8.0");
});

test("a policy's platform holds for an unknown platform when other fields are read", () => {
  const own = createPolicyAdvisor(knowledge, readGood("name: x\nplatform: kvm"));
  for (const platform of [undefined, null, "unknown"])
    assert.deepEqual(own.parse({ platform, currentAdapter: "virtio", platformVersion: "8.2" }), {
      situation: { platform: "kvm", currentAdapter: "virtio-net", platformVersion: "8.2" },
      problems: [],
    });
});

test("a page may hand over a policy as an object or as the text of a JSON file, with the same hash", () => {
  const given = { name: "x", exclude: { sriov: "NET-7: no passthrough" } };
  const { policy } = readPolicyValue(given, parseJson, advisor);
  assert.equal(policy?.sha256, createHash("sha256").update(JSON.stringify(given)).digest("hex"));
  assert.deepEqual(readPolicyValue(JSON.stringify(given), parseJson, advisor), { policy });
});

test("a file that is no JSON is refused with what the reader of JSON says of the place", () => {
  const text = '{\n  "name": "x",\n}';
  let cause = "";
  try {
    JSON.parse(text);
  } catch (error) {
    cause = String(error);
  }
  assert.deepEqual(readPolicyValue(text, parseJson, advisor).problems, [
    `policy: found no JSON (${cause}). YAML is not read here`,
  ]);
});

test("whatever else a page hands over is refused in a line", () => {
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  for (const given of [undefined, () => 1, 5, "{", cyclic, 64n, { name: "x".repeat(70_000) }])
    assert.equal(readPolicyValue(given, parseJson, advisor).problems?.length, 1, String(typeof given));
  assert.match(
    readPolicyValue({ name: "x", exlude: {} }, parseJson, advisor).problems?.[0] ?? "",
    /^policy: exlude: .*nearest: exclude/,
  );
  assert.match(
    readPolicyValue(cyclic, parseJson, advisor).problems?.[0] ?? "",
    /^policy: found an object that JSON cannot hold \(.*\), expected plain fields$/,
  );
  assert.match(
    readPolicyValue([], parseJson, advisor).problems?.[0] ?? "",
    /^policy: found an empty list, expected fields/,
  );
});
