import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findModesPath, listParts } from "../../../../tools/site/compile/adapter-parts.ts";
import { makeAdapter } from "./records.ts";

const none = { steps: [], rules: [], findings: [], datasets: [] };
const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `one-${at}`);
const sources = [{ source: "manual" }];
const driver = { family: "linux", where: "box", basis: "stated", sources } as const;
const adapter = makeAdapter("vmxnet3");
type Naming = Parameters<typeof listParts>[1];
type Step = Naming["steps"][number];

/** The pages of an adapter of which some things are told, on platforms with names. */
function partsOf(one: typeof adapter, told: Partial<Naming> = {}): ReturnType<typeof listParts> {
  return listParts(one, { ...none, ...told }, [
    {
      id: "vsphere",
      name: "vSphere",
      tools: { powercli: { name: "PowerCLI" }, govc: { name: "govc" }, "vsphere-client": { name: "vSphere Client" } },
    },
    { id: "kvm", name: "KVM", tools: { libvirt: { name: "libvirt" } } },
    { id: "third", name: "The Third", tools: {} },
  ]);
}

/** A step whose id tells it. */
function makeStep(action: Step["action"], tool: Step["tool"] = "govc", platform = "vsphere"): Step {
  return { id: `${action}-${tool}`, action, tool, platform };
}

/** An adapter with a mode of which something is stated about so many features. */
function withMode(stated: number): typeof adapter {
  const made = makeAdapter("vmxnet3");
  const [section] = Object.values(made.platforms);
  const compatibility = Object.fromEntries(
    many(stated).map((feature) => [feature, { support: "yes", basis: "stated", sources } as const]),
  );
  if (section)
    section.modes = { upt: { name: "UPT", summary: "Around the host.", since: "8.0", compatibility, sources } };
  return made;
}

describe("the pages below that of an adapter", () => {
  test("are none where there is nothing to show", () => assert.deepEqual(partsOf({ ...adapter, drivers: [] }), {}));

  test("have a path and a title with the adapter's name", () => {
    const { path, title } = partsOf(adapter, { steps: [makeStep("apply")] }).apply ?? {};
    assert.deepEqual([path, title], ["/adapters/vmxnet3/apply/", `Apply ${adapter.name}`]);
  });

  test("tell tuning apart from what is done to every machine", () => {
    const partsWith = (...actions: ("prepare" | "tune" | "clean-up")[]): string[] =>
      Object.keys(partsOf({ ...adapter, drivers: [] }, { steps: actions.map((action) => makeStep(action)) }));
    assert.deepEqual(
      [partsWith("prepare"), partsWith("tune"), partsWith("tune", "clean-up")],
      [["apply"], ["tune"], ["apply", "tune"]],
    );
  });

  test("tell what is done on each platform apart, with its name from the second on", () => {
    const [section] = Object.values(adapter.platforms);
    assert.ok(section);
    const steps = ["vsphere", "kvm", "third"].map((platform) => makeStep("apply", "govc", platform));
    const on = (...platforms: string[]): string[] =>
      Object.values(
        partsOf(
          { ...adapter, drivers: [], platforms: Object.fromEntries(platforms.map((platform) => [platform, section])) },
          { steps: steps.filter(({ platform }) => platforms.includes(platform)) },
        ),
      ).map(({ path, title, platform }) => `${path} ${title}, ${platform}`);
    const name = `Apply ${adapter.name}`;
    assert.deepEqual(on("kvm"), [`/adapters/vmxnet3/apply/ ${name}, kvm`]);
    assert.deepEqual(on("vsphere", "kvm", "third"), [
      `/adapters/vmxnet3/apply/ ${name}, vsphere`,
      `/adapters/vmxnet3/apply-kvm/ ${name} on KVM, kvm`,
      `/adapters/vmxnet3/apply-third/ ${name} on The Third, third`,
    ]);
  });

  test("tell the steps in the order of work, what applies the adapter tool by tool", () => {
    const steps = [
      makeStep("prepare", "guest"),
      makeStep("go-back"),
      makeStep("apply"),
      makeStep("clean-up", "guest"),
      makeStep("apply", "powercli"),
      makeStep("prepare"),
    ];
    const told = partsOf(adapter, { steps }).apply?.sections?.map(
      ({ id, name, steps: own }) => `${id} "${name}": ${own.join(" ")}`,
    );
    assert.deepEqual(told, [
      'prepare "Before you start": prepare-guest prepare-govc',
      'govc "govc": apply-govc',
      'powercli "PowerCLI": apply-powercli',
      'clean-up "Clean up": clean-up-guest',
      'go-back "Roll back": go-back-govc',
    ]);
  });

  for (const [what, naming] of [
    ["six rules", { rules: many(6) }],
    ["five findings", { findings: many(5) }],
  ] as const) {
    test(`tell no evidence apart up to ${what}, and more of it`, () => {
      assert.equal(partsOf(adapter, naming).evidence, undefined);
      const more = Object.fromEntries(Object.entries(naming).map(([name, list]) => [name, [...list, "another"]]));
      assert.equal(partsOf(adapter, more).evidence?.path, "/adapters/vmxnet3/evidence/");
    });
  }

  test("tell of a single dataset", () => assert.ok(partsOf(adapter, { datasets: ["study"] }).evidence));

  test("list drivers from the thirteenth on", () => {
    const drivers = many(13).map(() => driver);
    assert.equal(partsOf({ ...adapter, drivers: drivers.slice(1) }).drivers, undefined);
    assert.equal(partsOf({ ...adapter, drivers }).drivers?.path, "/adapters/vmxnet3/drivers/");
  });

  test("take the modes once sixteen features are stated, and the reasons lead there", () => {
    assert.deepEqual([partsOf(withMode(15)).modes, findModesPath(withMode(15))], [undefined, "/adapters/vmxnet3/"]);
    assert.deepEqual(
      [partsOf(withMode(16)).modes?.path, findModesPath(withMode(16))],
      ["/adapters/vmxnet3/modes/", "/adapters/vmxnet3/modes/"],
    );
  });
});
