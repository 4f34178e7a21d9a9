import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { compareFiles, type Comparison } from "../../../../tools/kit/compare/compare.ts";
import { joinFiles, readSamples } from "../../../../tools/kit/compare/samples.ts";
import { runCompare } from "../../../../tools/kit/compare/command.ts";
import type { SourceFile } from "../../../../tools/kit/import/import-file.ts";
import { UsageError } from "../../../../tools/records/command-line.mjs";
import { makeTemporaryFolder } from "../../../temporary-folder.ts";

const root = join(import.meta.dirname, "../../../..");
const folder = makeTemporaryFolder();

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
    repetitions: repetitions.map(({ side = "a", block = 1, value, p99, cpu }, at) => ({
      side,
      block,
      repetition: at + 1,
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

function fileOf(name: string, text: string): SourceFile {
  return { name, bytes: new TextEncoder().encode(text) };
}

async function compare(...texts: string[]): ReturnType<typeof compareAll> {
  return compareAll(texts);
}

async function compareAll(texts: readonly string[]): Promise<ReturnType<typeof compareFiles>> {
  const files = await Promise.all(
    texts.map(async (text, at) => {
      const file = fileOf(`${"ab"[at] ?? at}.json`, text);
      return { name: file.name, ...(await readSamples(file)) };
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

  test("are read from the journal too, and a torn line is left out", async () => {
    const repetitions = [100, 102, 101].flatMap((value): Repetition[] => [
      { side: "a", value },
      { side: "b", value: 2 * value },
    ]);
    const { repetitions: lines, ...session } = JSON.parse(makeResult("interleaved", repetitions));
    const journal = [
      { record: "session", ...session },
      ...lines.map((line: object) => ({ record: "repetition", ...line })),
    ].map((line) => JSON.stringify(line));
    const { comparisons, problems } = await compare([...journal, '{"record":"repetition","or'].join("\n"));
    assert.deepEqual(problems, []);
    assert.deepEqual(
      [comparisons[0]?.a.samples, comparisons[0]?.b.samples],
      [
        [100, 102, 101],
        [200, 204, 202],
      ],
    );
    assert.deepEqual([comparisons[0]?.ratio.toFixed(9), comparisons[0]?.verdict], ["2.000000000", "confirmed"]);
  });

  test("of unlike messages are not compared", async () => {
    const sized = (messageBytes: number): string =>
      makeResult("single", [{ value: 100 }, { value: 101 }], "packets-send-0.1").replaceAll(
        '"tool"',
        `"messageBytes":${messageBytes},"tool"`,
      );
    assert.equal((await compare(sized(64), sized(64))).comparisons.length, 1);
    const { comparisons, problems } = await compare(sized(64), sized(1400));
    assert.deepEqual([comparisons.length, problems.length], [0, 2]);
    assert.match(problems[0]?.found ?? "", /packets-send-0\.1, messages of 64 bytes/);
  });

  for (const [what, written] of [
    ["infinite", "1e999"],
    ["absent", "null"],
    ["a text", '"120"'],
  ] as const)
    test(`with a value that is ${what} are named with the repetition, and the others count`, async () => {
      const text = makeResult("single", [{ value: 100 }, { value: 777 }, { value: 101 }]).replace("777", written);
      const { comparisons, problems } = await compare(text, text);
      assert.deepEqual(comparisons[0]?.a.samples, [100, 101]);
      assert.equal(problems[0]?.place, "a.json throughput-send-1, side a, repetition 2");
      assert.match(problems[0]?.message ?? "", /not a number/);
    });

  test("beside other load have no CPU costs, and are named", async () => {
    const busy = makeResult("single", [
      { value: 100, cpu: 1 },
      { value: 101, cpu: 1 },
    ]);
    const { comparisons, problems } = await compare(
      busy.replace('"marks":[]', '"marks":["background-load"]'),
      busy.replaceAll('"marks":[]', '"marks":["background-load"]'),
    );
    assert.deepEqual(
      comparisons.map(({ metric, a, b }) => [metric, a.units, b.units]),
      [["throughput", 2, 2]],
    );
    assert.match(
      problems.map(({ place, message }) => `${place}: ${message}`).join("\n"),
      /a\.json 1 of 2 repetitions: their CPU/,
    );
    assert.match(problems.map(({ place }) => place).join("\n"), /b\.json 2 of 2 repetitions/);
  });

  test("that hold nothing are named once", async () => {
    for (const text of ["", "{}", "[]", "null", makeResult("single", []).replace("[]", "5")]) {
      const { comparisons, problems } = await compare(text, makeResult("single", [{ value: 1 }, { value: 2 }]));
      assert.deepEqual([comparisons.length, problems.map(({ file }) => file)], [0, ["a.json"]], text);
    }
  });

  test("with both adapters join no other file", async () => {
    const both = await readSamples(
      fileOf(
        "ab.json",
        makeResult("interleaved", [
          { side: "a", value: 1 },
          { side: "b", value: 9 },
        ]),
      ),
    );
    const one = await readSamples(fileOf("a.json", makeResult("single", [{ value: 1 }])));
    const joined = joinFiles([
      { name: "ab.json", ...both },
      { name: "a.json", ...one },
    ]);
    assert.equal(joined.sides.length, 3);
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

describe("results of other tools", () => {
  const sample = (name: string): string =>
    readFileSync(join(import.meta.dirname, "../import/samples", name)).toString();
  const measuresOf = async (name: string): Promise<string[]> => {
    const { comparisons } = await compare(sample(name), sample(name));
    return comparisons.map(
      ({ metric, series, unit, a, better }) =>
        `${metric} ${a.samples.map((value) => value.toPrecision(4))} ${unit}, ${series}, ${better}`,
    );
  };

  test("say what traffic cost the processors, not how busy they were", async () => {
    // 40.5 % of a core at 9.412337 Gbit/s.
    assert.deepEqual(await measuresOf("iperf3-tcp.json"), [
      "throughput 9412 Mbit/s, tcp-stream, client-to-server, 1 stream, messages of 131072 bytes, higher",
      "cpu per Gbit of the client 0.04303 s/Gbit, tcp-stream, 1 stream, messages of 131072 bytes, lower",
      "cpu per Gbit of the server 0.03410 s/Gbit, tcp-stream, 1 stream, messages of 131072 bytes, lower",
    ]);
    const udp = await measuresOf("iperf3-udp.json");
    // 97.1 % of a core at 495,000 packets/s are 1.96 µs each.
    assert.ok(
      udp.some((text) => /^cpu per packet of the client 1\.96\d+ µs\/packet/.test(text)),
      udp.join("\n"),
    );
  });

  test("count both directions for the cost of a run in both", async () => {
    const both = await measuresOf("iperf3-bidir.json");
    assert.ok(
      both.some((text) => text.startsWith("cpu per Gbit of the client 0.05400 s/Gbit")),
      both.join("\n"),
    );
  });

  test("keep the ends and the interfaces apart", async () => {
    const { comparisons } = await compare(sample("sar-text.txt"), sample("sar-text.txt"));
    const keys = comparisons.map(({ metric, series, unit }) => `${metric} ${series} ${unit}`);
    assert.ok(keys.some((key) => /, receive/.test(key)) && keys.some((key) => /, transmit/.test(key)), keys.join("\n"));
  });
});

describe("the command", () => {
  const run = async (...words: string[]) => {
    let [stdout, stderr] = ["", ""];
    const call = {
      words,
      root,
      print: (text: string) => void (stdout += text),
      printError: (text: string) => void (stderr += text),
    };
    const status = await runCompare(call).catch((error: unknown) => {
      assert.ok(error instanceof UsageError, String(error));
      stderr += error.message;
      return error.exitCode;
    });
    return { stdout, stderr, status };
  };
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

  test("prints ratio, interval and verdict; as JSON a list", async () => {
    const { stdout, status } = await run(a, b);
    assert.match(
      stdout,
      /throughput, throughput-send-1 \(higher is better\)[\s\S]*B\/A 1\.00× \(95 % interval 0\.\d+–1\.\d+\): equivalent\. The difference is within 5 %\./,
    );
    assert.equal(status, 0);
    const [first] = JSON.parse((await run(a, b, "--json")).stdout) as Comparison[];
    assert.deepEqual(
      [first?.schemaVersion, first?.metric, first?.unit, first?.verdict, first?.runsNeeded, first?.margin],
      [1, "throughput", "Mbit/s", "equivalent", 0, 0.05],
    );
  });

  test("prints the same as a program, and ends with the same exit code", async () => {
    const words = [a, "--json"];
    const program = spawnSync(process.execPath, ["--import", "tsx", "tools/kit/main.ts", "compare", ...words], {
      encoding: "utf8",
    });
    const expected = await run(...words);
    assert.deepEqual([expected.stdout, expected.status], ["[]\n", 2]);
    assert.match(expected.stderr, /two adapters are compared/);
    assert.deepEqual({ stdout: program.stdout, stderr: program.stderr, status: program.status }, expected);
  });

  test("takes several files a side, as tools write one for each run", async () => {
    const single = (name: string, value: number): string => put(name, makeResult("single", [{ value }]));
    const { stdout } = await run(
      "--json",
      ...[100, 101, 102].flatMap((value) => ["--a", single(`a${value}.json`, value)]),
      ...[200, 202, 204].flatMap((value) => ["--b", single(`b${value}.json`, value)]),
    );
    const found = JSON.parse(stdout) as Comparison[];
    assert.deepEqual([found[0]?.a.samples, found[0]?.b.units, found[0]?.verdict], [[100, 101, 102], 3, "confirmed"]);
  });

  test("says what is wrong and how to call it", async () => {
    for (const [words, message] of [
      [[], /one or two files, found 0\. Example/],
      [[a, b, a], /found 3/],
      [[a, b, "--margin", "wide"], /--margin: "wide" is not a percentage between 0 and 100\. Example: --margin 5%/],
      [[a, join(folder, "none.json")], /none\.json: there is no such file/],
      [[a], /two adapters are compared/],
      [["--a", a, b], /name every file by --a or --b/],
      [["--a", a], /one or two files/],
    ] as const) {
      const { stderr, status } = await run(...words);
      assert.match(stderr, message);
      assert.equal(status, 2);
    }
  });

  test("compares what other tools print", async () => {
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
    const found = JSON.parse((await run(one, other, "--json")).stdout) as Comparison[];
    const throughput = found.find(({ metric }) => metric === "throughput");
    assert.deepEqual(
      [throughput?.ratio.toFixed(3), throughput?.interval, throughput?.verdict, throughput?.runsNeeded],
      ["2.000", null, "undecided", 1],
    );
  });
});
