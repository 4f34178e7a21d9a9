import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { findMeasured } from "./result.ts";
import { createSandbox } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";
import { shells } from "./shells.ts";
import { streamRates, stubIperf3, stubNetperf } from "./tool-stubs.ts";

for (const shell of shells) {
  describe(`the kit with netperf, under ${shell.name}`, () => {
    let guest: Sandbox;
    beforeEach(() => {
      guest = createSandbox(shell);
      stubNetperf(guest);
    });
    afterEach(() => guest.dispose());

    it("keeps every sample and computes the summary from them", () => {
      const { samples, summary, unit } = findMeasured(guest.measure(), "throughput");
      assert.deepEqual(
        samples.map(({ run, value }) => [run, value]),
        streamRates.map((rate, index) => [index + 1, rate]),
      );
      assert.deepEqual(summary, { count: 5, min: 9388.5, median: 9401.25, mean: 9402.77, max: 9421.77 });
      assert.equal(unit, "Mbit/s");
    });
    it("measures request-response in transactions per second", () => {
      const { samples, summary, unit, command } = findMeasured(guest.measure(), "request-response");
      assert.equal(unit, "transactions/s");
      assert.equal(summary.median, 21034.11);
      assert.equal(samples.length, 5);
      assert.match(command, /^netperf -H TARGET -p 12865 -t TCP_RR -l 30 /);
    });
    it("takes minus one for not measured", () => {
      const [sample] = findMeasured(guest.measure(), "throughput").samples;
      assert.deepEqual([sample?.localCpuPercent, sample?.remoteCpuPercent, sample?.retransmits], [18.25, "unknown", 3]);
      stubNetperf(guest, { retransmits: "-1" });
      assert.equal(findMeasured(guest.measure("--runs", "5"), "throughput").samples[0]?.retransmits, "unknown");
    });
    it("records a run of its own before each repetition as warm-up, apart from the samples", () => {
      const { warmUp } = findMeasured(guest.measure("--warm-up", "2"), "throughput");
      assert.deepEqual(
        warmUp.map(({ run, value }) => [run, value]),
        [1, 2, 3, 4, 5].map((run) => [run, 8000.5]),
      );
      assert.deepEqual(findMeasured(guest.measure("--warm-up", "0"), "throughput").warmUp, []);
    });
    it("lets the tests take turns within a repetition", () => {
      guest.measure("--warm-up", "0");
      const turns = guest
        .listCalls()
        .slice(1)
        .map((call) => / -t (\S+)/.exec(call)?.[1]);
      assert.deepEqual(turns.slice(0, 4), ["TCP_STREAM", "TCP_RR", "TCP_STREAM", "TCP_RR"]);
      assert.equal(turns.length, 10);
    });
    it("asks with one transaction whether a netserver answers, before it measures", () => {
      const { tool } = guest.measure("--port", "9000");
      assert.equal(guest.listCalls()[0], "netperf -H 192.0.2.10 -p 9000 -t TCP_RR -l -1 -P 0");
      assert.deepEqual(tool, {
        name: "netperf",
        version: "2.7.0",
        reason: "netperf is installed and a netserver answers",
      });
    });
    it("falls back to iperf3 when no netserver answers", () => {
      guest.stub("netperf", 'echo "establish control: are you sure there is a netserver listening"; exit 1');
      stubIperf3(guest, "tcp");
      assert.deepEqual(guest.measure().tool, { name: "iperf3", version: "3.12", reason: "no netserver answers" });
    });
    it("does not fall back when netperf was asked for", () => {
      guest.stub("netperf", "exit 1");
      const { status, stderr } = guest.run("--target", "192.0.2.10", "--tool", "netperf");
      assert.equal(status, 1);
      assert.match(stderr, /no netserver answers on 192\.0\.2\.10 port 12865: start one there/);
    });
    it("refuses a unit it was not made for", () => {
      stubNetperf(guest, { unit: "10^9bits/s" });
      const { status, stderr } = guest.run("--target", "192.0.2.10");
      assert.equal(status, 1);
      assert.match(stderr, /netperf's unit is "10\^9bits\/s", expected "10\^6bits\/s"/);
      assert.deepEqual(guest.listFiles(), []);
    });
    it("says packets are unknown rather than inventing them", () => {
      const result = guest.measure("--tool", "netperf", "--test", "throughput,packets");
      assert.deepEqual(result.tests[1], { test: "packets", status: "unknown", reason: "netperf does not measure it" });
    });
  });
}
