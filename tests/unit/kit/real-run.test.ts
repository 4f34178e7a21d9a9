import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { compareFiles } from "../../../tools/kit/compare/compare.ts";
import { readSamples } from "../../../tools/kit/compare/samples.ts";
import { hostName, openLab } from "./lab.ts";
import type { Lab } from "./lab.ts";
import { findSeries, firstSide, parseResult } from "./result.ts";
import type { Result } from "./result.ts";
import { start, waitForRepetitions } from "./session.ts";
import type { Ended } from "./session.ts";
import { demand, script } from "./shells.ts";

const quick = ["--duration", "1", "--warm-up", "0", "--pause", "0", "--trial", "1"];

// One after another: side by side they would starve each other on a machine with few processors.
describe("the kit between two network namespaces", () => {
  let lab: Lab;
  /** The name has a space, as folders of users have. */
  const folder = mkdtempSync(join(tmpdir(), "vnic kit real "));
  before(async () => {
    lab = await openLab();
  });
  after(async () => {
    await lab.dispose();
    rmSync(folder, { recursive: true });
  });

  const at = (name: string): string => join(folder, name);
  const command = (output: string, ...args: string[]): string[] => {
    return [...lab.enter, demand("dash"), script, "--output", at(output), ...quick, ...args];
  };
  const read = (output: string): Result => parseResult(readFileSync(at(output), "utf8"));
  const measure = async (output: string, ...args: string[]): Promise<[Result, Ended]> => {
    const outcome = await start(command(output, ...args)).ended;
    assert.equal(outcome.status, 0, outcome.stderr);
    return [read(output), outcome];
  };
  /** Lets an interface send no more than so many Mbit/s, queue that for so many milliseconds, and send so many KiB at once. */
  const limit = (nic: string, megabits: number, queue = 20, burst = 32): void => {
    const words = `rate ${megabits}mbit burst ${burst}k latency ${queue}ms`.split(" ");
    lab.call(demand("tc"), "qdisc", "replace", "dev", nic, "root", "tbf", ...words);
  };

  it("records both ends, and no name or address", async () => {
    const session = start(command("both.json", "--target", lab.a.target, "--direction", "send", "--streams", "1"));
    await waitForRepetitions(at("both.jsonl"), 2, session);
    session.child.kill("SIGINT");
    assert.equal((await session.ended).status, 130);
    const result = read("both.json");
    for (const { local, remote, value } of findSeries(result, "throughput-send-1")) {
      const bytes = (value * 1e6) / 8;
      assert.ok(Number(local.network.txBytes) > bytes * 0.9, "sent by this end's interface");
      assert.ok(Number(remote?.network.rxBytes) > bytes * 0.9, "received by the other end's interface");
      assert.ok(Number(local.cpu?.busyPercent) > 1 && Number(local.cpu?.secondsPerGbit) > 0);
      assert.ok(Number(remote?.cpu?.busyPercent) > 0);
    }
    const [{ latencyMicroseconds, unit }] = findSeries(result, "request-response");
    assert.equal(unit, "transactions/s");
    assert.ok(Number(latencyMicroseconds?.p50) > 1);
    assert.ok(Number(latencyMicroseconds?.p99) >= Number(latencyMicroseconds?.p50));
    // A busy machine answers fewer than 10,000 times in a second.
    const { p999, p9999 } = latencyMicroseconds ?? {};
    assert.ok(p9999 === "unknown" || Number(p9999) >= Number(p999), `${p9999}`);
    const { interface: own, peer } = firstSide(result);
    assert.deepEqual([own.name, own.mtu, peer.source, peer.interface?.name], ["vnic0", 1500, "serve", "vnic1"]);
    const text = readFileSync(at("both.json"), "utf8") + readFileSync(at("both.jsonl"), "utf8");
    const mac = lab.call("cat", "/sys/class/net/vnic0/address").trim();
    for (const secret of [hostName, "192.0.2.", mac]) assert.ok(!text.includes(secret), secret);
  });
  /** Takes both adapters in turns, sending as fast as their limits in Mbit/s let them, and compares what they carried. */
  const compareLimits = async (limits: [a: number, b: number], output: string, ...args: string[]) => {
    // Reno fills a long queue, so the limit decides even while the sender waits for a processor. The lower the limit, the
    // sooner the queue is full. Bursts are in the ratio of the limits, so the result has the same ratio.
    lab.call("sh", "-c", "echo reno >/proc/sys/net/ipv4/tcp_congestion_control");
    limit(lab.a.interface, limits[0], 500, limits[0] * 0.8);
    limit(lab.b.interface, limits[1], 500, limits[1] * 0.8);
    const both = ["--a", lab.a.interface, "--b", lab.b.interface, "--target", `${lab.a.target},${lab.b.target}`];
    const one = ["--test", "throughput", "--direction", "send", "--streams", "1", "--port", "peer=5999"];
    const [result, outcome] = await measure(output, ...both, ...one, ...args);
    const file = { name: output, bytes: readFileSync(at(output)) };
    const { comparisons } = compareFiles([{ name: output, ...(await readSamples(file)) }], 0.05);
    const throughput = comparisons.find(({ metric }) => metric === "throughput");
    assert.ok(throughput?.interval);
    return { result, ...outcome, ...throughput, interval: throughput.interval };
  };
  it("takes two adapters in turns and finds how much faster the second is", async () => {
    const { result, stdout, ...found } = await compareLimits(
      [20, 40],
      "ab.json",
      "--include-private",
      ...["--until", "1%", "--max-runs", "100"],
    );
    // Other work on this machine disturbs single repetitions; more of them narrow the interval.
    const sides = result.repetitions.map(({ side }) => side).join("");
    assert.ok(sides.length >= 10 && "abba".repeat(50).startsWith(sides), sides);
    assert.equal(result.design.kind, "interleaved");
    assert.equal(found.verdict, "confirmed");
    assert.ok(Math.abs(found.ratio - 2) < 0.06, `${found.ratio}`);
    const [low, high] = found.interval;
    assert.ok(low > 1.9 && high < 2.1, `${low} to ${high}`);
    const [, ...printed] = /b is ([\d.]+) times a, 95 % interval ([\d.]+) to ([\d.]+)/.exec(stdout)?.map(Number) ?? [];
    for (const [at, value] of [found.ratio, low, high].entries())
      assert.ok(Math.abs((printed[at] ?? 0) - value) < 0.002, `${value}: ${stdout}`);
    assert.equal(result.private?.hostName, hostName);
    assert.ok(result.repetitions.every(({ remote }) => remote === null));
  });
  it("calls two adapters alike equivalent, after as many repetitions as that takes", async () => {
    const found = await compareLimits([40, 40], "alike.json", "--until", "3%", "--max-runs", "100");
    assert.equal(found.verdict, "equivalent", `${found.ratio}, ${found.interval}\n${found.stderr}`);
    assert.equal(found.runsNeeded, 0);
    assert.equal(found.result.method.untilPercent, 3);
  });
  it("finds the highest packet rate without loss, and keeps it when interrupted", async () => {
    // 64 bytes of payload are 106 on the wire: 4 Mbit/s carry 4,717 of them in a second. The receiver's buffer holds
    // about 50 ms of them, so none is lost while the receiver waits that long for a processor.
    limit(lab.a.interface, 4, 40, 8);
    const session = start(
      command("packets.json", "--target", lab.a.target, "--test", "packets", "--direction", "send"),
    );
    await waitForRepetitions(at("packets.jsonl"), 3, session);
    session.child.kill("SIGINT");
    const { status, stderr } = await session.ended;
    assert.equal(status, 130, stderr);
    const result = read("packets.json");
    assert.deepEqual([result.status, result.statusReason], ["interrupted", "interrupted with signal 2"]);
    for (const name of ["packets-send-0.1", "packets-send-0.5"]) {
      const [{ value, search }] = findSeries(result, name);
      assert.ok(value > 2_000 && value < 5_200, `${name}: ${value}`);
      assert.ok(Number(search?.lossPercent) <= Number(search?.lossLimitPercent));
    }
    const [{ unit, search }] = findSeries(result, "latency-under-load");
    assert.equal(unit, "µs");
    assert.ok(
      Math.abs(Number(search?.offeredPacketsPerSecond) - findSeries(result, "packets-send-0.1")[0].value / 2) < 2,
    );
  });
  describe("on a small disk", () => {
    const narrow = ["--test", "throughput", "--direction", "send", "--streams", "1", "--port", "peer=5999"];
    /** Mounts a disk, and gives an environment whose iperf3 fills it when it measures for the n-th time. */
    const mountDisk = (name: string, fillAt: number): NodeJS.ProcessEnv => {
      for (const folder of [name, `${name}-bin`]) mkdirSync(at(folder));
      lab.call("mount", "-t", "tmpfs", "-o", "size=320k", "tmpfs", at(name));
      const fill = `dd if=/dev/zero of="${at(name)}/fill" bs=1k 2>/dev/null`;
      stub(`${name}-bin/iperf3`, [
        `case "$*" in *" -t "*) echo >>"${at(name)}-turns"; [ "$(grep -c '' "${at(name)}-turns")" != ${fillAt} ] || ${fill} ;; esac`,
        `exec ${demand("iperf3")} "$@"`,
      ]);
      return { PATH: `${at(`${name}-bin`)}:${process.env.PATH}`, TMPDIR: folder };
    };
    const stub = (name: string, lines: string[]): void => {
      writeFileSync(at(name), ["#!/bin/sh", ...lines, ""].join("\n"), { mode: 0o755 });
    };
    before(() => limit(lab.a.interface, 1000));

    it("completes its result when the disk becomes full, and needs room before it begins", async () => {
      const env = mountDisk("full", 1);
      const { status, stderr } = await start(command("full/one.json", "--target", lab.a.target, ...narrow), { env })
        .ended;
      assert.equal(status, 0, stderr);
      assert.match(stderr, /the disk of .*one\.json is full: using the space reserved for the result/);
      assert.equal(parseResult(lab.call("cat", at("full/one.json"))).repetitions.length, 5);
      const again = await start(command("full/two.json", "--target", lab.a.target, ...narrow), { env }).ended;
      assert.equal(again.status, 2);
      assert.match(again.stderr, /the disk of .*two\.json has no room for the result: it needs \d+ KiB/);
    });
    it("keeps what it has when the reserved space is taken too, and continues later", async () => {
      const env = mountDisk("taken", 3);
      const refill = `dd if=/dev/zero of="${at("taken")}/refill" bs=1k 2>/dev/null`;
      stub("taken-bin/rm", [`${demand("rm")} "$@"`, `case "$*" in *.reserve) ${refill} || true ;; esac`]);
      const { status, stderr } = await start(command("taken/one.json", "--target", lab.a.target, ...narrow), { env })
        .ended;
      assert.equal(status, 1, stderr);
      assert.match(stderr, /one\.jsonl cannot be written: the disk is full or the folder is read-only/);
      const lines = lab.call("cat", at("taken/one.jsonl")).trimEnd().split("\n");
      const kept = lines
        .map((line): string => JSON.parse(line).record)
        .filter((record) => record === "repetition").length;
      assert.ok(kept >= 2, stderr);
      lab.call("sh", "-c", 'rm "$1"/fill "$1"/refill "$1-bin/rm"', "sh", at("taken"));
      const back = [...lab.enter, demand("dash"), script, "--resume", at("taken/one.jsonl"), "--target", lab.a.target];
      const resumed = await start([...back, "--port", "peer=5999"], { env }).ended;
      assert.equal(resumed.status, 0, resumed.stderr);
      const result = parseResult(lab.call("cat", at("taken/one.json")));
      assert.deepEqual(
        result.repetitions.map(({ repetition }) => repetition),
        [1, 2, 3, 4, 5],
      );
    });
  });
});
