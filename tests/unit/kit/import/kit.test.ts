import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { answerDataset } from "../../../../tools/kit/import/draft-dataset.ts";
import type { ImportedRow } from "../../../../tools/kit/import/row.ts";
import { importSample, importText, readSampleBytes } from "./read-sample.ts";

const numbersOf = (rows: readonly ImportedRow[], metric: string): number[] =>
  rows.filter((row) => row.metric === metric && row.statistic === undefined).map(({ value }) => value);

describe("a result of the validation kit", () => {
  test("of script 0.1 is read repetition by repetition, with the adapter and its settings", async () => {
    const { rows, problems } = await importSample("kit-result.json");
    assert.deepEqual(numbersOf(rows, "throughput"), [9412.337, 9398.1]);
    assert.deepEqual(numbersOf(rows, "cpu-utilization"), [40.5, 41.25]);
    assert.deepEqual(
      rows.map(({ run }) => run),
      [1, 1, 2, 2],
    );
    const [first] = rows;
    assert.equal(first?.adapter, "vmxnet3");
    assert.equal(first?.conditions?.driver, "vmxnet3 1.7.0.0-k-NAPI");
    assert.equal(first?.conditions?.direction, "transmit");
    assert.deepEqual(first?.conditions?.offloadsOff, ["lro"]);
    assert.match(problems[0]?.found ?? "", /iperf3 does not measure it/);
    assert.equal(problems.length, 1);
  });

  test("with two sides keeps their adapters apart, and what was seen beside the number", async () => {
    const { rows } = await importSample("kit-session.json");
    const throughput = rows.filter(({ metric }) => metric === "throughput");
    assert.deepEqual(
      throughput.map(({ adapter, value }) => [adapter, value]),
      [
        ["vmxnet3", 9412.337],
        ["e1000e", 4120.5],
      ],
    );
    assert.deepEqual(throughput[0]?.observed, {
      guestCpuPercent: 41.25,
      peerCpuPercent: 38.5,
      droppedPackets: 0,
      retransmits: 5,
    });
    assert.match(throughput[1]?.warnings?.join(" ") ?? "", /stolen/);
    assert.deepEqual(numbersOf(rows, "cpu-per-throughput"), [17.5, 16.4, 17.5, 16.4]);
    const tail = rows.find(({ metric, statistic }) => metric === "latency" && statistic === "p99");
    assert.deepEqual([tail?.value, tail?.unit], [97.75, "us"]);
  });

  test("is read from the lines that a killed session left, with the same numbers", async () => {
    const [finished, left] = [await importSample("kit-session.json"), await importSample("kit-session.jsonl")];
    const values = left.rows.map(({ metric, statistic, value, adapter }) => [metric, statistic, value, adapter]);
    assert.deepEqual(
      values,
      finished.rows
        .slice(0, values.length)
        .map(({ metric, statistic, value, adapter }) => [metric, statistic, value, adapter]),
    );
    assert.ok(values.length > 15);
    assert.match(left.problems[0]?.message ?? "", /killed.*--resume/);
    assert.match(finished.problems[0]?.found ?? "", /Ctrl-C/);
  });

  test("loses only the line that was cut while it was written", async () => {
    const lines = new TextDecoder().decode(readSampleBytes("kit-session.jsonl"));
    const { rows, problems } = await importText(lines.trimEnd().slice(0, -200));
    assert.deepEqual(numbersOf(rows, "throughput"), [9412.337]);
    assert.ok(problems.some(({ place }) => place.includes(":6")));
  });

  test("becomes a dataset of adapters that took turns", async () => {
    const { rows } = await importSample("kit-session.json");
    const { method, conditions, measurements } = answerDataset(rows);
    assert.equal((method as { interleaved: string }).interleaved, "yes");
    assert.equal((conditions as { guest: string }).guest, "debian 12");
    assert.deepEqual(new Set(measurements.map(({ adapter }) => adapter)), new Set(["vmxnet3", "e1000e"]));
  });

  test("of a version that is to come is refused by its number", async () => {
    const text = new TextDecoder().decode(readSampleBytes("kit-result.json"));
    const { rows, problems } = await importText(text.replace('"formatVersion": 1', '"formatVersion": 9'));
    assert.deepEqual(rows, []);
    assert.match(`${problems[0]?.message} ${problems[0]?.found}`, /version.* 9$/);
  });
});
