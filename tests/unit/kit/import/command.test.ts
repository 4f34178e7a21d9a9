import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { parse } from "yaml";
import { loadSchemas } from "../../../../tools/check/schema/load-schemas.ts";
import { runImport } from "../../../../tools/kit/import/command.ts";
import type { Imported } from "../../../../tools/kit/import/row.ts";
import { samples } from "./read-sample.ts";

const folder = mkdtempSync(join(tmpdir(), "kit import "));
after(() => rmSync(folder, { recursive: true }));

const sample = (name: string): string => join(samples, name);

/** Runs the command; an error that it throws becomes its exit code, as in the program. */
async function run(...words: string[]): Promise<{ code: number; out: string; errors: string }> {
  let [out, errors] = ["", ""];
  const code = await runImport({
    words,
    root: ".",
    print: (text) => (out += text),
    printError: (text) => (errors += text),
  }).catch((error: Error & { exitCode: number }) => {
    errors += `${error.message}\n`;
    return error.exitCode;
  });
  return { code, out, errors };
}

describe("kit import", () => {
  test("--json prints rows and problems of every file", async () => {
    const { code, out, errors } = await run(sample("iperf3-tcp.json"), sample("iperf3-nan.json"), "--json");
    const { rows, problems } = JSON.parse(out) as Imported;
    assert.equal(code, 0);
    assert.equal(rows.length, 5);
    assert.equal(problems.length, 1);
    assert.match(errors, /^kit: .*iperf3-nan\.json:93 end\.cpu_utilization_percent\.host_total: .*"-nan"\)\n$/);
  });

  test("exits with 2 and one line per problem if nothing could be read", async () => {
    const { code, out, errors } = await run(sample("iperf3-refused.json"), sample("netperf-bare.txt"), "--json");
    assert.equal(code, 2);
    assert.deepEqual((JSON.parse(out) as Imported).rows, []);
    assert.equal(errors.trim().split("\n").length, 2);
  });

  test("names a file that is not there, and a folder", async () => {
    const { code, out, errors } = await run(join(folder, "no such file"), folder);
    assert.deepEqual([code, out], [2, ""]);
    assert.match(errors, /no such file: there is no such file.*\n.*this is a folder/);
  });

  test("reads the good files beside a bad one", async () => {
    const { code, out } = await run(sample("iperf3-refused.json"), sample("qperf.txt"), "--json");
    assert.equal(code, 0);
    assert.equal((JSON.parse(out) as Imported).rows.length, 3);
  });

  test("needs a file and knows its options", async () => {
    assert.match((await run()).errors, /no file is named/);
    assert.match((await run("--jsno", "x")).errors, /unknown option "--jsno".*--json/);
    const { code, out } = await run("--help");
    assert.equal(code, 0);
    assert.match(out, /Usage: npm run -s kit -- import FILE/);
  });

  test("reads a file with spaces in its name, and gives its name in every place", async () => {
    const name = join(folder, "my run.json");
    writeFileSync(name, JSON.stringify({ start: {}, end: { sum_received: { bits_per_second: 1e9 } } }));
    const { out } = await run(name, "--json");
    const [row] = (JSON.parse(out) as Imported).rows;
    assert.equal(row?.file, name);
    assert.equal(row?.place, `${name}:1 end.sum_received.bits_per_second`);
    assert.equal(row?.value, 1000);
  });
});

describe("the draft of a dataset", () => {
  const validate = loadSchemas(".").validatorOf("dataset");
  const names = [
    "iperf3-udp.json",
    "netperf-omni.txt",
    "kit-session.json",
    "sar-text.txt",
    "sockperf-ping-pong.txt",
    "perfkit.json",
  ];

  for (const name of names)
    test(`of ${name} is a valid record, with placeholders for what the file does not say`, async () => {
      const { out } = await run(sample(name));
      const record = parse(out) as {
        adapter: string;
        extraction: string;
        measurements: { locator: string; adapter: string }[];
      };
      assert.ok(validate(record), JSON.stringify(validate.errors));
      assert.equal(record.extraction, "raw-output");
      assert.match(out, /^title: 'TODO/m);
      for (const { locator, adapter } of record.measurements) {
        // The folders of the machine are nobody's business.
        assert.ok(locator.startsWith(name.slice(0, 100)), locator);
        assert.equal(adapter === "todo", !name.startsWith("kit-"));
      }
    });

  test("keeps files apart unless they are said to be repetitions", async () => {
    const files = ["iperf3-tcp.json", "iperf3-stream.json"].map(sample);
    const read = async (...words: string[]): Promise<{ kind: string; samples?: number[] }[]> =>
      (parse((await run(...files, ...words)).out) as { measurements: { kind: string; samples?: number[] }[] })
        .measurements;
    assert.deepEqual(new Set((await read()).map(({ kind }) => kind)), new Set(["value"]));
    const [throughput] = await read("--repetitions");
    assert.deepEqual(throughput?.samples, [9412.337, 9412.337]);
    assert.match((await run(...files)).errors, /Add --repetitions/);
    assert.equal((await run(...files, "--repetitions")).errors, "");
  });

  test("keeps what was recorded beside each repetition", async () => {
    const text = readFileSync(sample("iperf3-tcp.json"), "utf8");
    const other = join(folder, "other-run.json");
    writeFileSync(other, text.replaceAll(/"retransmits":(\s*)12\b/g, '"retransmits":$17'));
    const { out } = await run(sample("iperf3-tcp.json"), other, "--repetitions");
    assert.match(out.replace(/\s+/g, " "), /Retransmits in each repetition: 12, 7\./);
  });

  test("warns of repetitions that differ in their configuration", async () => {
    const { code, errors } = await run(...["iperf3-tcp.json", "iperf3-udp.json"].map(sample), "--repetitions");
    const names = "workload, messageBytes";
    assert.deepEqual(
      [code, errors],
      [0, `kit: iperf3-tcp.json and iperf3-udp.json are not one configuration: ${names} differ\n`],
    );
  });

  test("has the statistics of one result in one row", async () => {
    const { measurements } = parse((await run(sample("sockperf-ping-pong.txt"))).out) as {
      measurements: { summary: object }[];
    };
    assert.deepEqual(
      measurements.map(({ summary }) => summary),
      [
        {
          min: 11.718,
          median: 19.1,
          mean: 19.955,
          p99: 31.566,
          p999: 120.25,
          p99999: 900.5,
          max: 1000.123,
          standardDeviation: 5.1,
        },
      ],
    );
  });

  test("has samples of each statistic of repetitions in several files", async () => {
    const text = readFileSync(sample("sockperf-ping-pong.txt"), "utf8");
    const files = ["19.955", "21.5"].map((mean, at) => {
      const name = join(folder, `ping-${at}.txt`);
      writeFileSync(name, text.replaceAll("19.955", mean));
      return name;
    });
    const { method, measurements } = parse((await run(...files, "--repetitions")).out) as {
      method: { runs: number };
      measurements: { kind: string; samples: number[]; conditions: { workload: string } }[];
    };
    assert.equal(method.runs, 2);
    const means = measurements.filter(({ conditions }) => conditions.workload === "mean of each repetition");
    assert.deepEqual(
      means.map(({ kind, samples }) => [kind, samples]),
      [["samples", [19.955, 21.5]]],
    );
    assert.deepEqual(new Set(measurements.map(({ kind }) => kind)), new Set(["samples"]));
  });

  test("takes the receiver's rate if both ends of a run are there", async () => {
    const { out } = await run(sample("ntttcp-linux.xml"), sample("ntttcp-linux-old.xml"));
    const { measurements } = parse(out) as { measurements: { metric: string; value: number }[] };
    assert.deepEqual(
      measurements.filter(({ metric }) => metric === "throughput").map(({ value }) => value),
      [9000],
    );
  });

  test("keeps the warnings of the tool", async () => {
    assert.match((await run(sample("netperf-cpu.txt"))).out.replace(/\s+/g, " "), /confidence was not achieved/);
  });
});
