import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { deriveDriver, deriveDrivers } from "../../../../tools/site/compile/guest-facts.ts";
import type { RecordOf } from "../../../../tools/site/compile/records.ts";
import { makeAdapter, makeGuest } from "./records.ts";

type Entry = RecordOf<"adapters">["drivers"][number];

const entry = (where: Entry["where"], bounds: Partial<Entry> = {}): Entry => ({
  family: "linux",
  where,
  basis: "stated",
  sources: [{ source: "manual" }],
  ...bounds,
});

const originFor = (
  release: string,
  drivers: Entry[],
  guest: Partial<RecordOf<"guests">> = {},
  platform = "vsphere",
): string =>
  deriveDriver(makeAdapter("vmxnet3", { drivers }), makeGuest("guest-64", { release, ...guest }), platform).where;

describe("origin of a driver", () => {
  const since = [entry("box", { since: "2.6.32" }), entry("tools")];
  const table: [release: string, where: string][] = [
    ["2.6.31", "tools"],
    ["2.6.32", "box"],
    ["2.6.100", "box"],
    ["3.10", "box"],
    ["2.6", "tools"],
  ];
  for (const [release, where] of table) {
    test(`of ${release} is ${where} where the box has it since 2.6.32`, () =>
      assert.equal(originFor(release, since), where));
  }

  const until = [entry("tools", { until: "2.6.9" })];
  test("holds up to the upper bound", () => assert.equal(originFor("2.6.9", until), "tools"));
  test("holds for patch releases of the upper bound", () =>
    assert.equal(originFor("2.6.39", [entry("tools", { until: "2.6" })]), "tools"));
  test("ends after the upper bound", () => assert.equal(originFor("2.6.10", until), "unknown"));
  test("compares parts as numbers, not as text", () =>
    assert.equal(originFor("3.9", [entry("box", { since: "3.10" })]), "unknown"));

  test("is that of the first entry whose range holds", () => {
    assert.equal(originFor("5.14", [entry("none", { since: "5.0" }), entry("box", { since: "4.0" })]), "none");
  });
  test("is unknown for a family that is not listed", () =>
    assert.equal(originFor("13", since, { family: "freebsd" }), "unknown"));
  test("of an unknown release comes from entries without bounds only", () => {
    assert.equal(originFor("unknown", since), "tools");
    assert.equal(originFor("unknown", [entry("box", { since: "2.6.32" })]), "unknown");
    assert.equal(originFor("unknown", [entry("box", { until: "6.0" })]), "unknown");
  });
  test("is that of the guests which an entry names, for those alone", () => {
    const drivers = [entry("none", { guests: ["guest-64"] }), entry("box")];
    assert.equal(originFor("5.14", drivers), "none");
    assert.equal(originFor("5.14", [entry("none", { guests: ["another-64"] }), entry("box")]), "box");
  });
  test("depends on bitness where the entry does", () => {
    const drivers = [entry("none", { bitness: 32 }), entry("box")];
    assert.equal(originFor("5.14", drivers, { bitness: 32 }), "none");
    assert.equal(originFor("5.14", drivers, { bitness: 64 }), "box");
  });
  test("depends on the platform where the entry does", () => {
    const drivers = [entry("tools", { platform: "vsphere" }), entry("box")];
    assert.equal(originFor("5.14", drivers, {}, "vsphere"), "tools");
    assert.equal(originFor("5.14", drivers, {}, "kvm"), "box");
  });
});

describe("drivers of a guest", () => {
  test("list every adapter of the platform and no other", () => {
    const elsewhere = makeAdapter("rtl8139");
    elsewhere.platforms = {
      kvm: {
        name: "rtl8139",
        since: "unknown",
        names: ["rtl8139"],
        needs: [],
        compatibility: {},
        sources: [{ source: "manual" }],
      },
    };
    const drivers = deriveDrivers(makeGuest("rhel9-64"), "vsphere", [makeAdapter("vmxnet3"), elsewhere]);
    assert.deepEqual(drivers, [{ adapter: "vmxnet3", where: "unknown", basis: "none", sources: [] }]);
  });
  test("carry the driver's name, note and sources", () => {
    const adapter = makeAdapter("vmxnet3", { drivers: [entry("box", { driver: "vmxnet3", note: "In the kernel." })] });
    assert.deepEqual(deriveDriver(adapter, makeGuest("rhel9-64"), "vsphere"), {
      adapter: "vmxnet3",
      where: "box",
      driver: "vmxnet3",
      basis: "stated",
      note: "In the kernel.",
      sources: [{ source: "manual" }],
    });
  });
});
