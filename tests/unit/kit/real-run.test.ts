import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
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
  /** Lets an interface send no more than so many Mbit/s. */
  const limit = (nic: string, megabits: number): void => {
    lab.call(
      demand("tc"),
      "qdisc",
      "replace",
      "dev",
      nic,
      "root",
      "tbf",
      ..."rate X burst 32k latency 20ms".replace("X", `${megabits}mbit`).split(" "),
    );
  };

  it("records both ends, and no name or address", async () => {
    const [result] = await measure("both.json", "--target", lab.a.target, "--direction", "send", "--streams", "1");
    assert.deepEqual([result.status, result.repetitions.length], ["complete", 10]);
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
    const { interface: own, peer } = firstSide(result);
    assert.deepEqual([own.name, own.mtu, peer.source, peer.interface?.name], ["vnic0", 1500, "serve", "vnic1"]);
    const text = readFileSync(at("both.json"), "utf8") + readFileSync(at("both.jsonl"), "utf8");
    const mac = lab.call("cat", "/sys/class/net/vnic0/address").trim();
    for (const secret of [hostName, "192.0.2.", mac]) assert.ok(!text.includes(secret), secret);
  });
  it("takes two adapters in turns and finds how much faster the second is", async () => {
    limit(lab.a.interface, 100);
    limit(lab.b.interface, 200);
    const both = ["--a", lab.a.interface, "--b", lab.b.interface, "--target", `${lab.a.target},${lab.b.target}`];
    const one = ["--test", "throughput", "--direction", "send", "--streams", "1", "--port", "peer=5999"];
    const [result, { stdout }] = await measure("ab.json", ...both, ...one, "--include-private");
    assert.deepEqual(result.repetitions.map(({ side }) => side).join(""), "abbaabbaab");
    assert.equal(result.design.kind, "interleaved");
    const [, ratio, low, high] =
      /b is ([\d.]+) times a, 95 % interval ([\d.]+) to ([\d.]+)/.exec(stdout)?.map(Number) ?? [];
    assert.ok(Math.abs((ratio ?? 0) - 2) < 0.2, stdout);
    assert.ok((low ?? 0) > 1.5 && (high ?? 9) < 2.5, stdout);
    assert.equal(result.private?.hostName, hostName);
    assert.ok(result.repetitions.every(({ remote }) => remote === null));
  });
  it("finds the highest packet rate without loss, and keeps it when interrupted", async () => {
    // 64 bytes of payload are 106 on the wire: 10 Mbit/s carry 11,792 of them in a second.
    limit(lab.a.interface, 10);
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
      assert.ok(value > 8_000 && value < 13_000, `${name}: ${value}`);
      assert.ok(Number(search?.lossPercent) <= Number(search?.lossLimitPercent));
    }
    const [{ unit, search }] = findSeries(result, "latency-under-load");
    assert.equal(unit, "µs");
    assert.ok(
      Math.abs(Number(search?.offeredPacketsPerSecond) - findSeries(result, "packets-send-0.1")[0].value / 2) < 2,
    );
  });
  it("completes its result on a disk that becomes full, and needs room before it begins", async () => {
    limit(lab.a.interface, 1000);
    mkdirSync(at("small"));
    lab.call("mount", "-t", "tmpfs", "-o", "size=320k", "tmpfs", at("small"));
    const single = [
      "--target",
      lab.a.target,
      "--test",
      "throughput",
      "--direction",
      "send",
      "--streams",
      "1",
      "--port",
      "peer=5999",
    ];
    // The first attempt to send fills the disk.
    const bin = at("bin");
    lab.call(
      "sh",
      "-c",
      `mkdir "$1"; printf '#!/bin/sh\\n[ -e "%s/fill" ] || case "$*" in *" -t "*) dd if=/dev/zero of="%s/fill" 2>/dev/null ;; esac\\nexec ${demand("iperf3")} "$@"\\n' "$2" "$2" >"$1/iperf3"; chmod +x "$1/iperf3"`,
      "sh",
      bin,
      at("small"),
    );
    const env = { PATH: `${bin}:${process.env.PATH}` };
    const outcome = await start(command("small/full.json", ...single), { env }).ended;
    assert.equal(outcome.status, 0, outcome.stderr);
    assert.match(outcome.stderr, /the disk of .*full\.json is full: using the space reserved for the result/);
    assert.equal(parseResult(lab.call("cat", at("small/full.json"))).repetitions.length, 5);
    const again = await start(command("small/again.json", ...single), { env }).ended;
    assert.equal(again.status, 2);
    assert.match(again.stderr, /the disk of .*again\.json has no room for the result: it needs \d+ KiB/);
  });
});
