import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Rule } from "../../../advisor/knowledge/knowledge.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { createAdvisor } from "../../../advisor/index.ts";
import { advisor } from "./knowledge.ts";
import { smallKnowledge, type Part } from "./small-knowledge.ts";

describe("the reason in one line", () => {
  const cases: [what: string, given: Situation, why: RegExp, confidence?: RegExp][] = [
    [
      "is no rule against an adapter that does not fit: doubts about the others decide",
      { platform: "kvm", guest: "os2-32" },
      /^Driver or feature support of e1000e, e1000 and rtl8139 is only partly documented\./,
      /^Low: the other adapters are less certain to fit$/,
    ],
    [
      "is not a rule that confidence does not count",
      { guest: "windows-server-2019-64", guestDrivers: false, iommu: true, sriovNic: true, packetRate: 200_000 },
      /^Driver or feature support of SR-IOV passthrough and DirectPath I\/O is only partly documented\./,
      /^Low: the other adapters are less certain to fit$/,
    ],
    [
      "compares with a current adapter that could not be added",
      { guest: "esxi9-64", packetRate: 2000, currentAdapter: "e1000e", requires: ["hot-add"] },
      /^VMware advises the VMXNET family/,
      /vendor advice/,
    ],
    [
      "does not say that nothing is lost while a required feature is in doubt",
      {
        guest: "rhel9-64",
        vcpus: 1,
        requires: ["rss"],
        packetRate: 150_000,
        iommu: true,
        currentAdapter: "directpath-io",
      } as Situation,
      /^At 150,000 packets\/s, DirectPath I\/O saves host CPU\.$/,
    ],
    [
      "says that nothing required is lost if nothing of it is in doubt",
      {
        guest: "rhel9-64",
        packetRate: 150_000,
        iommu: true,
        currentAdapter: "directpath-io",
        requires: ["jumbo-frames"],
      },
      /saves host CPU, and no required feature is lost\.$/,
    ],
    [
      "does not call features required where none is",
      { guest: "rhel9-64", packetRate: 150_000, iommu: true, currentAdapter: "directpath-io" },
      /saves host CPU\.$/,
    ],
    [
      "names the required feature that only one adapter supports",
      { guest: "rhel10-64", packetRate: 50_000, iommu: false, requires: ["lro"] },
      /^Only VMXNET3 is documented to support LRO in this VM\.$/,
    ],
    [
      "is not about another adapter that the same rule prefers",
      { guest: "sles8-64", packetRate: 50_001, dpdk: true, sriovNic: true, platformVersion: "6.5" },
      /^VMware advises the VMXNET family/,
    ],
    [
      "praises no feature that the demanded modes lose",
      {
        platform: "kvm",
        guest: "freebsd15-32",
        dpdk: true,
        iommu: true,
        currentAdapter: "directpath-io",
        requires: ["ha"],
      },
      /^(?!.*memory overcommit)/,
    ],
    [
      "is about the current adapter if it is kept",
      { platform: "kvm", guest: "fortigate-vm-64", packetRate: 1_000_000, currentAdapter: "directpath-io" },
      /^No required feature excludes the assigned device/,
    ],
  ];
  for (const [what, given, why, confidence] of cases)
    test(what, () => {
      const advice = advisor.advise(given);
      assert.match(advice.why, why);
      if (confidence) assert.match(advice.confidence.text, confidence);
    });

  /** The reason for "fast" beside "plain" and "other" under one rule with this ground. */
  const whyWith = (
    because: string,
    then: Rule["then"] = { prefer: ["fast", "other"], over: ["plain"] },
    fast: Part = {},
    given: Situation = {},
  ): string =>
    createAdvisor(
      smallKnowledge({ plain: {}, fast: { ...fast }, other: { driver: "unknown" } }, [{ because, then }]),
    ).advise({ guest: "guest", ...given }).why;
  const driver = "The driver ships with Guest.";

  test("names the recommended adapter or none in its main clause", () => {
    for (const ground of [
      "Vendors advise fast, not other.",
      "Vendors advise a virtual adapter.",
      "Vendors advise it, which other lacks.",
      "Vendors advise the other family.",
    ])
      assert.equal(whyWith(ground), ground);
    for (const ground of ["Vendors advise other.", "Only old guests need plain.", "Use another model: fast is best."])
      assert.equal(whyWith(ground), driver, ground);
  });
});

test("a headline's figures are of the guest and the adapter that the machine has", () => {
  const why = (guest: string, currentAdapter: string): string =>
    advisor.advise({ guest, currentAdapter, packetRate: 20_000 }).why;
  assert.match(why("windows-server-2012-r2-64", "e1000e"), /E1000E 1\.88 with Windows 2012 R2/);
  assert.match(why("windows-server-2008-r2-64", "e1000"), /E1000 2\.65 with Windows 2008 R2/);
  for (const [guest, current] of [
    ["windows-server-2012-r2-64", "e1000"],
    ["windows-server-2008-r2-64", "e1000e"],
  ] as const)
    assert.doesNotMatch(why(guest, current), /\d\.\d/);
});
