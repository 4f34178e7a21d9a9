import assert from "node:assert/strict";
import { test } from "node:test";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { inView } from "../../../advisor/ui/answer/answer-text.ts";
import { currentText } from "../../../advisor/ui/answer/names.ts";
import type { Adapter } from "../../../advisor/knowledge/knowledge.ts";
import { versionCode } from "../../../advisor/knowledge/version.ts";
import { advisor, knowledge } from "./knowledge.ts";
import { createEnglishAdvisor } from "./unchecked.ts";
import { chooseCases } from "../../thorough.ts";
import { fc, randomRuns } from "../../chance.ts";

const warnings = (given: Situation): string[] => advisor.advise(given).warnings.map(({ text }) => text);
const usual: Situation = { guest: "rhel9-64", platformVersion: "8.0" };

/** What the form calls a field. */
const labels = new Map<string, string>(knowledge.questions.map(({ field, label }) => [field, label]));

/** What is given, and the field, the expectation and the nearest value that the warning names. */
const doubtful: [name: string, given: Situation, field: string, expected: RegExp, nearest: string | undefined][] = [
  [
    "a release after all",
    { platformVersion: "13" },
    "platformVersion",
    /^a known release of VMware vSphere, 3\.5 to 9\.0\. We use the nearest one/,
    "9.0",
  ],
  [
    "a release before all, which is not judged as the first",
    { platformVersion: "2.5" },
    "platformVersion",
    /^a known release of VMware vSphere, 3\.5 to 9\.0$/,
    "3.5",
  ],
  [
    "a release before all, with a guest of a later one",
    { guest: "rhel9-64", platformVersion: "3.0" },
    "platformVersion",
    /^VMware vSphere 6\.7 or later\. Support for Red Hat Enterprise Linux 9 on older versions is not documented$/,
    "6.7",
  ],
  [
    "a release between two, before the guest's first",
    { guest: "rhel9-64", platformVersion: "6.6" },
    "platformVersion",
    /^VMware vSphere 6\.7 or later/,
    "6.7",
  ],
  [
    "a release between two, where virtual hardware goes with releases",
    { platformVersion: "7.5" },
    "platformVersion",
    /^an existing release of VMware vSphere \(3\.5, 4\.0, 4\.1, 5\.0, 5\.1, 5\.5, 6\.0, 6\.5, 6\.7, 7\.0, 8\.0, 9\.0\)\./,
    "7.0",
  ],
  [
    "a release of QEMU after all",
    { platform: "kvm", platformVersion: "13" },
    "platformVersion",
    /^a known release of QEMU, 0\.10 to 10\.0\. We use the nearest one/,
    "10.0",
  ],
  [
    "a release that does not run the guest yet",
    { guest: "windows-server-2025-64", platformVersion: "5.5" },
    "platformVersion",
    /^VMware vSphere 7\.0 or later\. Support for Windows Server 2025 on older versions is not documented/,
    "7.0",
  ],
  [
    "virtual hardware that the release cannot create",
    { guest: "rhel8-64", platformVersion: "6.7", virtualHardware: 19 },
    "virtualHardware",
    /^at most 15, the newest of VMware vSphere 6\.7/,
    "15",
  ],
  [
    "virtual hardware after all",
    { guest: "rhel9-64", virtualHardware: 23 },
    "virtualHardware",
    /^at most 22, the newest of VMware vSphere/,
    "22",
  ],
  [
    "a release that does not know the guest yet, where the lists of virtual hardware do not tell",
    { guest: "rhel7-64", platformVersion: "5.1" },
    "platformVersion",
    /^VMware vSphere 5\.5 or later\. Support for Red Hat Enterprise Linux 7 on older versions is not documented/,
    "5.5",
  ],
  [
    "a release that had ended when the guest came, which has no entry of its own",
    { guest: "ubuntu-24-04-64", platformVersion: "3.5" },
    "platformVersion",
    /^VMware vSphere 7\.0 or later\. Support for Ubuntu 24\.04 LTS on older versions is not documented/,
    "7.0",
  ],
  [
    "a release older than the entry of the release before the guest",
    { guest: "windows-11-64", platformVersion: "6.5" },
    "platformVersion",
    /^VMware vSphere 6\.7 or later\. Support for Windows 11 on older versions is not documented/,
    "6.7",
  ],
  [
    "one that had ended and has its virtual hardware",
    { guest: "ubuntu-22-04-64", platformVersion: "6.0" },
    "platformVersion",
    /^VMware vSphere 6\.5 or later/,
    "6.5",
  ],
  [
    "virtual hardware before the guest",
    { guest: "windows-server-2022-64", platformVersion: "8.0", virtualHardware: 4 },
    "virtualHardware",
    /^virtual hardware 11 or later\. Support for Windows Server 2022 on older versions is not documented/,
    "11",
  ],
  [
    "virtual hardware where there is none",
    { platform: "kvm", guest: "rhel9-64", virtualHardware: 19 },
    "virtualHardware",
    /^no value\. We ignore this field on KVM$/,
    undefined,
  ],
  [
    "a field of another platform",
    { platform: "kvm", guest: "rhel9-64", dpu: true },
    "dpu",
    /^no value\. We ignore this field on KVM$/,
    undefined,
  ],
  [
    "another bitness than the guest's",
    { ...usual, bitness: 32 },
    "bitness",
    /^64, the bitness of Red Hat Enterprise Linux 9\. We use the guest's bitness/,
    "64",
  ],
  [
    "DPDK in a guest without a DPDK driver",
    { guest: "mac-os-x-10-5-64", dpdk: true },
    "dpdk",
    /^a guest OS with a DPDK driver\. Our records name none for Mac OS X 10\.5/,
    "no",
  ],
  [
    "DPDK in a guest without a DPDK driver, on KVM",
    { platform: "kvm", guest: "macos-14-64", dpdk: true },
    "dpdk",
    /macOS 14/,
    "no",
  ],
  [
    "a 64-bit guest without hardware virtualization",
    { ...usual, hardwareVirtualization: false },
    "hardwareVirtualization",
    /^yes\. A 64-bit guest requires VT-x or AMD-V/,
    "yes",
  ],
  [
    "64 bits without hardware virtualization",
    { bitness: 64, hardwareVirtualization: false },
    "hardwareVirtualization",
    /^yes/,
    "yes",
  ],
  [
    "a 64-bit guest without hardware virtualization on KVM, where QEMU runs it all the same",
    { platform: "kvm", guest: "rhel9-64", hardwareVirtualization: false },
    "hardwareVirtualization",
    /^yes\. Without VT-x or AMD-V, QEMU emulates the processor slowly$/,
    "yes",
  ],
  [
    "a 32-bit guest without hardware virtualization on KVM",
    { platform: "kvm", guest: "debian12-32", hardwareVirtualization: false },
    "hardwareVirtualization",
    /^yes\. Without VT-x or AMD-V, QEMU emulates the processor slowly$/,
    "yes",
  ],
  [
    "throughput above the link",
    { ...usual, throughputGbps: 10.5, linkGbps: 10 },
    "throughputGbps",
    /^at most 10 Gbit\/s, the link speed\. Only VMs on the same host can exceed it/,
    "10",
  ],
  [
    "throughput above the usual link, where none is given",
    { ...usual, throughputGbps: 10.5 },
    "throughputGbps",
    /^at most 10 Gbit\/s, or a faster link$/,
    undefined,
  ],
  [
    "bulk data over an emulated adapter",
    { guest: "windows-server-2012-r2-64", guestDrivers: false, throughputGbps: 100, linkGbps: 100 },
    "throughputGbps",
    /^at most 12\.30 Gbit\/s in packets of 1500 bytes without DPDK/,
    undefined,
  ],
  [
    "packets above the line rate",
    { ...usual, packetRate: 14_880_953, linkGbps: 10, dpdk: true },
    "packetRate",
    /^at most 14,880,952 packets\/s, the line rate of 10 Gbit\/s with packets of 46 bytes\. Only VMs on the same host/,
    "14880952",
  ],
  [
    "packets of a size above the line rate",
    { ...usual, packetRate: 812_744, packetBytes: 1500, linkGbps: 10 },
    "packetRate",
    /^at most 812,743 packets\/s, the line rate of 10 Gbit\/s with packets of 1,500 bytes\. Only VMs on the same host/,
    "812743",
  ],
  [
    "fewer packets than the throughput takes",
    { ...usual, packetRate: 1000, throughputGbps: 1 },
    "packetRate",
    /^13,830 to 1,488,095, the packet rate of 1 Gbit\/s/,
    "13830",
  ],
  [
    "more packets than the throughput takes",
    { ...usual, packetRate: 100_000, throughputGbps: 1, packetBytes: 1500 },
    "packetRate",
    /^81,274, the packet rate of 1 Gbit/,
    "81274",
  ],
  ["packets that no frame holds", { ...usual, packetBytes: 9001 }, "packetBytes", /^at most 9,000 bytes/, "9000"],
  [
    "packets that take jumbo frames",
    { ...usual, packetBytes: 1501 },
    "packetBytes",
    /^at most 1,500 bytes, unless jumbo frames are required/,
    "1500",
  ],
  [
    "more packets than a guest without DPDK is counted on for",
    { ...usual, packetRate: 1_000_001 },
    "packetRate",
    /^at most 1,000,000 packets\/s without DPDK\. Few guests sustain more/,
    undefined,
  ],
  [
    "throughput in packets so small",
    { ...usual, throughputGbps: 8, packetBytes: 64 },
    "throughputGbps",
    /^at most 0\.82 Gbit\/s in packets of 64 bytes without DPDK\. Few guests sustain more/,
    undefined,
  ],
  [
    "a host said to lack what the current adapter needs",
    { guest: "rhel9-64", platformVersion: "8.0", packetRate: 200000, currentAdapter: "sriov", sriovNic: false },
    "sriovNic",
    /^yes, because SR-IOV passthrough requires it\. We assume yes/,
    "yes",
  ],
  [
    "a current adapter that the release does not have",
    { guest: "rhel5-64", platformVersion: "3.5", virtualHardware: 4, currentAdapter: "vmxnet3" },
    "currentAdapter",
    /^an adapter that this VM can use\. VMXNET3 is available from VMware vSphere 4\.0$/,
    undefined,
  ],
  [
    "a current adapter for which the guest has no driver",
    { platform: "kvm", guest: "rhel8-64", currentAdapter: "e1000" },
    "currentAdapter",
    /^an adapter that this VM can use\. Red Hat Enterprise Linux 8 \(64-bit\) has no e1000 driver$/,
    undefined,
  ],
];
for (const [name, given, field, expected, nearest] of doubtful) {
  test(`warns of ${name}`, () => {
    const { warnings, confidence } = advisor.advise(given);
    assert.deepEqual(
      warnings.map((warning) => warning.field),
      [field],
    );
    const [warning] = warnings;
    assert.match(warning?.expected ?? "", expected);
    if (nearest !== undefined) assert.equal(warning?.nearest, nearest);
    assert.equal(
      warning?.text.replace(/(?<=\d),(?=\d)| (Gbit\/s|packets\/s|bytes)/g, ""),
      `${labels.get(field)}: found ${warning?.found}, expected ${warning?.expected}${warning?.nearest === undefined ? "" : `; nearest: ${warning.nearest}`}.`.replace(
        /(?<=\d),(?=\d)| (Gbit\/s|packets\/s|bytes)/g,
        "",
      ),
    );
    assert.match(warning?.text ?? "", /[^.]\.$/);
    // What the platform does not ask for changes nothing, nor does an adapter that is replaced whatever it is.
    if (warning?.expected.startsWith("no value") || (field === "currentAdapter" && !warning?.contradiction)) {
      const { [field]: _, ...others } = given as Record<string, unknown>;
      return assert.deepEqual(confidence, advisor.advise(others as Situation).confidence);
    }
    assert.equal(confidence.level, field === "packetBytes" ? "medium" : "low");
    assert.match(
      confidence.text,
      field === "platformVersion"
        ? new RegExp(`(VMware vSphere|QEMU) ${given.platformVersion} is not known to support this guest`)
        : /some inputs are in doubt/,
    );
  });
}

const plain: [name: string, given: Situation][] = [
  ["nothing given", {}],
  ["the last release that was supported when the guest came", { guest: "openbsd-64", platformVersion: "5.5" }],
  [
    "old virtual hardware that a newer release still runs",
    { guest: "ubuntu-24-04-64", platformVersion: "8.0", virtualHardware: 13 },
  ],
  ["a patch release", { ...usual, platformVersion: "8.0.3" }],
  ["a release of QEMU between two that are listed", { platform: "kvm", guest: "rhel9-64", platformVersion: "9.0" }],
  ["the newest virtual hardware of a release", { guest: "rhel8-64", platformVersion: "6.7", virtualHardware: 15 }],
  [
    "a 32-bit guest without hardware virtualization",
    { guest: "windows-server-2003-32", platformVersion: "3.5", hardwareVirtualization: false },
  ],
  ["throughput at the speed of the link", { ...usual, throughputGbps: 10, linkGbps: 10 }],
  ["the line rate", { ...usual, packetRate: 14_880_952, linkGbps: 10, dpdk: true }],
  ["a rate that a guest's own network stack carries", { ...usual, packetRate: 1_000_000 }],
  ["throughput in full packets", { ...usual, throughputGbps: 9, linkGbps: 10 }],
  [
    "rate, size and throughput that agree",
    { ...usual, packetRate: 81_000, packetBytes: 1500, throughputGbps: 1, linkGbps: 1 },
  ],
  ["jumbo frames that are required", { ...usual, packetBytes: 9000, requires: ["jumbo-frames"] }],
  [
    "a current adapter whose driver could not be added now",
    { guest: "windows-server-2019-64", platformVersion: "8.0", guestDrivers: false, currentAdapter: "vmxnet3" },
  ],
  ["a current adapter that fits, and one that only the guest's list lacks", { ...usual, currentAdapter: "e1000" }],
];
for (const [name, given] of plain) test(`warns of nothing in ${name}`, () => assert.deepEqual(warnings(given), []));

test("the nearest value of a warning about a release or virtual hardware solves it", () => {
  const releases = knowledge.platforms.flatMap(({ versions }) => versions.map(({ version }) => version));
  fc.assert(
    fc.property(
      fc.constantFrom(...knowledge.guests.map(({ id }) => id)),
      fc.constantFrom(...releases, "1.0", "7.5", "13"),
      fc.integer({ min: 3, max: 30 }),
      (guest, platformVersion, virtualHardware) => {
        const situation: Situation = { guest, platformVersion, virtualHardware };
        for (const { field, nearest } of advisor.advise(situation).warnings) {
          if (nearest === undefined || (field !== "platformVersion" && field !== "virtualHardware")) continue;
          const mended = { ...situation, [field]: field === "virtualHardware" ? Number(nearest) : nearest };
          assert.ok(
            !advisor.advise(mended).warnings.some((warning) => warning.field === field),
            `${guest} ${platformVersion} ${virtualHardware}: ${field} ${nearest}`,
          );
        }
      },
    ),
    { numRuns: randomRuns(300) },
  );
});

test("every release that an answer names is one of the platform's that has the guest", () => {
  for (const platform of knowledge.platforms) {
    const codes = new Set(platform.versions.map(({ version }) => versionCode(version)));
    for (const guest of chooseCases(knowledge.guests)) {
      if (!guest.platforms[platform.id]) continue;
      for (const { version } of platform.versions) {
        const { turningPoints, conflicts, openQuestions } = advisor.advise({
          platform: platform.id,
          guest: guest.id,
          platformVersion: version,
          packetRate: 80000,
          iommu: true,
          sriovNic: true,
        });
        const named = [...turningPoints, ...conflicts.flatMap(({ change }) => change)]
          .filter(({ field }) => field === "platformVersion")
          .map(({ value }) => String(value));
        for (const one of named)
          assert.ok(codes.has(versionCode(one)), `${guest.id} on ${platform.id} ${version}: ${one}`);
        for (const { field, value, direction } of turningPoints) {
          if (field !== "platformVersion" || direction !== "above") continue;
          assert.ok(
            !warnings({ platform: platform.id, guest: guest.id, platformVersion: String(value) }).some((text) =>
              text.startsWith("platformVersion"),
            ),
            `${guest.id} on ${platform.id} ${version} turns at ${value}`,
          );
        }
        assert.ok(!openQuestions.some(({ field }) => field === "platformVersion"));
      }
      const labels = advisor
        .advise({ platform: platform.id, guest: guest.id })
        .openQuestions.filter(({ field }) => field === "platformVersion")
        .flatMap(({ answers }) => answers.map(({ label }) => label));
      for (const label of labels)
        for (const one of label.match(/\d+(\.\d+)+/g) ?? [])
          assert.ok(codes.has(versionCode(one)), `${guest.id} on ${platform.id}: ${label}`);
    }
  }
});

test("asks of no release and no virtual hardware on which the platform does not list the guest yet", () => {
  for (const { id: platform, versions } of knowledge.platforms) {
    for (const guest of chooseCases(knowledge.guests)) {
      const { listedFrom = 0 } = guest.platforms[platform] ?? {};
      const { openQuestions } = advisor.advise({ platform, guest: guest.id });
      for (const { field, answers } of openQuestions) {
        for (const { value, label } of answers) {
          const hardware =
            field === "virtualHardware"
              ? Number(value)
              : field !== "platformVersion"
                ? Infinity
                : (versions.findLast(
                    ({ version, virtualHardware }) =>
                      virtualHardware !== undefined && versionCode(version) <= versionCode(String(value)),
                  )?.virtualHardware ?? Infinity);
          assert.ok(hardware >= listedFrom, `${guest.id} on ${platform}: ${field} ${label}`);
        }
      }
    }
  }
  const asked = (guest: string): string[] =>
    advisor
      .advise({ guest })
      .openQuestions.filter(({ field }) => field === "virtualHardware")
      .flatMap(({ answers }) => answers.map(({ label }) => label));
  assert.deepEqual([asked("windows-10-64"), asked("rhel5-64").length > 0], [[], true]);
});

test("turns to no release or virtual hardware before those of which something is recorded of the guest", () => {
  for (const guest of knowledge.guests) {
    const first = guest.platforms.vsphere?.offered[0]?.from ?? 0;
    const { turningPoints } = advisor.advise({
      guest: guest.id,
      platformVersion: "9.0",
      virtualHardware: 22,
      iommu: true,
      sriovNic: true,
    });
    for (const { field, direction, value } of turningPoints) {
      if (field === "virtualHardware" && direction === "below")
        assert.ok(Number(value) > first, `${guest.id}: below ${value}, listed from ${first}`);
    }
  }
  assert.deepEqual(
    advisor
      .advise({ guest: "windows-10-64", platformVersion: "7.0" })
      .turningPoints.filter(({ field }) => field === "platformVersion"),
    [],
  );
});

test("a guest that the platform lists under an older one's entry is in no doubt, and is offered what that one is", () => {
  const host: Situation = { guestDrivers: true, packetRate: 8000, iommu: true, sriovNic: true };
  const entry = (given: Situation): (string | undefined)[] =>
    advisor
      .advise(given)
      .assumptions.filter(({ field }) => field === "guest")
      .map(({ value, text }) => `${String(value)}: ${text}`);
  const older = (hardware: number): string =>
    `windows-server-2016-64: At virtual hardware ${hardware}, VMware vSphere lists Windows Server 2019 (64-bit) as "Microsoft Windows Server 2016 or later (64-bit)".`;
  for (const [hardware, given] of [
    [15, { platformVersion: "6.7" }],
    [16, { virtualHardware: 16 }],
    [11, { virtualHardware: 11, platformVersion: "8.0" }],
  ] as const) {
    const { warnings, recommended, confidence, verdicts } = advisor.advise({
      ...host,
      guest: "windows-server-2019-64",
      ...given,
    });
    const own = advisor.advise({ ...host, guest: "windows-server-2016-64", ...given });
    assert.deepEqual([warnings, recommended, confidence.level], [[], own.recommended, own.confidence.level]);
    assert.deepEqual(
      verdicts.map(({ adapter, status }) => [adapter, status]),
      own.verdicts.map(({ adapter, status }) => [adapter, status]),
    );
    assert.deepEqual(entry({ ...host, guest: "windows-server-2019-64", ...given }), [older(hardware)]);
  }
  // Where it has an entry of its own, where it has none at all, and where neither release nor virtual hardware is known.
  for (const given of [
    { platformVersion: "7.0" },
    { virtualHardware: 17 },
    { platformVersion: "5.1" },
    { virtualHardware: 10 },
    {},
  ])
    assert.deepEqual(entry({ guest: "windows-server-2019-64", ...given }), []);
  for (const given of [{ platformVersion: "5.1" }, { virtualHardware: 10 }])
    assert.equal(warnings({ guest: "windows-server-2019-64", ...given }).length, 1);
  assert.deepEqual(entry({ guest: "rhel9-64", platformVersion: "7.0" }), []);
});

test("a guest that a release lists under no name of its own is told which entry to choose, and is in no doubt for that", () => {
  const pairs: [guest: string, platformVersion: string, hardware: number, guestName: string, entry: string][] = [
    ["windows-11-64", "7.0", 19, "Windows 11 (64-bit)", "Microsoft Windows 10 (64-bit)"],
    ["windows-11-64", "6.7", 15, "Windows 11 (64-bit)", "Microsoft Windows 10 (64-bit)"],
    ["rhel9-64", "6.7", 15, "Red Hat Enterprise Linux 9 (64-bit)", "Red Hat Enterprise Linux 8 (64-bit)"],
    ["rhel10-64", "8.0", 21, "Red Hat Enterprise Linux 10 (64-bit)", "Red Hat Enterprise Linux 9 (64-bit)"],
    ["debian12-64", "7.0", 19, "Debian 12 (64-bit)", "Debian GNU/Linux 11 (64-bit)"],
    ["debian13-64", "8.0", 21, "Debian 13 (64-bit)", "Debian GNU/Linux 12 (64-bit)"],
    ["rocky-64", "7.0", 19, "Rocky Linux (64-bit)", "Other 5.x or later Linux (64-bit)"],
    ["almalinux-64", "6.7", 15, "AlmaLinux (64-bit)", "Other 4.x or later Linux (64-bit)"],
  ];
  for (const [guest, platformVersion, hardware, name, entry] of pairs) {
    const { warnings, assumptions, confidence } = advisor.advise({
      guest,
      platformVersion,
      guestDrivers: true,
      packetRate: 8000,
      iommu: false,
      sriovNic: false,
    });
    assert.deepEqual(warnings, [], `${guest} on ${platformVersion}`);
    assert.equal(confidence.level, "medium", `${guest} on ${platformVersion}`);
    assert.equal(
      assumptions[0]?.text,
      `At virtual hardware ${hardware}, VMware vSphere does not list ${name}. Choose "${entry}".`,
    );
  }
  // It is offered what that entry is: E1000 too, which Windows 11 is not under its own.
  const statusOf = (virtualHardware: number) =>
    advisor
      .advise({ guest: "windows-11-64", platformVersion: "8.0", virtualHardware })
      .verdicts.find(({ adapter }) => adapter === "e1000")?.status;
  assert.deepEqual([statusOf(19), statusOf(20)], ["suitable", "excluded"]);
});

test("an entry stands in for no guest that came after all support of the releases that have it had ended", () => {
  for (const [guest, platformVersion] of [
    ["ubuntu-24-04-64", "3.5"],
    ["ubuntu-24-04-64", "6.7"],
    ["debian12-64", "6.7"],
    ["rhel10-64", "6.7"],
    ["rhel9-64", "6.5"],
    ["windows-11-64", "6.0"],
    ["rocky-64", "6.0"],
  ] as const) {
    const {
      warnings: [warning],
      confidence,
    } = advisor.advise({ guest, platformVersion });
    assert.deepEqual([warning?.field, confidence.level], ["platformVersion", "low"], `${guest} on ${platformVersion}`);
  }
});

test("between two entries a guest is taken as under the older one, and the advice says so", () => {
  const { warnings, assumptions } = advisor.advise({
    guest: "windows-server-2022-64",
    platformVersion: "8.0",
    virtualHardware: 17,
  });
  assert.deepEqual(warnings, []);
  assert.equal(
    assumptions.find(({ field }) => field === "guest")?.text,
    'VMware vSphere has no documented entry for Windows Server 2022 (64-bit) at virtual hardware 17. We use "Microsoft Windows Server 2016 or later (64-bit)", as on older versions.',
  );
});

test("doubts no rate for which a rule prefers the recommended adapter, and doubts it with another one", () => {
  const given: Situation = { platform: "kvm", guest: "rhel9-64", packetRate: 2_500_000, saveCpu: true };
  const doubted = (host: Situation): [string | null, (string | undefined)[]] => {
    const { recommended, warnings } = advisor.advise({ ...given, ...host });
    return [recommended, warnings.map(({ field }) => field)];
  };
  assert.deepEqual(doubted({ iommu: true, sriovNic: true }), ["sriov", []]);
  assert.deepEqual(doubted({ sriovNic: false }), ["virtio-net", ["packetRate"]]);
});

test("warns of two required features that no machine has together, and promises neither of an adapter", () => {
  const given: Situation = {
    ...usual,
    guestDrivers: true,
    packetRate: 2000,
    requires: ["fault-tolerance", "snapshots"],
  };
  const { warnings, verdicts, recommended, confidence } = advisor.advise(given);
  assert.equal(recommended, "vmxnet3");
  assert.deepEqual(
    warnings.map(({ text }) => text),
    ["Must keep working: snapshots do not work with vSphere Fault Tolerance. Drop one of the two."],
  );
  assert.equal(confidence.level, "low");
  assert.doesNotMatch(confidence.text, /recorded only in part/);
  for (const { adapter, status, reasons } of verdicts) {
    const told = reasons.filter(({ id }) => id === `${adapter}/vsphere/snapshots`);
    for (const { effect, text, evidence } of told) {
      if (status === "excluded") assert.equal(effect, "excludes");
      else if (adapter !== "pvrdma")
        assert.deepEqual(
          [effect, text, evidence.includes("finding:ft-without-snapshots")],
          ["warns", "No adapter supports snapshots together with vSphere Fault Tolerance.", true],
          adapter,
        );
    }
  }
  for (const requires of [["snapshots"], ["fault-tolerance"], ["fault-tolerance", "vmotion"]]) {
    const alone = advisor.advise({ ...given, requires });
    assert.deepEqual([alone.warnings, alone.confidence.level], [[], "medium"]);
    assert.ok(alone.verdicts[0]?.reasons.every(({ kind, effect }) => kind !== "compatibility" || effect === "neutral"));
  }
});

test("sets no Latency Sensitivity High where it would disable a required feature, and says so", () => {
  const given: Situation = { ...usual, guestDrivers: true, packetRate: 30_000, latencySensitive: true };
  // With LRO, SR-IOV remains possible, whose evidence is contested.
  for (const [feature, level] of [
    ["memory-overcommit", "medium"],
    ["lro", "low"],
  ] as const) {
    const { warnings, recommended, confidence, verdicts, steps } = advisor.advise({ ...given, requires: [feature] });
    assert.deepEqual([recommended, confidence.level, warnings], ["vmxnet3", level, []], feature);
    const reasons = verdicts.find(({ adapter }) => adapter === recommended)?.reasons ?? [];
    assert.ok(!reasons.some(({ id }) => id === "latency-needs-reservations"));
    assert.match(reasons.map(({ text }) => text).join(), /Disable only interrupt coalescing: Latency Sensitivity High/);
    const ids = steps.map(({ id }) => id);
    assert.deepEqual([ids.includes("latency-sensitivity-high"), ids.includes("vmxnet3-coalescing-off")], [false, true]);
  }
  const plain = advisor.advise({ ...given, requires: ["vmotion"] });
  assert.deepEqual(plain.warnings, []);
  assert.ok(plain.steps.some(({ id }) => id === "latency-sensitivity-high"));
});

test("nobody is asked for virtual hardware that had gone when the guest came", () => {
  for (const given of [
    { guest: "ubuntu-22-04-64", requires: ["wake-on-lan"] },
    { guest: "openbsd-64" },
    { guest: "netbsd-64" },
    { guest: "ubuntu-18-04-64" },
  ]) {
    const labels = advisor
      .advise(given)
      .openQuestions.filter(({ field }) => field === "virtualHardware")
      .flatMap(({ answers }) => answers.map(({ label }) => label));
    assert.ok(!labels.some((label) => /before 7/.test(label)), `${given.guest}: ${labels.join()}`);
  }
  const old = advisor
    .advise({ guest: "windows-server-2008-64" })
    .openQuestions.find(({ field }) => field === "virtualHardware");
  assert.equal(old?.answers[0]?.label, "4–6");
});

test("names the field as the form does, and shows numbers with their unit", () => {
  assert.match(
    warnings({ guest: "rhel9-64", packetRate: 5_000_000 })[0] ?? "",
    /^Packets per second at peak: found 5,000,000 packets\/s, expected at most 1,000,000 packets\/s/,
  );
  assert.match(
    warnings({ guest: "rhel9-64", throughputGbps: 30, linkGbps: 25 })[0] ?? "",
    /^Throughput \(Gbit\/s\): found 30 Gbit\/s, expected at most 25 Gbit\/s.*nearest: 25 Gbit\/s\.$/,
  );
  assert.match(
    warnings({ guest: "rhel9-64", packetRate: 1, throughputGbps: 1 })[0] ?? "",
    /^Packets per second at peak: found 1 packet\/s, /,
  );
});

test("no warning in view ends with two full stops", () => {
  const given: Situation = {
    platform: "kvm",
    guest: "rhel9-64",
    currentAdapter: "igb",
    platformVersion: "6.2",
    packetRate: 2_000_000,
  };
  const shown = inView(advisor.advise(given), knowledge).warnings;
  assert.ok(
    shown.some((text) => /igb is available from QEMU 8\.0\.$/.test(text)),
    shown.join("\n"),
  );
  for (const text of shown) assert.match(text, /[^.]\.$/);
});

/** What is said of each setting beside which a required feature is lost. */
const besides: [given: Situation, text: string][] = [
  [{ vcpus: 16, requires: ["fault-tolerance"] }, "vSphere Fault Tolerance does not work with more than eight vCPUs"],
  [
    { platformVersion: "6.5", guest: "rhel7-64", vcpus: 8, requires: ["fault-tolerance"] },
    "vSphere Fault Tolerance does not work with more than four vCPUs",
  ],
  [
    { platformVersion: "5.5", guest: "rhel6-64", vcpus: 4, requires: ["fault-tolerance"] },
    "vSphere Fault Tolerance does not work with more than one vCPU",
  ],
  [{ vcpus: 1, requires: ["rss"] }, "RSS and multiqueue do not work with a single vCPU"],
  [{ platform: "kvm", vcpus: 1, requires: ["rss"] }, "multiqueue does not work with a single vCPU"],
  [{ guest: "windows-xp-32", requires: ["rss"] }, "RSS and multiqueue do not work with Windows before Vista"],
  [{ guest: "windows-server-2003-64", requires: ["rss"] }, "RSS and multiqueue do not work with Windows before Vista"],
  [{ forwardsPackets: true, requires: ["lro"] }, "LRO does not work with packet forwarding"],
  [
    { guest: "macos-14-64", requires: ["hot-add"] },
    "hot add and hot remove do not work with a guest without PCI hot plug",
  ],
];
for (const [given, text] of besides) {
  test(`says that ${text}, and what to do`, () => {
    const advice = advisor.advise({ guest: "rhel9-64", ...given });
    const whole = `Must keep working: ${text}. Change one of the two.`;
    assert.ok(
      advice.warnings.some((warning) => warning.text === whole),
      advice.warnings.map((one) => one.text).join("\n"),
    );
    assert.ok(inView(advice, knowledge).warnings.includes(whole));
  });
}

test("each setting beside which a feature is lost is among those", () => {
  for (const { id, then } of knowledge.rules)
    if (then.beside)
      assert.ok(
        besides.some(([, text]) => text.endsWith(` with ${then.beside}`)),
        id,
      );
});

test("a current adapter that the given virtual hardware cannot have is a contradiction, and no adapter is named before one is corrected", () => {
  for (const guest of ["rhel7-64", "rhel9-64"]) {
    const given: Situation = { guest, currentAdapter: "vmxnet3", virtualHardware: 4 };
    const advice = advisor.advise(given);
    assert.equal(advice.headline.text, "A VM with VMXNET3 cannot have virtual hardware 4");
    assert.equal(advice.why, "These inputs contradict each other. Correct one first.");
    assert.equal(currentText(advice), null);
    assert.deepEqual(inView(advice, knowledge).warnings, []);
    assert.equal(advisor.brief(given).kind, "contradiction");
    assert.equal(advisor.advise({ ...given, virtualHardware: 15 }).headline.text, "Keep VMXNET3");
  }
});

test("virtual hardware that is only assumed contradicts no adapter", () => {
  const { headline, warnings } = advisor.advise({
    guest: "rhel5-64",
    platformVersion: "3.5",
    currentAdapter: "vmxnet3",
  });
  assert.notEqual(headline.kind, "contradiction");
  assert.ok(warnings.some(({ field }) => field === "currentAdapter"));
});

test("a field of another platform is ignored with a warning, and the advice is as sure as without it", () => {
  const given: Situation = { platform: "kvm", guest: "rhel9-64", packetRate: 5_000, platformVersion: "8.2" };
  const plain = advisor.advise(given);
  assert.notEqual(plain.confidence.level, "low");
  for (const [more, beginning] of [
    [{ virtualHardware: 13 }, "Virtual hardware version: found 13"],
    [{ dpu: true }, "DPU with UPT: found yes"],
  ] as const) {
    const advice = advisor.advise({ ...given, ...more });
    assert.deepEqual(
      advice.warnings.map(({ text }) => text),
      [`${beginning}, expected no value. We ignore this field on KVM.`],
    );
    assert.deepEqual([advice.confidence, advice.recommended], [plain.confidence, plain.recommended]);
  }
});

test("which guests have a DPDK driver follows from the record of the question", () => {
  const questions = knowledge.questions.map((question) =>
    question.field === "dpdk" ? { ...question, guestFamily: ["freebsd"] } : question,
  );
  const { warnings } = createEnglishAdvisor({ ...knowledge, questions }).advise({ ...usual, dpdk: true });
  assert.deepEqual(
    warnings.map(({ field }) => field),
    ["dpdk"],
  );
  for (const [guest, isDoubted] of [
    ["rhel5-64", true],
    ["rhel6-64", true],
    ["rhel7-64", false],
    ["windows-xp-32", true],
    ["windows-server-2003-64", true],
    ["windows-7-64", false],
    ["windows-server-2019-64", false],
    ["freebsd8-2-64", false],
    // The kernel is unknown, and the release is only assumed.
    ["other-linux-64", false],
  ] as const) {
    const doubts = advisor.advise({ platform: "kvm", guest, dpdk: true }).warnings.map(({ field }) => field);
    assert.equal(doubts.includes("dpdk"), isDoubted, guest);
  }
});

test("what the current adapter needs of the host follows from its record", () => {
  const adapters = knowledge.adapters.map((adapter): Adapter => {
    const { vsphere } = adapter.platforms;
    if (adapter.id !== "vmxnet3" || !vsphere) return adapter;
    return { ...adapter, platforms: { vsphere: { ...vsphere, needs: ["dpu" as "iommu"] } } };
  });
  const { warnings } = createEnglishAdvisor({ ...knowledge, adapters }).advise({
    ...usual,
    currentAdapter: "vmxnet3",
    dpu: false,
  });
  assert.deepEqual(
    warnings.map(({ field }) => field),
    ["dpu"],
  );
});
