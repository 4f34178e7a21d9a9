import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { claimsRecomputed } from "../../../../tools/check/rules/comparisons.ts";
import { sayOfRows, soundRow } from "../support/dataset.ts";

type Fields = { [field: string]: unknown };

const slow: Fields = { ...soundRow, id: "slow", adapter: "e1000", value: 2.65 };
const fast: Fields = { ...soundRow, id: "fast", adapter: "vmxnet3", value: 4.47 };
const claim: Fields = {
  ...soundRow,
  id: "claim",
  kind: "relative",
  unit: undefined,
  relativeTo: "e1000",
  rows: { result: "fast", base: "slow" },
};

const check = (fields: Fields, result: Fields = {}, base: Fields = {}): string[] =>
  sayOfRows(claimsRecomputed, [
    { ...slow, ...base },
    { ...fast, ...result },
    { ...claim, ...fields },
  ]);

/** 4.47 / 2.65 is 1.6868, and the difference 1.82. */
const borneOut: [fields: Fields, result?: Fields, base?: Fields][] = [
  [{ form: "ratio", value: 1.69 }],
  [{ form: "ratio", value: 1.6 }],
  [{ form: "ratio", value: 1.7 }],
  [{ form: "percent-more", value: 68 }],
  [{ form: "percent-more", value: 69 }],
  [{ form: "percent-more", value: 75, precision: "about" }],
  [{ form: "percent-more", value: 70, precision: "almost" }],
  [{ form: "percent-more", value: 50, precision: "more-than" }],
  [{ form: "percent-more", value: 69, precision: "at-least" }],
  [{ form: "percent-more", value: 70, precision: "at-most" }],
  [{ form: "difference-more", unit: "Gbit/s", value: 1.82 }],
  [{ form: "difference-more", unit: "Mbit/s", value: 1820 }],
  [
    {
      form: "percent-less",
      value: 40.7,
      adapter: "e1000",
      relativeTo: "vmxnet3",
      rows: { result: "slow", base: "fast" },
    },
  ],
  [
    {
      form: "difference-less",
      unit: "Gbit/s",
      value: 1.82,
      adapter: "e1000",
      relativeTo: "vmxnet3",
      rows: { result: "slow", base: "fast" },
    },
  ],
  [
    { form: "ratio", value: 1.69 },
    { unit: "Mbit/s", value: 4470 },
  ],
  [{ form: "ratio", value: 1.85 }, { precision: "about" }],
  [{ form: "ratio", value: 9 }, { precision: "at-least" }],
  [
    { form: "ratio", value: 1.69 },
    { kind: "samples", value: undefined, precision: undefined, samples: [4.37, 4.47, 4.57] },
  ],
  [
    { form: "ratio", value: 1.69 },
    { kind: "summary", value: undefined, precision: undefined, summary: { mean: 5.1, median: 4.47 } },
  ],
  [
    { form: "ratio", value: 9 },
    { kind: "summary", value: undefined, precision: undefined, summary: { max: 5 } },
  ],
];

const notBorneOut: [computed: string, fields: Fields, result?: Fields, base?: Fields][] = [
  ["1.687, not 1.65 (ratio)", { form: "ratio", value: 1.65 }],
  ["1.687, not 1.85 (ratio)", { form: "ratio", value: 1.85 }],
  ["68.7, not 169 (percent-more)", { form: "percent-more", value: 169 }],
  ["68.7, not 80 (percent-more)", { form: "percent-more", value: 80, precision: "about" }],
  ["68.7, not 68 (percent-more)", { form: "percent-more", value: 68, precision: "almost" }],
  ["68.7, not 70 (percent-more)", { form: "percent-more", value: 70, precision: "at-least" }],
  ["68.7, not 60 (percent-more)", { form: "percent-more", value: 60, precision: "at-most" }],
  ["-68.7, not 69 (percent-less)", { form: "percent-less", value: 69 }],
  ["1.82, not 2.82 (difference-more)", { form: "difference-more", unit: "Gbit/s", value: 2.82 }],
  ["1820, not 1.82 (difference-more)", { form: "difference-more", unit: "Mbit/s", value: 1.82 }],
  [
    "1.7, not 3 (ratio)",
    { form: "ratio", value: 3 },
    { kind: "samples", value: undefined, precision: undefined, samples: [4.37, 4.47, 4.57] },
  ],
];

describe("claims-recomputed", () => {
  for (const [fields, ...others] of borneOut)
    it(`accepts ${JSON.stringify([fields, ...others])}`, () => assert.deepEqual(check(fields, ...others), []));
  for (const [computed, fields, ...others] of notBorneOut)
    it(`finds that the rows come to ${computed}`, () => {
      const [result, base] = ["fast", "slow"];
      assert.deepEqual(check(fields, ...others), [`"${result}" and "${base}" come to ${computed}`]);
    });

  it("finds the two rows itself where its conditions leave one of each adapter", () => {
    const found = { form: "ratio", value: 3, rows: undefined };
    assert.equal(check(found).length, 1);
    assert.deepEqual(check({ ...found, conditions: { streams: 4 } }), []);
    assert.deepEqual(check({ ...found, workload: "udp-stream" }), []);
    assert.deepEqual(check(found, { conditions: { streams: 4 } }), []);
    assert.deepEqual(check(found, {}, { unit: "Mbit/s", value: 1490 }), []);
    const twice = [
      slow,
      { ...slow, id: "slow-2", kind: "summary", value: undefined, precision: undefined, summary: { mean: 9 } },
      fast,
    ];
    assert.deepEqual(sayOfRows(claimsRecomputed, [...twice, { ...claim, ...found }]), []);
  });

  const wrongRows: [message: string, fields: Fields, result?: Fields][] = [
    ['"fats" is not a row of this dataset', { rows: { result: "fats", base: "slow" } }],
    ['"fast" is a row of vmxnet3, but the base must be a row of e1000', { rows: { result: "fast", base: "fast" } }],
    ['"slow" is a row of e1000, but the base must be a row of unknown', { relativeTo: "paravirtual-unnamed" }],
    ['"slow" is a row of an adapter, but native is not an adapter', { relativeTo: "native" }],
    ['"claim" has no result of its own', { rows: { result: "claim", base: "slow" } }],
    ['"fast" has the workload udp-stream, not tcp-stream', {}, { workload: "udp-stream" }],
    ['"fast" has the metric latency, not throughput', {}, { metric: "latency", unit: "us" }],
  ];
  for (const [message, fields, result] of wrongRows)
    it(`finds that ${message}`, () =>
      assert.deepEqual(check({ form: "ratio", value: 1.69, ...fields }, result), [message]));

  it("accepts an adapter that only the comparison mentions", () =>
    assert.deepEqual(sayOfRows(claimsRecomputed, [{ ...claim, form: "ratio", value: 3, rows: undefined }]), []));
  it("refuses a comparison of an adapter with itself, ordinal or not", () => {
    const self = { ...claim, relativeTo: "vmxnet3", rows: undefined };
    const expected = ['"vmxnet3" is compared with itself'];
    assert.deepEqual(sayOfRows(claimsRecomputed, [{ ...self, form: "ratio", value: 3 }]), expected);
    const ordinal = { ...self, kind: "ordinal", relation: "better", value: undefined, precision: undefined };
    assert.deepEqual(sayOfRows(claimsRecomputed, [ordinal]), expected);
    assert.deepEqual(sayOfRows(claimsRecomputed, [{ ...ordinal, adapter: "unknown", relativeTo: "unknown" }]), []);
  });
});
