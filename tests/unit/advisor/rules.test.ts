import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { Rule } from "../../../build/types/records.ts";
import { fillSituation } from "../../../advisor/engine/fill-situation.ts";
import { decide } from "../../../advisor/engine/decide.ts";
import { createAdvisor } from "../../../advisor/index.ts";
import { buildTable } from "../../../advisor/engine/table.ts";
import { countWords, firstSentence, MOST_WORDS } from "../../../advisor/knowledge/later-texts.ts";
import { loadRecords } from "../../../tools/records/load-records.ts";
import { advisor, knowledge } from "./knowledge.ts";

const all = loadRecords(join(import.meta.dirname, "../../..")).records;
const records = all.filter(({ kind }) => kind === "rule");

test("every rule is read", () => assert.equal(records.length, knowledge.rules.length));

test("the first sentence of every rule's ground fits the line that says why", () => {
  for (const { id, because } of knowledge.rules) {
    const words = countWords(firstSentence(because));
    assert.ok(words > 0 && words <= MOST_WORDS, `${id}: ${words} words`);
  }
});

for (const { id, data } of records) {
  describe(`rule ${id}`, () => {
    const rule = data as Rule;
    rule.tests.forEach(({ given, expect }, index) => {
      test(`holds in its situation ${index + 1}`, () => {
        const advice = advisor.advise(given);
        const status = (adapter: string) => advice.verdicts.find((verdict) => verdict.adapter === adapter)?.status;
        if (expect.recommended !== undefined) assert.equal(advice.recommended ?? "none", expect.recommended);
        if (expect.not !== undefined) assert.notEqual(advice.recommended, expect.not);
        for (const adapter of expect.suitable ?? []) assert.equal(status(adapter), "suitable", adapter);
        for (const adapter of expect.conditional ?? []) assert.equal(status(adapter), "conditional", adapter);
        for (const adapter of expect.excluded ?? []) assert.equal(status(adapter), "excluded", adapter);
        if (expect.confidence !== undefined) assert.equal(advice.confidence.level, expect.confidence);
        for (const step of expect.steps ?? [])
          assert.ok(
            advice.steps.some((one) => one.id === step),
            step,
          );
        for (const adapter of expect.warned ?? []) {
          const reasons = advice.verdicts.find((verdict) => verdict.adapter === adapter)?.reasons ?? [];
          assert.ok(
            reasons.some((reason) => reason.id === id && reason.effect === "warns"),
            adapter,
          );
        }
      });
    });

    test("changes something in one of its situations", () => {
      const without = createAdvisor({ ...knowledge, rules: knowledge.rules.filter((rule) => rule.id !== id) });
      const changes = rule.tests.some(
        ({ given }) => JSON.stringify(advisor.advise(given)) !== JSON.stringify(without.advise(given)),
      );
      assert.ok(changes, "switching it off has no visible effect");
    });
  });
}

test("what rules prefer goes in no circle among adapters that fit, whichever fire together", () => {
  const answers = [true, false];
  for (const platform of knowledge.platforms) {
    const table = buildTable(knowledge, platform);
    const releases = [platform.versions[0], platform.versions.at(-1)].flatMap((release) => release?.version ?? []);
    for (const guest of knowledge.guests) {
      if (!guest.platforms[platform.id]) continue;
      for (const platformVersion of releases)
        for (const packetRate of [0, 1e6])
          for (const latencySensitive of answers) {
            for (const saveCpu of answers)
              for (const forwardsPackets of answers)
                for (const dpdk of answers)
                  for (const guestDrivers of answers) {
                    const situation = {
                      platform: platform.id,
                      platformVersion,
                      packetRate,
                      latencySensitive,
                      saveCpu,
                      forwardsPackets,
                      dpdk,
                      guestDrivers,
                      iommu: true,
                      sriovNic: true,
                    };
                    const { order, excluded } = decide(table, fillSituation(table, situation, guest));
                    const circle = circleAmong(order.before, table.all & ~excluded).map(
                      (index) => table.adapters[index]?.id,
                    );
                    assert.deepEqual(circle, [], `${guest.id} ${JSON.stringify(situation)}`);
                  }
          }
    }
  }
});

/** The adapters of a set that come before themselves, directly or by way of others of it. */
function circleAmong(before: Int32Array, among: number): number[] {
  const reach = Array.from(before, (over, index) => ((among >> index) & 1 ? over & among : 0));
  reach.forEach((_, by) =>
    reach.forEach((over, index) => {
      if ((over >> by) & 1) reach[index] = over | (reach[by] ?? 0);
    }),
  );
  return reach.flatMap((over, index) => ((over >> index) & 1 ? [index] : []));
}

test("the first sentence of a rule's ground opens with no adapter that the rule places behind", () => {
  for (const { id, because, when, then } of knowledge.rules) {
    const opens = (adapter: string): boolean => {
      const { platforms = {} } = knowledge.adapters.find((one) => one.id === adapter) ?? {};
      const names = [
        adapter,
        ...(when.platform ?? Object.keys(platforms)).map((one) => platforms[one]?.name ?? adapter),
      ];
      return names.some((name) => `${because} `.toLowerCase().startsWith(`${name.toLowerCase()} `));
    };
    if (then.prefer && !then.prefer.some(opens)) assert.ok(!then.over?.some(opens), `${id}: ${because}`);
  }
});

test("a rule against a rate warns of the one adapter that its test with DPDK measured, as the answer says", () => {
  const ceilings = knowledge.rules.filter(
    ({ when, then }) => when.packetRate && then.warn?.some((id) => then.over?.includes(id)),
  );
  assert.deepEqual(ceilings.map(({ id }) => id).sort(), ["virtio-net-ceiling", "vmxnet3-ceiling"]);
  for (const { id, then, evidence } of ceilings) {
    const rows = evidence.flatMap((reference) => /^dataset:(.+)\/(.+)$/.exec(reference)?.slice(1) ?? []);
    assert.ok(rows.length > 0, id);
    for (let at = 0; at < rows.length; at += 2) {
      const { data, text = "" } = all.find((one) => one.kind === "dataset" && one.id === rows[at]) ?? {};
      const { measurements } = data as { measurements: { id: string; adapter: string }[] };
      assert.match(text, /DPDK/, id);
      assert.deepEqual(then.warn, [measurements.find((row) => row.id === rows[at + 1])?.adapter], id);
    }
  }
});

test("a rule calls adapters of KVM as the answer does", () => {
  for (const { id, title, because, when } of knowledge.rules)
    if (when.platform?.includes("kvm")) assert.doesNotMatch(`${title} ${because}`, /\bvirtio-net(?!-pci)|i82559\b/, id);
});

test("a release of macOS that no proposal of vSphere covers gets no reason that names one", () => {
  const given = { guest: "mac-os-x-10-5-64", packetRate: 60_000, iommu: true };
  const { why, verdicts } = advisor.advise(given);
  assert.doesNotMatch(why, /E1000E/);
  assert.ok(!verdicts.some(({ reasons }) => reasons.some(({ id }) => id === "e1000e-for-macos")));
  assert.match(advisor.advise({ ...given, guest: "macos-14-64" }).why, /^vSphere proposes E1000E/);
});
