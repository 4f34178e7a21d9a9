import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, it } from "node:test";
import { findSeries } from "./result.ts";
import { createSandbox, nic, single } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";
import { dash } from "./shells.ts";
import { locateRecording, stubIperf3 } from "./tool-stubs.ts";
import type { Recording } from "./tool-stubs.ts";

interface Recorded {
  end: {
    sum_sent: { retransmits: number };
    sum_received: { bits_per_second: number };
    cpu_utilization_percent: { host_total: number; remote_total: number };
  };
}

const read = (name: Recording): Recorded => JSON.parse(readFileSync(locateRecording(name), "utf8"));
const round = (value: number): number => Number(value.toFixed(3));

describe("the kit with iperf3", () => {
  let guest: Sandbox;
  beforeEach(() => (guest = createSandbox(dash)));
  afterEach(() => guest.dispose());
  /** Runs on a changed recording and expects a failure before the first repetition ended. */
  const fail = (change: (text: string) => string, expected = 1): string => {
    const file = `${guest.folder}/changed.json`;
    writeFileSync(file, change(readFileSync(locateRecording("tcp"), "utf8")));
    stubIperf3(guest, { file });
    const { status, stderr, stdout } = guest.run("--target", "192.0.2.10", ...single);
    assert.equal(status, expected, stderr);
    assert.equal(stdout, "");
    assert.deepEqual(guest.listFiles(), []);
    return stderr;
  };

  it("reads what arrived, the repeated segments and the tool's count of both processors", () => {
    stubIperf3(guest, "tcp");
    const { end } = read("tcp");
    const repetitions = findSeries(guest.measure(), "throughput-send-1");
    assert.equal(repetitions.length, 5);
    const { value, unit, retransmits, toolCpuPercent, command } = repetitions[0];
    assert.equal(value, round(end.sum_received.bits_per_second / 1e6));
    assert.equal(retransmits, end.sum_sent.retransmits);
    assert.deepEqual(toolCpuPercent, {
      local: round(end.cpu_utilization_percent.host_total),
      remote: round(end.cpu_utilization_percent.remote_total),
    });
    assert.deepEqual([unit, command], ["Mbit/s", "iperf3 -J -c TARGET -p 5201 -t 30 -P 1 -O 3"]);
  });
  it("measures both directions with one stream and with several, in turns", () => {
    stubIperf3(guest, "tcp");
    const result = guest.measureFirst(5, "--direction", "send,receive", "--streams", "1,4", "--port", "7000");
    const order = result.repetitions.map(({ series }) => series);
    const names = ["throughput-send-1", "throughput-send-4", "throughput-receive-1", "throughput-receive-4"];
    assert.deepEqual(order, [...names, names[0]]);
    assert.equal(
      findSeries(result, "throughput-receive-4")[0].command,
      "iperf3 -J -c TARGET -p 7000 -t 30 -P 4 -O 3 -R",
    );
  });
  it("lets its tools print decimal points, whatever the guest's language", () => {
    stubIperf3(guest, "tcp", 'echo "$LANG $LC_ALL" >>"$CALLS"');
    guest.measureFirst(1);
    assert.equal(guest.listCalls()[1], "de_DE.UTF-8 C");
  });
  it("says request-response is unknown rather than inventing it, unless it was asked for", () => {
    stubIperf3(guest, "tcp");
    const { status, stderr } = guest.run("--target", "192.0.2.10", ...single, "--output", "mine.json");
    assert.equal(status, 0, stderr);
    const { series } = JSON.parse(readFileSync(`${guest.folder}/work/mine.json`, "utf8"));
    assert.deepEqual(series[1], {
      series: "request-response",
      status: "unknown",
      reason: "netperf is not installed; sockperf is not installed",
    });
    assert.equal(guest.run("--target", "192.0.2.10", "--test", "request-response").status, 2);
  });
  it("reads JSON without line breaks, with escapes and with other numbers", () => {
    const file = `${guest.folder}/changed.json`;
    const text = JSON.stringify(JSON.parse(readFileSync(locateRecording("tcp"), "utf8")));
    const title = '{"title":"a \\"quoted\\" {title}, with: \\\\",';
    writeFileSync(file, text.replace("{", title).replace(/("sum_received":.*?"bits_per_second":)[\d.]+/, "$11.5e+9"));
    stubIperf3(guest, { file });
    assert.equal(guest.measureFirst(1).summary[0]?.geometricMean, 1500);
  });
  it("writes unknown for a number that iperf3 could not form", () => {
    const file = `${guest.folder}/changed.json`;
    writeFileSync(file, readFileSync(locateRecording("tcp"), "utf8").replace(/("remote_total":\s*)[\d.]+/, "$1-nan"));
    stubIperf3(guest, { file });
    assert.equal(findSeries(guest.measureFirst(1), "throughput-send-1")[0].toolCpuPercent.remote, "unknown");
  });
  for (const [recording, reason] of [
    ["refused", /no iperf3 answers on port 5201 \(unable to connect to server: Connection refused\): start "iperf3 -s/],
    ["busy", /the iperf3 on port 5201 is busy with another test/],
  ] as const) {
    it(`asks the server before it measures: ${recording}`, () => {
      assert.match(
        fail(() => readFileSync(locateRecording(recording), "utf8"), 2),
        reason,
      );
    });
  }
  /** An iperf3 that counts its turns, and prints a good answer where the commands print no other. */
  const stubTurns = (commands: string): void => {
    const count = `case "$*" in *state*|*fetched*) exit 1;; esac\necho "$*" >>"$CALLS"\nturn=$(grep -c . "$CALLS")`;
    guest.stub("iperf3", `[ "$1" != --version ] || exit 0\n${count}\n${commands}\ncat ${locateRecording("tcp")}`);
  };
  it("asks again where the port is not open yet after another test", () => {
    stubTurns(`[ "$turn" != 1 ] || exec cat ${locateRecording("refused")}`);
    assert.equal(guest.measure().status, "complete");
  });
  it("keeps what ended before a repetition that failed", () => {
    stubTurns(`[ "$turn" -lt 5 ] || exec cat ${locateRecording("broken")}`);
    const { status, stderr } = guest.run("--target", "192.0.2.10", ...single, "--output", "mine.json");
    assert.equal(status, 1);
    assert.match(stderr, /throughput-send-1, repetition 4 failed: iperf3 reports "interrupt/);
    assert.match(stderr, /3 repetitions kept in mine\.jsonl: continue with --resume mine\.jsonl/);
    const result = JSON.parse(readFileSync(`${guest.folder}/work/mine.json`, "utf8"));
    assert.deepEqual([result.status, result.repetitions.length], ["failed", 3]);
  });
  it("counts no packet that was under way at the end as one that arrived", () => {
    const file = `${guest.folder}/changed.json`;
    const text = readFileSync(locateRecording("udp"), "utf8").replace(/("lost_packets":\s*)1439/g, "$10");
    const packets = ["--test", "packets", "--direction", "send"];
    writeFileSync(file, text.replace(/("sum_received":[^}]*"packets":\s*)139570/, "$1139000"));
    stubIperf3(guest, { file });
    const [{ value, search }] = findSeries(guest.measureFirst(1, ...packets), "packets-send-0.1");
    assert.equal(value, round(139000 / 0.999977));
    assert.equal(search?.offeredPacketsPerSecond, round(139570 / 0.999977));
    writeFileSync(file, text.replace(/("sum_received":[^}]*"packets":\s*)139570/, "$10"));
    const { status, stderr } = guest.run("--target", "192.0.2.10", ...packets);
    assert.equal(status, 1);
    assert.match(stderr, /iperf3 counted no packets/);
  });
  it("takes no data for a failure", () => {
    assert.match(
      fail((text) => text.replace(/("sum_received":[^}]*"bits_per_second":\s*)[\d.]+/, "$10")),
      /nothing arrived/,
    );
    assert.match(
      fail((text) => text.replace('"sum_received"', '"sum_lost"')),
      /no value in iperf3's output/,
    );
    assert.match(
      fail(() => ""),
      /no value in iperf3's output/,
    );
  });
  it("reports how iperf3 ended when it says nothing else", () => {
    const ask = "case \"$*\" in *'-n 1 '*) exit 0 ;; esac";
    guest.stub("iperf3", `${ask}\necho "iperf3: error - unrecognised option" >&2; exit 3`);
    assert.match(
      guest.run("--target", "192.0.2.10", ...single).stderr,
      /iperf3 ended with status 3: iperf3: error - unrecognised option/,
    );
  });
  it("takes traffic by another interface for a failure", () => {
    guest.write(`sys/class/net/${nic}/statistics/tx_bytes`, "1000\n");
    assert.match(
      fail((text) => text),
      new RegExp(`the traffic did not pass ${nic}: it moved 0 bytes`),
    );
  });
});
