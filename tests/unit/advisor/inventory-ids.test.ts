import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findGuests } from "../../../advisor/guests/find-guests.ts";
import { lookUpGuest } from "../../../advisor/guests/guests.ts";
import { listSetGuests } from "../../../advisor/guests/guest-sets.ts";
import { nameGuest } from "../../../advisor/guests/name-guest.ts";
import { listTypeGuests, productTypes } from "../../../advisor/guests/guests.ts";
import { describeProblem, readSituation } from "../../../advisor/questions/read-situation.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { advisor, knowledge } from "./knowledge.ts";

const guestOf = (situation: Situation): string | undefined => advisor.advise(situation).situation.guest;
const problemOf = (situation: Situation): string =>
  readSituation(advisor, situation).problems.map(describeProblem).join("\n");

describe("a name with trademark signs is the name without them", () => {
  for (const name of [
    "Microsoft® Windows Server® 2019 (64-bit)",
    "Microsoft(R) Windows(R) Server 2019",
    "Windows Server (TM) 2019",
    "Windows™ Server 2003 R2",
    "Microsoft(R) Windows(R) Server 2003, Standard Edition",
    "Red Hat(R) Enterprise Linux(R) 9 (64-bit)",
    "SUSE(r) Linux Enterprise Server 15",
  ])
    test(name, () => {
      const plain = name.replace(/ ?(®|™|\((r|tm)\))/gi, "");
      assert.notEqual(guestOf({ guest: plain }), undefined);
      assert.equal(guestOf({ guest: name }), guestOf({ guest: plain }));
      assert.deepEqual(findGuests(advisor, name), findGuests(advisor, plain));
    });
});

describe("an address of libosinfo, as libvirt's files have it", () => {
  for (const [address, guest] of [
    ["http://microsoft.com/win/2k19", "windows-server-2019-64"],
    ["http://microsoft.com/win/2k22", "windows-server-2022-64"],
    ["http://microsoft.com/win/2k12r2", "windows-server-2012-r2-64"],
    ["http://microsoft.com/win/2k8r2", "windows-server-2008-r2-64"],
    ["http://microsoft.com/win/10", "windows-10-64"],
    ["http://microsoft.com/win/11", "windows-11-64"],
    ["http://microsoft.com/winnt/4.0", "windows-nt-32"],
    ["http://microsoft.com/win/2k3", "windows-server-2003-32"],
    ["http://microsoft.com/win/2k", "windows-2000-32"],
    ["http://redhat.com/rhel/9.2", "rhel9-64"],
    ["http://redhat.com/rhel/9-unknown", "rhel9-64"],
    ["http://redhat.com/rhel/8.10", "rhel8-64"],
    ["http://redhat.com/rhel/7.9", "rhel7-64"],
    ["http://centos.org/centos-stream/9", "centos9-64"],
    ["http://centos.org/centos/7.0", "centos7-64"],
    ["http://rockylinux.org/rocky/9", "rocky-64"],
    ["http://almalinux.org/almalinux/9", "almalinux-64"],
    ["http://oracle.com/ol/9.1", "oracle-linux9-64"],
    ["http://oracle.com/oel/4.4", "oracle-linux4-64"],
    ["http://oracle.com/solaris/11", "solaris11-64"],
    ["http://sun.com/solaris/10", "solaris10-64"],
    ["http://ubuntu.com/ubuntu/22.04", "ubuntu-22-04-64"],
    ["http://ubuntu.com/ubuntu/24.04", "ubuntu-24-04-64"],
    ["http://ubuntu.com/ubuntu/14.04", "ubuntu-64"],
    ["http://debian.org/debian/12", "debian12-64"],
    ["http://debian.org/debian/9", "debian9-64"],
    ["http://fedoraproject.org/fedora/40", "fedora-64"],
    ["http://fedoraproject.org/fedora/unknown", "fedora-64"],
    ["http://fedoraproject.org/silverblue/31", "fedora-64"],
    ["http://fedoraproject.org/coreos/stable", "fedora-64"],
    ["http://suse.com/sles/12.3", "sles12-64"],
    ["http://suse.com/sle/15.4", "sles15-64"],
    ["http://suse.com/sle/15", "sles15-64"],
    ["http://suse.com/sles/16.0", "sles16-64"],
    ["http://opensuse.org/opensuse/15.6", "opensuse-64"],
    ["http://opensuse.org/opensuse/tumbleweed", "opensuse-64"],
    ["http://archlinux.org/archlinux/rolling", "arch-64"],
    ["http://alpinelinux.org/alpinelinux/3.19", "alpine-64"],
    ["http://nixos.org/nixos/24.05", "nixos-64"],
    ["http://freebsd.org/freebsd/14.1", "freebsd14-64"],
    ["http://openbsd.org/openbsd/7.4", "openbsd-64"],
    ["http://netbsd.org/netbsd/9.0", "netbsd-64"],
    ["http://apple.com/macosx/10.7", "mac-os-x-10-7-64"],
    ["http://novell.com/netware/6", "netware6-32"],
    ["http://libosinfo.org/linux/2022", "other-linux-6-64"],
    ["http://libosinfo.org/linux/2016", "other-linux-4-64"],
    // Releases that no record lists yet.
    ["http://redhat.com/rhel/9.12", "rhel9-64"],
    ["http://freebsd.org/freebsd/14.9", "freebsd14-64"],
    // Other ways to write one.
    ["https://microsoft.com/win/2k19", "windows-server-2019-64"],
    ["http://microsoft.com/win/2k19/", "windows-server-2019-64"],
    [" HTTP://Microsoft.com/Win/2K19 ", "windows-server-2019-64"],
  ] as const) {
    test(`${address} is ${guest}`, () => {
      assert.equal(guestOf({ platform: "kvm", guest: address }), guest);
      assert.equal(guestOf({ platform: "vsphere", guest: address }), guest);
      assert.equal(findGuests(advisor, address.trim())[0]?.id, guest);
    });
  }

  test("of every short id in the records whose version is a number means what the short id means", () => {
    let count = 0;
    for (const { aliases } of knowledge.guests) {
      for (const id of aliases) {
        const [, product, version] = /^((?!other)[a-z][a-z-]*?)-?(\d+\.\d+)$/.exec(id) ?? [];
        if (product === undefined || version === undefined) continue;
        count += 1;
        assert.equal(
          guestOf({ platform: "kvm", guest: `http://vendor.example/${product}/${version}` }),
          guestOf({ platform: "kvm", guest: id }),
          id,
        );
      }
    }
    assert.ok(count > 150, String(count));
  });

  test("of a guest of which nothing is known is no guest", () => {
    assert.deepEqual(readSituation(advisor, { guest: "http://libosinfo.org/unknown" }), {
      situation: {},
      problems: [],
    });
  });

  for (const address of [
    "http://microsoft.com/xbox/99",
    "http://microsoft.com/win",
    "https://en.wikipedia.org/wiki/Windows_10",
    "http://microsoft.com/win/2k19/x",
    "ftp://microsoft.com/win/2k19",
    "http://reactos.org/reactos/0.4",
    "http://win/2k19",
  ]) {
    test(`${address} is refused`, () =>
      assert.match(problemOf({ platform: "kvm", guest: address }), /^guest: found "/));
  }
});

describe("an ostype of Proxmox VE", () => {
  for (const [type, taken, ...others] of [
    ["win10", "Windows 10 (64-bit)", "Windows Server 2016", "Windows Server 2019", "Windows 10 (32-bit)"],
    ["win11", "Windows 11", "Windows Server 2022", "Windows Server 2025"],
    ["win8", "Windows 8", "Windows Server 2012"],
    ["win7", "Windows 7", "Windows Server 2008 R2"],
    ["w2k8", "Windows Server 2008", "Windows Vista"],
    ["l26", "Other Linux, kernel 6 (64-bit)", "and 6 more"],
  ] as const) {
    test(`${type} is answered for all that it stands for, and the answer names them`, () => {
      const { recommended, assumptions } = advisor.advise({ platform: "kvm", guest: type });
      assert.equal(recommended, "virtio-net");
      const [first] = assumptions;
      assert.ok(
        first?.field === "guest" &&
          first.text.startsWith(`In Proxmox VE, the type "${type}" means one of these: ${taken}`),
        first?.text,
      );
      for (const other of others) assert.ok(first.text.includes(other), first.text);
    });
  }

  for (const [type, ...members] of [
    ["l24", "other-linux-2-4-64", "other-linux-2-4-32"],
    ["solaris", "solaris11-64", "solaris10-64"],
  ] as const) {
    test(`${type} asks which guest it is, for these need different adapters`, () => {
      const { situation, problems } = readSituation(advisor, { platform: "kvm", guest: type });
      assert.deepEqual([situation, problems], [{ platform: "kvm", guest: type }, []]);
      const { headline, price, openQuestions, confidence } = advisor.advise(situation);
      assert.deepEqual([headline.kind, price, confidence.level], ["ask", null, "low"]);
      const [question] = openQuestions;
      assert.equal(question?.field, "guest");
      for (const member of members) assert.ok(question.answers.some(({ value }) => value === member));
      for (const { value, recommended } of question.answers)
        assert.equal(recommended, advisor.recommend({ platform: "kvm", guest: String(value) }));
      assert.equal(advisor.brief(situation).question, "guest");
      assert.equal(advisor.brief(situation).confidence, "low");
    });
  }

  test("is answered beside problems of other fields", () => {
    const { situation, problems } = readSituation(advisor, { platform: "kvm", guest: "l24", packetRate: "fast" });
    assert.deepEqual(
      [situation, problems.map(({ field }) => field)],
      [{ platform: "kvm", guest: "l24" }, ["packetRate"]],
    );
  });

  test("asks which guest it is if and only if its guests need different adapters", () => {
    for (const type of productTypes(knowledge).keys()) {
      for (const bitness of [undefined, 32, 64] as const) {
        for (const more of [{}, { guestDrivers: false }, { packetRate: 100_000, iommu: true, sriovNic: true }]) {
          const given: Situation = { platform: "kvm", guest: type, ...more, ...(bitness ? { bitness } : {}) };
          const members = listTypeGuests(knowledge, advisor.guests, type, "kvm", bitness).guests;
          if (members.length === 0) continue;
          const adapters = new Set(members.map(({ id }) => advisor.recommend({ ...given, guest: id })));
          const { headline, recommended, situation } = advisor.advise(given);
          assert.equal(headline.kind === "ask", adapters.size > 1, JSON.stringify(given));
          assert.ok(adapters.has(recommended));
          assert.equal(advisor.recommend(given), recommended);
          if (adapters.size === 1) assert.equal(situation.guest, members[0]?.id);
        }
      }
    }
  });

  test("that is an id of another tool as well is that one's elsewhere", () => {
    for (const type of ["win10", "win11", "win8", "win7", "other"]) {
      assert.equal(listTypeGuests(knowledge, advisor.guests, type, "vsphere").guests.length, 0);
      assert.equal(guestOf({ platform: "vsphere", guest: type }), lookUpGuest(advisor.guests, type)[0]?.id);
    }
    assert.equal(guestOf({ platform: "kvm", guest: "http://microsoft.com/win/10" }), "windows-10-64");
    assert.doesNotMatch(
      advisor.advise({ platform: "kvm", guest: "windows-10-64" }).assumptions[0]?.text ?? "",
      /Proxmox/,
    );
  });

  test("stands for guests that have records", () => {
    for (const type of productTypes(knowledge).keys())
      assert.ok(listTypeGuests(knowledge, advisor.guests, type, "kvm").guests.length > 0, type);
  });

  test("is found by whoever searches for it", () => {
    assert.equal(findGuests(advisor, "l26")[0]?.id, "other-linux-6-64");
    assert.ok(findGuests(advisor, "l24").every(({ id }) => id.startsWith("other-linux-2-4")));
  });
});

describe("a name for several releases", () => {
  const membersOf = (guest: string): string[] =>
    listSetGuests(knowledge, advisor.guests, guest, "kvm").guests.map(({ id }) => id);

  for (const [name, ...members] of [
    ["CentOS 4/5/6/7 (64-bit)", "centos4-64", "centos5-3-64", "centos6-64", "centos7-64"],
    ["CentOS 4/5/6 (32-bit)", "centos4-32", "centos5-3-32", "centos6-32"],
    [
      "Windows Server 2016 or later (64-bit)",
      "windows-server-2016-64",
      "windows-server-2019-64",
      "windows-server-2022-64",
      "windows-server-2025-64",
    ],
    ["Red Hat Enterprise Linux 8 (64-bit) or later", "rhel8-64", "rhel9-64", "rhel10-64"],
    ["FreeBSD 13 or later versions (64-bit)", "freebsd13-64", "freebsd14-64", "freebsd15-64"],
    ["Windows 10/11", "windows-10-64", "windows-11-64"],
    ["Other 6.x or later Linux (64-bit)", "other-linux-6-64", "other-linux-7-64"],
    // One guest, or none.
    ["Rocky Linux 8/9"],
    ["CentOS 7 (64-bit)"],
    ["IBM OS/2"],
    ["Debian GNU/Linux 12"],
    ["nothing 4/5 or later"],
  ] as const) {
    test(`${name} means ${members.join(", ") || "no set"}`, () =>
      assert.deepEqual(membersOf(name).sort(), [...members].sort()));
  }

  test("gets what fits all its guests, and asks which one it is if they need different adapters", () => {
    const guest = "CentOS 4/5/6/7 (64-bit)";
    const { headline, recommended, openQuestions } = advisor.advise({ platform: "kvm", guest });
    assert.equal(headline.kind, "ask");
    const answers = new Map(openQuestions[0]?.answers.map(({ value, recommended: found }) => [value, found]));
    assert.deepEqual([...answers.keys()].sort(), membersOf(guest).sort());
    assert.deepEqual([answers.get("centos4-64"), answers.get("centos7-64")], ["e1000", "virtio-net"]);
    for (const member of membersOf(guest)) {
      const verdict = advisor
        .advise({ platform: "kvm", guest: member })
        .verdicts.find(({ adapter }) => adapter === recommended);
      assert.match(verdict?.status ?? "", /^(?:recommended|suitable)$/, member);
    }
  });

  test("gets a plain answer if all its guests need the same adapter", () => {
    for (const [platform, guest] of [
      ["vsphere", "CentOS 4/5/6/7 (64-bit)"],
      ["vsphere", "Microsoft Windows Server 2016 or later (64-bit)"],
      ["kvm", "Windows Server 2016 or later (64-bit)"],
    ] as const)
      assert.equal(advisor.advise({ platform, guest }).headline.kind, "use", guest);
  });

  test("covers no release that the platform's release does not have", () => {
    const guest = "Windows Server 2016 or later (64-bit)";
    const { headline, assumptions } = advisor.advise({ platform: "vsphere", platformVersion: "6.5", guest });
    assert.equal(headline.kind, "use");
    assert.doesNotMatch(assumptions[0]?.text ?? "", /2025/);
  });

  test("keeps the release that was typed", () => {
    for (const [guest, typed, shown] of [
      ["freebsd9-2-64", "freebsd 10.1", "FreeBSD 10.1, 64-bit"],
      ["freebsd9-2-64", "freebsd9-2-64", "FreeBSD 9.2 to 10.4, 64-bit"],
      ["rhel9-64", "RHEL 9.4", "Red Hat Enterprise Linux 9, 64-bit"],
    ] as const) {
      const record = knowledge.guests.find(({ id }) => id === guest);
      assert.ok(record);
      assert.equal(nameGuest(knowledge, record, typed, "kvm"), shown);
    }
  });
});

describe("an appliance", () => {
  for (const [spelling, guest, platform, adapter] of [
    ["RouterOS", "mikrotik-chr-64", "kvm", "virtio-net"],
    ["MikroTik CHR", "mikrotik-chr-64", "vsphere", "vmxnet3"],
    ["FortiGate-VM64", "fortigate-vm-64", "vsphere", "vmxnet3"],
    ["csr1000v", "cisco-csr1000v-64", "vsphere", "vmxnet3"],
    ["csr1000v", "cisco-csr1000v-64", "kvm", "virtio-net"],
    ["fortios", "fortigate-vm-64", "kvm", "virtio-net"],
    ["Palo Alto VM-Series", "palo-alto-vm-series-64", "vsphere", "vmxnet3"],
    ["F5 BIG-IP", "f5-big-ip-ve-64", "kvm", "virtio-net"],
  ] as const) {
    test(`${spelling} gets ${adapter} on ${platform}, as sources document`, () => {
      const { situation, recommended, headline } = advisor.advise({ platform, guest: spelling });
      assert.deepEqual([situation.guest, recommended, headline.kind], [guest, adapter, "use"]);
    });
  }

  for (const [spelling, guest, platform] of [
    ["F5 BIG-IP", "f5-big-ip-ve-64", "vsphere"],
    ["NetScaler VPX", "netscaler-vpx-64", "vsphere"],
    ["Synology VDSM", "synology-vdsm-64", "kvm"],
    ["Catalyst 8000V", "catalyst-8000v-64", "vsphere"],
    ["Cisco CML", "cisco-cml-64", "kvm"],
    ["Aruba", "aruba-64", "kvm"],
    ["Sophos Firewall", "sophos-firewall-64", "kvm"],
  ] as const) {
    test(`${spelling} on ${platform} is a matter for its vendor`, () => {
      const { situation, headline, price, confidence } = advisor.advise({ platform, guest: spelling });
      assert.deepEqual([situation.guest, headline.kind, price, confidence.level], [guest, "ask", null, "low"]);
      assert.match(headline.text, /^Ask the vendor/);
    });
  }
});

test("an appliance without any recorded driver keeps its adapter because it works, and is as unsure as it is", () => {
  for (const [guest, platform, currentAdapter] of [
    ["f5-big-ip-ve-64", "vsphere", "e1000"],
    ["sophos-firewall-64", "vsphere", "e1000"],
    ["synology-vdsm-64", "kvm", "rtl8139"],
    ["aruba-64", "kvm", "virtio-net"],
  ] as const) {
    const { headline, why, confidence, verdicts } = advisor.advise({ guest, platform, currentAdapter });
    assert.match(headline.text, /^Keep /, guest);
    assert.match(why, /works\. Ask the vendor before you change it: no driver is on record\./, guest);
    assert.equal(confidence.text, "Low: the atlas records no driver for this guest", guest);
    for (const { text } of verdicts[0]?.reasons ?? [])
      assert.doesNotMatch(text, /partly documented|safer choice/, guest);
  }
});
