import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { hostName, openLab } from "./lab.ts";
import type { Lab } from "./lab.ts";
import { findMeasured, parseResult } from "./result.ts";
import type { MeasuredTest, Result } from "./result.ts";
import { script, shells } from "./shells.ts";
import type { Shell } from "./shells.ts";

interface Run {
  status: number;
  stdout: string;
  stderr: string;
  files: string[];
  /** The result file; undefined when none was written. */
  text: string | undefined;
  macAddress: string;
}

/** Runs the script as a user would: when a busy machine has lost every packet of a run, up to twice more. */
async function runForReal(shell: Shell, ...args: string[]): Promise<Run> {
  let run = await runOnce(shell, ...args);
  for (let again = 0; again < 2 && /nothing arrived at the target/.test(run.stderr); again++)
    run = await runOnce(shell, ...args);
  return run;
}

/** Runs the script between two namespaces of its own and clears everything away. */
async function runOnce(shell: Shell, ...args: string[]): Promise<Run> {
  const lab = await openLab();
  const folder = mkdtempSync(join(tmpdir(), "vnic-kit-real-"));
  try {
    const output = join(folder, "result.json");
    const outcome = await execute([
      ...lab.enter,
      ...shell.argv,
      script,
      "--target",
      lab.target,
      "--output",
      output,
      ...args,
    ]);
    const files = readdirSync(folder);
    const text = files.includes("result.json") ? readFileSync(output, "utf8") : undefined;
    return { ...outcome, files, text, macAddress: readMacAddress(lab) };
  } finally {
    rmSync(folder, { recursive: true });
    await lab.dispose();
  }
}

function execute([command = "", ...args]: string[]): Promise<Pick<Run, "status" | "stdout" | "stderr">> {
  return new Promise((resolve) => {
    execFile(command, args, { env: { PATH: process.env.PATH } }, (error, stdout, stderr) => {
      resolve({ status: typeof error?.code === "number" ? error.code : error === null ? 0 : -1, stdout, stderr });
    });
  });
}

function readMacAddress(lab: Lab): string {
  const [command = "", ...args] = [...lab.enter, "cat", `/sys/class/net/${lab.interface}/address`];
  return execFileSync(command, args, { encoding: "utf8" }).trim();
}

function readResult({ status, stderr, text, files }: Run): Result {
  assert.equal(status, 0, stderr);
  assert.deepEqual(files, ["result.json"]);
  return parseResult(text ?? "");
}

function assertPlausible({ samples, summary }: MeasuredTest, least: number, most: number): void {
  assert.equal(samples.length, 5);
  const values = samples.map(({ value }) => value).sort((a, b) => a - b);
  for (const value of values) assert.ok(value > least && value < most, `${value} is not between ${least} and ${most}`);
  for (const { seconds } of samples) assert.ok(Math.abs(Number(seconds) - 1) < 0.5, `${seconds} s instead of 1 s`);
  for (const { localCpuPercent } of samples) assert.ok(Number(localCpuPercent) > 0 && Number(localCpuPercent) < 200);
  assert.deepEqual([summary.count, summary.min, summary.median, summary.max], [5, values[0], values[2], values[4]]);
  const mean = values.reduce((sum, value) => sum + value, 0) / 5;
  assert.ok(Math.abs(summary.mean - mean) < 0.001);
}

// One after another: side by side they would starve each other on a machine with few processors.
describe("the kit between two network namespaces", () => {
  for (const shell of shells) {
    it(`measures for real under ${shell.name}`, async () => {
      const run = await runForReal(shell, "--tool", "iperf3", "--duration", "1", "--warm-up", "0", "--runs", "5");
      const result = readResult(run);
      assertPlausible(findMeasured(result, "throughput"), 1, 1_000_000);
      assert.deepEqual(findMeasured(result, "throughput").warmUp, []);
      assert.equal(result.tests[1]?.status, "unknown");
      assert.deepEqual([result.interface.name, result.interface.mtu, result.adapter.id], ["vnic0", 1500, "unknown"]);
      assert.equal(result.interface.queues.rx, 1);
      assert.match(result.tool.version, /^3\./);
      for (const secret of [hostName, "192.0.2.", run.macAddress])
        assert.ok(run.text?.includes(secret) === false, secret);
      assert.match(run.stderr, /target +192\.0\.2\.10, port 5201, by interface vnic0/);
      assert.match(run.stdout, /^throughput +median [\d.]+ Mbit\/s/m);
    });
  }
  it("counts small packets and records the warm-up apart", async () => {
    const [shell] = shells;
    assert.ok(shell);
    const result = readResult(
      await runForReal(shell, "--test", "packets", "--duration", "1", "--warm-up", "1", "--runs", "5"),
    );
    const packets = findMeasured(result, "packets");
    assertPlausible(packets, 100, 20_000_000);
    assert.equal(packets.warmUp.length, 5);
    for (const { seconds, value } of packets.warmUp) {
      assert.ok(Math.abs(Number(seconds) - 1) < 0.5);
      assert.ok(Number(value) > 100);
    }
  });
  it("includes names and addresses when asked to", async () => {
    const [shell] = shells;
    assert.ok(shell);
    const run = await runForReal(shell, "--include-private", "--tool", "iperf3", "--duration", "1", "--warm-up", "0");
    const expected = { hostName, target: "192.0.2.10", localAddress: "192.0.2.11", macAddress: run.macAddress };
    assert.deepEqual(readResult(run).private, expected);
  });
  it("leaves nothing behind when nobody listens at the target", async () => {
    const [shell] = shells;
    assert.ok(shell);
    const { status, stderr, files } = await runForReal(shell, "--tool", "iperf3", "--port", "5999", "--duration", "1");
    assert.equal(status, 1);
    assert.match(stderr, /repetition 1 of 5 failed: iperf3 reports "unable to connect to server: Connection refused"/);
    assert.deepEqual(files, []);
  });
});
