import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import {
  compareFiles,
  type Comparison,
  describeVerdict,
  formatInterval,
  formatUnits,
} from "../../../../tools/kit/compare/compare.ts";
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
  repetition?: number;
  marks?: string[];
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
    status: "complete",
    statusReason: "",
    design: {
      kind,
      unitOfReplication: kind === "blocks" ? "block" : "repetition",
      blocks: new Set(repetitions.map(({ block = 1 }) => block)).size,
    },
    series: [{ series, status: "measured", better: "higher" }],
    repetitions: repetitions.map(({ side = "a", block = 1, value, p99, cpu, repetition, marks }, at) => ({
      side,
      block,
      repetition: repetition ?? 1 + repetitions.slice(0, at).filter((one) => (one.side ?? "a") === side).length,
      series,
      test: series.startsWith("throughput") ? "throughput" : "packets",
      metric: series.startsWith("throughput") ? "throughput" : "packets",
      unit: series.startsWith("throughput") ? "Mbit/s" : "packets/s",
      value,
      tool: "iperf3",
      latencyMicroseconds: p99 === undefined ? null : { p99, p50: "unknown" },
      local: cpu === undefined ? null : { cpu: { secondsPerGbit: cpu, microsecondsPerPacket: "unknown" } },
      marks: marks ?? (value > 9000 ? ["steal"] : []),
    })),
  });
}

/** The lines that the session grew. */
function writeJournal(result: string): string[] {
  const { repetitions, status: _, statusReason: __, ...session } = JSON.parse(result);
  return [
    { record: "session", ...session },
    ...repetitions.map((line: object) => ({ record: "repetition", ...line })),
  ].map((line) => JSON.stringify(line));
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

  const takeTurns = (levels: readonly number[], mark: (side: string, number: number) => string[]): Repetition[] =>
    levels.flatMap((level, at): Repetition[] => [
      { side: "a", value: 100, cpu: level, marks: mark("a", at + 1) },
      { side: "b", value: 100, cpu: 2 * level, marks: mark("b", at + 1) },
    ]);

  test("are paired by the number of the repetition if each side lacks another one", async () => {
    const repetitions = takeTurns([1, 2, 4, 8, 16], (side, number) =>
      ["a2", "b4"].includes(`${side}${number}`) ? ["background-load"] : [],
    );
    for (const text of [
      makeResult("interleaved", repetitions),
      makeResult("interleaved", repetitions).replaceAll(/"repetition":\d,/g, ""),
    ]) {
      const { comparisons, problems } = await compare(text);
      const cost = comparisons.find(({ metric }) => metric === "cpu per Gbit");
      assert.deepEqual(
        [cost?.ratio.toFixed(9), cost?.a.samples, cost?.b.samples, cost?.a.units, cost?.b.units],
        ["2.000000000", [1, 4, 16], [2, 8, 32], 3, 3],
      );
      assert.deepEqual(comparisons[0]?.a.units, 5);
      assert.match(
        problems.map(({ message, found }) => `${message}: ${found}`).join("\n"),
        /only repetitions that both adapters have are compared: cpu per Gbit, throughput-send-1$/m,
      );
    }
  });

  test("are paired after an interruption between the two sides", async () => {
    const levels = [100, 200, 400, 800];
    const repetitions = levels.flatMap((level): Repetition[] => [
      { side: "a", value: level },
      { side: "b", value: level * 1.1 },
    ]);
    const { comparisons } = await compare(makeResult("interleaved", repetitions.slice(0, -1)));
    assert.deepEqual(
      [comparisons[0]?.verdict, comparisons[0]?.ratio.toFixed(6), comparisons[0]?.a.samples],
      ["confirmed", "1.100000", [100, 200, 400]],
    );
  });

  test("are paired in the order in which they were taken, if turns alternate and numbers come in any order", async () => {
    const { comparisons } = await compare(
      makeResult("interleaved", [
        { side: "a", value: 100, repetition: 1 },
        { side: "b", value: 200, repetition: 1 },
        { side: "b", value: 400, repetition: 2 },
        { side: "a", value: 200, repetition: 2 },
        { side: "a", value: 400, repetition: 4 },
        { side: "b", value: 1600, repetition: 3 },
        { side: "a", value: 800, repetition: 3 },
        { side: "b", value: 800, repetition: 4 },
      ]),
    );
    assert.equal(comparisons[0]?.ratio.toFixed(9), "2.000000000");
    assert.deepEqual(
      comparisons[0]?.interval?.map((end) => end.toFixed(6)),
      ["2.000000", "2.000000"],
    );
  });

  test("with the same number twice on a side are compared without pairs", async () => {
    const twice = [1, 1, 2].flatMap((repetition, at): Repetition[] => [
      { side: "a", value: 100 + at, repetition },
      { side: "b", value: 200 + at, repetition },
    ]);
    assert.equal((await compare(makeResult("interleaved", twice))).comparisons[0]?.a.units, 3);
  });

  test("of one block a side say that two give an interval, and how many repetitions there are", async () => {
    const block = (side: "a" | "b", number: number, level: number): Repetition[] =>
      [0, 1, 2, 3, 4].map((at) => ({ side, block: number, value: level * (1 + at / 100), repetition: at + 1 }));
    const blocks = [...block("a", 1, 100), ...block("b", 2, 200)];
    const text = makeResult("blocks", blocks)
      .replace('"blocks":2', '"blocks":4')
      .replace('"complete"', '"interrupted"')
      .replace('"statusReason":""', '"statusReason":"block 2 of 4 is done"');
    const { comparisons, problems } = await compare(text);
    const [first] = comparisons as [Comparison];
    assert.equal(first.runsNeeded, null);
    assert.equal(describeVerdict(first), "undecided. The spread is not known yet: two blocks a side give an interval.");
    assert.equal(formatInterval(first), "2.00× (no interval from one block)");
    assert.equal(formatUnits(first.a), "1 block with 5 repetitions");
    assert.deepEqual(
      problems.map(({ place, message, found }) => [place, message, found]),
      [
        [
          "a.json",
          "the session is not complete (interrupted). Continue it with --resume",
          "block 2 of 4 is done, 2 of 4 blocks are missing",
        ],
      ],
    );
    const noisy = [...blocks, ...block("b", 3, 300), ...block("a", 4, 120)];
    const [both] = (await compare(makeResult("blocks", noisy))).comparisons as [Comparison];
    assert.equal(formatUnits(both.a), "2 blocks with 10 repetitions");
    assert.match(describeVerdict(both), /^undecided\. About \d+ more blocks? a side would decide\.$/);
  });

  test("say from the journal whether the session was stopped, killed, or resumed and completed", async () => {
    const lines = writeJournal(
      makeResult(
        "interleaved",
        takeTurns([1, 2, 3], () => []),
      ),
    );
    const end = (status: string, reason: string): string => JSON.stringify({ record: "end", status, reason });
    const messagesOf = async (journal: string[]): Promise<string[]> =>
      (await compare(journal.join("\n"))).problems.map(({ message, found }) => `${message}: ${found}`);
    const stopped = end("interrupted", "interrupted with signal 2");
    assert.deepEqual(await messagesOf([...lines, stopped]), [
      "the session is not complete (interrupted). Continue it with --resume: interrupted with signal 2",
    ]);
    const resumed = [...lines.slice(0, 5), stopped, ...lines.slice(5)];
    assert.deepEqual(await messagesOf(resumed), [
      "the session was killed before its end. Continue it with --resume: no end",
    ]);
    assert.deepEqual(await messagesOf([...resumed, end("complete", "")]), []);
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
    const journal = writeJournal(makeResult("interleaved", repetitions));
    const { comparisons, problems } = await compare([...journal, '{"record":"repetition","or'].join("\n"));
    assert.deepEqual(
      problems.map(({ message }) => message),
      ["the session was killed before its end. Continue it with --resume"],
    );
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
    const [smallest] = (await compare(sized(1), sized(64))).problems;
    assert.match(smallest?.found ?? "", /messages of 1 byte\b/);
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
      "throughput 9412 Mbit/s, tcp-stream, client-to-server, 1 stream, messages of 131,072 bytes, higher",
      "cpu per Gbit of the client 0.04303 s/Gbit, tcp-stream, 1 stream, messages of 131,072 bytes, lower",
      "cpu per Gbit of the server 0.03410 s/Gbit, tcp-stream, 1 stream, messages of 131,072 bytes, lower",
    ]);
    const udp = await measuresOf("iperf3-udp.json");
    // 97.1 % of a core at 495,000 packets/s are 1.96 µs each.
    assert.ok(
      udp.some((text) => /^cpu per packet of the client 1\.96\d+ µs\/packet/.test(text)),
      udp.join("\n"),
    );
  });

  test("say how much of the machine a tool counts in its cost", async () => {
    const { comparisons } = await compare(sample("iperf3-tcp.json"), sample("iperf3-tcp.json"));
    const own = ["Only iperf3's own process: not the interrupts, nor the machine."];
    assert.deepEqual(
      comparisons.map(({ notes }) => notes),
      [[], own, own],
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

  test("keep the warnings that weaken a number, each once", async () => {
    const text = sample("sockperf-full-rtt.txt");
    const { comparisons, problems } = await compare(text, text);
    assert.ok(comparisons.length > 1);
    assert.deepEqual(
      problems.map(({ file, message }) => `${file}: ${message}`),
      ["a.json", "b.json"].map((file) => `${file}: Only 8500 of 9500 messages were answered.`),
    );
  });

  test("keep apart what does not mean the same", async () => {
    const measuresOfFirst = async (a: string, b: string): Promise<string[]> => {
      const { comparisons, problems } = await compare(a, b);
      assert.deepEqual(comparisons, []);
      return problems.filter(({ message }) => /in a\.json only/.test(message)).map(({ found }) => found);
    };
    // What a client sent, and what a server received.
    assert.deepEqual(await measuresOfFirst(sample("iperf2-udp-no-report.csv"), sample("iperf2-udp.csv")), [
      "throughput, udp-stream, as sent, 1 stream",
    ]);
    const latencyOf = (words: string): string =>
      `sockperf: == version #3.7-no.git ==\n[ 0] IP = 192.0.2.1  PORT =  5001 # UDP\nsockperf: Summary: ${words} is 15.128 usec\n`;
    const [half, whole, burst] = ["Latency", "Round trip", "Round trip of burst of 5 messages"].map(latencyOf);
    assert.deepEqual(await measuresOfFirst(half ?? "", whole ?? ""), ["latency mean, udp-rr, half of the round trip"]);
    assert.deepEqual(await measuresOfFirst(burst ?? "", whole ?? ""), [
      "latency mean, udp-rr, round trip, in bursts of 5 messages",
    ]);
    const answers = "sockperf: [Valid Duration] RunTime=1.5 sec; SentMessages=15101; ReceivedMessages=151\n";
    const loaded = (half ?? "").replace("sockperf: Summary", `${answers}sockperf: Summary`);
    assert.deepEqual(await measuresOfFirst(loaded, half ?? ""), [
      "latency mean, udp-rr, half of the round trip, under load",
    ]);
    const bandwidthOf = (name: string): string => `${name}:\n    bw  =  716 MB/sec\n`;
    assert.deepEqual(await measuresOfFirst(bandwidthOf("sctp_bw"), bandwidthOf("rds_bw")), [
      "throughput, other, sctp_bw",
    ]);
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
      [["--a", a, b], /put --a or --b before every file/],
      [["--a", a], /side B has no file\. Example: --a /],
      [["--b", a], /side A has no file/],
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
    assert.match(
      (await run(one, other)).stdout,
      /no interval from one repetition\): undecided\. .* two runs a side give/,
    );
    const found = JSON.parse((await run(one, other, "--json")).stdout) as Comparison[];
    const throughput = found.find(({ metric }) => metric === "throughput");
    assert.deepEqual(
      [throughput?.ratio.toFixed(3), throughput?.interval, throughput?.verdict, throughput?.runsNeeded],
      ["2.000", null, "undecided", null],
    );
  });
});
