import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, it } from "node:test";
import { findMeasured } from "./result.ts";
import { createSandbox } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";
import { shells } from "./shells.ts";
import { locateRecording, stubIperf3 } from "./tool-stubs.ts";
import type { Recording } from "./tool-stubs.ts";

interface Recorded {
  intervals: { sum: { bits_per_second: number; packets: number; seconds: number; omitted: boolean } }[];
  end: {
    sum: { packets: number; lost_packets: number; seconds: number };
    sum_sent: { retransmits: number };
    sum_received: { bits_per_second: number; bytes: number };
    cpu_utilization_percent: { host_total: number; remote_total: number };
  };
}

const read = (name: Recording): Recorded => JSON.parse(readFileSync(locateRecording(name), "utf8"));
const round = (value: number): number => Number(value.toFixed(3));

for (const shell of shells) {
  describe(`the kit with iperf3, under ${shell.name}`, () => {
    let guest: Sandbox;
    beforeEach(() => (guest = createSandbox(shell)));
    afterEach(() => guest.dispose());
    /** Runs on a changed recording and expects a failure that leaves nothing behind. */
    const fail = (change: (text: string) => string): string => {
      const file = `${guest.folder}/changed.json`;
      writeFileSync(file, change(readFileSync(locateRecording("tcp"), "utf8")));
      stubIperf3(guest, { file });
      const { status, stderr, stdout } = guest.run("--target", "192.0.2.10");
      assert.equal(status, 1, stderr);
      assert.equal(stdout, "");
      assert.deepEqual(guest.listFiles(), []);
      return stderr;
    };

    it("reads what arrived, the repeated segments, both processors and the omitted interval", () => {
      stubIperf3(guest, "tcp");
      const { end, intervals } = read("tcp");
      const { samples, warmUp, unit, command } = findMeasured(guest.measure(), "throughput");
      assert.equal(samples.length, 5);
      assert.equal(samples[4]?.value, round(end.sum_received.bits_per_second / 1e6));
      assert.equal(samples[4]?.retransmits, end.sum_sent.retransmits);
      assert.equal(samples[4]?.localCpuPercent, round(end.cpu_utilization_percent.host_total));
      assert.equal(samples[4]?.remoteCpuPercent, round(end.cpu_utilization_percent.remote_total));
      const omitted = intervals.filter(({ sum }) => sum.omitted);
      assert.equal(omitted.length, 1);
      assert.ok(Math.abs(Number(warmUp[4]?.value) - (omitted[0]?.sum.bits_per_second ?? 0) / 1e6) < 0.01);
      assert.deepEqual([unit, command], ["Mbit/s", "iperf3 -J -c TARGET -p 5201 -t 30 -O 3"]);
    });
    it("counts the packets that arrived, not those that were sent", () => {
      stubIperf3(guest, "udp");
      const { end, intervals } = read("udp");
      const result = guest.measure("--test", "packets", "--port", "7000");
      const { samples, warmUp, unit, command } = findMeasured(result, "packets");
      const arrived = end.sum_received.bytes / 64;
      assert.equal(samples[0]?.value, round(arrived / end.sum.seconds));
      assert.equal(samples[0]?.lostPackets, end.sum.packets - arrived);
      assert.ok(end.sum.packets - arrived > 0, "the recording must have losses to tell the two apart");
      assert.ok(end.sum.lost_packets > end.sum.packets - arrived, "the recording must count losses of the warm-up");
      const [first] = intervals;
      assert.equal(warmUp[0]?.value, round((first?.sum.packets ?? 0) / (first?.sum.seconds ?? 1)));
      assert.deepEqual([unit, command], ["packets/s", "iperf3 -J -c TARGET -p 7000 -t 30 -u -b 0 -l 64 -O 3"]);
      assert.equal(result.tool.reason, "packets are measured with iperf3");
    });
    it("takes what was lost from what was sent where the receiver's bytes are not told", () => {
      const file = `${guest.folder}/changed.json`;
      const { end } = read("udp");
      writeFileSync(file, readFileSync(locateRecording("udp"), "utf8").replace('"sum_received"', '"sum_other"'));
      stubIperf3(guest, { file });
      const [sample] = findMeasured(guest.measure("--test", "packets"), "packets").samples;
      assert.equal(sample?.value, round((end.sum.packets - end.sum.lost_packets) / end.sum.seconds));
      assert.equal(sample?.lostPackets, end.sum.lost_packets);
    });
    it("lets its tools print decimal points, whatever the guest's language", () => {
      stubIperf3(guest, "tcp", 'echo "$LANG $LC_ALL" >>"$CALLS"');
      guest.measure();
      assert.equal(guest.listCalls()[1], "de_DE.UTF-8 C");
    });
    it("says request-response is unknown rather than inventing it", () => {
      stubIperf3(guest, "tcp");
      const unknown = { test: "request-response", status: "unknown", reason: "iperf3 does not measure it" };
      assert.deepEqual(guest.measure().tests[1], unknown);
    });
    it("reads JSON without line breaks, with escapes and with other numbers", () => {
      const file = `${guest.folder}/changed.json`;
      const text = JSON.stringify(JSON.parse(readFileSync(locateRecording("tcp"), "utf8")));
      const title = '{"title":"a \\"quoted\\" {title}, with: \\\\",';
      writeFileSync(file, text.replace("{", title).replace(/("sum_received":.*?"bits_per_second":)[\d.]+/, "$11.5e+9"));
      stubIperf3(guest, { file });
      assert.equal(findMeasured(guest.measure(), "throughput").summary.mean, 1500);
    });
    it("writes unknown for a number that iperf3 could not form", () => {
      const file = `${guest.folder}/changed.json`;
      writeFileSync(file, readFileSync(locateRecording("tcp"), "utf8").replace(/("remote_total":\s*)[\d.]+/, "$1-nan"));
      stubIperf3(guest, { file });
      assert.equal(findMeasured(guest.measure(), "throughput").samples[0]?.remoteCpuPercent, "unknown");
    });
    for (const [recording, reason] of [
      ["refused", "unable to connect to server: Connection refused"],
      ["busy", "the server is busy running a test. try again later"],
      ["broken", "interrupt - the client has terminated"],
    ] as const) {
      it(`takes a run with an error for no evidence: ${recording}`, () => {
        const stderr = fail(() => readFileSync(locateRecording(recording), "utf8"));
        assert.ok(stderr.includes(`throughput, repetition 1 of 5 failed: iperf3 reports "${reason}".`), stderr);
      });
    }
    it("takes an error in the last repetition for a failure of the whole", () => {
      stubIperf3(guest, "tcp");
      const turns = `turn=$(grep -c . "$CALLS") || true
[ "$turn" -lt 5 ] || exec cat ${locateRecording("broken")}
cat ${locateRecording("tcp")}`;
      guest.stub("iperf3", `[ "$1" != --version ] || exit 0\necho "$*" >>"$CALLS"\n${turns}`);
      const { status, stderr } = guest.run("--target", "192.0.2.10");
      assert.equal(status, 1);
      assert.match(stderr, /throughput, repetition 5 of 5 failed: iperf3 reports "interrupt/);
      assert.deepEqual(guest.listFiles(), []);
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
      assert.match(
        fail((text) => text.replaceAll('"omitted":\ttrue', '"omitted":\tfalse')),
        /iperf3 reported no warm-up/,
      );
    });
    it("reports how iperf3 ended when it says nothing else", () => {
      guest.stub("iperf3", 'echo "iperf3: error - unrecognised option" >&2; exit 3');
      assert.match(
        guest.run("--target", "192.0.2.10").stderr,
        /iperf3 ended with status 3: iperf3: error - unrecognised option/,
      );
    });
  });
}
