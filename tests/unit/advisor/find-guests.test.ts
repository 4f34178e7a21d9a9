import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { InvalidSituation } from "../../../advisor/index.ts";
import { readSituation } from "../../../advisor/questions/read-situation.ts";
import { findGuests } from "../../../advisor/guests/find-guests.ts";
import { fullName, lookUpGuest } from "../../../advisor/guests/guests.ts";
import type { Guest } from "../../../advisor/knowledge/knowledge.ts";
import { advisor } from "./knowledge.ts";

describe("guests that a spelling may mean", () => {
  const ids = (spelling: string): string[] => findGuests(advisor, spelling, 3).map(({ id }) => id);

  for (const [spelling, wanted] of [
    ["win 2019", "windows-server-2019-64"],
    ["Server 2022", "windows-server-2022-64"],
    ["rhel 9", "rhel9-64"],
    ["red hat 9", "rhel9-64"],
    ["ubuntu 22", "ubuntu-22-04-64"],
    ["windws xp", "windows-xp-32"],
    ["rehl9-64", "rhel9-64"],
    ["enterprise linux nine from red hat", "rhel9-64"],
  ] as const)
    test(`${spelling} may mean ${wanted}`, () => assert.ok(ids(spelling).includes(wanted), ids(spelling).join(", ")));

  test("both bitnesses of a name that leaves it open", () => assert.equal(ids("debian 12").length, 2));
  test("at most three", () => assert.equal(ids("windows").length, 3));
  test("a whole number comes before one that only begins so", () =>
    assert.equal(ids("windows server 2012")[0]?.startsWith("windows-server-2012"), true));
  test("an unfinished number at the end is begun, not wrong", () =>
    assert.ok(ids("windows server 20").every((id) => id.startsWith("windows-server-20"))));
  for (const spelling of ["win2k19", "w2k19", "win 2k19", "server2019", "2019 server", "windows2019srv_64Guest"]) {
    test(`${spelling} finds Windows Server 2019 first`, () => assert.equal(ids(spelling)[0], "windows-server-2019-64"));
  }
  test("a release of its own comes before one that is taken for it", () => {
    const [guest] = advisor.knowledge.guests as [Guest];
    const family: Guest = { ...guest, id: "family-64", name: "Family", aliases: ["family22.04"] };
    const own: Guest = { ...guest, id: "family-22-04-64", name: "Family 22.04", aliases: [] };
    const guests = [family, own];
    const found = findGuests(
      { ...advisor, guests: new Map(), knowledge: { ...advisor.knowledge, guests } },
      "family 22",
    );
    assert.deepEqual(
      found.map(({ id }) => id),
      ["family-22-04-64", "family-64"],
    );
  });
  test("the name in which a guest is listed names it and no other", () => {
    for (const guest of advisor.knowledge.guests)
      assert.deepEqual(lookUpGuest(advisor.guests, fullName(guest)), [guest]);
  });
  for (const [spelling, bitness, guest] of [
    ["win7", 32, "windows-7-32"],
    ["win2k3", 64, "windows-server-2003-64"],
    ["Ubuntu Linux", 32, "ubuntu-32"],
    // What a spelling tells of the bitness is not put right: the input contradicts itself.
    ["rhel5", 64, "rhel5-32"],
    ["windows9Guest", 64, "windows-10-32"],
    [" windows9Guest ", 64, "windows-10-32"],
    ["windows9_64Guest", 32, "windows-10-64"],
    ["Windows 7 (64-bit)", 32, "windows-7-64"],
    ["rhel9-64", 32, "rhel9-64"],
  ] as const)
    test(`${spelling} with ${bitness} bits is ${guest}`, () =>
      assert.deepEqual(
        lookUpGuest(advisor.guests, spelling, bitness).map(({ id }) => id),
        [guest],
      ));
  for (const [spelling, guest] of [
    ["rocky 9", "rocky-64"],
    ["windows11", "windows-11-64"],
    ["ubuntu-22.04", "ubuntu-22-04-64"],
    ["RHEL-9", "rhel9-64"],
  ] as const)
    test(`${spelling} names ${guest}, whatever stands between its words`, () =>
      assert.deepEqual(
        lookUpGuest(advisor.guests, spelling).map(({ id }) => id),
        [guest],
      ));
  test("words that are nobody's name name nobody", () => {
    for (const spelling of ["debian", "XP", "pfsense", "???", "plan 9"])
      assert.deepEqual(lookUpGuest(advisor.guests, spelling), [], spelling);
  });
  test("a name without spaces leaves the bitness open where it is nobody's id", () => {
    assert.deepEqual(
      lookUpGuest(advisor.guests, "windows10")
        .map(({ bitness }) => bitness)
        .sort(),
      [32, 64],
    );
  });
  for (const [spelling, id, usual] of [
    ["rhel 7", "rhel7", "rhel7-64"],
    ["RHEL-5", "rhel5", "rhel5-64"],
    ["freebsd 12", "freebsd12", "freebsd12-64"],
  ] as const) {
    test(`${spelling} leaves the bitness open, which ${id} as a .vmx file writes it does not`, () => {
      assert.deepEqual(
        lookUpGuest(advisor.guests, spelling)
          .map(({ bitness }) => bitness)
          .sort(),
        [32, 64],
      );
      assert.deepEqual(lookUpGuest(advisor.guests, spelling, 32), lookUpGuest(advisor.guests, id));
      const { situation, assumptions } = advisor.advise({ guest: spelling });
      assert.equal(situation.guest, usual);
      assert.match(assumptions[0]?.text ?? "", /does not state the bitness/);
      assert.equal(advisor.advise({ guest: `${spelling} (32-bit)` }).situation.bitness, 32);
      assert.equal(advisor.advise({ guest: id }).situation.bitness, 32);
    });
  }
  test("what is built on FreeBSD may mean its releases", () => {
    for (const spelling of ["pfsense", "OPNsense 24.7", "freenas", "FreeNAS 11.3", "TrueNAS CORE 13"])
      assert.ok(
        ids(spelling).every((id) => id.startsWith("freebsd1")) && ids(spelling).length === 3,
        ids(spelling).join(),
      );
  });
  for (const [spelling, newest, oldest] of [
    ["freebsd", "freebsd15-64", "freebsd-older-32"],
    ["CentOS", "centos9-64", "centos4-32"],
    ["sles", "sles16-64", "sles8-32"],
  ] as const) {
    test(`${spelling} alone may mean any release, that of its .vmx file last`, () => {
      const found = findGuests(advisor, spelling).map(({ id }) => id);
      assert.deepEqual([found[0], found.at(-1)], [newest, oldest]);
    });
    test(`${spelling} alone is taken as what a .vmx file calls so, and the advice says so`, () => {
      const { situation } = readSituation(advisor, { guest: spelling });
      const { situation: understood, assumptions } = advisor.advise(situation);
      assert.equal(understood.guest, oldest);
      assert.match(
        assumptions.find(({ field }) => field === "guest")?.text ?? "",
        new RegExp(`^In \\.vmx files "${spelling}" means .* Add the number for another release\\.$`),
      );
    });
  }
  test("a name with its number, one's own name and one that only 64 bits set apart are not bare", () => {
    for (const spelling of ["freebsd14-64", "freebsdGuest", "Ubuntu", "fedora", "netbsd", "winXPPro", "dos"]) {
      assert.deepEqual(
        advisor
          .advise(readSituation(advisor, { guest: spelling }).situation)
          .assumptions.filter(({ text }) => text.includes(".vmx")),
        [],
        spelling,
      );
    }
  });
  test("none for what is like nothing", () => assert.deepEqual(ids("zzzzzzzzzzzzzzzzzzzzzzzz"), []));
  test("none for signs alone", () => assert.deepEqual(ids("???"), []));
});

describe("a spelling that names another processor than x86", () => {
  for (const [spelling, near] of [
    ["oracle linux 9 aarch64", "oracle-linux9-64"],
    ["RHEL 9 (arm64)", "rhel9-64"],
    ["debian12_arm64", "debian12-64"],
    ["Windows 11 on ARM", "windows-11-64"],
    ["Windows 11 64-bit Arm", "windows-11-64"],
    ["arm-ubuntu-64", "ubuntu-64"],
    ["debian 12 s390x", "debian12-64"],
  ] as const) {
    test(`${spelling} is refused, and ${near} is the nearest that is recorded`, () => {
      const { situation, problems } = readSituation(advisor, { guest: spelling });
      assert.equal(situation.guest, undefined);
      assert.deepEqual(problems, [
        {
          field: "guest",
          found: JSON.stringify(spelling),
          expected: "a guest on x86: none on ARM or another processor is recorded",
          nearest: near,
        },
      ]);
      assert.equal(findGuests(advisor, spelling)[0]?.id, near);
      assert.throws(() => advisor.advise({ guest: spelling }), InvalidSituation);
    });
  }
  test("a processor alone is refused, too, and is near to nothing", () => {
    assert.deepEqual(
      readSituation(advisor, { guest: "aarch64" }).problems.map(({ nearest }) => nearest),
      [undefined],
    );
    assert.deepEqual(findGuests(advisor, "aarch64"), []);
  });
  test("names that only begin so are no processor's", () => {
    for (const spelling of ["armbian", "alarm linux"])
      assert.doesNotMatch(
        readSituation(advisor, { guest: spelling })
          .problems.map(({ expected }) => expected)
          .join(),
        /x86/,
        spelling,
      );
  });
  test("no guest that is recorded names one", () => {
    for (const { id, name, aliases } of advisor.knowledge.guests) {
      for (const one of [id, name, ...aliases])
        assert.deepEqual(
          readSituation(advisor, { guest: one }).problems.filter(({ expected }) => expected.includes("x86")),
          [],
          one,
        );
    }
  });
});
