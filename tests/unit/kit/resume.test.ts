import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, it } from "node:test";
import { parseResult } from "./result.ts";
import type { Result } from "./result.ts";
import { createSandbox, nic, single } from "./sandbox.ts";
import type { Outcome, Sandbox } from "./sandbox.ts";
import { dash } from "./shells.ts";
import { stubIperf3, stubNetperf } from "./tool-stubs.ts";

describe("a session that is resumed", () => {
  let guest: Sandbox;
  beforeEach(() => {
    guest = createSandbox(dash);
    stubIperf3(guest, "tcp");
  });
  afterEach(() => guest.dispose());
  const target = ["--target", "192.0.2.10"];
  const targets = ["--target", "192.0.2.10,198.51.100.10"];
  const read = (): Result => parseResult(readFileSync(`${guest.folder}/work/mine.json`, "utf8"));
  const resume = (...args: string[]): Outcome => guest.run("--resume", "mine.jsonl", ...args);
  /** Starts a session and interrupts it after two repetitions. */
  const interrupt = (...args: string[]): void => {
    guest.stub("sleep", `done=$(grep -c '^{"record":"repetition"' mine.jsonl)\n[ "$done" != 2 ] || kill -TERM $PPID`);
    const { status, stderr } = guest.run("--output", "mine.json", ...single, ...args);
    assert.equal(status, 143, stderr);
    guest.stub("sleep", "exit 0");
  };
  /** Lets the second target be reached by another interface. */
  const addSecond = (first: string, second: string): void => {
    for (const name of [first, second]) guest.write(`sys/class/net/${name}/mtu`, "1500\n");
    guest.stub(
      "ip",
      `case $3 in 192.0.2.10) nic=${first} ;; *) nic=${second} ;; esac\necho "$3 dev $nic src 192.0.2.1"`,
    );
  };

  it("measures no test that it left out at first, although that tool answers now", () => {
    interrupt(...target);
    stubNetperf(guest);
    const { status, stderr } = resume(...target);
    assert.equal(status, 0, stderr);
    const { repetitions, series } = read();
    assert.deepEqual(
      series.map((one) => [one.series, one.status]),
      [
        ["throughput-send-1", "measured"],
        ["request-response", "unknown"],
      ],
    );
    assert.deepEqual([...new Set(repetitions.map((one) => `${one.series} ${one.tool}`))], ["throughput-send-1 iperf3"]);
  });
  it("does not continue a series with another tool", () => {
    interrupt(...target);
    guest.remove("iperf3");
    stubNetperf(guest);
    const { status, stderr } = resume(...target);
    assert.equal(status, 2, stderr);
    assert.match(stderr, /throughput cannot be measured: iperf3 is not installed/);
  });
  it("takes no second adapter", () => {
    interrupt(...target);
    addSecond(nic, "ens224");
    const { status, stderr } = resume(...targets, "--a", nic, "--b", "ens224");
    assert.equal(status, 2, stderr);
    assert.match(stderr, /mine\.jsonl measures one adapter at a time: leave --a and --b out/);
  });
  it("does not replace two adapters by one", () => {
    addSecond(nic, "ens224");
    interrupt(...targets, "--a", nic, "--b", "ens224");
    const { status, stderr } = resume(...targets, "--interface", nic);
    assert.equal(status, 2, stderr);
    assert.match(stderr, /mine\.jsonl measures two adapters: leave --interface out/);
  });
  it("takes no --until if it has blocks", () => {
    assert.equal(guest.run("--output", "mine.json", ...single, ...target, "--blocks", "4").status, 3);
    const { status, stderr } = resume(...target, "--until", "1%");
    assert.equal(status, 2, stderr);
    assert.match(stderr, /--until adds repetitions, but mine\.jsonl has blocks/);
  });
  describe("on interfaces that are named after their MAC addresses", () => {
    const [first, second] = ["enx005056000011", "enx005056000012"] as const;

    it("finds them by the routes to the targets", () => {
      addSecond(first, second);
      interrupt(...targets, "--a", first, "--b", second);
      const { status, stderr } = resume(...targets);
      assert.equal(status, 0, stderr);
      assert.match(stderr, new RegExp(`side a +${first} .*\n.*side b +${second} `));
      const { sides, repetitions } = read();
      assert.deepEqual([...new Set(sides.map(({ interface: own }) => own.name))], ["enx"]);
      assert.equal(repetitions.length, 10);
      const same = resume(...target);
      assert.equal(same.status, 2);
      assert.match(same.stderr, new RegExp(`both targets are reached by ${first}: name the target of each adapter`));
    });
    it("finds the only one by the route, and takes no other", () => {
      addSecond(first, nic);
      interrupt(...target);
      const elsewhere = resume("--target", "198.51.100.10");
      assert.equal(elsewhere.status, 2);
      assert.match(elsewhere.stderr, new RegExp(`198\\.51\\.100\\.10 is reached by ${nic}, but this session measured`));
      const { status, stderr } = resume(...target);
      assert.equal(status, 0, stderr);
      assert.equal(read().repetitions.length, 5);
    });
  });
  it("leaves a file alone that is no session", () => {
    const file = `${guest.folder}/work/other.jsonl`;
    writeFileSync(file, '{"line":1}\n{"line":2}');
    assert.equal(guest.run(...target, "--resume", "other.jsonl").status, 2);
    assert.equal(readFileSync(file, "utf8"), '{"line":1}\n{"line":2}');
  });
  it("refuses a first line that was torn", () => {
    interrupt(...target);
    const file = `${guest.folder}/work/mine.jsonl`;
    const [line = ""] = readFileSync(file, "utf8").split("\n");
    writeFileSync(file, line.slice(0, -1));
    const { status, stderr } = resume(...target);
    assert.equal(status, 2, stderr);
    assert.match(stderr, /mine\.jsonl is no session of this script/);
  });
});

describe("a result that names neither hosts nor addresses", () => {
  let guest: Sandbox;
  beforeEach(() => (guest = createSandbox(dash)));
  afterEach(() => guest.dispose());
  const failAfterFirst = (message: string): void => {
    stubNetperf(guest);
    const stub = readFileSync(`${guest.folder}/bin/netperf`, "utf8");
    const fail = `[ ! -e result.jsonl ] || [ "$(grep -c '^{"record":"repetition"' result.jsonl)" = 0 ] || { echo '${message}' >&2; exit 1; }`;
    guest.stub("netperf", stub.replace(/^#!\/bin\/sh\n/, `case "$*" in *' -l 30 '*) ${fail} ;; esac\n`));
  };
  const message =
    "cannot connect from 198.51.100.7 to lab-target.example, 192.0.2.10 or 192.0.2.101, by enx005056000011";
  const reasonOf = (...args: string[]): string => {
    failAfterFirst(message);
    guest.stub("getent", "echo '192.0.2.10 STREAM'");
    const { status, stderr } = guest.run(
      ...["--target", "lab-target.example", "--output", "result.json", "--test", "throughput", ...single, ...args],
    );
    assert.equal(status, 1, stderr);
    assert.ok(stderr.includes(message), stderr);
    const text = readFileSync(`${guest.folder}/work/result.json`, "utf8");
    assert.ok(readFileSync(`${guest.folder}/work/result.jsonl`, "utf8").includes('"record":"end"'));
    if (!args.includes("--include-private"))
      for (const secret of ["192.0.2.", "198.51.100.", "lab-target", "005056"])
        for (const file of [text, readFileSync(`${guest.folder}/work/result.jsonl`, "utf8")])
          assert.ok(!file.includes(secret), secret);
    return parseResult(text).statusReason;
  };

  it("does so in the message of a tool that failed too", () => {
    assert.match(reasonOf(), /cannot connect from HOST to HOST, HOST or HOST, by enx$/);
  });
  it("keeps the message as it was with --include-private", () => {
    assert.ok(reasonOf("--include-private").endsWith(message));
  });
});
