import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { toVmxForm } from "../../../../advisor/guests/guests.ts";
import { ownNames } from "../../../../advisor/guests/guests.ts";
import { aliasFinder, derivePatterns } from "../../../../tools/site/compile/guest-facts.ts";
import { makeGuest } from "./records.ts";

describe("the .vmx form of a vSphere guest id", () => {
  const table: [vsphere: string, vmx: string][] = [
    ["windows2019srv_64Guest", "windows2019srv-64"],
    ["windows2019srvNext_64Guest", "windows2019srvnext-64"],
    ["windows7Server64Guest", "windows7srv-64"],
    ["windows9_64Guest", "windows9-64"],
    ["winNetEnterprise64Guest", "winnetenterprise-64"],
    ["winNetStandardGuest", "winnetstandard"],
    ["winLonghorn64Guest", "longhorn-64"],
    ["rhel9_64Guest", "rhel9-64"],
    ["rhel5Guest", "rhel5"],
    ["ubuntu64Guest", "ubuntu-64"],
    ["other3xLinux64Guest", "other3xlinux-64"],
    ["freebsd13_64Guest", "freebsd13-64"],
    ["dosGuest", "dos"],
  ];
  for (const [vsphere, vmx] of table) test(`of ${vsphere} is ${vmx}`, () => assert.equal(toVmxForm(vsphere), vmx));
});

describe("aliases of a guest", () => {
  const guest = makeGuest("windows-server-2019-64", {
    name: "Windows Server 2019",
    ids: {
      vsphere: ["windows2019srv_64Guest"],
      osinfo: ["win2k19"],
      names: ["Microsoft Windows Server 2019 (64-bit)"],
    },
  });

  test("are every id and name in lower case, sorted, each once", () => {
    assert.deepEqual(aliasFinder([guest])(guest), [
      "microsoft windows server 2019 (64-bit)",
      "win2k19",
      "windows-server-2019",
      "windows2019srv-64",
      "windows2019srv_64guest",
    ]);
  });

  test("leave out the guest's own id and name", () => {
    const own = makeGuest("rhel9-64", { ids: { vsphere: ["rhel9_64Guest"], osinfo: [], names: [] } });
    const names = [own.id, ...ownNames(own).map((name) => name.toLowerCase())];
    assert.deepEqual(
      aliasFinder([own])(own).filter((alias) => names.includes(alias)),
      [],
    );
  });

  test("leave out the id without bitness where two guests share it", () => {
    const guests = [makeGuest("windows-server-2003-32", { bitness: 32 }), makeGuest("windows-server-2003-64")];
    for (const one of guests) assert.ok(!aliasFinder(guests)(one).includes("windows-server-2003"));
  });

  test("leave out the id without bitness where another guest goes by it", () => {
    const guests = [
      makeGuest("rhel5-64"),
      makeGuest("older-32", { ids: { vsphere: ["rhel5Guest"], osinfo: [], names: [] } }),
    ];
    assert.ok(!aliasFinder(guests)(guests[0] ?? makeGuest("none")).includes("rhel5"));
  });
});

describe("patterns of ids and names", () => {
  test("are split at the place of the number, in lower case", () => {
    assert.deepEqual(
      derivePatterns([{ like: ["Other {release}.x", "other{release}xLinux"], from: "7", to: "7", later: true }]),
      [
        { before: "other ", after: ".x", from: "7", to: "7", later: true },
        { before: "other", after: "xlinux", from: "7", to: "7", later: true },
      ],
    );
  });

  test("are text anywhere in a name where they have no number", () => {
    assert.deepEqual(derivePatterns([{ like: ["Linux"] }]), [{ before: "linux" }]);
  });
});
