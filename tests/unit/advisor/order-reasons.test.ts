import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Advice, Reason } from "../../../advisor/explain/advice.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { createAdvisor } from "../../../advisor/index.ts";
import { mainReason } from "../../../advisor/ui/answer/answer-text.ts";
import { advisor } from "./knowledge.ts";
import { smallKnowledge } from "./small-knowledge.ts";

const main = (advice: Advice, adapter: string): Reason | undefined => {
  const verdict = advice.verdicts.find((one) => one.adapter === adapter);
  return verdict && mainReason(verdict, advice);
};

describe("of what excludes an adapter, what no change cures comes first", () => {
  test("a guest's list that never has it before a release that does not yet", () => {
    for (const given of [
      { guest: "windows-xp-32", platformVersion: "6.0" },
      { guest: "rhel4-32", platformVersion: "3.5" },
    ]) {
      const reasons = advisor.advise(given).verdicts.find(({ adapter }) => adapter === "pvrdma")?.reasons ?? [];
      assert.deepEqual(
        reasons.map(({ kind }) => kind),
        ["guest", "driver", "platform"],
        given.guest,
      );
      assert.equal(reasons[0]?.change, "No virtual hardware version supports this adapter for this guest.");
    }
  });

  test("a list that has it at other virtual hardware, drivers that can be added and what is required keep their place", () => {
    const given = {
      guest: "windows-server-2012-r2-64",
      virtualHardware: 21,
      requires: ["lro"],
      guestDrivers: false,
    } as Situation;
    assert.deepEqual(
      advisor
        .advise(given)
        .verdicts.find(({ adapter }) => adapter === "e1000")
        ?.reasons.map(({ kind }) => kind),
      ["compatibility", "guest"],
    );
  });

  test("a release that is gone before a host that can be changed, and a rule without a cure before one with", () => {
    const kinds = (part: object, rules: object[], given: Situation): string[] =>
      createAdvisor(smallKnowledge({ plain: {}, fast: part }, rules))
        .advise({ guest: "guest", ...given })
        .verdicts.find(({ adapter }) => adapter === "fast")
        ?.reasons.map(({ id }) => id) ?? [];
    const rules = [
      { id: "curable", then: { exclude: ["fast"] }, change: "Do it." },
      { id: "final", then: { exclude: ["fast"] }, change: "" },
    ];
    assert.deepEqual(kinds({}, rules, {}), ["final", "curable"]);
    assert.deepEqual(kinds({ until: "1.0" }, rules.slice(0, 1), { platformVersion: "3.0" }), ["fast", "curable"]);
  });
});

test("of an adapter that only other virtual hardware offers, that is said before what would come after", () => {
  const advice = advisor.advise({ guest: "esxi8-64", platformVersion: "8.0" });
  const reason = main(advice, "e1000e");
  assert.deepEqual([reason?.kind, reason?.change], ["guest", "Use virtual hardware 11–15."]);
  assert.match(reason?.text ?? "", /^Check first: .* at virtual hardware 21\.$/);
  assert.match(
    advice.summary,
    /^Use VMXNET3 on a port group that accepts other MAC addresses\. VMXNET3 is the only adapter that fits /,
  );
  assert.deepEqual(advice.openQuestions, []);
});

describe("what the current adapter lacks leads", () => {
  const given: Situation = { guest: "rhel9-64", platformVersion: "8.0", packetRate: 20000 };

  test("before what speaks against another one", () => {
    assert.match(
      advisor.advise({ ...given, currentAdapter: "e1000e" }).summary,
      /^Change E1000E to VMXNET3\. VMware advises the VMXNET family/,
    );
    assert.match(
      advisor.advise({ ...given, currentAdapter: "sriov" }).summary,
      /^Change SR-IOV passthrough to VMXNET3\. VMware recommends passthrough only above about 50,000 packets\/s, and a virtual adapter keeps/,
    );
  });

  test("and else what is special of this machine", () => {
    for (const more of [{}, { currentAdapter: "vmxnet3" }])
      assert.match(
        advisor.advise({ ...given, ...more }).summary,
        /^(Use|Keep) VMXNET3\. VMXNET3 has less overhead than emulated adapters, and 20,000 packets\/s is below the 50,000 where passthrough pays/,
      );
  });
});

describe("an adapter that is there for another purpose", () => {
  const given: Situation = { guest: "sles15-64", platformVersion: "7.0", requires: ["jumbo-frames", "tso", "lro"] };

  test("makes nobody less sure, and is none to run against", () => {
    const { confidence, validation, summary } = advisor.advise(given);
    assert.equal(confidence.text, "Medium: no other adapter fits with the known inputs");
    assert.deepEqual(
      validation?.commands.map(({ adapter }) => adapter),
      ["vmxnet3"],
    );
    assert.match(summary, /^Use VMXNET3\. The driver ships with the guest OS/);
  });

  test("is run against where the machine has it", () => {
    assert.deepEqual(
      advisor.advise({ ...given, currentAdapter: "pvrdma" }).validation?.commands.map(({ adapter }) => adapter),
      ["vmxnet3", "pvrdma"],
    );
    assert.match(advisor.advise({ ...given, currentAdapter: "pvrdma" }).summary, /^Change PVRDMA to VMXNET3\. /);
  });

  test("says nothing where others for this purpose fit", () => {
    const { summary, confidence } = advisor.advise({ ...given, requires: ["jumbo-frames"] });
    assert.match(summary, /^Use VMXNET3\. VMware advises the VMXNET family for every guest that has a driver\./);
    assert.doesNotMatch(confidence.text, /purpose/);
  });
});

describe("where the evidence points both ways", () => {
  const quick: Situation = {
    guest: "windows-server-2025-64",
    platformVersion: "9.0",
    latencySensitive: true,
    packetRate: 30000,
  };

  test("nobody is sure before the host is known to lack what it is about", () => {
    const levels = [{}, { iommu: true, sriovNic: true }, { iommu: false, sriovNic: false }].map(
      (host) => advisor.advise({ ...quick, ...host }).confidence.level,
    );
    assert.deepEqual(levels, ["low", "low", "medium"]);
    assert.match(advisor.advise(quick).confidence.text, /^Low: the evidence points both ways/);
  });

  test("the runs take a host that offers it, which is said where it is not known", () => {
    const expect = (host: Situation): string => advisor.advise({ ...quick, ...host }).validation?.expect ?? "";
    assert.match(
      expect({}),
      /^Run the test with VMXNET3, then with SR-IOV passthrough, on the same host\. The host must support/,
    );
    assert.doesNotMatch(expect({ iommu: true, sriovNic: true }), /That takes a host/);
  });
});

describe("on KVM", () => {
  const kvm: Situation = { platform: "kvm", guest: "rhel9-64" };

  test("register accesses are told where response time decides, and nowhere else", () => {
    const told = (more: Situation): boolean =>
      JSON.stringify(advisor.advise({ ...kvm, ...more }).verdicts).includes("one ping needs 1");
    assert.deepEqual(
      [
        {},
        { packetRate: 2_000_000, dpdk: true },
        { latencySensitive: true, dpdk: true },
        { latencySensitive: true },
      ].map(told),
      [false, false, false, true],
    );
  });

  test("a data plane is told first of DPDK's own way", () => {
    assert.match(
      advisor.advise({ ...kvm, dpdk: true, packetRate: 2_000_000 }).summary,
      /back end\. DPDK names virtio as the software solution/,
    );
  });
});

describe("of a suitable adapter is told why it is not the recommended one", () => {
  const tables: [given: Situation, lines: Record<string, RegExp>][] = [
    [
      { guest: "rhel9-64", packetRate: 120_000 },
      {
        e1000e: /^VMware advises the VMXNET family/,
        sriov: /SR-IOV passthrough needs an enabled host IOMMU/,
        "directpath-io": /DirectPath I\/O needs an enabled host IOMMU/,
        pvrdma: /purpose|RDMA/,
      },
    ],
    [
      { guest: "rhel9-64", packetRate: 5_000 },
      {
        sriov: /^Check first: SR-IOV passthrough needs an enabled host IOMMU \(VT-d or AMD-Vi\)\./,
        "directpath-io": /^Check first: DirectPath I\/O needs an enabled host IOMMU \(VT-d or AMD-Vi\)\./,
      },
    ],
    [
      { guest: "rhel9-64", packetRate: 120_000, iommu: true, sriovNic: true },
      {
        vmxnet3: /CPU/,
        e1000e: /CPU/,
        "directpath-io": /^A virtual function/,
        pvrdma: /purpose|RDMA/,
      },
    ],
    [
      { guest: "rhel9-64", packetRate: 120_000, iommu: true },
      { sriov: /requires a free virtual function on an SR-IOV NIC/, vmxnet3: /CPU/ },
    ],
    [{ guest: "windows-xp-32" }, { vmxnet: /VMXNET3/, vlance: /^VMware advises the VMXNET family/ }],
    [
      { packetRate: 3_000_000, requires: ["pxe-boot"], iommu: true, sriovNic: true },
      { sriov: /^Support for PXE boot is not documented\./ },
    ],
    [
      { platform: "kvm", guest: "rhel9-64" },
      {
        e1000: /recommend virtio for performance/,
        vmxnet3: /recommend virtio for performance/,
        igb: /virt-install uses/,
      },
    ],
    [
      { platform: "kvm", guest: "rhel9-64", packetRate: 3_000_000, iommu: true, sriovNic: true, saveCpu: true },
      {
        "virtio-net": /virtual function the fastest of its KVM options/,
        e1000: /^e1000 is not known to handle more than 1,000,000 packets\/s\.$/,
      },
    ],
    [{ platform: "kvm", guest: "macos-13-64" }, { e1000e: /recommend virtio/ }],
  ];
  for (const [given, lines] of tables) {
    test(JSON.stringify(given), () => {
      const advice = advisor.advise(given);
      for (const [adapter, line] of Object.entries(lines))
        assert.match(main(advice, adapter)?.text ?? "", line, adapter);
    });
  }
});
