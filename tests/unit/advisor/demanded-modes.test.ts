import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reason } from "../../../advisor/advice.ts";
import type { Cell, Step, Support } from "../../../advisor/knowledge.ts";
import type { Situation } from "../../../advisor/situation.ts";
import { createAdvisor } from "../../../advisor/index.ts";
import { advisor, knowledge } from "./knowledge.ts";
import { smallKnowledge } from "./small-knowledge.ts";

const dpdk: Situation = { platform: "kvm", guest: "rhel9-64", packetRate: 2_000_000, dpdk: true };
const supportOf = (given: Situation, feature: string): Reason | undefined => advisor.advise({ ...given, requires: [feature] }).verdicts
  .find(({ adapter }) => adapter === "virtio-net")?.reasons.find(({ kind, id }) => kind === "compatibility" && id === `virtio-net/kvm/${feature}`);

test("a required feature is told of the back ends that DPDK leaves, each with its conditions", () => {
  const { effect, text = "", evidence = [] } = supportOf(dpdk, "vmotion") ?? {};
  assert.equal(effect, "warns");
  assert.match(text, /^Live migration works with the vhost-user back end\. The target needs a matching back end\. Live migration works only under conditions with the vDPA back end\. /);
  assert.ok(evidence.includes("source:dpdk-vhost-user-migration") && evidence.every((ref) => knowledge.evidence[ref]), evidence.join());
  assert.match(supportOf(dpdk, "hot-add")?.text ?? "", /^Nothing is recorded on whether .* with the vhost-user back end\. .* works? with the vDPA back end\./);
  assert.match(supportOf({ ...dpdk, dpdk: false }, "vmotion")?.text ?? "", /^Live migration works with it\.$/);
});

test("what every demanded mode rules out excludes the adapter, and giving it up is the way back", () => {
  const { recommended, verdicts, conflicts, summary } = advisor.advise({ ...dpdk, requires: ["memory-overcommit"] });
  assert.notEqual(recommended, "virtio-net");
  assert.equal(verdicts.find(({ adapter }) => adapter === "virtio-net")?.status, "excluded");
  assert.deepEqual(conflicts.map(({ giveUp, change, allows }) => [giveUp, change, allows]), [[["memory-overcommit"], [], "virtio-net"]]);
  assert.match(summary, /virtio would fit: give up memory overcommit\./);
});

test("no adapter that a rule wants driven otherwise is left with a required feature that none of those modes has", () => {
  for (const { when, then } of knowledge.rules.filter(({ then }) => then.provided !== undefined)) {
    for (const platform of when.platform ?? []) {
      for (const adapter of then.for ?? []) {
        const modes = knowledge.adapters.find(({ id }) => id === adapter)?.platforms[platform]?.demandedModes ?? [];
        assert.ok(modes.length > 0, adapter);
        const lost = knowledge.features.filter(({ id }) => modes.every(({ cells }) => cells[id]?.support === "no"));
        for (const { id } of lost) {
          assert.ok(knowledge.rules.some((rule) => rule.then.exclude?.includes(adapter) && rule.when.requires?.includes(id) && Object.entries(when).every(([field, value]) =>
            JSON.stringify(rule.when[field as keyof typeof when]) === JSON.stringify(value))), `${adapter} on ${platform}: ${id}`);
        }
      }
    }
  }
});

/** A small knowledge whose rule wants the one adapter driven in one of some modes, with their support of the feature "move". */
function told(supports: (Support | undefined)[], provided?: string): (string | undefined)[] {
  const cell = (support: Support): Cell => ({ support, note: "So it is.", basis: "stated", evidence: [] });
  const step = (at: number): Step => ({ id: `step-${at}`, title: "Step", platform: "vsphere", adapters: ["plain"], mode: `mode-${at}`, tool: "tool", action: "apply", pitfalls: [] });
  const small = smallKnowledge({ plain: {
    cells: { move: { support: "yes", basis: "stated", evidence: [] } },
    demandedModes: [...supports, "no" as const].map((support, at) => ({ id: `mode-${at}`, name: `mode ${at}`, cells: support === undefined ? {} : { move: cell(support) } })),
  } }, [{ then: { for: ["plain"], require: supports.map((_, at) => `step-${at}`), ...(provided === undefined ? {} : { provided }) } }]);
  const { verdicts } = createAdvisor({ ...small, steps: [...supports, undefined].map((_, at) => step(at)) }).advise({ guest: "guest", requires: ["move"] });
  const reason = verdicts[0]?.reasons.find(({ kind }) => kind === "compatibility");
  return [reason?.effect, reason?.text];
}

const cases: [what: string, supports: (Support | undefined)[], effect: string, text: string][] = [
  ["works in all of them", ["yes", "yes"], "neutral", "Moving works with the mode 0. So it is. Moving works with the mode 1. So it is."],
  ["works in one under conditions", ["yes", "partial"], "warns", "Moving works with the mode 0. So it is. Moving works only under conditions with the mode 1. So it is."],
  ["is lost in one", ["no", "yes"], "warns", "Moving does not work with the mode 0. So it is. Moving works with the mode 1. So it is."],
  ["is not recorded of one", [undefined], "warns", "Nothing is recorded on whether moving works with the mode 0."],
];
for (const [what, supports, effect, text] of cases) {
  test(`says of a feature that it ${what}, and of no mode that the rule does not ask for`, () => assert.deepEqual(told(supports, "in another way"), [effect, text]));
}

test("a rule whose steps only help leaves the adapter as it is", () => assert.deepEqual(told(["no"]), ["neutral", "Moving works with it."]));
