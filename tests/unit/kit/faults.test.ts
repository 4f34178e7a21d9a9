import assert from "node:assert/strict";
import {
  chownSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { ChildProcess } from "node:child_process";
import { hold, release } from "./lab.ts";
import { findSeries, parseResult } from "./result.ts";
import type { Result } from "./result.ts";
import { start, waitForRepetitions } from "./session.ts";
import type { Session } from "./session.ts";
import { dash, demand, script, shells } from "./shells.ts";
import type { Shell } from "./shells.ts";

const port = 20_000 + (process.pid % 20_000);
/** Nobody, where the tests run as root: the kit needs no rights. */
const user = process.getuid?.() === 0 ? { uid: 65_534 } : {};

describe("the kit over loopback, without root", () => {
  const folder = mkdtempSync(join(tmpdir(), "vnic kit faults "));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.uid);
  chmodSync(folder, 0o755);
  let server: ChildProcess | undefined;
  const serve = async (): Promise<void> => {
    server = await hold(
      ["sh", "-c", `${demand("iperf3")} -s --forceflush -p ${port} & cat; kill $!; wait`],
      "Server listening",
    );
  };
  const stop = async (): Promise<void> => {
    if (server !== undefined) await release(server);
    server = undefined;
  };
  before(serve);
  after(async () => {
    await stop();
    rmSync(folder, { recursive: true });
  });

  const at = (name: string): string => join(folder, name);
  // As fast as the loopback goes, each second of traffic would keep both processors busy for that long.
  const slow = at("bin");
  mkdirSync(slow);
  writeFileSync(
    join(slow, "iperf3"),
    `#!/bin/sh\ncase " $* " in *" -c "*) set -- "$@" -b 20M ;; esac\nexec ${demand("iperf3")} "$@"\n`,
    { mode: 0o755 },
  );
  const begin = (shell: Shell, ...args: string[]): Session =>
    start([...shell.argv, script, "--target", "127.0.0.1", "--port", `iperf3=${port},peer=1`, ...args], {
      ...user,
      env: { PATH: [slow, process.env.PATH].join(delimiter), TMPDIR: folder },
    });
  const quick = ["--duration", "1", "--warm-up", "0", "--pause", "0", "--streams", "1", "--direction", "send"];
  const measure = (shell: Shell, name: string, ...args: string[]): Session =>
    begin(shell, "--allow-loopback", "--test", "throughput", ...quick, "--output", at(name), ...args);
  const read = (name: string): Result => parseResult(readFileSync(at(name), "utf8"));
  const assertComplete = (result: Result): void => {
    assert.equal(result.status, "complete");
    assert.deepEqual(
      findSeries(result, "throughput-send-1").map(({ order, repetition }) => [order, repetition]),
      [1, 2, 3, 4, 5].map((n) => [n, n]),
    );
  };

  for (const shell of shells) {
    it(`measures under ${shell.name}`, async () => {
      const { status, stdout, stderr } = await measure(shell, `${shell.name}.json`).ended;
      assert.equal(status, 0, stderr);
      const result = read(`${shell.name}.json`);
      assertComplete(result);
      assert.ok(result.repetitions.every(({ marks }) => marks.includes("loopback")));
      assert.match(stdout, /^throughput-send-1 +a +[\d.]+ Mbit\/s, 95 % interval/m);
      // A busy machine adds marks of its own, such as steal, before or after.
      assert.match(
        stdout,
        /^5 repetitions marked: (?:[\w-]+ (?:once|twice|\d times), )*loopback 5 times(?:, [\w-]+ (?:once|twice|\d times))*\. result\.schema\.json/m,
      );
      const lines = readFileSync(at(`${shell.name}.jsonl`), "utf8")
        .trimEnd()
        .split("\n");
      const records = lines.map((line): unknown => JSON.parse(line).record);
      assert.deepEqual(records, ["session", "side", ...Array<string>(5).fill("repetition"), "end"]);
      assert.deepEqual(
        readdirSync(folder).filter((name) => /lock|reserve|\.new|validate\./.test(name)),
        [],
      );
    });
  }
  it("measures what it receives, with several streams", async () => {
    const args = ["--direction", "receive", "--streams", "2", "--output", at("receive.json")];
    const { status, stderr } = await begin(dash, "--allow-loopback", "--test", "throughput", ...quick, ...args).ended;
    assert.equal(status, 0, stderr);
    for (const { value, command, local } of findSeries(read("receive.json"), "throughput-receive-2")) {
      assert.match(command, /-t 1 -P 2 -R$/);
      assert.ok(Number(local.network.rxBytes) > (value * 1e6) / 8 / 2);
    }
  });
  it("keeps what ended when the other end dies, and continues when it is back", async () => {
    const session = measure(dash, "dies.json");
    await waitForRepetitions(at("dies.jsonl"), 2, session);
    await stop();
    const { status, stderr } = await session.ended;
    await serve();
    assert.equal(status, 1, stderr);
    assert.match(stderr, /throughput-send-1, repetition 3 failed: /);
    assert.match(stderr, /the other end no longer answers: no iperf3 answers on port/);
    assert.deepEqual([read("dies.json").status, read("dies.json").repetitions.length], ["failed", 2]);
    const resumed = await begin(dash, "--resume", at("dies.jsonl")).ended;
    assert.equal(resumed.status, 0, resumed.stderr);
    assertComplete(read("dies.json"));
  });
  it("continues after kill -9, also behind a line that was torn", async () => {
    const session = measure(dash, "killed.json");
    await waitForRepetitions(at("killed.jsonl"), 2, session);
    session.child.kill("SIGKILL");
    await session.ended;
    assert.ok(!readdirSync(folder).includes("killed.json"));
    const again = await measure(dash, "killed.json").ended;
    assert.equal(again.status, 2);
    assert.match(again.stderr, /killed\.jsonl holds 2 repetitions of another session: continue it with --resume/);
    const torn = start(["sh", "-c", `printf '{"record":"repetition","or' >>"$1"`, "sh", at("killed.jsonl")], user);
    await torn.ended;
    const resumed = await begin(dash, "--resume", at("killed.jsonl"), "--runs", "6").ended;
    assert.equal(resumed.status, 0, resumed.stderr);
    const values = findSeries(read("killed.json"), "throughput-send-1");
    assert.deepEqual(
      values.map(({ repetition }) => repetition),
      [1, 2, 3, 4, 5, 6],
    );
  });
  it("names a port where nobody listens, before it measures", async () => {
    const { status, stderr } = await measure(dash, "port.json", "--port", "1").ended;
    assert.equal(status, 2);
    assert.match(
      stderr,
      /throughput cannot be measured: no iperf3 answers on port 1 \(unable to connect to server: Connection refused\)/,
    );
    assert.ok(!readdirSync(folder).some((name) => name.startsWith("port")));
  });
  it("refuses this machine as its own target unless it is allowed", async () => {
    const { status, stderr } = await begin(dash, ...quick).ended;
    assert.equal(status, 2);
    assert.match(stderr, /127\.0\.0\.1 is this machine: the traffic would pass no adapter/);
  });
});
