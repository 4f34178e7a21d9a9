import assert from "node:assert/strict";
import { test } from "node:test";
import { originsOf } from "../../../advisor/explain/confidence.ts";
import { createAdvisor } from "../../../advisor/index.ts";
import type { Evidence } from "../../../advisor/knowledge/knowledge.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { advisor, knowledge } from "./knowledge.ts";
import { chooseCases } from "../../thorough.ts";

/** A VM with an answer to every question that could change the recommendation. */
const allKnown = {
  guest: "rhel9-64",
  platformVersion: "8.0",
  guestDrivers: true,
  packetRate: 8000,
  latencySensitive: false,
  iommu: true,
  sriovNic: true,
};

test("counts explain a rule and are none of the sources that make it surer", () => {
  const counts = Object.entries(knowledge.evidence).filter(([, { isCount }]) => isCount);
  assert.ok(counts.length > 0, "no rule cites a count");
  const origins = originsOf(knowledge);
  for (const rule of knowledge.rules) {
    const cited = rule.evidence.flatMap((ref) => knowledge.evidence[ref] ?? []);
    const expected = new Set(cited.filter(({ isCount }) => !isCount).map(({ source }) => source));
    assert.deepEqual(new Set(origins.get(rule.id)?.keys()), expected, rule.id);
  }
});

test("studies of performance are sources", () => {
  assert.ok(originsOf(knowledge).get("virtio-measured-ahead")?.has("freebsd9-drivers-2012"));
});

test("names the records that contradict each other, with why they may differ, and each pair once", () => {
  const { confidence } = advisor.advise({
    platform: "kvm",
    guest: "freebsd14-64",
    guestDrivers: true,
    packetRate: 20000,
  });
  assert.deepEqual(
    confidence.contradictions.map(({ evidence }) => evidence),
    [["dataset:freebsd-vtnet-2011", "dataset:freebsd9-drivers-2012"]],
  );
  const [{ text } = { text: "" }] = confidence.contradictions;
  assert.match(
    text,
    /^"virtio-net and E1000 in one FreeBSD guest, both directions" \(2011\) and "virtio-net, E1000 and RTL8139 in/,
  );
  assert.notEqual(confidence.level, "high");
});

test("says of a contradiction that nobody explains that its cause is not known, and lowers what would be sure", () => {
  const rule = knowledge.rules.find(({ id }) => id === "paravirtual-ahead-of-emulated");
  const ref = rule?.evidence[0] ?? "";
  const given = {
    guest: "windows-server-2012-r2-64",
    platformVersion: "8.0",
    virtualHardware: 13,
    guestDrivers: true,
    packetRate: 8000,
    iommu: false,
    sriovNic: false,
  };
  const before = advisor.advise(given).confidence;
  assert.deepEqual([before.level, before.contradictions], ["high", []]);
  const other = Object.keys(knowledge.evidence).find((one) => one.startsWith("finding:") && one !== ref) ?? "";
  const evidence = { ...knowledge.evidence, [ref.split("/")[0] as string]: knowledge.evidence[ref] as Evidence };
  const disputed = {
    ...evidence,
    [ref]: { ...(evidence[ref] as Evidence), contradictedBy: [{ evidence: other, cause: "unknown" }] },
  };
  const { level, text } = createAdvisor({ ...knowledge, evidence: disputed }).advise(given).confidence;
  assert.equal(level, "medium");
  assert.match(text, /^Medium: published measurements differ widely/);
});

test("every record that a contradiction names can be looked up", () => {
  for (const { contradictedBy = [] } of Object.values(knowledge.evidence)) {
    for (const { evidence } of contradictedBy) assert.ok(knowledge.evidence[evidence], evidence);
  }
});

test("is never sure where the guest is not known, nor where an answer to an open question would change the answer", () => {
  for (const platform of ["vsphere", "kvm"]) {
    const { confidence } = advisor.advise({ platform });
    assert.equal(confidence.level, "low");
    assert.match(confidence.text, /^Low: the guest OS is unknown/);
  }
  assert.equal(advisor.advise(allKnown).confidence.level, "high");
  const { packetRate: _, ...open } = allKnown;
  const { confidence, openQuestions } = advisor.advise(open);
  assert.deepEqual([confidence.level, openQuestions[0]?.field], ["medium", "packetRate"]);
});

test("calls a study of other guests and other releases no measurement of this machine", () => {
  const given = { guestDrivers: true, packetRate: 20000, iommu: false, sriovNic: false };
  const told = (more: Situation): string[] =>
    advisor.advise({ ...given, ...more }).verdicts.flatMap(({ reasons }) => reasons.map(({ id }) => id));
  const table: [rule: string, near: Situation, far: Situation][] = [
    ["vmxnet3-measured-ahead", { guest: "windows-server-2008-r2-64" }, { guest: "windows-server-2012-r2-64" }],
    ["vmxnet3-measured-ahead-of-e1000e", { guest: "windows-server-2012-r2-64" }, { guest: "rhel9-64" }],
    [
      "paravirtual-wins-with-hardware-virtualization",
      { guest: "windows-server-2003-64", platformVersion: "3.5", hardwareVirtualization: true },
      { guest: "windows-server-2019-64", platformVersion: "8.0", hardwareVirtualization: true },
    ],
    [
      "mixed-under-software-virtualization",
      { guest: "windows-server-2003-32", platformVersion: "3.5", hardwareVirtualization: false },
      { guest: "windows-server-2003-32", platformVersion: "6.0", hardwareVirtualization: false },
    ],
    ["virtio-measured-ahead", { platform: "kvm", guest: "freebsd12-64" }, { platform: "kvm", guest: "rhel9-64" }],
    [
      "e1000-measured-ahead-of-rtl8139",
      { platform: "kvm", guest: "freebsd12-64" },
      { platform: "kvm", guest: "windows-server-2003-32" },
    ],
  ];
  for (const [rule, near, far] of table)
    assert.deepEqual([told(near).includes(rule), told(far).includes(rule)], [true, false], rule);
  assert.match(
    advisor.advise({ ...given, guest: "rhel9-64" }).confidence.text,
    /^Medium: vendor advice \(2008–2013\), no measurement with this guest/,
  );
});

test("says that nothing fits with no less doubt than anything else", () => {
  const none = { platform: "kvm", requires: ["fault-tolerance"] };
  assert.equal(advisor.advise({ ...none, guest: "rhel9-64" }).confidence.level, "high");
  assert.equal(advisor.advise(none).confidence.level, "low");
});

test("a rule that holds only by assumption counts as no measurement", () => {
  const windows: Situation = { guest: "windows-server-2022-64", platformVersion: "8.0" };
  for (const more of [{}, { dpdk: true }, { packetRate: 20000 }, { iommu: true, sriovNic: true }]) {
    const { level, text } = advisor.advise({ ...windows, ...more }).confidence;
    assert.equal(level, "medium", JSON.stringify(more));
    assert.match(text, /^Medium: vendor advice \(2008–20\d\d\), no measurement with this guest/);
  }
  assert.match(
    advisor.advise({ ...windows, packetRate: 8000, latencySensitive: false, iommu: true, sriovNic: true }).confidence
      .text,
    /^High: vendor advice and measurements agree/,
  );
});

test("knowing what was assumed makes nobody less sure", () => {
  const levels = ["low", "medium", "high"];
  for (const platform of knowledge.platforms) {
    for (const guest of chooseCases(knowledge.guests.filter(({ platforms }) => platforms[platform.id]))) {
      const sparse: Situation = { platform: platform.id, guest: guest.id };
      const { confidence, assumptions, recommended } = advisor.advise(sparse);
      let before = confidence.level;
      let known = sparse;
      for (const { field, value } of assumptions) {
        known = { ...known, [field]: value };
        const advice = advisor.advise(known);
        // What was assumed of the platform's release may be before the guest: then it is in doubt as soon as somebody says it.
        if (advice.warnings.length > 0) break;
        assert.equal(advice.recommended, recommended, `${guest.id}: ${field}`);
        assert.ok(
          levels.indexOf(advice.confidence.level) >= levels.indexOf(before),
          `${guest.id} on ${platform.id}: ${before} before ${field} was ${value}, then ${advice.confidence.text}`,
        );
        before = advice.confidence.level;
      }
    }
  }
});

test("a driver that is concluded from other guests makes the advice less sure, and says so", () => {
  const said = "the driver is inferred from similar guests";
  const driven = (basis: "stated" | "inferred", of = "vmxnet3") =>
    createAdvisor({
      ...knowledge,
      guests: knowledge.guests.map((guest) =>
        guest.id !== "rhel9-64"
          ? guest
          : {
              ...guest,
              platforms: Object.fromEntries(
                Object.entries(guest.platforms).map(([platform, section]) => [
                  platform,
                  {
                    ...section,
                    drivers: Object.fromEntries(
                      Object.entries(section.drivers).map(([adapter, driver]) => [
                        adapter,
                        adapter === of ? { ...driver, basis } : driver,
                      ]),
                    ),
                  },
                ]),
              ),
            },
      ),
    }).advise(allKnown).confidence;
  assert.deepEqual([driven("stated").level, driven("inferred").level], ["high", "medium"]);
  assert.deepEqual([driven("stated").text.includes(said), driven("inferred").text.includes(said)], [false, true]);
  // Of the recommended adapter alone: what others have changes nothing.
  assert.deepEqual(driven("inferred", "e1000e"), driven("stated"));
});

/** Releases in whose time of support the guest came, under whatever entry it is listed there, and those before it. */
for (const [guest, known, doubtful] of [
  ["windows-server-2022-64", ["6.5", "6.7"], ["6.0"]],
  ["windows-server-2025-64", ["7.0", "8.0"], ["6.0", "6.5", "6.7"]],
  ["windows-11-64", ["6.7", "7.0"], ["6.5"]],
  ["ubuntu-24-04-64", ["7.0"], ["6.5", "6.7"]],
  ["debian12-64", ["7.0"], ["6.0", "6.7"]],
  ["rhel9-64", ["6.7"], ["6.5"]],
  ["rhel10-64", ["7.0"], ["6.7"]],
  ["freebsd13-64", ["6.5"], ["6.0"]],
  ["freebsd14-64", ["7.0"], ["6.5", "6.7"]],
  ["freebsd15-64", ["8.0"], ["7.0"]],
  ["esxi7-64", ["6.5"], ["6.0"]],
  ["esxi9-64", ["8.0"], ["6.7"]],
  ["other-linux-5-64", ["6.0"], ["5.5"]],
  ["other-linux-6-64", ["6.5"], ["6.0"]],
] as const) {
  test(`${guest} is doubted on releases that had left support when it came, and on no other`, () => {
    const isDoubted = (platformVersion: string): boolean => {
      const { confidence, warnings } = advisor.advise({ guest, platformVersion });
      const says = confidence.text.includes(`VMware vSphere ${platformVersion} is not known to support this guest`);
      assert.equal(
        says,
        warnings.some(({ field }) => field === "platformVersion"),
      );
      if (says) assert.equal(confidence.level, "low");
      return says;
    };
    assert.deepEqual([...known, ...doubtful].filter(isDoubted), [...doubtful]);
  });
}
