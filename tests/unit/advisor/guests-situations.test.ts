import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findGuests, suggestGuests } from "../../../advisor/guests/find-guests.ts";
import { nameGuest } from "../../../advisor/guests/name-guest.ts";
import { readSituation } from "../../../advisor/questions/read-situation.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { advisor, knowledge } from "./knowledge.ts";
import { auditFleet } from "../../../advisor/fleet/judge/audit.ts";
import { fleet } from "./fleet/knowledge.ts";
import { makeAdapter, makeFile } from "./fleet/records.ts";

const kvm: Situation = { platform: "kvm" };
const esx35: Situation = { platform: "vsphere", platformVersion: "3.5" };

/** A spelling, the guest that it is taken for, and the adapter whose driver that release has. */
const rows: [spelling: string, given: Situation, guest: string, recommended: string][] = [
  ["FreeBSD 8.1", kvm, "freebsd-older-64", "e1000"],
  ["FreeBSD 9.0", kvm, "freebsd8-2-64", "virtio-net"],
  ["FreeBSD 9.3", kvm, "freebsd9-2-64", "virtio-net"],
  ["freebsd10.1", kvm, "freebsd9-2-64", "virtio-net"],
  ["RHEL 5.2", kvm, "rhel5-0-64", "e1000"],
  ["RHEL 5.11", kvm, "rhel5-64", "virtio-net"],
  ["CentOS 5.1", kvm, "centos4-64", "e1000"],
  ["CentOS 5.8", kvm, "centos5-3-64", "virtio-net"],
  ["Oracle Linux 5.6", kvm, "oracle-linux5-3-64", "virtio-net"],
  ["Debian 4", kvm, "debian4-64", "e1000"],
  ["Ubuntu 8.04", kvm, "other-linux-2-6-64", "e1000"],
  ["Ubuntu 9.10", kvm, "other-linux-2-6-25-64", "virtio-net"],
  ["Fedora 8", kvm, "other-linux-2-6-64", "e1000"],
  ["Fedora 10", kvm, "other-linux-2-6-25-64", "virtio-net"],
  ["Mandriva 2010", kvm, "other-linux-2-6-25-64", "virtio-net"],
  ["NetBSD 5", kvm, "netbsd-older-64", "e1000"],
  ["NetBSD 7", kvm, "netbsd6-64", "virtio-net"],
  ["OpenBSD 4.9", kvm, "openbsd-older-64", "e1000"],
  ["OpenBSD 5.5", kvm, "openbsd5-3-64", "virtio-net"],
  ["NetWare 6", kvm, "netware6-32", "e1000"],
  ["OS/2", kvm, "os2-32", "vlance"],
  ["eComStation 2", kvm, "ecomstation2-32", "vlance"],
  ["OpenServer 6", kvm, "openserver6-32", "e1000"],
  ["UnixWare 7", kvm, "unixware7-32", "vlance"],
  ["VyOS", kvm, "other-linux-4-64", "virtio-net"],
  ["CirrOS 0.6", kvm, "other-linux-4-64", "virtio-net"],
  ["Android-x86 9", kvm, "other-linux-4-64", "virtio-net"],
  ["ALT 9", kvm, "other-linux-4-64", "virtio-net"],
  ["ALT p10", kvm, "other-linux-4-64", "virtio-net"],
  ["ALT Linux 6.0", kvm, "other-linux-2-6-25-64", "virtio-net"],
  ["Mandriva 2008", kvm, "other-linux-2-6-64", "e1000"],
  ["HAOS", kvm, "other-linux-4-64", "virtio-net"],
  ["Home Assistant OS 12.4", kvm, "other-linux-4-64", "virtio-net"],
  ["TrueNAS SCALE 24.04", kvm, "debian12-64", "virtio-net"],
  ["TrueNAS CORE 13", kvm, "freebsd15-64", "virtio-net"],
  ["w2k19", kvm, "windows-server-2019-64", "virtio-net"],
  ["w2k12r2", kvm, "windows-server-2012-r2-64", "virtio-net"],
  ["2k8r2", kvm, "windows-server-2008-r2-64", "virtio-net"],
  ["win2k22", kvm, "windows-server-2022-64", "virtio-net"],
  ["Windows Server 2008", esx35, "windows-server-2008-64", "e1000"],
  ["Windows Server 2003", esx35, "windows-server-2003-64", "vmxnet2"],
];

describe("the driver follows the release that is given", () => {
  for (const [spelling, given, guest, recommended] of rows)
    test(`${spelling} on ${given.platform}: ${recommended}`, () => {
      const { situation, problems } = readSituation(advisor, { ...given, guest: spelling });
      assert.deepEqual(problems, []);
      const advice = advisor.advise(situation);
      assert.deepEqual([advice.situation.guest, advice.recommended], [guest, recommended]);
    });
});

describe("guests by name of which little is known", () => {
  for (const [spelling, guest] of [
    ["OmniOS r151038", "illumos-64"],
    ["OpenIndiana", "illumos-64"],
    ["DragonFly 5.4", "dragonfly-64"],
    ["Haiku", "haiku-64"],
  ] as const)
    test(`${spelling} is understood`, () => {
      const { situation, problems } = readSituation(advisor, { ...kvm, guest: spelling });
      assert.deepEqual(problems, []);
      assert.equal(advisor.advise(situation).situation.guest, guest);
    });
});

describe("a guest is called in the words of who asked", () => {
  for (const [typed, shown] of [
    ["pfSense 2.7", "pfSense 2.7 (FreeBSD)"],
    ["opnsense-24.7", "OPNsense 24.7 (FreeBSD)"],
    ["vyos 1.4", "VyOS 1.4 (Linux)"],
    ["haos", "HAOS (Linux)"],
    ["truenas scale", "TrueNAS SCALE (Debian)"],
    ["TrueNAS", "TrueNAS (Debian or FreeBSD)"],
    ["Mandriva", "Mandriva (Linux)"],
    ["Mandriva 2010", "Mandriva 2010 (Linux)"],
    ["ALT p10", "ALT p10, 64-bit"],
    ["l26", "Linux 2.6 or later (type l26)"],
    ["l24", "Linux 2.4 (type l24)"],
    ["win10", "Windows 10, Server 2016 or 2019 (type win10)"],
    ["http://fedoraproject.org/fedora/10", "Fedora 10, 64-bit"],
    ["fedora-10", "Fedora 10, 64-bit"],
    ["http://freebsd.org/freebsd/9.0", "FreeBSD 9.0, 64-bit"],
    ["Other Linux 2.6", "Other Linux, kernel 2.6, 64-bit"],
    ["freebsd-older-32", "FreeBSD before 11, 32-bit"],
    ["windows-later-64", "Windows after 11, 64-bit"],
  ] as const)
    test(`${typed}: ${shown}`, () => {
      const { situation, problems } = readSituation(advisor, { ...kvm, guest: typed });
      assert.deepEqual(problems, []);
      const { guest } = advisor.advise(situation).situation;
      const record = advisor.knowledge.guests.find(({ id }) => id === guest);
      assert.ok(record);
      assert.equal(nameGuest(advisor.knowledge, record, situation.guest ?? "", "kvm"), shown);
    });

  test("every type of a product has a name", () => {
    for (const { products = [] } of advisor.knowledge.platforms)
      for (const { guestTypes, typeNames = {} } of products)
        assert.deepEqual(Object.keys(typeNames).sort(), Object.keys(guestTypes).sort());
  });
});

describe("a spelling that no guest is called", () => {
  const offered = (spelling: string): string[] => suggestGuests(advisor, spelling, 3).map(({ id }) => id);
  test("gets the kinds for all others", () =>
    assert.deepEqual(offered("foobarOS").sort(), ["other-64", "other-linux-64"]));
  test("gets one system that begins like it before them", () =>
    assert.match(offered("debianderivativeos")[0] ?? "", /^debian/));
  test("gets what it may mean, and nothing else", () => assert.deepEqual(offered("rehl9-64"), ["rhel9-64"]));
  test("gets them whatever the record calls them", () => {
    const guests = knowledge.guests.map((guest) => ({ ...guest, name: guest.name.replace(/^Other\b/, "Any") }));
    const found = suggestGuests({ ...advisor, knowledge: { ...knowledge, guests } }, "foobarOS", 3);
    assert.deepEqual(found.map(({ id }) => id).sort(), ["other-64", "other-linux-64"]);
  });
  test("gets nothing if it has no letters", () => assert.deepEqual(offered("???"), []));
});

describe("a guest whose name is that of all others", () => {
  test("is recorded as a catch-all", () =>
    assert.deepEqual(
      knowledge.guests.filter(({ catchAll, name }) => (catchAll ?? false) !== /^Other\b/.test(name)),
      [],
    ));
});

describe("a name that is no slip of another", () => {
  for (const [spelling, wrong] of [
    ["vyos", "ms-dos-16"],
    ["omnios", "centos4-64"],
    ["routeros", "coreos-64"],
  ] as const)
    test(`${spelling} is not ${wrong}`, () => assert.ok(!findGuests(advisor, spelling).some(({ id }) => id === wrong)));
});

for (const [guest, platform, name] of [
  ["pfSense", "vsphere", "pfSense"],
  ["OPNsense", "kvm", "OPNsense"],
  ["VyOS", "vsphere", "VyOS"],
  ["fortigate-vm-64", "kvm", "FortiGate-VM"],
  ["sophos-firewall-64", "vsphere", "Sophos Firewall"],
] as const)
  test(`${guest} on ${platform} is assumed to forward packets, and no answer is overruled`, () => {
    const { assumptions, verdicts, recommended } = advisor.advise({ guest, platform, currentAdapter: "e1000" });
    assert.deepEqual(
      assumptions.filter(({ field }) => field === "forwardsPackets"),
      [
        {
          field: "forwardsPackets",
          value: true,
          text: `Assumed: ${name} is a router or firewall that forwards packets.`,
        },
      ],
    );
    const told = advisor.advise({ guest, platform, currentAdapter: "e1000", forwardsPackets: true });
    assert.deepEqual([recommended, verdicts], [told.recommended, told.verdicts]);
    const denied = advisor.advise({ guest, platform, currentAdapter: "e1000", forwardsPackets: false });
    assert.equal(denied.situation.forwardsPackets, false);
    assert.ok(!denied.assumptions.some(({ field }) => field === "forwardsPackets"));
  });

test("guests and products that are assumed to forward packets are those of the records, and the audit takes them for such", () => {
  const named = knowledge.questions.find(({ id }) => id === "forwards-packets")?.assumedYes ?? [];
  const products = named.filter((name) => knowledge.guests.some((guest) => guest.products?.includes(name)));
  assert.ok(products.length > 0);
  const guests = knowledge.guests.filter(({ id }) => named.includes(id));
  assert.deepEqual(named.length, guests.length + products.length);
  for (const { id, platforms } of guests)
    for (const platform of Object.keys(platforms)) {
      const record = makeAdapter({ platform, guestAsWritten: id, adapterAsWritten: "e1000" });
      const { situations } = auditFleet([makeFile([record])], advisor, fleet);
      assert.equal(situations[0]?.situation.forwardsPackets, true, `${id} on ${platform}`);
    }
});
