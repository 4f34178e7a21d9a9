import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAdvisor } from "../../../advisor/index.ts";
import type { Rule } from "../../../advisor/knowledge/knowledge.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { knowledge } from "./knowledge.ts";

const host: Situation = { guest: "rhel9-64", platformVersion: "8.0", guestDrivers: true, iommu: true, sriovNic: true };

/** The advice when the rules of some rates have other bounds, or there are other rules. */
const adviseWith = (change: (rule: Rule) => Rule | Rule[], given: Situation) =>
  createAdvisor({ ...knowledge, rules: knowledge.rules.flatMap(change) }).advise({ ...host, ...given });

/** Replaces the bound of 50,000 by another, written in another way. */
const moveBound =
  (bounds: { from: object; to: object }) =>
  (rule: Rule): Rule => {
    const { packetRate } = rule.when;
    if (packetRate?.above === 50_000) {
      const { above: _, ...others } = packetRate;
      return { ...rule, when: { ...rule.when, packetRate: { ...others, ...bounds.from } } };
    }
    if (packetRate?.atMost !== 50_000) return rule;
    const { atMost: _, ...others } = packetRate;
    return { ...rule, when: { ...rule.when, packetRate: { ...others, ...bounds.to } } };
  };

describe("a bound is said as the rules write it", () => {
  const cases: [what: string, change: (rule: Rule) => Rule, why: RegExp, turning: RegExp, answers: string[]][] = [
    [
      "above 50,000",
      (rule) => rule,
      / is below the 50,000 where passthrough pays/,
      /^More than 50,000 packets/m,
      ["Up to 50,000", "More than 50,000"],
    ],
    [
      "at least 50,005",
      moveBound({ from: { atLeast: 50_005 }, to: { below: 50_005 } }),
      / is below the 50,005 where passthrough pays/,
      /^50,005 or more packets/m,
      ["Below 50,005", "50,005 or more"],
    ],
    [
      "above 50,009",
      moveBound({ from: { above: 50_009 }, to: { atMost: 50_009 } }),
      / is below the 50,009 where passthrough pays/,
      /^More than 50,009 packets/m,
      ["Up to 50,009", "More than 50,009"],
    ],
  ];
  for (const [what, change, why, turning, answers] of cases)
    test(what, () => {
      const advice = adviseWith(change, { packetRate: 12_342, saveCpu: true });
      assert.match(advice.why, why);
      assert.match(
        advice.turningPoints
          .filter(({ field }) => field === "packetRate")
          .map(({ text }) => text)
          .join("\n"),
        turning,
      );
      const labels = adviseWith(change, { saveCpu: true })
        .openQuestions.find(({ field }) => field === "packetRate")
        ?.answers.map(({ label }) => label);
      assert.deepEqual(labels, answers);
    });
});

test("a rate is that of a DPDK test only if the rule says so", () => {
  const own: Rule = {
    id: "own-load-test",
    title: "Own load test",
    when: { platform: ["vsphere"], packetRate: { above: 20_000 } },
    then: { prefer: ["sriov"], over: ["vmxnet3"], gain: "cpu", warn: ["vmxnet3"] },
    because: "Our own load test of 2026 lost packets above this rate.",
    strength: "practice",
    contested: false,
    evidence: [],
  };
  const given: Situation = { packetRate: 30_000, iommu: false, sriovNic: false, currentAdapter: "vmxnet3" };
  const whyWith = (rule: Rule): string =>
    adviseWith((one) => (one.id === "vmxnet3-ceiling" ? [one, rule] : one), given).why;
  assert.doesNotMatch(whyWith(own), /DPDK/);
  assert.match(
    whyWith({ ...own, then: { ...own.then, testedWith: "dpdk" } }),
    /^30,000 packets\/s is above the 20,000 that VMXNET3 reached in a DPDK test\./,
  );
});

test("the link that a throughput needs is assumed as a whole number, as rules compare it", () => {
  const wide: Rule = {
    ...(knowledge.rules.find(({ id }) => id === "vmxnet3-ceiling") as Rule),
    id: "wide-link",
    when: { platform: ["vsphere"], linkGbps: { above: 10 } },
    then: { warn: ["vmxnet3"] },
  };
  for (const [throughputGbps, isWarned] of [
    [10, false],
    [10.5, true],
    [11, true],
  ] as const) {
    const { verdicts } = adviseWith((rule) => (rule.id === "vmxnet3-ceiling" ? [rule, wide] : rule), {
      throughputGbps,
    });
    const { reasons = [] } = verdicts.find(({ adapter }) => adapter === "vmxnet3") ?? {};
    assert.equal(
      reasons.some(({ id }) => id === "wide-link"),
      isWarned,
      `${throughputGbps} Gbit/s`,
    );
  }
});
