import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { createAdvisor } from "../../../advisor/index.ts";
import { writeMarkdown } from "../../../advisor/ui/answer/markdown.ts";
import { describeVerdict, mainReason } from "../../../advisor/ui/answer/answer-text.ts";
import { advisor, knowledge } from "./knowledge.ts";
import { smallKnowledge } from "./small-knowledge.ts";

type Status = "usable" | "excluded";

interface Row {
  guest: string;
  adapter: string;
  given?: Situation;
  status: Status;
  says: RegExp;
}

const kvm: Situation = { platform: "kvm" };

/** What distributions and kernels bring, and what they leave out: with the words that tell it. */
const rows: Row[] = [
  { guest: "rhel7-64", adapter: "e1000", given: kvm, status: "usable", says: /ships with/ },
  {
    guest: "rhel8-64",
    adapter: "e1000",
    given: kvm,
    status: "excluded",
    says: /^Red Hat Enterprise Linux 8.* has no e1000 driver/,
  },
  { guest: "centos8-64", adapter: "e1000", given: kvm, status: "excluded", says: /has no e1000 driver/ },
  { guest: "rocky-64", adapter: "e1000", given: kvm, status: "usable", says: /The atlas records no driver/ },
  { guest: "rhel9-64", adapter: "e1000", given: kvm, status: "usable", says: /ships with/ },
  { guest: "rhel10-64", adapter: "e1000", given: kvm, status: "usable", says: /probably ships with/ },
  { guest: "debian12-64", adapter: "e1000", given: kvm, status: "usable", says: /ships with/ },
  { guest: "rhel9-64", adapter: "vlance", given: kvm, status: "usable", says: /The atlas records no driver/ },
  { guest: "rhel8-64", adapter: "ne2k-pci", given: kvm, status: "usable", says: /The atlas records no driver/ },
  { guest: "rhel8-64", adapter: "i82559", given: kvm, status: "usable", says: /The atlas records no driver/ },
  { guest: "debian12-64", adapter: "vlance", given: kvm, status: "usable", says: /ships with/ },
  { guest: "rhel9-64", adapter: "virtio-net", given: kvm, status: "usable", says: /ships with/ },
  {
    guest: "windows-nt-32",
    adapter: "rtl8139",
    given: kvm,
    status: "usable",
    says: /needs the vendor's driver for the emulated card/,
  },
  { guest: "windows-2000-32", adapter: "rtl8139", given: kvm, status: "usable", says: /probably ships with/ },
  { guest: "rhel9-64", adapter: "sriov", status: "usable", says: /probably ships with/ },
  { guest: "freebsd14-64", adapter: "sriov", status: "usable", says: /probably ships with/ },
  { guest: "freebsd12-64", adapter: "sriov", status: "usable", says: /needs the NIC vendor's driver/ },
  {
    guest: "ubuntu-22-04-64",
    adapter: "vmxnet2",
    status: "excluded",
    says: /has no VMXNET2 \(Enhanced\) driver/,
  },
  {
    guest: "ubuntu-18-04-64",
    adapter: "vmxnet2",
    status: "excluded",
    says: /has no VMXNET2 \(Enhanced\) driver/,
  },
  { guest: "ubuntu-24-04-64", adapter: "pvrdma", status: "usable", says: /^Only programs that use RDMA need PVRDMA/ },
  { guest: "other-64", adapter: "e1000", status: "usable", says: /probably ships with/ },
  { guest: "other-32", adapter: "vlance", status: "usable", says: /probably ships with/ },
  {
    guest: "ubuntu-64",
    adapter: "vmxnet2",
    given: { guestDrivers: false },
    status: "excluded",
    says: /does not ship the VMXNET2 \(Enhanced\) driver/,
  },
];

describe("drivers of a guest", () => {
  for (const { guest, adapter, given, status, says } of rows) {
    test(`${adapter} is ${status} in ${guest}${given?.platform ? ` on ${given.platform}` : ""}: ${says.source}`, () => {
      const { verdicts } = advisor.advise({ guest, packetRate: 8000, iommu: true, sriovNic: true, ...given });
      const verdict = verdicts.find((one) => one.adapter === adapter);
      assert.equal(verdict?.status === "excluded" ? "excluded" : "usable", status);
      assert.ok(
        verdict?.reasons.some(({ text }) => says.test(text)),
        verdict?.reasons.map(({ text }) => text).join(" | "),
      );
    });
  }

  test("an adapter whose driver is in doubt stands behind those that are known to work", () => {
    const order = advisor
      .advise({ platform: "kvm", guest: "rhel9-64", packetRate: 8000 })
      .verdicts.map(({ adapter }) => adapter);
    for (const doubtful of ["vlance", "ne2k-pci", "i82559"])
      assert.ok(order.indexOf(doubtful) > order.indexOf("e1000"), doubtful);
  });

  test("doubt about a driver lifts no passthrough over a virtual adapter that a rule prefers, and lowers what is said of that one", () => {
    const advise = (over: string[], driver: "vendor" | "box") =>
      createAdvisor(
        smallKnowledge({ card: { driver: "unknown" }, direct: { kind: "passthrough", driver } }, [
          { then: { prefer: ["card"], over } },
        ]),
      ).advise({ guest: "guest" });
    for (const driver of ["vendor", "box"] as const) {
      assert.deepEqual(
        [advise(["direct"], driver).recommended, advise(["direct"], driver).confidence.level],
        ["card", "low"],
      );
      assert.equal(advise([], driver).recommended, "direct");
    }
    for (const guest of ["other-linux-64", "other-linux-2-4-64"])
      assert.equal(advisor.advise({ guest, platformVersion: "8.0", iommu: true }).recommended, "e1000", guest);
  });

  test("of an adapter whose driver is in doubt that is said first, on the page and in print", () => {
    const advice = advisor.advise({ platform: "kvm", guest: "windows-server-2025-64", guestDrivers: false });
    for (const adapter of ["ne2k-pci", "i82559", "rtl8139"]) {
      const verdict = advice.verdicts.find((one) => one.adapter === adapter);
      assert.ok(verdict);
      assert.match(mainReason(verdict, advice)?.text ?? "", /The atlas records no driver/, adapter);
      assert.ok(
        writeMarkdown(advice, knowledge, { atlas: null, link: null }).includes(
          `(conditional): ${describeVerdict(verdict, advice)}`,
        ),
        adapter,
      );
    }
  });

  test("what the machine runs with has its driver: that none can be added neither takes it away nor is asked for it", () => {
    const machines: [currentAdapter: string, given: Situation][] = [
      ["vmxnet3", { platformVersion: "8.0" }],
      ["virtio-net", kvm],
    ];
    for (const [currentAdapter, given] of machines) {
      const fresh: Situation = {
        guest: "windows-server-2019-64",
        packetRate: 8000,
        iommu: false,
        sriovNic: false,
        ...given,
      };
      const machine: Situation = { ...fresh, currentAdapter };
      assert.equal(advisor.advise({ ...machine, guestDrivers: false }).recommended, currentAdapter);
      assert.ok(
        advisor.advise(machine).openQuestions.every(({ field }) => field !== "guestDrivers"),
        currentAdapter,
      );
      for (const other of [fresh, { ...fresh, currentAdapter: "e1000e" }])
        assert.equal(advisor.advise({ ...other, guestDrivers: false }).recommended, "e1000e", currentAdapter);
    }
    const passing = advisor.advise({
      guest: "windows-server-2019-64",
      platformVersion: "8.0",
      currentAdapter: "sriov",
      packetRate: 200000,
      saveCpu: true,
      guestDrivers: false,
    });
    assert.equal(passing.recommended, "sriov");
    assert.ok(passing.verdicts[0]?.reasons.every(({ text }) => !/None can be added/.test(text)));
  });

  const uninstallable: [guest: string, given: Situation, headline: string, why: string][] = [
    [
      "windows-server-2019-64",
      { iommu: true, requires: ["rdma"] },
      "Check whether DirectPath I/O fits",
      "No driver can be installed. Check that the guest ships a driver for the physical NIC.",
    ],
    [
      "windows-98-32",
      { requires: ["jumbo-frames"] },
      "Check whether E1000 fits",
      "No driver can be installed. Check that the guest ships a driver for this adapter.",
    ],
  ];
  for (const [guest, given, headline, why] of uninstallable)
    test(`does not tell to use an adapter of ${guest} whose driver the user cannot install`, () => {
      const without = advisor.advise({ ...given, guest, guestDrivers: false });
      assert.deepEqual([without.headline, without.why, without.price], [{ kind: "ask", text: headline }, why, null]);
      const withDrivers = advisor.advise({ ...given, guest, guestDrivers: true });
      assert.equal(withDrivers.headline.text, headline.replace(/^Check whether (.*) fits$/, "Use $1"));
      // What the machine runs with has its driver.
      const current = without.recommended ?? "";
      const kept = advisor.advise({ ...given, guest, guestDrivers: false, currentAdapter: current });
      assert.equal(kept.headline.kind, "keep");
    });

  test("without added drivers Windows NT takes the card that is on its media", () => {
    assert.equal(
      advisor.advise({ platform: "kvm", guest: "windows-nt-32", guestDrivers: false, packetRate: 100 }).recommended,
      "vlance",
    );
  });

  test("only an installer that lacks or may lack VMXNET3's driver is warned of a PXE installation", () => {
    const isWarned = (guest: string): boolean =>
      advisor
        .advise({ guest, guestDrivers: true, packetRate: 2000, requires: ["pxe-boot"] })
        .verdicts.some(
          ({ adapter, reasons }) =>
            adapter === "vmxnet3" && reasons.some(({ id }) => id.startsWith("pxe-installation")),
        );
    const table: [guest: string, warned: boolean][] = [
      ["windows-server-2019-64", true],
      ["windows-server-2022-64", false],
      ["windows-10-64", true],
      ["windows-11-64", true],
      ["rhel9-64", false],
    ];
    for (const [guest, warned] of table) assert.equal(isWarned(guest), warned, guest);
  });
});

test("of a guest that the atlas does not record on a platform that is said, not that it has no driver", () => {
  const unrecorded = advisor.advise({ platform: "kvm", guest: "windows-later-64" });
  assert.match(unrecorded.why, /^Try .* first\. The atlas does not record this guest on KVM\.$/);
  const texts = unrecorded.verdicts.flatMap(({ reasons }) => reasons.map(({ text }) => text));
  assert.ok(texts.includes("The atlas does not record Windows after 11 (64-bit) on KVM."));
  assert.ok(!texts.some((text) => text.startsWith("The atlas records no driver")));
});
