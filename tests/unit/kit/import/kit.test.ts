import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { rowsNotDuplicated } from "../../../../tools/check/rules/unique.ts";
import { answerDataset } from "../../../../tools/kit/import/draft-dataset.ts";
import type { ImportedRow } from "../../../../tools/kit/import/row.ts";
import { sayOfRows } from "../../check/support/dataset.ts";
import { importSample, importText, readSampleBytes } from "./read-sample.ts";

interface Repetition {
  series: string;
  latencyMicroseconds: object;
}

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

  test("becomes a dataset with samples of each statistic, in which no row is there twice", async () => {
    const session = JSON.parse(readFileSync(join(import.meta.dirname, "../fixtures/session-interleaved.json"), "utf8"));
    for (const side of session.sides) side.adapter = { id: side.side === "a" ? "e1000" : "vmxnet3", basis: "driver" };
    const ofSeries = (series: string, change: (one: Repetition, at: number) => object): Repetition[] =>
      session.repetitions
        .filter((one: Repetition) => one.series === "request-response")
        .map((one: Repetition, at: number) => ({ ...one, series, ...change(one, at) }));
    const packets = { metric: "packets", unit: "packets/s", direction: "send" };
    session.repetitions.push(
      ...ofSeries("packets-send-0.1", () => ({ ...packets, search: { lossLimitPercent: 0.1, lossPercent: 0 } })),
      ...ofSeries("packets-send-1", () => ({ ...packets, search: { lossLimitPercent: 1, lossPercent: 0 } })),
      // Half of the rate that the repetition found, so no two have the same; the last has a percentile that none other has.
      ...ofSeries("load-latency", ({ latencyMicroseconds }, at) => ({
        ...{ metric: "latency", unit: "µs", search: { offeredPacketsPerSecond: 5000 + at } },
        command: `sockperf under-load -i TARGET --mps ${5000 + at}`,
        latencyMicroseconds: { ...latencyMicroseconds, p9999: at === 0 ? 9999 : "unknown" },
      })),
    );
    const { rows } = await importText(JSON.stringify(session));
    const { method, conditions, measurements } = answerDataset(rows);
    const { runs, commands } = method as { runs: number; commands: string[] };
    assert.equal(runs, 5);
    assert.deepEqual(commands, [
      "iperf3 -J -c TARGET -p 5201 -t 2 -P 1 -O 1",
      "sockperf ping-pong -i TARGET -p 11111 -t 2 -m 64 --full-rtt",
      "sockperf under-load -i TARGET --mps 5000",
    ]);
    assert.deepEqual(
      measurements.filter(({ kind }) => kind !== "samples").map(({ kind, summary }) => [kind, summary]),
      [["summary", { p9999: 9999 }]],
    );
    for (const { samples, id } of measurements) assert.ok(!Array.isArray(samples) || samples.length === 5, id);
    const loaded = measurements.filter(({ note }) => /At 500\d to 500\d packets\/s/.test(String(note)));
    assert.ok(loaded.length > 5, `${loaded.length} rows under load`);
    const wordsOf = ({ conditions }: (typeof measurements)[number]): string =>
      String((conditions as { workload?: string } | undefined)?.workload);
    assert.ok(
      measurements.some(
        (row) => row.metric === "latency" && wordsOf(row) === "request-response, p99.9 of each repetition",
      ),
    );
    assert.ok(measurements.some((row) => row.metric === "packet-rate" && wordsOf(row) === "packets-send-1"));
    assert.deepEqual(sayOfRows(rowsNotDuplicated, measurements, { conditions }), []);
    const again = { ...measurements[0], id: "again" };
    assert.equal(sayOfRows(rowsNotDuplicated, [...measurements, again], { conditions }).length, 1);
  });

  test("of a version that is to come is refused by its number", async () => {
    const text = new TextDecoder().decode(readSampleBytes("kit-result.json"));
    const { rows, problems } = await importText(text.replace('"formatVersion": 1', '"formatVersion": 9'));
    assert.deepEqual(rows, []);
    assert.match(`${problems[0]?.message} ${problems[0]?.found}`, /version.* 9$/);
  });
});
