import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { displayResult, writeConditions, writeObserved } from "../../../../tools/site/compile/display.ts";
import type { Measurement } from "../../../../tools/site/compile/records.ts";
import { makeRow } from "./records.ts";

const nameAdapter = (id: string): string => id.toUpperCase();
const show = (row: Measurement): string => displayResult(row, nameAdapter).replaceAll("\u00A0", " ");
const { value: _value, precision: _precision, ...base } = makeRow("row", "vmxnet3", 1);

describe("the result of a row", () => {
  test("is its value with the unit", () => assert.equal(show(makeRow("row", "e1000", 2.65)), "2.65 Gbit/s"));
  test("says how far the value is exact", () => {
    const shown = (precision: "about" | "at-least" | "at-most" | "almost" | "more-than"): string =>
      show(makeRow("row", "e1000", 6, { precision }));
    assert.equal(shown("about"), "about 6 Gbit/s");
    assert.equal(shown("at-least"), "at least 6 Gbit/s");
    assert.equal(shown("at-most"), "at most 6 Gbit/s");
    assert.equal(shown("almost"), "almost 6 Gbit/s");
    assert.equal(shown("more-than"), "more than 6 Gbit/s");
  });
  test("is the summary with every digit that the source printed", () => {
    const row = {
      ...base,
      kind: "summary",
      unit: "Mbit/s",
      summary: { mean: 256.24, median: 255, min: 165, max: 328 },
    } satisfies Measurement;
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
    const { unit: _unit, ...bare } = base;
    const row: Measurement = {
      ...bare,
      kind: "relative",
      form: "percent-more",
      value: 70,
      precision: "almost",
      relativeTo: "e1000",
    };
    assert.equal(show(row), "almost 70 % more than E1000");
    assert.equal(show({ ...row, baseline: "small buffers" }), "almost 70 % more than E1000 with small buffers");
    assert.equal(
      show({ ...row, relativeTo: "paravirtual-unnamed" }),
      "almost 70 % more than a paravirtual adapter that is not named",
    );
    assert.equal(
      show({ ...row, form: "ratio", value: 1.7, precision: "as-printed", relativeTo: "native" }),
      "1.7 times that of a bare-metal host",
    );
    assert.equal(
      show({ ...row, form: "difference-less", value: 6, unit: "percent-of-core", precision: "about" }),
      "about 6 % of a core less than E1000",
    );
  });
  test("without a number says which adapter is ahead", () => {
    const { unit: _unit, ...bare } = base;
    const ordinal = { ...bare, kind: "ordinal", relation: "better", relativeTo: "e1000" } as const;
    assert.equal(show({ ...ordinal, extent: "most-cases" }), "ahead of E1000 in most cases");
    assert.equal(show(ordinal), "ahead of E1000");
    assert.equal(show({ ...ordinal, relation: "worse" }), "behind E1000");
    assert.equal(show({ ...ordinal, relation: "similar" }), "on a par with E1000");
    assert.equal(
      show({ ...ordinal, relation: "similar", relativeTo: "unknown" }),
      "on a par with an adapter that is not named",
    );
  });
});

describe("the conditions of a row in words", () => {
  test("stand in a fixed order", () => {
    const text = writeConditions({
      linkGbps: 10,
      streams: 16,
      guest: "Windows Server 2008 R2",
      bitness: 64,
      direction: "both",
      messageBytes: 512,
      socketBytes: 65536,
    });
    const expected =
      "Windows Server 2008 R2, 64-bit, both directions, 16 streams, 512-byte messages, 64 KiB socket buffer, 10 Gbit/s link";
    assert.equal(text.replaceAll("\u00A0", " "), expected);
  });
  test("name offloads, queues and where the ends are", () => {
    const text = writeConditions({
      vcpus: 2,
      queues: 1,
      offloadsOff: ["tso", "lro"],
      topology: "same-host",
      packetBytes: 64,
    });
    assert.equal(text, "2 vCPUs, 1 queue, 64-byte frames, both ends on one host, tso, lro off");
  });
  test("name the hypervisor where a study ran several, and the VM's own host as the other end", () => {
    assert.equal(
      writeConditions({ hypervisor: "QEMU", vcpus: 2, topology: "vm-to-host" }),
      "2 vCPUs, QEMU, to the VM's own host",
    );
  });
  test("are followed by what the run recorded besides", () => {
    assert.equal(
      writeObserved({ guestCpuPercent: 97.1, droppedPackets: 1500, lossPercent: 0 }).replaceAll("\u00A0", " "),
      "guest CPU 97.1 %, 0 % lost, 1,500 packets dropped",
    );
  });
  test("say what is off as well", () =>
    assert.equal(writeConditions({ hardwareVirtualization: false }), "no hardware virtualization"));
  test("are empty where a row has none", () => assert.equal(writeConditions({}), ""));
  test("count one stream in the singular", () => assert.equal(writeConditions({ streams: 1 }), "1 stream"));
});
