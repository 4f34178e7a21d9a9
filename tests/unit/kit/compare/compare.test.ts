import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { compareFiles, type Comparison } from "../../../../tools/kit/compare/compare.ts";
import { readSamples } from "../../../../tools/kit/compare/samples.ts";

const folder = mkdtempSync(join(tmpdir(), "atlas-compare-"));
after(() => rmSync(folder, { recursive: true }));

interface Repetition {
  side?: "a" | "b";
  block?: number;
  value: number;
  p99?: number;
  cpu?: number;
}

/** A result of the kit as far as a comparison reads it. */
function makeResult(
  kind: "single" | "interleaved" | "blocks",
  repetitions: Repetition[],
  series = "throughput-send-1",
): string {
  return JSON.stringify({
    format: "vnic-atlas-result",
    formatVersion: 2,
    design: { kind, unitOfReplication: kind === "blocks" ? "block" : "repetition", blocks: 1 },
    series: [{ series, status: "measured", better: "higher" }],
    repetitions: repetitions.map(({ side = "a", block = 1, value, p99, cpu }) => ({
      side,
      block,
      series,
      test: series.startsWith("throughput") ? "throughput" : "packets",
      metric: series.startsWith("throughput") ? "throughput" : "packets",
      unit: series.startsWith("throughput") ? "Mbit/s" : "packets/s",
      value,
      tool: "iperf3",
      latencyMicroseconds: p99 === undefined ? null : { p99, p50: "unknown" },
      local: cpu === undefined ? null : { cpu: { secondsPerGbit: cpu, microsecondsPerPacket: "unknown" } },
      marks: value > 9000 ? ["steal"] : [],
    })),
  });
}

async function compare(...texts: string[]): ReturnType<typeof compareAll> {
  return compareAll(texts);
}

async function compareAll(texts: readonly string[]): Promise<ReturnType<typeof compareFiles>> {
  const files = await Promise.all(
    texts.map(async (text, at) => {
      const name = `${"ab"[at] ?? at}.json`;
      return { name, ...(await readSamples({ name, bytes: new TextEncoder().encode(text) })) };
    }),
  );
  return compareFiles(files, 0.05);
}

describe("results of the kit", () => {
  test("are compared for each series: value, latency and processor time", async () => {
    const { comparisons, problems } = await compare(
      makeResult(
        "single",
        [900, 905, 910].map((value) => ({ value, p99: 80 + value / 100, cpu: 0.4 + value / 1e5 })),
      ),
      makeResult(
        "single",
        [9000, 9050, 9100].map((value) => ({ value, p99: 20 + value / 1e4, cpu: 0.1 + value / 1e7 })),
      ),
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      comparisons.map(({ metric, unit, better, verdict }) => [metric, unit, better, verdict]),
      [
        ["throughput", "Mbit/s", "higher", "confirmed"],
        ["cpu per Gbit", "s/Gbit", "lower", "confirmed"],
        ["latency p99", "µs", "lower", "confirmed"],
      ],
    );
    const [throughput] = comparisons as [Comparison];
    assert.ok(Math.abs(throughput.ratio - 10) < 0.01 && throughput.interval && throughput.interval[0] < 10);
    assert.deepEqual(throughput.b.marks, ["steal"]);
  });

  test("with blocks count the blocks, not the repetitions in them", async () => {
    const side = (level: number): Repetition[] =>
      [1, 2, 3].flatMap((block) =>
        [1, 2, 3, 4].map((run) => ({ block, value: level * (1 + block / 50 + run / 1000) })),
      );
    const { comparisons } = await compare(makeResult("blocks", side(100)), makeResult("blocks", side(120)));
    assert.deepEqual([comparisons[0]?.a.units, comparisons[0]?.a.samples.length], [3, 12]);
  });

  test("of both adapters in one session are compared pair by pair, so that a drift does not hide the difference", async () => {
    const repetitions = [100, 200, 400, 800].flatMap((level, at): Repetition[] => [
      { side: "a", value: level },
      { side: "b", value: level * (1.1 + at / 1000) },
    ]);
    const { comparisons } = await compare(makeResult("interleaved", repetitions));
    assert.equal(comparisons[0]?.verdict, "confirmed");
  });

  test("that do not match are named, and nothing is compared across them", async () => {
    const values = [{ value: 100 }, { value: 101 }];
    const { comparisons, problems } = await compare(
      makeResult("single", values),
      makeResult("single", values, "packets-send-0.1"),
    );
    assert.deepEqual(comparisons, []);
    assert.deepEqual(
      problems.map(({ file, message }) => [file, message]),
      [
        ["b.json", "this measure is in a.json only"],
        ["a.json", "this measure is in b.json only"],
      ],
    );
  });

  test("with a zero have no ratio", async () => {
    const { comparisons, problems } = await compare(
      makeResult("single", [{ value: 0 }, { value: 1 }]),
      makeResult("single", [{ value: 1 }, { value: 1 }]),
    );
    assert.deepEqual([comparisons.length, problems[0]?.file], [0, "a.json"]);
    assert.match(problems[0]?.message ?? "", /above 0/);
  });
});

describe("the command", () => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, ["--import", "tsx", "tools/kit/main.ts", "compare", ...words], { encoding: "utf8" });
  const put = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const a = put(
    "a side.json",
    makeResult(
      "single",
      [100, 101, 99, 100].map((value) => ({ value })),
    ),
  );
  const b = put(
    "b side.json",
    makeResult(
      "single",
      [100.5, 101, 99, 100].map((value) => ({ value })),
    ),
  );

  test("prints ratio, interval and verdict; as JSON a list", () => {
    const { stdout, status } = run(a, b);
    assert.match(
      stdout,
      /throughput, throughput-send-1 \(higher is better\)[\s\S]*B\/A 1\.00× \(95 % interval 0\.\d+–1\.\d+\): equivalent\. The difference is within 5 %\./,
    );
    assert.equal(status, 0);
    const [first] = JSON.parse(run(a, b, "--json").stdout) as Comparison[];
    assert.deepEqual(
      [first?.schemaVersion, first?.metric, first?.unit, first?.verdict, first?.runsNeeded, first?.margin],
      [1, "throughput", "Mbit/s", "equivalent", 0, 0.05],
    );
  });

  test("takes several files a side, as tools write one for each run", () => {
    const single = (name: string, value: number): string => put(name, makeResult("single", [{ value }]));
    const found = JSON.parse(
      run(
        "--json",
        ...[100, 101, 102].flatMap((value) => ["--a", single(`a${value}.json`, value)]),
        ...[200, 202, 204].flatMap((value) => ["--b", single(`b${value}.json`, value)]),
      ).stdout,
    ) as Comparison[];
    assert.deepEqual([found[0]?.a.samples, found[0]?.b.units, found[0]?.verdict], [[100, 101, 102], 3, "confirmed"]);
  });

  test("says what is wrong and how to call it", () => {
    for (const [words, message] of [
      [[], /one or two files, found 0\. Example/],
      [[a, b, a], /found 3/],
      [[a, b, "--margin", "wide"], /--margin: "wide" is not a percentage between 0 and 100\. Example: --margin 5%/],
      [[a, join(folder, "none.json")], /none\.json: there is no such file/],
      [[a], /two adapters are compared/],
      [["--a", a, b], /name every file by --a or --b/],
      [["--a", a], /one or two files/],
    ] as const) {
      const { stderr, status } = run(...words);
      assert.match(stderr, message);
      assert.equal(status, 2);
    }
  });

  test("compares what other tools print", () => {
    const iperf = (bits: number): string =>
      JSON.stringify({
        start: { version: "iperf 3.12", test_start: { protocol: "TCP", num_streams: 1, duration: 1, reverse: 0 } },
        intervals: [],
        end: {
          sum_sent: {
            start: 0,
            end: 1,
            seconds: 1,
            bytes: bits / 8,
            bits_per_second: bits,
            retransmits: 0,
            sender: true,
          },
          sum_received: { start: 0, end: 1, seconds: 1, bytes: bits / 8, bits_per_second: bits, sender: true },
        },
      });
    const one = put("iperf a.json", iperf(1e9));
    const other = put("iperf b.json", iperf(2e9));
    const found = JSON.parse(
      execFileSync(process.execPath, ["--import", "tsx", "tools/kit/main.ts", "compare", one, other, "--json"], {
        encoding: "utf8",
      }),
    ) as Comparison[];
    const throughput = found.find(({ metric }) => metric === "throughput");
    assert.deepEqual(
      [throughput?.ratio.toFixed(3), throughput?.interval, throughput?.verdict, throughput?.runsNeeded],
      ["2.000", null, "undecided", 1],
    );
  });
});
