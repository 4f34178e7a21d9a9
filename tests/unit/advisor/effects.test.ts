import assert from "node:assert/strict";
import { test } from "node:test";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { advisor, knowledge } from "./knowledge.ts";

const host: Situation = { guest: "rhel9-64", platformVersion: "8.0", guestDrivers: true, iommu: true, sriovNic: true };
const effects = (given: Situation) => advisor.advise({ ...host, ...given }).effects;

test("gives each study's ratios apart, with the study that they come from", () => {
  const measured = effects({ guest: "windows-server-2012-r2-64", packetRate: 2000 })?.measured ?? [];
  const nobel = measured.find(
    ({ over, evidence }) => over === "e1000e" && evidence[0] === "dataset:nobel-vmxnet3-2013",
  );
  assert.deepEqual(
    [nobel?.adapter, nobel?.metric, nobel?.low, nobel?.high, nobel?.comparisons],
    ["vmxnet3", "throughput", 2.48, 2.48, 1],
  );
  assert.match(
    nobel?.text ?? "",
    /^VMXNET3 reached 2\.48× the throughput of E1000E \(2013, Windows Server 2012 R2, two guests on one host, TCP stream; one comparison\)\.$/,
  );
  for (const { evidence } of measured) for (const ref of evidence) assert.ok(knowledge.evidence[ref], ref);
  assert.equal(
    new Set(measured.map(({ adapter, over, metric, evidence }) => [adapter, over, metric, ...evidence].join())).size,
    measured.length,
  );
});

const studiesOf: [guest: string, platform: string, own: string[], others: string[]][] = [
  ["rhel9-64", "vsphere", [], ["nobel-vmxnet3-2013"]],
  ["rhel6-64", "vsphere", ["trex-vm-bench-2017"], []],
  ["freebsd14-64", "vsphere", [], ["nobel-vmxnet3-2013", "trex-vm-bench-2017"]],
  ["windows-server-2022-64", "vsphere", ["nobel-vmxnet3-2013"], []],
  ["windows-11-64", "vsphere", ["nobel-vmxnet3-2013"], []],
  ["freebsd14-64", "kvm", ["freebsd9-drivers-2012", "freebsd-vtnet-2011"], []],
];
for (const [guest, platform, own, others] of studiesOf)
  test(`gives ratios of studies of the same kind of guest, and of others only where there are none: ${guest} on ${platform}`, () => {
    const { measured } = advisor.advise({ guest, platform, guestDrivers: true }).effects;
    for (const [isOther, studies] of [
      [undefined, own],
      [true, others],
    ] as const) {
      const shown = measured.flatMap(({ evidence, otherGuest }) => (otherGuest === isOther ? evidence : []));
      assert.deepEqual([...new Set(shown)].sort(), studies.map((id) => `dataset:${id}`).sort());
    }
  });

test("shows the studies of all guests where the guest is unknown, and none is without its families", () => {
  const shown = advisor.advise({ platform: "vsphere", guestDrivers: true }).effects.measured;
  assert.equal(new Set(shown.flatMap(({ evidence }) => evidence)).size, 2);
  for (const one of shown) assert.ok(!("families" in one));
  for (const { families, evidence } of knowledge.effects.ratios)
    assert.ok(families === undefined || families.length > 0, evidence.join());
});

test("writes a rate of one in the singular", () => {
  assert.equal(
    effects({ packetRate: 1 })?.savings?.here,
    "1 packet/s is below 10,000, the lowest rate of the passthrough study.",
  );
  assert.match(advisor.advise({ ...host, packetRate: 1 }).why, / and 1 packet\/s is below the 50,000 /);
});

test("spreads several comparisons of one study from the lowest to the highest", () => {
  const several = knowledge.effects.ratios.filter(({ comparisons }) => comparisons > 1);
  assert.ok(several.length > 0);
  for (const { low, high } of several) assert.ok(low <= high);
  assert.ok(several.some(({ low, high }) => low < high));
});

const places: [number | undefined, RegExp][] = [
  [undefined, /^The packet rate of this VM is unknown\./],
  [5000, /^5,000 packets\/s is below 10,000/],
  [10000, /^The study includes 10,000/],
  [40000, /^40,000 packets\/s is between the published rates 10,000 and 100,000\.$/],
  [100000, /The study includes/],
  [400000, /^400,000 packets\/s is above 100,000, the highest rate of the passthrough study\.$/],
];
for (const [packetRate, words] of places) {
  test(`says where ${packetRate ?? "an unknown rate"} stands on the scale of CPU savings`, () => {
    const savings = effects(packetRate === undefined ? {} : { packetRate })?.savings;
    assert.match(savings?.here ?? "", words);
    assert.deepEqual(
      savings?.points.map(({ packetRate, percentOfCore }) => [packetRate, percentOfCore]),
      [
        [10000, 6],
        [100000, undefined],
      ],
    );
  });
}

test("names the features that go with the recommended adapter, and none with a virtual one", () => {
  const lost = effects({ packetRate: 120000 })?.givesUp.map(({ feature }) => feature) ?? [];
  assert.ok(lost.includes("vmotion") && lost.includes("memory-overcommit"), lost.join());
  assert.ok(!effects({ packetRate: 2000 })?.givesUp.some(({ feature }) => feature === "vmotion"));
});

test("tells what passthrough keeps only under conditions, and of a virtual adapter nothing of the kind", () => {
  const of = (given: Situation): string[] =>
    advisor.advise({ guest: "rhel9-64", ...given }).effects?.conditional.map(({ feature }) => feature) ?? [];
  const kept = of({ platform: "kvm", packetRate: 100000, currentAdapter: "sriov" });
  for (const feature of ["vmotion", "snapshots", "suspend-resume"]) assert.ok(kept.includes(feature), feature);
  assert.deepEqual(of({ platform: "kvm" }), []);
});

test("says nothing of savings where no passthrough adapter is open", () => {
  assert.equal(effects({ packetRate: 2000, requires: ["vmotion"] })?.savings, null);
});

const passthrough: Situation = { packetRate: 120000, sriovNic: false };

test("names the modes that keep what the recommended adapter loses, with the version that each needs", () => {
  const modes = effects({ ...passthrough })?.modes ?? [];
  const dynamic = modes.find(({ mode }) => mode === "dynamic");
  assert.deepEqual(dynamic?.keeps, [{ feature: "ha", name: "vSphere HA", support: "partial" }]);
  assert.match(
    dynamic?.text ?? "",
    /^The Dynamic DirectPath I\/O mode keeps vSphere HA under conditions\. The mode requires VMware vSphere/,
  );
  const enhanced = modes.find(({ mode }) => mode === "enhanced");
  assert.ok(enhanced?.keeps.some(({ feature, support }) => feature === "vmotion" && support === "yes"));
  assert.match(
    enhanced?.text ?? "",
    /^The Enhanced DirectPath I\/O mode keeps vMotion, vSphere DRS, vSphere HA, suspend and resume\. The/,
  );
  for (const { evidence } of modes) assert.ok(evidence.length > 0 && evidence.every((ref) => knowledge.evidence[ref]));
});

test("names no mode of an adapter that loses nothing by being driven as it is", () => {
  assert.deepEqual(effects({ packetRate: 2000 })?.modes, []);
});

test("says of an adapter excluded for a feature with which mode the feature works, and only of such a mode", () => {
  const changeFor = (feature: string): string =>
    advisor
      .advise({ ...host, ...passthrough, requires: [feature] })
      .verdicts.find(({ adapter }) => adapter === "directpath-io")
      ?.reasons.find(({ id }) => id === `directpath-io/vsphere/${feature}`)?.change ?? "";
  assert.match(
    changeFor("ha"),
    /^Drop the requirement for vSphere HA\. Alternatively, the Dynamic DirectPath I\/O mode .*virtual hardware 17.*Alternatively, the Enhanced/,
  );
  assert.match(changeFor("vmotion"), /the Enhanced DirectPath I\/O mode/);
  assert.doesNotMatch(changeFor("vmotion"), /Dynamic/);
  assert.equal(changeFor("memory-overcommit"), "Drop the requirement for memory overcommit.");
});
