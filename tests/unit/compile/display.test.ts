import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { writeConditions } from "../../../tools/compile/conditions-text.ts";
import { displayResult } from "../../../tools/compile/display.ts";
import type { Measurement } from "../../../tools/compile/records.ts";
import { makeRow } from "./records.ts";

const nameAdapter = (id: string): string => id.toUpperCase();
const show = (row: Measurement): string => displayResult(row, nameAdapter).replaceAll("\u00A0", " ");
const { value: _value, precision: _precision, ...base } = makeRow("row", "vmxnet3", 1);

describe("the result of a row", () => {
  test("is its value with the unit", () => assert.equal(show(makeRow("row", "e1000", 2.65)), "2.65 Gbit/s"));
  test("says how far the value is exact", () => {
    const shown = (precision: "about" | "at-least" | "at-most" | "almost" | "more-than"): string => show(makeRow("row", "e1000", 6, { precision }));
    assert.equal(shown("about"), "about 6 Gbit/s");
    assert.equal(shown("at-least"), "at least 6 Gbit/s");
    assert.equal(shown("at-most"), "at most 6 Gbit/s");
    assert.equal(shown("almost"), "almost 6 Gbit/s");
    assert.equal(shown("more-than"), "more than 6 Gbit/s");
  });
  test("is the summary as reported", () => {
    const row: Measurement = { ...base, kind: "summary", unit: "Mbit/s", summary: { mean: 256.24, median: 255, min: 165, max: 328 } };
    assert.equal(show(row), "mean 256.24, median 255, min 165, max 328 Mbit/s");
  });
  test("of samples is computed from them", () => {
    const row: Measurement = { ...base, kind: "samples", samples: [4, 1, 2, 4] };
    assert.equal(show(row), "mean 2.75, median 3, min 1, max 4 Gbit/s (4 samples)");
  });
  test("of samples is rounded to two decimals", () => {
    const row: Measurement = { ...base, kind: "samples", samples: [1, 1, 2] };
    assert.equal(show(row), "mean 1.33, median 1, min 1, max 2 Gbit/s (3 samples)");
  });
  test("names what it is compared with", () => {
    const row = makeRow("row", "vmxnet3", 70, { unit: "percent", precision: "almost", relativeTo: "e1000" });
    assert.equal(show(row), "almost 70 %, compared with E1000");
    assert.equal(show({ ...row, relativeTo: "paravirtual-unnamed" }), "almost 70 %, compared with a paravirtual adapter that is not named");
  });
  test("without a number says which adapter is ahead", () => {
    const ordinal: Measurement = { ...base, kind: "ordinal", unit: "none", relation: "better", relativeTo: "e1000" };
    assert.equal(show(ordinal), "ahead of E1000");
    assert.equal(show({ ...ordinal, relation: "worse" }), "behind E1000");
    assert.equal(show({ ...ordinal, relation: "similar" }), "on a par with E1000");
    assert.equal(show({ ...ordinal, relation: "similar", relativeTo: "unknown" }), "on a par with an adapter that is not named");
  });
});

describe("the conditions of a row in words", () => {
  test("stand in a fixed order", () => {
    const text = writeConditions({ linkGbps: 10, streams: 16, guest: "Windows Server 2008 R2", bitness: 64, direction: "both", messageBytes: 512, socketBytes: 65536 });
    const expected = "Windows Server 2008 R2, 64-bit, both directions, 16 streams, 512-byte messages, 64 KiB socket buffer, 10 Gbit/s link";
    assert.equal(text.replaceAll("\u00A0", " "), expected);
  });
  test("say what is off as well", () => assert.equal(writeConditions({ hardwareVirtualization: false }), "no hardware virtualization"));
  test("are empty where a row has none", () => assert.equal(writeConditions({}), ""));
  test("count one stream in the singular", () => assert.equal(writeConditions({ streams: 1 }), "1 stream"));
});
