import assert from "node:assert/strict";
import { test } from "node:test";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { advisor } from "./knowledge.ts";

const host: Situation = { guestDrivers: true, hardwareVirtualization: true, iommu: true, sriovNic: true };
const status = (given: Situation, adapter: string): string | undefined =>
  advisor.advise({ ...host, ...given }).verdicts.find((verdict) => verdict.adapter === adapter)?.status;

/** What exists where: the release or virtual hardware before, and the first one that has the adapter. */
const firsts: { adapter: string; before: Situation; from: Situation }[] = [
  {
    adapter: "vmxnet3",
    before: { guest: "rhel5-64", platformVersion: "3.5", virtualHardware: 4 },
    from: { guest: "rhel5-64", platformVersion: "4.0", virtualHardware: 7 },
  },
  {
    adapter: "e1000e",
    before: { guest: "windows-server-2012-r2-64", platformVersion: "8.0", virtualHardware: 7 },
    from: { guest: "windows-server-2012-r2-64", platformVersion: "8.0", virtualHardware: 8 },
  },
  {
    adapter: "directpath-io",
    before: { guest: "rhel5-64", platformVersion: "3.5" },
    from: { guest: "rhel5-64", platformVersion: "4.0" },
  },
  {
    adapter: "sriov",
    before: { guest: "rhel6-64", platformVersion: "5.1", virtualHardware: 9 },
    from: { guest: "rhel6-64", platformVersion: "5.5", virtualHardware: 10 },
  },
];

for (const { adapter, before, from } of firsts) {
  test(`${adapter} is out on ${before.platformVersion} with vmx-${before.virtualHardware ?? "any"} and in on ${from.platformVersion} with vmx-${from.virtualHardware ?? "any"}`, () => {
    assert.equal(status(before, adapter), "excluded");
    assert.notEqual(status(from, adapter), "excluded");
  });
}

test("does not offer E1000 to the newest guests", () => {
  for (const guest of ["rhel9-64", "windows-server-2025-64"])
    assert.equal(status({ guest, platformVersion: "9.0", virtualHardware: 22 }, "e1000"), "excluded", guest);
});

test("does not rule out what an older guest's entry offers on virtual hardware that the machine may still have", () => {
  for (const guest of ["windows-server-2019-64", "windows-server-2022-64"]) {
    for (const platformVersion of ["7.0", "8.0"]) {
      const e1000 = (given: Situation) =>
        advisor.advise({ guest, platformVersion, ...given }).verdicts.find(({ adapter }) => adapter === "e1000");
      assert.deepEqual(
        [e1000({})?.status, e1000({ virtualHardware: 11 })?.status, e1000({ virtualHardware: 15 })?.status],
        ["conditional", "suitable", "excluded"],
        `${guest} ${platformVersion}`,
      );
      assert.equal(e1000({})?.reasons.find(({ kind }) => kind === "guest")?.change, "Use virtual hardware 11–12.");
    }
  }
});

test("every release of every platform has advice for a guest that it lists", () => {
  for (const platform of advisor.knowledge.platforms) {
    for (const { version } of platform.versions) {
      const guest = platform.id === "vsphere" ? "rhel5-64" : "debian12-64";
      const { recommended, situation } = advisor.advise({
        ...host,
        platform: platform.id,
        platformVersion: version,
        guest,
      });
      assert.equal(situation.platformVersion, version);
      assert.notEqual(recommended, null, `${platform.id} ${version}`);
    }
  }
});

test("takes the current release, or the first that has the virtual hardware where that is newer", () => {
  const assumed = (given: Situation, field: string): unknown =>
    advisor.advise({ ...host, guest: "rhel9-64", ...given }).assumptions.find((one) => one.field === field)?.value;
  assert.equal(assumed({ virtualHardware: 22 }, "platformVersion"), "9.0");
  assert.equal(assumed({ virtualHardware: 17 }, "platformVersion"), "8.0");
  assert.equal(assumed({ platformVersion: "6.7" }, "virtualHardware"), 15);
  assert.equal(assumed({ platformVersion: "8.0.3" }, "virtualHardware"), 21);
  assert.equal(assumed({ platform: "kvm" }, "virtualHardware"), undefined);
});

test("says which update of a release first created its newest virtual hardware", () => {
  const said = (platformVersion: string): string | undefined =>
    advisor
      .advise({ ...host, guest: "rhel5-64", platformVersion })
      .assumptions.find(({ field }) => field === "virtualHardware")?.text;
  assert.equal(said("6.7"), "Assumed: virtual hardware 15, the newest version of this release (from Update 2 on).");
  assert.equal(said("7.0"), "Assumed: virtual hardware 19, the newest version of this release (from Update 2 on).");
  assert.equal(said("8.0"), "Assumed: virtual hardware 21, the newest version of this release (from Update 2 on).");
  assert.equal(said("6.5"), "Assumed: virtual hardware 13, the newest version of this release.");
});

test("UPT and Enhanced DirectPath I/O are told from virtual hardware 20 on", () => {
  const given = { ...host, guest: "rhel9-64", platformVersion: "8.0", packetRate: 120000, dpu: true };
  const warns = (virtualHardware: number): boolean =>
    advisor
      .advise({ ...given, virtualHardware })
      .verdicts[0]?.reasons.some(({ id }) => id === "upt-before-passthrough") ?? false;
  assert.deepEqual([warns(19), warns(20)], [false, true]);
});

test("a condition on a field that decides nothing still holds its rule back", () => {
  const reasons = (linkGbps: number): (string | undefined)[] =>
    advisor
      .advise({ ...host, guest: "windows-server-2022-64", platformVersion: "8.0", packetRate: 120000, linkGbps })
      .verdicts[0]?.reasons.map(({ id }) => id) ?? [];
  assert.ok(reasons(10).includes("sriov-throughput-needs-tuning"));
  assert.ok(!reasons(1).includes("sriov-throughput-needs-tuning"));
});
