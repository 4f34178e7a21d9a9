import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reason } from "../../../advisor/explain/advice.ts";
import type { Cell, Step, Support } from "../../../advisor/knowledge/knowledge.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { createAdvisor } from "../../../advisor/index.ts";
import { advisor, knowledge } from "./knowledge.ts";
import { smallKnowledge } from "./small-knowledge.ts";

const dpdk: Situation = { platform: "kvm", guest: "rhel9-64", packetRate: 2_000_000, dpdk: true };
const supportOf = (given: Situation, feature: string): Reason | undefined =>
  advisor
    .advise({ ...given, requires: [feature] })
    .verdicts.find(({ adapter }) => adapter === "virtio-net")
    ?.reasons.find(({ kind, id }) => kind === "compatibility" && id === `virtio-net/kvm/${feature}`);

test("a required feature is told of the back ends that DPDK leaves, each with its conditions", () => {
  const { effect, text = "", evidence = [] } = supportOf(dpdk, "vmotion") ?? {};
  // Of vDPA it is supported under conditions, so that vDPA is not demanded.
  assert.equal(effect, "neutral");
  assert.match(text, /^The vhost-user mode supports live migration\. The target needs a matching back end\.$/);
  assert.ok(
    evidence.includes("source:dpdk-vhost-user-migration") && evidence.every((ref) => knowledge.evidence[ref]),
    evidence.join(),
  );
  const restart = supportOf(dpdk, "ha")?.text ?? "";
  for (const backEnd of ["vhost-user", "vDPA"])
    assert.match(restart, new RegExp(`The ${backEnd} mode supports .*\\(HA\\)\\.`));
  assert.match(supportOf(dpdk, "hot-add")?.text ?? "", /^The vDPA mode supports /);
  assert.match(supportOf({ ...dpdk, dpdk: false }, "vmotion")?.text ?? "", /^Live migration is supported\.$/);
});

test("a requirement that every demanded mode loses leaves the adapter as such, which keeps it, with a caution, a to-do and none of the modes' steps", () => {
  const overcommit: Situation = { ...dpdk, requires: ["memory-overcommit"] };
  const {
    recommended,
    verdicts: [{ reasons } = { reasons: [] }],
    summary,
    price,
    steps,
    confidence,
  } = advisor.advise(overcommit);
  assert.deepEqual(price?.needs, ["a vhost-net tap"]);
  assert.equal(recommended, "virtio-net");
  assert.match(summary, /^Use virtio with a vhost-net tap\. /);
  const rules = (effect: Reason["effect"]): string =>
    reasons
      .filter((reason) => reason.effect === effect)
      .map(({ text }) => text)
      .join("\n");
  assert.match(rules("warns"), /vDPA locks all of the guest's memory, and vhost-user shares it with a process/);
  assert.match(rules("requires"), /^DPDK's virtio driver works on a tap too, .* vhost-net is in use\.$/);
  assert.equal(supportOf(dpdk, "memory-overcommit")?.text, "Memory overcommit is supported.");
  const ids = steps.map(({ id }) => id);
  for (const id of ["kvm-vhost-net", "kvm-dpdk-bind", "libvirt-tap-vhost", "qemu-tap-vhost", "proxmox-tap-virtio"])
    assert.ok(ids.includes(id), id);
  for (const id of ["qemu-vhost-user", "libvirt-vhost-user", "libvirt-vdpa"]) assert.ok(!ids.includes(id), id);
  assert.ok(!advisor.advise(dpdk).steps.some(({ id }) => id === "kvm-vhost-net"));
  assert.equal(confidence.level, "medium");
  // Of both features the adapter as such is told, since it is what is left.
  const both = advisor
    .advise({ ...dpdk, requires: ["hot-add", "memory-overcommit"] })
    .verdicts[0]?.reasons.find(({ id }) => id === "virtio-net/kvm/hot-add");
  assert.deepEqual([both?.effect, both?.text], ["neutral", "Hot plug is supported."]);
});

test("a required feature that no demanded mode is known to keep leaves the adapter as such, without a doubt", () => {
  const snapshots: Situation = { ...dpdk, requires: ["snapshots"] };
  const plain = supportOf({ ...dpdk, dpdk: false }, "snapshots");
  assert.deepEqual(supportOf(dpdk, "snapshots"), plain);
  assert.ok((plain?.evidence.length ?? 0) > 0);
  const { headline, price, confidence, steps } = advisor.advise(snapshots);
  assert.doesNotMatch(headline.text, /vhost-user|vDPA/);
  assert.deepEqual([price?.unsure, price?.loses, confidence.level], [[], [], "medium"]);
  assert.ok(!steps.some(({ id }) => knowledge.steps.find((step) => step.id === id)?.mode));
});

test("no tool configures a back end that lost a requirement, and suspend and resume, checked in OpenStack only, leaves the tap", () => {
  const hotAdd = advisor.advise({ ...dpdk, requires: ["hot-add"] });
  assert.equal(hotAdd.headline.text, "Use virtio with vDPA");
  const applied = hotAdd.steps.filter(({ action }) => action === "apply");
  assert.ok(applied.length > 0);
  for (const { id, code = "" } of applied) assert.doesNotMatch(code, /vhost-?user/, id);
  assert.equal(
    advisor.advise({ ...dpdk, requires: ["suspend-resume"] }).headline.text,
    "Use virtio with a vhost-net tap",
  );
});

test("requirements of which each back end keeps only a part get the steps of the tap with every tool", () => {
  for (const requires of [
    ["suspend-resume", "vmotion"],
    ["hot-add", "vmotion"],
    ["hot-add", "rss"],
  ]) {
    const { headline, steps } = advisor.advise({ ...dpdk, currentAdapter: "e1000", requires });
    assert.equal(headline.text, "Change e1000 to virtio with a vhost-net tap");
    for (const tool of ["libvirt", "qemu", "proxmox"])
      assert.ok(
        steps.some((step) => step.tool === tool && step.action === "apply"),
        `${requires.join()}: ${tool}`,
      );
  }
});

test("a mode that is no better documented than a required feature asks for is kept if only the mode places the adapter before passthrough", () => {
  const given: Situation = {
    guest: "rhel9-64",
    platformVersion: "8.0",
    packetRate: 200_000,
    dpu: true,
    requires: ["rss"],
  };
  assert.equal(advisor.advise({ ...given, iommu: false, sriovNic: false }).headline.text, "Use VMXNET3");
  const { headline, why, verdicts } = advisor.advise({ ...given, iommu: true, sriovNic: true });
  assert.equal(headline.text, "Use VMXNET3 with UPT");
  assert.match(why, /^UPT keeps/);
  assert.match(
    verdicts[0]?.reasons.find(({ id }) => id === "vmxnet3/vsphere/rss")?.text ?? "",
    /^Support for RSS.* in the UPT mode is not documented\. Without this mode the adapter supports/,
  );
});

// The engine ranks by the adapter as such; that is the best way to drive it only as long as no demanded mode keeps more.
test("no mode that a rule demands keeps more of a feature than the adapter as such, and what all lose while the adapter keeps it has a caution and a to-do of its own", () => {
  const worth: Record<Support, number> = { no: 0, unknown: 1, partial: 2, yes: 3 };
  for (const { when, then } of knowledge.rules.filter(({ then }) => then.provided !== undefined)) {
    for (const platform of when.platform ?? []) {
      for (const adapter of then.for ?? []) {
        const { demandedModes = [], cells = {} } =
          knowledge.adapters.find(({ id }) => id === adapter)?.platforms[platform] ?? {};
        const demanded = demandedModes.filter(({ id }) =>
          knowledge.steps.some((step) => step.mode === id && then.require?.includes(step.id)),
        );
        for (const { id } of knowledge.features) {
          const own = cells[id]?.support ?? "unknown";
          for (const mode of demanded)
            assert.ok(worth[mode.cells[id]?.support ?? "no"] <= worth[own], `${adapter}, ${mode.id}: ${id}`);
          if (demanded.length === 0 || own === "no" || !demanded.every(({ cells }) => cells[id]?.support === "no"))
            continue;
          const alike = knowledge.rules.filter(
            (rule) =>
              rule.when.requires?.includes(id) &&
              Object.entries(when).every(
                ([field, value]) => JSON.stringify(rule.when[field as keyof typeof when]) === JSON.stringify(value),
              ),
          );
          assert.ok(
            alike.some((rule) => rule.then.warn?.includes(adapter)),
            `${adapter} on ${platform}: no caution for ${id}`,
          );
          // VMXNET3 without Uniform Passthrough needs nothing done.
          const isWithoutMode = ({ then: { require } }: (typeof alike)[number]): boolean =>
            knowledge.steps.every(({ id, mode }) => mode === undefined || !require?.includes(id));
          assert.ok(
            adapter === "vmxnet3" ||
              knowledge.rules.some(
                (rule) =>
                  JSON.stringify(rule.when) === JSON.stringify(when) &&
                  rule.then.provided !== undefined &&
                  rule.then.for?.includes(adapter) &&
                  isWithoutMode(rule),
              ),
            `${adapter} on ${platform}: no to-do for ${id}`,
          );
        }
      }
    }
  }
});

/** A small knowledge whose rule wants the one adapter driven in one of some modes, with their support of the feature "move". */
function told(supports: (Support | undefined)[], provided?: string): (string | undefined)[] {
  const cell = (support: Support): Cell => ({ support, note: "So it is.", basis: "stated", evidence: [] });
  const step = (at: number): Step => ({
    id: `step-${at}`,
    title: "Step",
    platform: "vsphere",
    adapters: ["plain"],
    mode: `mode-${at}`,
    tool: "tool",
    action: "apply",
    pitfalls: [],
  });
  const small = smallKnowledge(
    {
      plain: {
        cells: { move: { support: "yes", basis: "stated", evidence: [] } },
        demandedModes: [...supports, "no" as const].map((support, at) => ({
          id: `mode-${at}`,
          name: ["plain", "other"][at] ?? `mode ${at}`,
          cells: support === undefined ? {} : { move: cell(support) },
        })),
      },
    },
    [
      {
        then: {
          for: ["plain"],
          require: supports.map((_, at) => `step-${at}`),
          ...(provided === undefined ? {} : { provided }),
        },
      },
    ],
  );
  const { verdicts } = createAdvisor({
    ...small,
    steps: [...supports, undefined].map((_, at) => step(at)),
  }).advise({
    guest: "guest",
    requires: ["move"],
  });
  const reason = verdicts[0]?.reasons.find(({ kind }) => kind === "compatibility");
  return [reason?.effect, reason?.text];
}

const cases: [what: string, supports: (Support | undefined)[], effect: string, text: string][] = [
  [
    "works in all of them",
    ["yes", "yes"],
    "neutral",
    "The plain mode supports moving. So it is. The other mode supports moving. So it is.",
  ],
  ["works in one under conditions", ["yes", "partial"], "neutral", "The plain mode supports moving. So it is."],
  ["is lost in one and open in another", ["no", undefined], "neutral", "Moving is supported."],
  ["is lost in one", ["no", "yes"], "neutral", "The other mode supports moving. So it is."],
  ["is not recorded of one", [undefined], "neutral", "Moving is supported."],
];
for (const [what, supports, effect, text] of cases) {
  test(`says of a feature that it ${what}, and of no mode that the rule does not ask for`, () =>
    assert.deepEqual(told(supports, "in another way"), [effect, text]));
}

test("a rule whose steps only help leaves the adapter as it is", () =>
  assert.deepEqual(told(["no"]), ["neutral", "Moving is supported."]));

test("a rule all of whose modes lose what is required demands nothing", () => {
  assert.deepEqual(told(["no", "no"], "in another way"), ["neutral", "Moving is supported."]);
});

test("a mode that loses what is required is not demanded: the headline, the needs and the steps have the other one", () => {
  const { headline, price, steps } = advisor.advise({ ...dpdk, requires: ["vmotion"] });
  assert.equal(headline.text, "Use virtio with vhost-user");
  assert.deepEqual(price?.needs, ["a vhost-user switch", "guest memory shared with the switch"]);
  const modes = steps.map(({ id }) => knowledge.steps.find((step) => step.id === id)?.mode);
  assert.ok(modes.includes("vhost-user") && !modes.includes("vdpa"), modes.join());
  // The steps of the one question are not those of the other, which has the same rules.
  const both = advisor.advise(dpdk);
  assert.ok(both.steps.some(({ id }) => id === "libvirt-vdpa"));
  assert.deepEqual(both.price?.needs, [
    "a vhost-user switch and guest memory shared with the switch, or a vDPA NIC and all guest memory locked",
  ]);
});

test("Uniform Passthrough is named with what it needs and loses, and is left out if it loses what is required", () => {
  const upt: Situation = { guest: "rhel9-64", platformVersion: "8.0", packetRate: 200_000, dpu: true };
  const { headline, price } = advisor.advise({ ...upt, currentAdapter: "vmxnet3" });
  assert.equal(headline.text, "Keep VMXNET3 with UPT");
  assert.deepEqual(price?.needs, ["VMXNET3 driver version 7", "all guest memory reserved"]);
  assert.deepEqual(
    price?.loses.map(({ feature }) => feature),
    ["memory-overcommit", "network-io-control"],
  );
  assert.equal(price?.downtime, true);
  for (const feature of ["memory-overcommit", "network-io-control", "fault-tolerance", "hot-add", "nsx-firewall"]) {
    const plain = advisor.advise({ ...upt, requires: [feature] });
    assert.equal(plain.headline.text, "Use VMXNET3", feature);
    assert.deepEqual(plain.price?.needs, [], feature);
    assert.ok(!plain.steps.some(({ id }) => id === "client-enable-upt"), feature);
    assert.deepEqual(plain.warnings, [], feature);
  }
});

test("an adapter that stays but is rebuilt in another mode is saved, prepared and can be rolled back, and one that stays as it is needs none of that", () => {
  const ids = (given: Situation): string[] => advisor.advise(given).steps.map(({ id }) => id);
  const kept: Situation = { ...dpdk, currentAdapter: "virtio-net" };
  const around = ["libvirt-save-definition", "qemu-save-command-line", "proxmox-save-configuration", "libvirt-go-back"];
  for (const id of [...around, "proxmox-go-back", "libvirt-vdpa-device"]) assert.ok(ids(kept).includes(id), id);
  const behindTap = ids({ ...kept, requires: ["memory-overcommit"] });
  for (const id of around) assert.ok(behindTap.includes(id), id);
  const plain = ids({ ...kept, dpdk: false });
  for (const id of around) assert.ok(!plain.includes(id), id);
  // Nothing is exchanged: the guest meets no new device.
  assert.ok(!ids(kept).includes("kvm-linux-interface-renamed"));
  const upt: Situation = { guest: "rhel9-64", platformVersion: "8.0", packetRate: 200_000, currentAdapter: "vmxnet3" };
  const ofUpt = ["save-adapters-ansible", "upt-reserve-memory", "client-enable-upt", "upt-go-back"];
  assert.deepEqual(
    ids({ ...upt, dpu: true }).filter((id) => ofUpt.includes(id)),
    ofUpt,
  );
  assert.ok(!ids({ ...upt, dpu: true }).includes("go-back"));
  assert.deepEqual(
    ids({ ...upt, dpu: false }).filter((id) => ofUpt.includes(id)),
    [],
  );
});
