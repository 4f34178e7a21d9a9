import assert from "node:assert/strict";
import { test } from "node:test";
import { currentText } from "../../../advisor/ui/answer/names.ts";
import type { Advice, Reason } from "../../../advisor/explain/advice.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { createAdvisor } from "../../../advisor/index.ts";
import { advisor, knowledge } from "./knowledge.ts";
import { smallKnowledge } from "./small-knowledge.ts";
import { chooseCases } from "../../thorough.ts";

const reasons = (given: Situation, adapter: string): Reason[] =>
  advisor.advise(given).verdicts.find((verdict) => verdict.adapter === adapter)?.reasons ?? [];
const texts = (given: Situation, adapter: string): string[] =>
  reasons(given, adapter)
    .filter(({ kind }) => kind !== "rule")
    .map(({ text }) => text);
const labels = ({ openQuestions }: Advice, asked: string): string[] | undefined =>
  openQuestions.find(({ field }) => field === asked)?.answers.map(({ label }) => label);

/** A VM with a packet rate at which passthrough pays, on a host that offers it. */
const atHighRate: Situation = {
  guest: "rhel9-64",
  platformVersion: "8.0",
  packetRate: 100000,
  iommu: true,
  sriovNic: true,
};

test("the summary names the adapter and why, whichever place it has in the table", () => {
  assert.match(
    advisor.advise({ guest: "rhel9-64", platformVersion: "8.0", packetRate: 8000 }).summary,
    /^Use VMXNET3\. VMXNET3 has less overhead than emulated adapters, and 8,000 packets\/s is below the 50,000 where passthrough pays/,
  );
  assert.match(
    advisor.advise({
      guest: "rhel9-64",
      platformVersion: "8.0",
      packetRate: 80000,
      iommu: true,
      sriovNic: false,
      saveCpu: true,
    }).summary,
    /^Use DirectPath I\/O\. At 80,000 packets\/s, DirectPath I\/O saves host CPU/,
  );
  assert.match(
    advisor.advise({ guest: "rhel5-64", guestDrivers: false }).summary,
    /^Use E1000\. E1000 is the only adapter that fits with the known inputs\.$/,
  );
  assert.match(
    advisor.advise({ platform: "kvm", guest: "rhel9-64", requires: ["fault-tolerance"] }).summary,
    /^No adapter fits\. /,
  );
});

test("from 100,000 packets/s the virtual adapter that a VM has is no reason against passthrough, and the CPU is asked about first", () => {
  const given = atHighRate;
  for (const currentAdapter of ["vmxnet3", "e1000"]) {
    const { recommended, headline, openQuestions } = advisor.advise({ ...given, currentAdapter });
    assert.deepEqual([recommended, headline.kind], ["sriov", "change"]);
    assert.equal(openQuestions[0]?.field, "saveCpu");
    assert.equal(openQuestions[0]?.answers.find(({ value }) => value === false)?.recommended, "vmxnet3");
    for (const more of [{ packetRate: 99_999 }, { saveCpu: false }, { requires: ["vmotion"] }])
      assert.equal(advisor.advise({ ...given, currentAdapter, ...more }).recommended, "vmxnet3");
  }
});

test("a host has what an adapter that runs there needs, which is neither asked nor assumed", () => {
  for (const platform of ["vsphere", "kvm"]) {
    const { recommended, openQuestions, assumptions, turningPoints } = advisor.advise({
      platform,
      guest: "rhel9-64",
      packetRate: 100000,
      currentAdapter: "sriov",
    });
    assert.equal(recommended, "sriov");
    const told = [...openQuestions, ...assumptions, ...turningPoints].map(({ field }) => field);
    for (const field of ["iommu", "sriovNic"]) assert.ok(!told.includes(field), `${platform}: ${field}`);
  }
  assert.equal(
    advisor.advise({ platform: "kvm", guest: "rhel9-64", currentAdapter: "directpath-io" }).recommended,
    "directpath-io",
  );
});

test("a passthrough adapter that is there stays until its rate is known, for response time, with DPDK and beside bulk throughput", () => {
  const there: Situation = { guest: "rhel9-64", platformVersion: "8.0", currentAdapter: "sriov" };
  assert.match(
    advisor.advise(there).summary,
    /^Keep SR-IOV passthrough\. The packet rate is unknown\. Keep SR-IOV passthrough until/,
  );
  for (const more of [
    { latencySensitive: true, packetRate: 30000 },
    { dpdk: true },
    { dpdk: true, packetRate: 2_000_000, saveCpu: false },
    { throughputGbps: 10 },
    { requires: ["rss", "tso"], packetRate: 200000 },
  ]) {
    assert.equal(advisor.advise({ ...there, ...more }).recommended, "sriov", JSON.stringify(more));
  }
  assert.equal(advisor.advise({ ...there, packetRate: 20000 }).recommended, "vmxnet3");
});

test("a passthrough adapter that has to go is said to first, with what would let it stay", () => {
  const advice = advisor.advise({
    guest: "rhel9-64",
    platformVersion: "8.0",
    currentAdapter: "directpath-io",
    requires: ["snapshots"],
  });
  assert.match(advice.summary, /^Change DirectPath I\/O to VMXNET3\. /);
  assert.equal(
    currentText(advice),
    "DirectPath I/O cannot stay: DirectPath I/O does not support snapshots, which you require. DirectPath I/O fits if you drop snapshots.",
  );
});

test("what keeps a feature as it is comes before what does so under conditions, and says so", () => {
  const given: Situation = { platform: "kvm", guest: "rhel9-64", packetRate: 100000, currentAdapter: "sriov" };
  // A feature that both have is not what decides.
  for (const requires of [["vmotion"], ["vmotion", "nic-sharing"]]) {
    assert.match(
      advisor.advise({ ...given, requires }).summary,
      /^Change SR-IOV virtual function \(VFIO\) to virtio\. virtio supports live migration without conditions\./,
    );
  }
});

test("an adapter that saves CPU time is recommended only if that is scarce, where nobody said so, and that is asked first", () => {
  const given = atHighRate;
  const { recommended, summary, openQuestions } = advisor.advise(given);
  assert.equal(recommended, "sriov");
  assert.deepEqual(
    [openQuestions[0]?.field, openQuestions[0]?.answers.find(({ value }) => value === false)?.recommended],
    ["saveCpu", "vmxnet3"],
  );
  assert.match(summary, /^Use SR-IOV passthrough\. At 100,000 packets\/s, SR-IOV passthrough saves host CPU\./);
  assert.match(
    advisor.advise({ ...given, currentAdapter: "sriov" }).summary,
    /^Keep SR-IOV passthrough\. At 100,000 packets\/s, SR-IOV passthrough saves host CPU/,
  );
  assert.match(reasons(given, "sriov")[0]?.text ?? "", /host CPU/);
  // Where it is said, or changes nothing, there is no condition.
  for (const known of [
    { saveCpu: true },
    { saveCpu: false },
    { requires: ["vmotion"] },
    { packetRate: 8000 },
    { dpdk: true, saveCpu: true },
  ]) {
    assert.doesNotMatch(advisor.advise({ ...given, ...known }).summary, /scarce/);
  }
});

test("the headline is one sentence about why, and what does not fit says what does", () => {
  const latency = advisor.advise({
    guest: "rhel9-64",
    platformVersion: "9.0",
    packetRate: 5000,
    latencySensitive: true,
    iommu: true,
    sriovNic: true,
  });
  assert.match(latency.summary, /^Use SR-IOV passthrough\. VMware calls SR-IOV beneficial for very low latency\./);
  assert.match(latency.verdicts[0]?.reasons[0]?.text ?? "", /measure both adapters\.$/);
  const offloads: Situation = { guest: "sles15-64", platformVersion: "7.0", requires: ["jumbo-frames", "tso", "lro"] };
  assert.equal(advisor.advise(offloads).recommended, "vmxnet3");
  assert.match(reasons(offloads, "e1000e")[0]?.text ?? "", / VMware lists only VMXNET2 and VMXNET3 for LRO\.$/);
});

test("VMware Tools of its time are sought on no host that was brought up to newer ones", () => {
  const told = (platformVersion: string): boolean =>
    reasons({ guest: "windows-xp-32", platformVersion }, "vmxnet3").some(({ id }) => id === "tools-of-older-hosts");
  // 6.0 was, with its Update 3.
  assert.deepEqual([told("5.5"), told("6.0")], [true, false]);
});

test("nothing that may exclude an adapter elsewhere is told of the one that the machine has", () => {
  const given: Situation = { guest: "windows-server-2016-64", platformVersion: "7.0", currentAdapter: "e1000" };
  const { verdicts, validation } = advisor.advise(given);
  assert.match(verdicts.find(({ adapter }) => adapter === "e1000e")?.status ?? "", /suitable/);
  assert.doesNotMatch(
    verdicts
      .find(({ adapter }) => adapter === "e1000")
      ?.reasons.map(({ text }) => text)
      .join(" ") ?? "",
    /Check first/,
  );
  assert.match(
    validation?.expect ?? "",
    /^Run the test with VMXNET3, then with E1000, on the same host\. .* A is E1000, B is VMXNET3, the margin is 5 %\. Pass: the 95 % interval of B\/A is above 1 /,
  );
  assert.match(
    texts({ guest: "windows-server-2016-64", platformVersion: "7.0" }, "e1000").join(" "),
    /Check first: VMware vSphere does not support E1000/,
  );
});

test("answers are labelled by the whole range that they stand for", () => {
  const advice = advisor.advise({ guest: "windows-server-2012-r2-64" });
  assert.deepEqual(labels(advice, "virtualHardware"), ["8–9", "10 or later"]);
  assert.deepEqual(labels(advisor.advise({ guest: "windows-server-2008-64" }), "virtualHardware"), [
    "4–6",
    "7 or later",
  ]);
  assert.deepEqual(labels(advice, "packetRate"), ["Up to 50,000", "More than 50,000"]);
  assert.deepEqual(labels(advice, "guestDrivers"), ["Yes", "No"]);
  const [question] = advisor.advise({
    guest: "rhel9-64",
    platformVersion: "8.0",
    packetRate: 80000,
    guestDrivers: true,
    iommu: true,
  }).openQuestions;
  assert.deepEqual([question?.field, question?.answers.map(({ label }) => label)], ["saveCpu", ["Yes", "No"]]);
});

test("a range of rates or links between two others is labelled by its first and its last value", () => {
  for (const [field, label] of [
    ["packetRate", "101–2,000"],
    ["linkGbps", "101–2,000 Gbit/s"],
  ] as const) {
    const rules = [{ when: { [field]: { above: 100, atMost: 2000 } }, then: { prefer: ["fast"], over: ["plain"] } }];
    assert.deepEqual(
      labels(createAdvisor(smallKnowledge({ plain: {}, fast: {} }, rules)).advise({ guest: "guest" }), field),
      [label],
    );
  }
});

test("no answer is labelled by a value that there is not, and of the answers to a question no two lead to the same", () => {
  for (const { id: platform, versions } of knowledge.platforms) {
    for (const guest of chooseCases(knowledge.guests.filter(({ platforms }) => platforms[platform]))) {
      for (const { version: platformVersion } of versions) {
        const questions = [{}, { iommu: true }].flatMap(
          (host) => advisor.advise({ platform, guest: guest.id, platformVersion, ...host }).openQuestions,
        );
        for (const { field, answers } of questions) {
          for (const { label } of answers)
            assert.doesNotMatch(label, /-\d|Infinity|NaN/, `${guest.id} ${platformVersion} ${field}`);
          const leads = answers.map(({ recommended, possible }) => [recommended, ...possible].join());
          if (field === "packetRate")
            assert.equal(new Set(leads).size, leads.length, `${guest.id} ${platformVersion}: ${leads.join(" | ")}`);
        }
      }
    }
  }
});

test("an answer lists every adapter that it may lead to, in the order of lists", () => {
  const question = advisor
    .advise({ guest: "windows-server-2012-r2-64" })
    .openQuestions.find(({ field }) => field === "guestDrivers");
  assert.deepEqual(
    question?.answers.map(({ recommended, possible }) => [recommended, possible]),
    [
      ["vmxnet3", ["vmxnet3", "sriov", "directpath-io"]],
      ["e1000e", ["e1000e"]],
    ],
  );
});

test("asks for the guest with examples that the platform has, one answer for each adapter that some guest leads to", () => {
  for (const platform of ["vsphere", "kvm"]) {
    const { openQuestions, recommended } = advisor.advise({ platform });
    const question = openQuestions.find(({ field }) => field === "guest");
    const answers = question?.answers ?? [];
    assert.ok(answers.length > 1);
    assert.equal(new Set(answers.map((answer) => answer.recommended)).size, answers.length);
    for (const { value, label, ...answer } of answers) {
      const guest = knowledge.guests.find(({ id }) => id === value);
      assert.ok(guest?.platforms[platform], String(value));
      assert.ok(label.startsWith(`${guest.name} (${guest.bitness}-bit)`) && label.split(", ").length >= 1, label);
      assert.notEqual(answer.recommended, recommended);
      assert.equal(advisor.advise({ platform, guest: String(value) }).recommended, answer.recommended);
    }
  }
});

test("says where a guest gets its driver, of an emulated card too", () => {
  assert.deepEqual(texts({ guest: "rhel9-64" }, "vmxnet3"), [
    "The driver ships with Red Hat Enterprise Linux 9 (64-bit).",
  ]);
  assert.deepEqual(texts({}, "e1000"), ["We assume that the guest ships the driver. Name the guest OS to confirm."]);
  assert.deepEqual(texts({}, "vmxnet3"), ["Some guests require VMware Tools for this adapter."]);
  assert.deepEqual(
    ["vsphere", "kvm"].map((platform) =>
      texts({ platform, guest: "windows-server-2019-64" }, platform === "kvm" ? "virtio-net" : "vmxnet3").at(-1),
    ),
    ["This guest requires VMware Tools for this adapter.", "This guest requires virtio drivers for this adapter."],
  );
  assert.deepEqual(texts({ guest: "windows-98-32", platformVersion: "8.0" }, "e1000"), [
    "The guest needs the vendor's driver for the emulated card.",
  ]);
  assert.ok(
    texts({ guest: "windows-server-2012-r2-64" }, "sriov").includes(
      "The guest needs the NIC vendor's driver, not VMware Tools.",
    ),
  );
});

test("says of an adapter that may be excluded by what, and of an excluded one by all that is certain", () => {
  assert.deepEqual(texts({ guest: "windows-server-2012-r2-64" }, "e1000"), [
    "Check first: VMware vSphere does not support E1000 for Windows Server 2012 or 2012 R2 (64-bit) at virtual hardware 21.",
    "The driver ships with Windows Server 2012 or 2012 R2 (64-bit).",
  ]);
  assert.deepEqual(texts({ guest: "windows-server-2012-r2-64" }, "pvrdma"), [
    "VMware vSphere does not support PVRDMA for Windows Server 2012 or 2012 R2 (64-bit).",
    "Windows Server 2012 or 2012 R2 (64-bit) has no PVRDMA driver.",
  ]);
  assert.deepEqual(
    reasons({ guest: "windows-server-2012-r2-64", virtualHardware: 21 }, "e1000").map(({ change }) => change),
    ["Use virtual hardware 10–12."],
  );
  assert.deepEqual(texts({ guest: "rhel5-64", guestDrivers: false }, "vmxnet3"), [
    "Red Hat Enterprise Linux 5 (64-bit) does not ship the VMXNET3 driver, and VMware Tools cannot be installed.",
  ]);
});

test("says from which release and virtual hardware on there is an adapter, and to which", () => {
  const old = { guest: "rhel5-64", platformVersion: "3.5", virtualHardware: 4, guestDrivers: true };
  assert.deepEqual(texts(old, "vmxnet3").slice(0, 2), [
    "VMXNET3 is available from VMware vSphere 4.0.",
    "VMXNET3 requires virtual hardware 7 or later. This VM has 4.",
  ]);
  assert.deepEqual(
    reasons(old, "vmxnet3")
      .slice(0, 2)
      .map(({ change }) => change),
    ["Upgrade to VMware vSphere 4.0 or later.", "Upgrade the virtual hardware to version 7 or later."],
  );
});

test("sends a machine to no release or virtual hardware that has the adapter and not yet the guest", () => {
  const old = { guest: "windows-11-64", guestDrivers: true, platformVersion: "3.5" };
  assert.deepEqual(
    reasons(old, "vmxnet3").map(({ change }) => change),
    ["Upgrade to VMware vSphere 6.7 or later. Upgrade the virtual hardware to version 14 or later."],
  );
  assert.deepEqual(
    reasons({ ...old, virtualHardware: 4 }, "vmxnet3").map(({ change }) => change),
    ["Upgrade to VMware vSphere 6.7 or later.", "Upgrade the virtual hardware to version 14 or later."],
  );
  // One that old virtual hardware lists under an entry for all of its kind, after one that has the same list and came earlier.
  assert.deepEqual(
    ["ubuntu-18-04-64", "ubuntu-24-04-64", "ubuntu-22-04-64"].map(
      (guest) => reasons({ ...old, guest }, "vmxnet3")[0]?.change?.split(". ")[0],
    ),
    [
      "Upgrade to VMware vSphere 5.5 or later",
      "Upgrade to VMware vSphere 7.0 or later",
      "Upgrade to VMware vSphere 6.5 or later",
    ],
  );
  assert.match(
    advisor.advise({ ...old, guest: "ubuntu-24-04-64" }).conflicts[0]?.text ?? "",
    /^VMXNET3 fits if you upgrade to VMware vSphere 7\.0 or later and upgrade the virtual hardware to/,
  );
  // One that came first with the adapter's own release, and one of which nothing is recorded.
  assert.deepEqual(
    reasons({ ...old, guest: "rhel6-64" }, "vmxnet3").map(({ change }) => change),
    ["Upgrade to VMware vSphere 4.0 or later. Upgrade the virtual hardware to version 7 or later."],
  );
  assert.deepEqual(
    reasons({ ...old, guest: "rhel5-64" }, "vmxnet3").map(({ change }) => change),
    ["Upgrade to VMware vSphere 4.0 or later. Upgrade the virtual hardware to version 7 or later."],
  );
});

test("says of a required feature whether it is kept, kept under conditions or not recorded", () => {
  const given: Situation = { platform: "kvm", guest: "debian12-64", requires: ["hot-add", "snapshots"] };
  assert.deepEqual(texts(given, "virtio-net").slice(0, 2), [
    "Hot plug is supported.",
    "Snapshots with memory state are supported.",
  ]);
  assert.ok(texts(given, "igb").includes("Support for hot plug is not documented."));
  assert.ok(
    texts(given, "sriov").some((text) =>
      text.startsWith("Snapshots with memory state are supported under conditions. "),
    ),
  );
  assert.match(
    texts({ platform: "kvm", guest: "debian12-64", requires: ["vmotion"] }, "sriov").join(" "),
    /Live migration is supported under conditions.* The virtio-net standby mode keeps live migration\./,
  );
});

test("tells of a way to drive an adapter up to the last release that has it, and from none that has lost it", () => {
  const given: Situation = {
    guest: "rhel7-64",
    guestDrivers: true,
    iommu: true,
    sriovNic: false,
    packetRate: 200000,
    requires: ["vmotion"],
  };
  const told = (platformVersion: string): boolean[] => {
    const { requires: _, ...free } = given;
    return [
      reasons({ ...given, platformVersion }, "directpath-io").some(({ change }) =>
        change?.includes("Cisco UCS VM-FEX"),
      ),
      advisor.advise({ ...free, platformVersion }).effects.modes.some(({ mode }) => mode === "ucs-vm-fex"),
    ];
  };
  assert.deepEqual(["5.5", "6.5", "6.5.1", "6.7", "8.0"].map(told), [
    [true, true],
    [true, true],
    [true, true],
    [false, false],
    [false, false],
  ]);
  assert.equal(
    reasons(given, "directpath-io").some(({ change, text }) => `${text} ${change ?? ""}`.includes("VM-FEX")),
    false,
  );
});

test("words what turns the answer by the value on which it turns", () => {
  const words = (given: Situation): string[] => advisor.advise(given).turningPoints.map(({ text }) => text);
  assert.deepEqual(
    words({
      guest: "rhel9-64",
      platformVersion: "8.0",
      packetRate: 80000,
      saveCpu: true,
      guestDrivers: true,
      iommu: true,
      sriovNic: false,
    }).slice(0, 1),
    ["At most 50,000 packets/s: VMXNET3."],
  );
  assert.ok(
    words({ guest: "rhel5-64", platformVersion: "8.0", virtualHardware: 4, guestDrivers: true }).includes(
      "With virtual hardware 7 or later: VMXNET3.",
    ),
  );
  assert.ok(
    words({
      guest: "debian4-64",
      platformVersion: "8.0",
      virtualHardware: 8,
      guestDrivers: true,
      packetRate: 8000,
    }).includes("With virtual hardware before 7: E1000."),
  );
  assert.ok(
    words({
      guest: "rhel9-64",
      platformVersion: "8.0",
      packetRate: 120000,
      guestDrivers: true,
      iommu: true,
      sriovNic: false,
    }).includes("No IOMMU: VMXNET3."),
  );
});

test("names a round packet rate that another adapter needs as the bound below it", () => {
  assert.ok(
    advisor
      .advise({ ...atHighRate, packetRate: 120_000 })
      .turningPoints.some(({ text }) => text === "Below 100,000 packets/s: VMXNET3."),
  );
});

test("calls the only adapter that may fit the most likely one while no adapter is certain to fit", () => {
  const advice = advisor.advise({ platform: "kvm", guest: "ubuntu-24-04-64", requires: ["rdma", "vmotion"] });
  assert.match(advice.why, /^With our assumptions, no adapter fits\. /);
  assert.match(advice.verdicts[0]?.reasons[0]?.text ?? "", /^No adapter is certain to fit\. /);
});

test("takes the usual for what is unknown, and nothing special of the host or the work", () => {
  const assumed = Object.fromEntries(
    advisor.advise({ guest: "rhel9-64" }).assumptions.map(({ field, value }) => [field, value]),
  );
  assert.deepEqual(assumed, {
    packetRate: 0,
    platformVersion: "8.0",
    virtualHardware: 21,
    linkGbps: 10,
    guestDrivers: true,
    sriovNic: false,
    iommu: false,
    saveCpu: false,
    latencySensitive: false,
    hardwareVirtualization: true,
    manyConnections: false,
    forwardsPackets: false,
    dpdk: false,
    dpu: false,
    enhancedDataPath: false,
    vcpus: 2,
  });
});

test("a driver whose origin is recorded is no cause for caution", () => {
  assert.equal(reasons({ guest: "rhel9-64" }, "vmxnet3").find(({ kind }) => kind === "driver")?.effect, "neutral");
});

test("why leads with what decided: a rule for this very machine, what excludes the better one, or what is advised in general", () => {
  const host: Situation = {
    guest: "rhel9-64",
    platformVersion: "8.0",
    guestDrivers: true,
    iommu: true,
    sriovNic: true,
  };
  const why = (given: Situation): string => advisor.advise({ ...host, ...given }).summary.replace(/^Use [^.]+\. /, "");
  assert.match(
    why({ packetRate: 20000 }),
    /^VMXNET3 has less overhead than emulated adapters, and 20,000 packets\/s is below the 50,000 where passthrough pays\./,
  );
  assert.match(why({ packetRate: 120000 }), /^At 120,000 packets\/s, SR-IOV passthrough saves host CPU/);
  assert.match(
    why({ packetRate: 120000, requires: ["vmotion"] }),
    /^VMware advises the VMXNET family for every guest that has a driver/,
  );
  assert.match(why({ packetRate: 120000, saveCpu: false }), /^VMXNET3 matches DirectPath I\/O in throughput/);
  assert.match(
    why({ guest: "windows-server-2019-64", virtualHardware: 20, guestDrivers: false }),
    /^The driver ships with Windows Server 2019\.$/,
  );
  assert.match(why({ iommu: false }), /^VMware advises the VMXNET family/);
});

test("the recommended adapter's rules stand in the order in which they bear on the machine, each once", () => {
  const verdict = (given: Situation): Reason[] =>
    advisor.advise({ guest: "rhel9-64", platformVersion: "8.0", iommu: true, sriovNic: true, ...given }).verdicts[0]
      ?.reasons ?? [];
  const open = verdict({});
  const known = verdict({ packetRate: 8000 });
  assert.deepEqual(known.map(({ id }) => id).sort(), open.map(({ id }) => id).sort());
  assert.deepEqual([open[0]?.id, known[0]?.id], ["paravirtual-ahead-of-emulated", "virtual-adapter-at-ordinary-rates"]);
});

test("without knowing the guest and without drivers it says on what the answer depends, and offers Linux too", () => {
  for (const platform of ["vsphere", "kvm"]) {
    const { summary, openQuestions } = advisor.advise({ platform, guestDrivers: false });
    assert.match(
      summary,
      /^We need the guest OS first\. The guest OS decides which drivers are available\. Most guests: [eE]1000[eE]?\./,
    );
    const linux = openQuestions[0]?.answers.filter(({ label }) => /Red Hat Enterprise Linux/.test(label)) ?? [];
    assert.ok(
      linux.some(({ recommended }) => recommended === (platform === "kvm" ? "virtio-net" : "vmxnet3")),
      platform,
    );
  }
});

test("does not let the platform's package decide on a NIC's driver", () => {
  const given: Situation = {
    guest: "windows-server-2019-64",
    platformVersion: "8.0",
    packetRate: 80000,
    iommu: true,
    sriovNic: true,
  };
  assert.match(
    texts({ ...given, guestDrivers: true }, "sriov").join(" "),
    /^The guest needs the NIC vendor's driver, not VMware Tools\./,
  );
  assert.match(
    texts({ ...given, guestDrivers: false }, "sriov").join(" "),
    /No driver can be installed: check that the guest ships one\.$/,
  );
  assert.equal(
    advisor.advise({ guest: "windows-server-2019-64" }).openQuestions.find(({ field }) => field === "guestDrivers")
      ?.text,
    "Can you install drivers in the guest?",
  );
});

test("tells to turn on what is known to be off, and to check what is not known", () => {
  const change = (given: Situation): string | undefined =>
    reasons({ guest: "rhel9-64", platformVersion: "8.0", ...given }, "directpath-io").find(
      ({ kind }) => kind === "host",
    )?.change;
  assert.equal(change({ iommu: false }), "Enable the IOMMU in the host's firmware.");
  assert.equal(change({}), "Check that the IOMMU is enabled in the host's firmware.");
  assert.deepEqual(
    advisor
      .advise({ guest: "rhel9-64", platformVersion: "8.0", packetRate: 120000, requires: ["vmotion"], sriovNic: false })
      .conflicts.map(({ text }) => text),
    ["DirectPath I/O fits if you drop vMotion and make sure that the IOMMU is enabled in the host's firmware."],
  );
});

test("calls releases of QEMU by its name, and those of vSphere by the platform's", () => {
  const assumed = (platform: string): string | undefined =>
    advisor
      .advise({ platform, guest: "windows-server-2012-r2-64" })
      .assumptions.find(({ field }) => field === "platformVersion")?.text;
  assert.match(assumed("kvm") ?? "", /^Assumed: QEMU \d+\.\d+/);
  assert.match(assumed("vsphere") ?? "", /^Assumed: VMware vSphere \d+\.\d+/);
  assert.doesNotMatch(
    JSON.stringify(advisor.advise({ platform: "kvm", guest: "windows-server-2012-r2-64", guestDrivers: false })),
    /KVM \d/,
  );
});

test("names no better adapter that the guest cannot have at all, and all that stands in the way of one that it can", () => {
  assert.match(
    advisor.advise({ guest: "windows-98-32", guestDrivers: true, requires: ["jumbo-frames"] }).summary,
    /^Use E1000\. E1000 is the only adapter that fits this VM\./,
  );
  const given: Situation = {
    guest: "rhel9-64",
    platformVersion: "8.0",
    packetRate: 200000,
    iommu: false,
    sriovNic: false,
    requires: ["vmotion"],
  };
  const { summary, verdicts } = advisor.advise(given);
  assert.match(summary, /^Use VMXNET3\. /);
  const excluding = verdicts.find(({ adapter }) => adapter === "sriov")?.reasons.map(({ id }) => id) ?? [];
  assert.ok(excluding.length > 2 && excluding.includes("sriov/vsphere/vmotion"), excluding.join());
});

test("offers no guest of another bitness, and none that the virtual hardware does not have", () => {
  const offered = (given: Situation): (string | undefined)[] =>
    advisor
      .advise(given)
      .openQuestions.filter(({ field }) => field === "guest")
      .flatMap(({ answers }) => answers.map(({ label }) => label));
  for (const bitness of [32, 64] as const) {
    const found = offered({ bitness });
    assert.ok(found.length > 1);
    for (const label of found)
      for (const [, bits] of label?.matchAll(/\((\d\d)-bit\)/g) ?? []) assert.equal(Number(bits), bitness, label);
  }
  assert.ok(offered({}).join().includes("64-bit") && offered({}).join().includes("32-bit"));
  assert.doesNotMatch(offered({ platformVersion: "3.5" }).join(), /Server 202[25]|Linux 10/);
});

test("does not ask whether a guest of 64 bits runs with hardware virtualization, nor turns on it, and does of others", () => {
  const about = (bitness: 32 | 64, given: Situation): string[] => {
    const knowledge = smallKnowledge({ plain: {}, direct: { needs: ["iommu"] } }, [
      { then: { prefer: ["direct"], over: ["plain"] } },
    ]);
    const { recommended, openQuestions, turningPoints } = createAdvisor({
      ...knowledge,
      guests: knowledge.guests.map((guest) => ({ ...guest, bitness })),
    }).advise({ guest: "guest", iommu: true, ...given });
    assert.equal(recommended, given.hardwareVirtualization === false ? "plain" : "direct");
    return [...openQuestions, ...turningPoints]
      .map(({ field }) => field)
      .filter((field) => field === "hardwareVirtualization");
  };
  assert.deepEqual(
    [about(64, {}), about(64, { hardwareVirtualization: true }), about(64, { hardwareVirtualization: false })].flat(),
    [],
  );
  for (const given of [{}, { hardwareVirtualization: true }, { hardwareVirtualization: false }])
    assert.equal(about(32, given).length, 1);
});

test("a rule says its reason once of an adapter: as a caution or with the steps that it demands", () => {
  for (const { id, then } of knowledge.rules)
    assert.deepEqual(
      (then.warn ?? []).filter((adapter) => then.for?.includes(adapter)),
      [],
      id,
    );
  const { verdicts } = advisor.advise({
    guest: "windows-server-2025-64",
    platformVersion: "8.0",
    packetRate: 100000,
    requires: ["vmotion"],
  });
  for (const { reasons: told, adapter } of verdicts)
    assert.equal(new Set(told.map(({ text }) => text)).size, told.length, adapter);
});

test("the first sentence says what the adapter has to come with, where a rule demands it of the recommended one", () => {
  const summary = (given: Situation): string =>
    advisor.advise({ platform: "kvm", guest: "rhel9-64", guestDrivers: true, ...given }).summary;
  assert.match(summary({ dpdk: true }), /^Use virtio with a vhost-user or vDPA back end\. [A-Z]/);
  assert.match(
    summary({ dpdk: true, currentAdapter: "virtio-net" }),
    /^Keep virtio with a vhost-user or vDPA back end\. [A-Z]/,
  );
  assert.match(summary({ dpdk: false }), /^Use virtio\. [A-Z]/);
  assert.doesNotMatch(summary({ dpdk: true, guest: "windows-server-2019-64", guestDrivers: false }), /back end/);
});

test("names the entry under which a guest is listed where it has none of its own, and not where its own begins", () => {
  const entry = (virtualHardware: number): unknown[] =>
    advisor
      .advise({ guest: "windows-server-2019-64", virtualHardware })
      .assumptions.filter(({ field }) => field === "guest")
      .map(({ value }) => value);
  assert.deepEqual([10, 11, 16, 17].map(entry), [[], ["windows-server-2016-64"], ["windows-server-2016-64"], []]);
});

test("uniform passthrough is asked for where a DPU is, and for no feature of which its maker says nothing", () => {
  const told = (feature: string): string | undefined =>
    advisor
      .advise({ guest: "rhel9-64", platformVersion: "8.0", packetRate: 500_000, saveCpu: true, requires: [feature] })
      .verdicts[0]?.reasons.find(({ id }) => id === "upt-keeps-mobility-at-high-rates")?.text;
  assert.match(told("vmotion") ?? "", / With a DPU, UPT could /);
  assert.deepEqual([told("ha"), told("suspend-resume"), told("hot-add")], [undefined, undefined, undefined]);
});

test("nested ESXi 5 on KVM is not told that it lacks the driver for e1000, nor Windows 2022 that RSS is off", () => {
  assert.match(
    advisor.advise({ platform: "kvm", guest: "esxi5-64" }).summary,
    /^Use e1000e\. ESXi has a driver for e1000e and none for virtio\./,
  );
  const rss = advisor
    .advise({ guest: "windows-server-2022-64", platformVersion: "8.0", manyConnections: true, packetRate: 20_000 })
    .verdicts[0]?.reasons.find(({ id }) => id === "windows-many-connections-need-rss");
  assert.match(rss?.text ?? "", /^Without RSS, one vCPU handles all received traffic\./);
});

test("a guest's name that covers several releases has the verb of many", () => {
  assert.ok(
    texts({ platform: "kvm", guest: "oracle-linux4-32" }, "virtio-net").includes(
      "Oracle Linux 4 and 5 (32-bit) have no virtio driver.",
    ),
  );
});

test("a driver for an emulated card is not called one of the NIC's vendor", () => {
  assert.deepEqual(advisor.advise({ guest: "ms-dos-16", packetRate: 2000 }).price?.needs, ["the adapter's driver"]);
});

test("what PVRDMA needs reads as a list of all of it", () => {
  assert.deepEqual(advisor.advise({ guest: "rhel9-64", requires: ["rdma"] }).price?.needs, [
    "a vSphere Distributed Switch",
    "an RDMA card in both hosts for full speed",
  ]);
});

test("the bottleneck of a host is not stated as a fact while the question is open", () => {
  const advice = advisor.advise({ ...atHighRate, packetRate: 80_000 });
  assert.ok(advice.openQuestions.some(({ field }) => field === "saveCpu"));
  for (const { reasons } of advice.verdicts)
    for (const { text } of reasons) assert.doesNotMatch(text, /which is not the bottleneck/);
});

test("a catch-all entry is called this guest in the headline", () => {
  const asked = knowledge.guests
    .filter(({ name }) => /^Other\b/.test(name))
    .map(({ id }) => advisor.advise({ guest: id, requires: ["tso"] }).headline)
    .filter(({ kind }) => kind === "ask")
    .map(({ text }) => text);
  assert.deepEqual([...new Set(asked)], ["Ask the vendor which adapter this guest supports"]);
});

test("a feature's name does not begin with a capital letter inside a sentence", () => {
  const advice = advisor.advise({ platform: "kvm", guest: "rhel9-64", requires: ["nsx-firewall", "nic-sharing"] });
  const changes = advice.verdicts.flatMap(({ reasons }) => reasons.flatMap(({ change }) => change ?? []));
  assert.ok(changes.includes("Drop the requirement for firewall at the tap (Proxmox VE, libvirt)."));
  assert.ok(changes.includes("Drop the requirement for physical NIC sharing."));
});

test("an adapter without a recorded driver is not called the safer choice", () => {
  for (const platform of ["vsphere", "kvm"]) {
    const [first] = advisor.advise({ platform, guest: "synology-vdsm-64" }).verdicts;
    assert.ok(first?.reasons.some(({ text }) => text.startsWith("The atlas records no driver")));
    assert.equal(first?.reasons[0]?.text, `No adapter is certain to fit. ${first?.name} is the most likely one.`);
  }
});
