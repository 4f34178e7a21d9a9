import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { writeConditionsOfRule, writeConsequence } from "../../../../tools/site/compile/site/rules.ts";
import { familyNames } from "../../../../tools/site/compile/words.ts";
import type { RecordOf } from "../../../../tools/site/compile/records.ts";
import { makeAtlas, makeGuest } from "./records.ts";

type Family = keyof typeof familyNames;

const atlas = makeAtlas({
  guests: [makeGuest("rhel9-64"), makeGuest("windows-server-2003-32", { name: "Windows Server 2003", bitness: 32 })],
  steps: [
    {
      id: "install-tools",
      title: "Install VMware Tools",
      platform: "vsphere",
      adapters: ["vmxnet3"],
      tool: "guest",
      action: "prepare",
      order: 1,
      text: "Do.",
      basis: "stated",
      sources: [{ source: "manual" }],
    },
  ],
});

const say = (when: RecordOf<"rules">["when"], releases: { since?: string; until?: string } = {}): string =>
  writeConditionsOfRule({ when, ...releases }, atlas);

describe("the conditions of a rule in words", () => {
  test("name platform, range and feature as readers know them", () => {
    assert.equal(
      say({ platform: ["vsphere"], packetRate: { above: 50000 }, requires: ["vmotion"] }),
      "VMware vSphere, more than 50,000 packets/s, vMotion required",
    );
  });
  test("use the feature's general name where the rule is about no single platform", () => {
    assert.equal(say({ requires: ["vmotion", "live-pause"] }), "live migration or pausing required");
  });
  for (const [releases, text] of [
    [{ since: "5.1", until: "5.5" }, "VMware vSphere, version 5.1 to 5.5"],
    [{ since: "5.1", until: "5.1" }, "VMware vSphere, version 5.1"],
    [{ since: "5.5" }, "VMware vSphere, version 5.5 or later"],
    [{ until: "4.1" }, "VMware vSphere, version 4.1 or before"],
  ] as const)
    test(`name the releases for which it holds: ${text}`, () =>
      assert.equal(say({ platform: ["vsphere"] }, releases), text));
  test("are always where there is none", () => assert.equal(say({}), "always"));

  const ranges: [RecordOf<"rules">["when"], string][] = [
    [{ packetRate: { atLeast: 10000, below: 50000 } }, "at least 10,000 and less than 50,000 packets/s"],
    [{ packetRate: { atMost: 10000 } }, "at most 10,000 packets/s"],
    [{ virtualHardware: { atLeast: 11, atMost: 11 } }, "virtual hardware 11"],
    [{ virtualHardware: { below: 7 } }, "virtual hardware less than 7"],
    [{ platformVersion: { atLeast: "5.1" } }, "version 5.1 or later"],
    [{ platformVersion: { below: "5.1" } }, "version before 5.1"],
    [{ guestRelease: { atLeast: "2.6.32", below: "3.10" } }, "guest release 2.6.32 or later, before 3.10"],
    [{ hotAdd: false }, "guest without PCI hot plug"],
  ];
  for (const [when, text] of ranges) test(`write ${JSON.stringify(when)}`, () => assert.equal(say(when), text));

  test("say yes and no of the guest and of the host", () => {
    assert.equal(
      say({ hardwareVirtualization: false, guestDrivers: false, latencySensitive: true, iommu: false, sriovNic: true }),
      "no hardware virtualization, no drivers added in the guest, latency-sensitive, no IOMMU, SR-IOV NIC",
    );
  });
  test("name guests with their bitness, and families", () => {
    assert.equal(
      say({ guest: ["rhel9-64", "windows-server-2003-32"] }),
      "Red Hat Enterprise Linux 9 64-bit or Windows Server 2003 32-bit",
    );
    assert.equal(
      say({ guestFamily: ["linux", "windows-server"], bitness: 32 }),
      "Linux or Windows Server guest, 32-bit guest",
    );
    const most = Object.keys(familyNames).filter((family) => !["macos", "other"].includes(family));
    assert.equal(say({ guestFamily: most as [Family, ...Family[]] }), "any guest except macOS and other systems");
  });
});

describe("the consequence of a rule in words", () => {
  const follow = (then: RecordOf<"rules">["then"], when: RecordOf<"rules">["when"] = {}): string =>
    writeConsequence({ then, when }, atlas);
  test("prefers with what is gained", () => {
    assert.equal(follow({ prefer: ["vmxnet3"], over: ["e1000"], gain: "cpu" }), "prefer VMXNET3 over E1000 (less CPU)");
  });
  test("names the adapter that serves another purpose", () => {
    assert.equal(
      follow({ prefer: ["vmxnet3"], over: ["e1000"], gain: "purpose" }),
      "prefer VMXNET3 over E1000 (E1000 serves another purpose)",
    );
  });
  test("uses the platform's names of features where the rule is about one platform", () => {
    assert.equal(
      follow({ warn: ["vmxnet3"], loses: ["vmotion", "live-pause"] }, { platform: ["vsphere"] }),
      "caution with VMXNET3; no vMotion or pausing",
    );
  });
  test("excludes and cautions", () => {
    assert.equal(follow({ exclude: ["e1000", "vmxnet3"] }), "exclude E1000 and VMXNET3");
    assert.equal(follow({ exclude: ["e1000"], warn: ["vmxnet3"] }), "exclude E1000; caution with VMXNET3");
    assert.equal(
      follow({ warn: ["vmxnet3"], loses: ["vmotion", "live-pause"] }),
      "caution with VMXNET3; no live migration or pausing",
    );
    assert.equal(
      follow({ warn: ["vmxnet3"], loses: ["live-pause"], beside: "Boost High" }),
      "caution with VMXNET3; no pausing beside Boost High",
    );
  });
  test("names the steps to be taken", () => {
    assert.equal(follow({ require: ["install-tools"], for: ["vmxnet3"] }), "with VMXNET3: Install VMware Tools");
    assert.equal(
      follow({ require: ["install-tools"], for: ["vmxnet3"], provided: "with a back end" }),
      "VMXNET3 only with a back end; with VMXNET3: Install VMware Tools",
    );
  });
});
