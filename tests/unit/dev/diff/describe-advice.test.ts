import assert from "node:assert/strict";
import { test } from "node:test";
import type { Advice } from "../../../../advisor/explain/advice.ts";
import { describeAdviceChange } from "../../../../tools/dev/diff/describe-advice.ts";
import { toText } from "../../../../tools/dev/diff/sentence.ts";
import { advisor } from "../../advisor/knowledge.ts";

const whole = advisor.advise({
  guest: "rhel9-64",
  platformVersion: "8.0",
  packetRate: 200000,
  saveCpu: true,
  iommu: true,
  sriovNic: true,
  linkGbps: 25,
  guestDrivers: true,
});
assert.ok(whole.validation?.onHost, "the situation has a plan that the host takes part in");
// Long sentences are cut.
const validation = { ...whole.validation, expect: "It is no slower." };
const advice = { ...whole, validation };

const warning = {
  field: "packetBytes",
  found: "9001",
  expected: "at most 9000",
  text: "packetBytes: found 9001, expected at most 9000",
};
const assumption = { field: "guest", value: "older", text: 'It is listed as "Older or later".' };

const figure = {
  adapter: "vmxnet3",
  over: "e1000",
  metric: "throughput",
  low: 1.5,
  high: 1.7,
  comparisons: 2,
  conditions: "two hosts",
  evidence: ["dataset:sample-study"],
  text: "VMXNET3 reached 1.5–1.7× the throughput of E1000.",
};
const problem = {
  id: "sample-finding",
  adapter: "vmxnet3",
  text: "Packets are lost.",
  affects: "driver 1.2",
  fixedIn: "1.3",
  isCertain: true,
  dependsOn: [],
  evidence: ["finding:sample-finding"],
};

/** What is told where one side has something more or other than the advice. */
const changes: [what: string, change: Partial<Advice>, told: string[], back: string[]][] = [
  ["a warning", { warnings: [warning] }, [`new warning: ${warning.text}`], [`warning gone: ${warning.text}`]],
  [
    "an assumption",
    { assumptions: [...advice.assumptions, assumption] },
    [`new assumption: ${assumption.text}`],
    [`assumption gone: ${assumption.text}`],
  ],
  [
    "what the host runs",
    { validation: { ...validation, onHost: "mpstat 5 33" } },
    ["validation changed: host: mpstat 5 33"],
    [`validation changed: host: ${validation.onHost}`],
  ],
  [
    "that the host runs nothing",
    { validation: { ...validation, onHost: null } },
    [`validation gone: host: ${validation.onHost}`],
    [`new validation: host: ${validation.onHost}`],
  ],
  [
    "what would confirm it",
    { validation: { ...validation, expect: "It is faster." } },
    ["validation changed: expect: It is faster."],
    [`validation changed: expect: ${validation.expect}`],
  ],
  [
    "a figure",
    { effects: { ...advice.effects, measured: [...advice.effects.measured, figure] } },
    [`new figure: ${figure.text}`],
    [`figure gone: ${figure.text}`],
  ],
  [
    "a known problem",
    { problems: [...advice.problems, problem] },
    ["new known problem: Packets are lost. Affected: driver 1.2; fixed in: 1.3."],
    ["known problem gone: Packets are lost. Affected: driver 1.2; fixed in: 1.3."],
  ],
];
for (const [what, change, told, back] of changes) {
  test(`tells ${what} of an answer that stays`, () => {
    const changed = { ...advice, ...change };
    // Written on one line, as all sentences are.
    const line = (text: string): string => text.replace(/\s+/g, " ");
    const sentences = (before: Advice, after: Advice): string[] | undefined =>
      describeAdviceChange(before, after)?.grounds.map(({ sentence }) => line(toText(sentence)));
    assert.deepEqual([sentences(advice, changed), sentences(changed, advice)], [told.map(line), back.map(line)]);
  });
}

test("tells nothing of what stays", () =>
  assert.equal(describeAdviceChange(advice, structuredClone(advice)), undefined));
