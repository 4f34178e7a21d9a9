import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { claimGuest } from "../../../advisor/guests/claim-guest.ts";
import { lookUpGuest } from "../../../advisor/guests/guests.ts";
import { InvalidSituation } from "../../../advisor/index.ts";
import { readSituation } from "../../../advisor/questions/read-situation.ts";
import { advisor, knowledge } from "./knowledge.ts";
import { chooseCases } from "../../thorough.ts";

/** A spelling that no record lists, the guest it is taken for, whether as a later release, and what its own drivers suffice for. */
const cases: [spelling: string, guest: string, later: boolean, recommended: string][] = [
  ["rhel12_64Guest", "rhel10-64", true, "vmxnet3"],
  ["rhel12-64", "rhel10-64", true, "vmxnet3"],
  ["Red Hat Enterprise Linux 12 (64-bit)", "rhel10-64", true, "vmxnet3"],
  ["flatcar", "other-linux-4-64", false, "vmxnet3"],
  ["Flatcar Container Linux", "other-linux-4-64", false, "vmxnet3"],
  ["rocky 9.4", "rocky-64", false, "vmxnet3"],
  ["debian-12.5", "debian12-64", false, "vmxnet3"],
  ["Red Hat Enterprise Linux 9.4", "rhel9-64", false, "vmxnet3"],
  ["Red Hat Enterprise Linux release 9.2 (Plow)", "rhel9-64", false, "vmxnet3"],
  ["Red Hat Enterprise Linux AS release 4 (Nahant Update 8)", "rhel4-64", false, "e1000"],
  ["CentOS Linux release 7.9.2009 (Core)", "centos7-64", false, "vmxnet3"],
  ["Fedora release 38 (Thirty Eight)", "fedora-64", false, "vmxnet3"],
  ["Alpine Linux v3.18", "alpine-64", false, "vmxnet3"],
  ["windows2028srv_64Guest", "windows-server-2025-64", true, "vmxnet3"],
  ["windows2025srvNext_64Guest", "windows-server-2025-64", true, "vmxnet3"],
  ["Microsoft Windows Server 2016 Datacenter (64-bit)", "windows-server-2016-64", false, "e1000e"],
  ["Windows Server 2008 R2 Enterprise", "windows-server-2008-r2-64", false, "e1000"],
  ["Windows 2000 Datacenter Server", "windows-2000-32", false, "vlance"],
  ["Windows 10 Enterprise x64", "windows-10-64", false, "e1000e"],
  ["other linux 5", "other-linux-5-64", false, "vmxnet3"],
  ["other linux 6.x 64", "other-linux-6-64", false, "vmxnet3"],
  ["other linux 2.6", "other-linux-2-6-64", false, "e1000"],
  ["Linux 2.6.18", "other-linux-2-6-64", false, "e1000"],
  ["other8xLinux64Guest", "other-linux-7-64", true, "vmxnet3"],
  ["debian15_64Guest", "debian13-64", true, "vmxnet3"],
  ["debian15Guest", "debian13-32", true, "vmxnet3"],
  ["Ubuntu 28.04", "ubuntu-24-04-64", false, "vmxnet3"],
  ["ubuntu 22", "ubuntu-22-04-64", false, "vmxnet3"],
  ["Ubuntu 24", "ubuntu-24-04-64", false, "vmxnet3"],
  ["ubuntu 18", "ubuntu-18-04-64", false, "vmxnet3"],
  ["Ubuntu Server 20.04.6", "ubuntu-18-04-64", false, "vmxnet3"],
  ["Ubuntu 14.04.5", "ubuntu-64", false, "vmxnet3"],
  ["win 2003", "windows-server-2003-64", false, "e1000"],
  ["win2008r2", "windows-server-2008-r2-64", false, "e1000"],
  ["windows2012", "windows-server-2012-r2-64", false, "e1000e"],
  ["windows2012r2", "windows-server-2012-r2-64", false, "e1000e"],
  ["win server 2016", "windows-server-2016-64", false, "e1000e"],
  ["Server 2019", "windows-server-2019-64", false, "e1000e"],
  ["win server 2022", "windows-server-2022-64", false, "vmxnet3"],
  ["Windows 2030", "windows-server-2025-64", true, "vmxnet3"],
  ["Windows 13", "windows-later-64", true, "vmxnet3"],
  ["Red Hat 8", "rhel8-64", false, "vmxnet3"],
  ["Alma 9", "almalinux-64", false, "vmxnet3"],
  ["Ubuntu 8.04 (32-bit)", "other-linux-2-6-32", false, "e1000"],
  ["freebsd16_64Guest", "freebsd15-64", true, "vmxnet3"],
  ["FreeBSD 9.9", "freebsd9-2-64", false, "e1000"],
  ["sles17sp1", "sles16-64", true, "vmxnet3"],
  ["darwin25_64Guest", "macos-14-64", true, "e1000e"],
  ["genericLinuxGuest", "other-linux-3-32", false, "vmxnet3"],
  ["Some Linux of 2031 (64-bit)", "other-linux-3-64", false, "vmxnet3"],
];

describe("a guest that no record lists", () => {
  for (const [spelling, guest, later, recommended] of cases) {
    test(`${spelling} is taken ${later ? "as a release after" : "as"} ${guest}`, () => {
      const { situation, problems } = readSituation(advisor, {
        platform: "vsphere",
        guest: spelling,
        guestDrivers: false,
      });
      assert.deepEqual(problems, []);
      const advice = advisor.advise(situation);
      const assumed = advice.assumptions.filter(({ field }) => field === "guest");
      assert.equal(advice.situation.guest, guest);
      assert.equal(advice.recommended, recommended);
      // A release that is newer than the release of the platform that is assumed is listed there under an older one's entry.
      for (const { text } of assumed.slice(1))
        assert.match(text, /^At virtual hardware \d+, VMware vSphere (?:lists|does not list) /);
      assert.match(
        assumed[0]?.text ?? "",
        later ? /is not listed\. We treat it as a release after / : /is not listed\. We use /,
      );
      assert.ok(assumed[0]?.text.startsWith(`"${spelling}"`));
    });
  }

  for (const spelling of [
    "plan9",
    "Windows",
    "fooGuest",
    "rhel",
    "rhel1_64Guest",
    "Ubuntu 4.10",
    "rhelp12_64Guest",
    "x".repeat(5000),
    "rhel".repeat(5000),
  ]) {
    test(`${spelling.slice(0, 20)} is none that the atlas could take it for`, () => {
      assert.equal(claimGuest(knowledge.guests, spelling), undefined);
      assert.deepEqual(
        readSituation(advisor, { guest: spelling }).problems.map(({ field }) => field),
        ["guest"],
      );
    });
  }

  test("is recommended the same whether the advice is asked for in full or not", () => {
    for (const [guest] of cases)
      assert.equal(advisor.recommend({ guest }), advisor.advise({ guest }).recommended, guest);
  });
});

test("no pattern gets ahead of what a record lists", () => {
  for (const { id, aliases } of chooseCases(knowledge.guests)) {
    for (const spelling of [id, ...aliases]) {
      const advice = advisor.advise({ guest: spelling });
      assert.ok(
        lookUpGuest(advisor.guests, spelling).some((guest) => guest.id === advice.situation.guest),
        spelling,
      );
      assert.ok(
        !advice.assumptions.some(
          ({ field, text }) =>
            field === "guest" &&
            !/does not state the bitness|^In \.vmx files|" means .* The adapter is the same for all\.|^At virtual hardware \d+, VMware vSphere (?:lists|does not list) /.test(
              text,
            ),
        ),
        spelling,
      );
    }
  }
});

test("two guests of one bitness never have the same pattern for the same releases", () => {
  const held = knowledge.guests.flatMap(({ bitness, patterns = [] }) =>
    patterns.map(({ before, after, from, to }) => JSON.stringify([bitness, before, after, from, to])),
  );
  assert.deepEqual(
    held.filter((one, at) => held.indexOf(one) !== at),
    [],
  );
});

describe("a bitness that stands with a name", () => {
  const read = (guest: string): { id: string | undefined; refusal: string | undefined; near: string | undefined } => {
    const {
      situation,
      problems: [problem],
    } = readSituation(advisor, { guest });
    const isId = knowledge.guests.some(({ id }) => id === situation.guest);
    return {
      id: problem ? undefined : isId ? situation.guest : advisor.advise(situation).situation.guest,
      refusal: problem?.expected,
      near: problem?.nearest,
    };
  };
  const tellings = [
    ["32", " 32", "-32", " x86", "-x86", " (i386)", " 32-bit"],
    ["64", " 64", "-64", " x64", " x86_64", " (64-bit)"],
  ] as const;

  test("chooses the guest of that bitness, or is refused with the guest that there is", () => {
    for (const guest of chooseCases(knowledge.guests)) {
      for (const base of [guest.name, guest.id.replace(/-(16|32|64)$/, "")]) {
        for (const [bits, ...suffixes] of tellings) {
          for (const suffix of suffixes) {
            const spelling = `${base}${suffix}`;
            // Fedora has a release 32, and one name has its bitness already.
            if (/^fedora[ _]32$/i.test(spelling) || /x64/.test(base)) continue;
            const { id, near } = read(spelling);
            const found = knowledge.guests.find((one) => one.id === (id ?? near));
            const isThere = knowledge.guests.some(
              ({ name, bitness }) => name === guest.name && String(bitness) === bits,
            );
            assert.ok(found, `${spelling}: ${near}`);
            if (isThere || id === undefined) assert.equal(found.name, guest.name, spelling);
            if (isThere || id !== undefined)
              assert.equal(String(id === undefined ? "refused" : found.bitness), bits, spelling);
            // No advice is given of a guest of the other bitness.
            else if (suffix === " 32") assert.throws(() => advisor.advise({ guest: spelling }), InvalidSituation);
          }
        }
      }
    }
  });

  for (const [spelling, guest] of [
    ["windows-2003-32", "windows-server-2003-32"],
    ["windows-2008-32", "windows-server-2008-32"],
    ["windows server 2003 r2 32", "windows-server-2003-32"],
    ["Windows 2003 32 Enterprise", "windows-server-2003-32"],
    ["Windows Server 2003 R2 x64 Edition", "windows-server-2003-64"],
    ["win2003x64", "windows-server-2003-64"],
    ["win7x86", "windows-7-32"],
    ["Windows10x86", "windows-10-32"],
    ["win2k3 32", "windows-server-2003-32"],
    ["Ubuntu 16.04 i386", "ubuntu-32"],
    ["solaris 10 x86", "solaris10-32"],
    ["RHEL 6.9 x86", "rhel6-32"],
    ["linux 32", "other-linux-3-32"],
    ["Fedora 32", "fedora-64"],
    ["Fedora Linux 32", "fedora-64"],
    ["fedora 30 i686", "fedora-32"],
    ["rhel-5-32", "rhel5-32"],
  ] as const)
    test(`${spelling} is ${guest}`, () => assert.equal(read(spelling).id, guest));

  test("that a release has not is refused, though a pattern takes the name", () => {
    for (const [spelling, near] of [
      ["rhel12-32", "rhel10-64"],
      ["Windows 13 x86", "windows-later-64"],
      ["Windows 2000 Datacenter Server (64-bit)", "windows-2000-32"],
      ["CentOS 8.4 i386", "centos8-64"],
    ] as const) {
      const { id, refusal, near: found } = read(spelling);
      assert.deepEqual([id, found], [undefined, near], spelling);
      assert.match(refusal ?? "", / with (32|64) bits: no other is recorded$/);
    }
  });

  test("of a bare name that many releases share asks which", () => {
    assert.match(read("debian 64").refusal ?? "", /^one guest: debian13-64, /);
    assert.match(read("freebsd 32").refusal ?? "", /^one guest: freebsd15-32, /);
  });
});
