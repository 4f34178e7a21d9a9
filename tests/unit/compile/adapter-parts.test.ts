import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findModesPath, listParts } from "../../../tools/compile/adapter-parts.ts";
import { makeAdapter } from "./records.ts";

const none = { steps: [], rules: [], findings: [], datasets: [] };
const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `one-${at}`);
const sources = [{ source: "manual" }];
const driver = { family: "linux", where: "box", basis: "stated", sources } as const;
const adapter = makeAdapter("vmxnet3");

/** An adapter with a mode of which something is stated about so many features. */
function withMode(stated: number): typeof adapter {
  const made = makeAdapter("vmxnet3");
  const [section] = Object.values(made.platforms);
  const compatibility = Object.fromEntries(many(stated).map((feature) => [feature, { support: "yes", basis: "stated", sources } as const]));
  if (section) section.modes = { upt: { name: "UPT", summary: "Around the host.", since: "8.0", compatibility, sources } };
  return made;
}

describe("the pages below that of an adapter", () => {
  test("are none where there is nothing to show", () => assert.deepEqual(listParts({ ...adapter, drivers: [] }, none), {}));

  test("have a path and a title with the adapter's name", () => {
    assert.deepEqual(listParts(adapter, { ...none, steps: [{ action: "apply", platform: "vsphere" }] }).apply, { path: "/adapters/vmxnet3/apply/", title: `Apply ${adapter.name}` });
  });

  test("tell tuning apart from what is done to every machine", () => {
    const partsWith = (...actions: ("prepare" | "tune" | "clean-up")[]): string[] => Object.keys(listParts({ ...adapter, drivers: [] }, { ...none, steps: actions.map((action) => ({ action, platform: "vsphere" as const })) }));
    assert.deepEqual([partsWith("prepare"), partsWith("tune"), partsWith("tune", "clean-up")], [["apply"], ["tune"], ["apply", "tune"]]);
  });

  test("tell what is done on KVM apart where vSphere has the adapter too", () => {
    const onKvm = { ...none, steps: [{ action: "apply", platform: "kvm" } as const] };
    const [section] = Object.values(adapter.platforms);
    assert.ok(section);
    const pathsOn = (...platforms: string[]): string[] => Object.values(listParts({ ...adapter, drivers: [], platforms: Object.fromEntries(platforms.map((platform) => [platform, section])) }, onKvm)).map(({ path }) => path);
    assert.deepEqual([pathsOn("vsphere", "kvm"), pathsOn("kvm")], [["/adapters/vmxnet3/apply-kvm/"], ["/adapters/vmxnet3/apply/"]]);
  });

  for (const [what, naming] of [["six rules", { rules: many(6) }], ["five findings", { findings: many(5) }]] as const) {
    test(`tell no evidence apart up to ${what}, and more of it`, () => {
      assert.equal(listParts(adapter, { ...none, ...naming }).evidence, undefined);
      const more = Object.fromEntries(Object.entries(naming).map(([name, list]) => [name, [...list, "another"]]));
      assert.equal(listParts(adapter, { ...none, ...more }).evidence?.path, "/adapters/vmxnet3/evidence/");
    });
  }

  test("tell of a single dataset", () => assert.ok(listParts(adapter, { ...none, datasets: ["study"] }).evidence));

  test("list drivers from the thirteenth on", () => {
    const drivers = many(13).map(() => driver);
    assert.equal(listParts({ ...adapter, drivers: drivers.slice(1) }, none).drivers, undefined);
    assert.equal(listParts({ ...adapter, drivers }, none).drivers?.path, "/adapters/vmxnet3/drivers/");
  });

  test("take the modes once sixteen features are stated, and the reasons lead there", () => {
    assert.deepEqual([listParts(withMode(15), none).modes, findModesPath(withMode(15))], [undefined, "/adapters/vmxnet3/"]);
    assert.deepEqual([listParts(withMode(16), none).modes?.path, findModesPath(withMode(16))], ["/adapters/vmxnet3/modes/", "/adapters/vmxnet3/modes/"]);
  });
});
