import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { findSeries } from "./result.ts";
import type { Result } from "./result.ts";
import { createSandbox, single } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";
import { dash } from "./shells.ts";
import { streamRates, stubIperf3, stubNetperf } from "./tool-stubs.ts";

describe("a whole session of the kit with netperf", () => {
  let guest: Sandbox;
  let throughput: Result;
  let both: Result;
  let calls: string[];
  before(() => {
    guest = createSandbox(dash);
    stubNetperf(guest);
    throughput = guest.measure();
    both = guest.measure("--warm-up", "0", "--test", "throughput,request-response");
    calls = guest.listCalls();
  });
  after(() => guest.dispose());

  it("keeps every value and computes the summary from them", () => {
    const result = throughput;
    const repetitions = findSeries(result, "throughput-send-1");
    assert.deepEqual(
      repetitions.map(({ repetition, value }) => [repetition, value]),
      streamRates.map((rate, index) => [index + 1, rate]),
    );
    const { count, min, median, mean, max } = result.summary[0] ?? {};
    assert.deepEqual(
      { count, min, median, mean, max },
      { count: 5, min: 9388.5, median: 9401.25, mean: 9402.77, max: 9421.77 },
    );
    assert.equal(repetitions[0].unit, "Mbit/s");
  });
  it("gives the interval of the mean of the logarithms", () => {
    const logs = streamRates.map(Math.log);
    const center = logs.reduce((sum, x) => sum + x, 0) / 5;
    const error = Math.sqrt(logs.reduce((sum, x) => sum + (x - center) ** 2, 0) / 4 / 5);
    const [low, high] = throughput.summary[0]?.interval95 as [number, number];
    assert.ok(Math.abs(low - Math.exp(center - 2.776 * error)) < 0.01, String(low));
    assert.ok(Math.abs(high - Math.exp(center + 2.776 * error)) < 0.01, String(high));
  });
  it("measures request-response in transactions per second, with percentiles", () => {
    const repetitions = findSeries(both, "request-response");
    const { unit, command, latencyMicroseconds } = repetitions[0];
    assert.equal(unit, "transactions/s");
    assert.equal(repetitions.length, 5);
    assert.match(command, /^netperf -H TARGET -p 12865 -t TCP_RR -l 30 /);
    assert.deepEqual(latencyMicroseconds, {
      min: 31,
      mean: 47.5,
      p50: 45,
      p90: 58,
      p99: 91,
      p999: "unknown",
      p9999: "unknown",
      max: 1204,
    });
  });
  it("lets the tests take turns within a repetition", () => {
    const turns = calls.slice(1).map((call) => / -t (\S+)/.exec(call)?.[1]);
    assert.deepEqual(turns.slice(0, 4), ["TCP_STREAM", "TCP_RR", "TCP_STREAM", "TCP_RR"]);
    assert.equal(turns.length, 10);
  });
});

describe("the kit with netperf", () => {
  let guest: Sandbox;
  beforeEach(() => {
    guest = createSandbox(dash);
    stubNetperf(guest);
  });
  afterEach(() => guest.dispose());

  it("takes minus one for not measured", () => {
    const [{ toolCpuPercent, retransmits }] = findSeries(guest.measureFirst(1), "throughput-send-1");
    assert.deepEqual([toolCpuPercent.local, toolCpuPercent.remote, retransmits], [18.25, "unknown", 3]);
    stubNetperf(guest, { retransmits: "-1" });
    assert.equal(findSeries(guest.measureFirst(1), "throughput-send-1")[0].retransmits, "unknown");
  });
  it("sends a run of its own before each repetition as warm-up", () => {
    const lengths = (...args: string[]): (string | undefined)[] => {
      guest.measureFirst(2, ...args);
      return guest
        .listCalls()
        .slice(1)
        .map((call) => / -l (\S+)/.exec(call)?.[1]);
    };
    assert.deepEqual(lengths("--warm-up", "2").slice(0, 4), ["2", "30", "2", "30"]);
    assert.deepEqual(lengths("--warm-up", "0").slice(0, 2), ["30", "30"]);
  });
  it("asks with one transaction whether a netserver answers, before it measures", () => {
    const { tools } = guest.measureFirst(1, "--test", "request-response", "--port", "netperf=9000");
    assert.equal(guest.listCalls()[0], "netperf -H 192.0.2.10 -p 9000 -t TCP_RR -l -1 -P 0 -- -P ,12866");
    assert.deepEqual(tools, [{ name: "netperf", version: "2.7.0" }]);
  });
  it("sends its data to a port that a firewall can allow", () => {
    const command = (...args: string[]): string =>
      findSeries(guest.measureFirst(1, ...args), "throughput-send-1")[0].command;
    assert.match(command(), / -- -k \S+ -P ,12866$/);
    assert.match(command("--port", "netperf-data=9001"), / -P ,9001$/);
    for (const call of guest.listCalls()) assert.match(call, / -- .*-P ,9001$/);
  });
  it("says so if a firewall blocks the data of a netserver that answers", () => {
    guest.stub("netperf", 'case "$*" in *" -t REM_CPU "*) exit 0 ;; esac\nexit 1');
    const { status, stderr } = guest.run("--target", "192.0.2.10", "--tool", "netperf");
    assert.equal(status, 2);
    assert.match(
      stderr,
      /netserver answers on port 12865, but its data connection is blocked: allow TCP port 12866 there and restart/,
    );
    assert.doesNotMatch(stderr, /no netserver/);
  });
  it("leaves throughput to iperf3 if both answer", () => {
    stubIperf3(guest, "tcp");
    const { repetitions } = guest.measureFirst(2, "--test", "throughput,request-response");
    assert.deepEqual(
      repetitions.map(({ tool }) => tool),
      ["iperf3", "netperf"],
    );
  });
  it("does not take another tool when netperf was asked for", () => {
    stubIperf3(guest, "tcp");
    guest.stub("netperf", "exit 1");
    const { status, stderr } = guest.run("--target", "192.0.2.10", "--tool", "netperf");
    assert.equal(status, 2);
    assert.match(stderr, /no netserver answers on port 12865: start "netserver -p 12865" there/);
  });
  it("refuses a unit it was not made for", () => {
    stubNetperf(guest, { unit: "10^9bits/s" });
    const { status, stderr } = guest.run("--target", "192.0.2.10", ...single);
    assert.equal(status, 1);
    assert.match(stderr, /netperf's unit is "10\^9bits\/s", expected "10\^6bits\/s"/);
    assert.deepEqual(guest.listFiles(), []);
  });
});
