import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { cpuOf, findSeries, firstSide } from "./result.ts";
import type { Result } from "./result.ts";
import { createSandbox, single } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";
import { dash } from "./shells.ts";
import { locateRecording } from "./tool-stubs.ts";

interface PeerCounters {
  rx: number;
  rxDropped?: number;
  txDropped?: number;
  socketDrops?: number;
  steal?: number;
  /** Windows has counters of its own, and none of stolen time. */
  isWindows?: boolean;
}

/** The state that the script serves at the other end, as lines of kind, owner, name and value. */
function printState(
  tick: string,
  { rx, rxDropped = 0, txDropped = 0, socketDrops = 0, steal = 0, isWindows = false }: PeerCounters,
): string {
  const source = isWindows ? "performance-counters" : "proc-stat";
  const lines: [string, string, string, string | number][] = [
    ["format", "-", "version", 1],
    ["json", "guest", "-", '"unknown"'],
    ["json", "hypervisor", "-", '{"vendor":"kvm","product":"unknown","version":"unknown"}'],
    ["json", "adapter", "eth7", '{"id":"virtio-net","basis":"driver virtio_net"}'],
    ["json", "interface", "eth7", '"unknown"'],
    ["address", "eth6", "-", "192.0.2.1"],
    ["address", "eth7", "-", "192.0.2.10"],
    ["address", "eth7", "-", "fd77::2"],
    ["tick", "-", "-", tick],
    ["cpu", source, "hertz", 100],
    ...["user", "nice", "iowait", "irq", "softirq"].map((name): [string, string, string, number] => [
      "cpu",
      source,
      name,
      0,
    ]),
    ["cpu", source, "system", rx / 1000],
    ["cpu", source, "idle", rx / 1000],
    ...(isWindows ? [] : [["cpu", source, "steal", steal] as [string, string, string, number]]),
    ["net", "eth7", "rx_packets", rx],
    ["net", "eth7", "tx_packets", rx],
    ["net", "eth7", "rx_dropped", rxDropped],
    ["net", "eth7", "tx_dropped", txDropped],
    ["count", "-", "udpSocketDrops", socketDrops],
    ["end", "-", "-", tick],
  ];
  return lines.map((line) => line.join("\t")).join("\n");
}

describe("the other end, if the script serves there", () => {
  let guest: Sandbox;
  beforeEach(() => (guest = createSandbox(dash)));
  afterEach(() => guest.dispose());

  /** Lets the other end's counters go from nothing to what is given, in the first repetition. */
  const serve = (after: PeerCounters, address = ""): void => {
    guest.stub(
      "iperf3",
      `if [ "$1" = --version ]; then echo "iperf 3.12"; exit; fi
case "$*" in
*' -F '*)
  [ -z "${address}" ] || printf '{\n\t"start":\t{\n\t\t"connected":\t[{\n\t\t\t\t"remote_host":\t"${address}",\n\t\t\t}]\n'
  while [ "$1" != -F ]; do shift; done
  echo >>"$CALLS.ticks"
  tick=$(grep -c '' "$CALLS.ticks")
  if [ -e "$CALLS.ran" ]; then cat >"$2" <<END
${printState("$tick", after)}
END
  else cat >"$2" <<END
${printState("$tick", { rx: 0, isWindows: after.isWindows ?? false })}
END
  fi ;;
*' -t '*) : >"$CALLS.ran"; cat ${locateRecording("tcp")} ;;
esac`,
    );
  };
  const measure = (after: PeerCounters, ...args: string[]): Result => {
    serve(after);
    return guest.measureFirst(1, ...args);
  };

  it("gives its settings and counters, of the interface that has the target's address", () => {
    const result = measure({ rx: 1_000_000, steal: 10 });
    const { peer } = firstSide(result);
    assert.deepEqual(Object.keys(peer), ["source", "guest", "hypervisor", "adapter", "interface"]);
    const [{ remote, marks }] = findSeries(result, "throughput-send-1");
    assert.ok(remote);
    assert.deepEqual([remote.network.rxPackets, cpuOf(remote).busyPercent], [1_000_000, 49.751]);
    assert.deepEqual(marks, []);
  });
  it("is found by the address that iperf3 reached, however the target is written", () => {
    serve({ rx: 1_000_000 }, "fd77::2");
    for (const target of ["fd77:0::2", "peer.example.org"]) {
      guest.stub("getent", "echo fd77:0:0::2");
      const [{ remote }] = findSeries(guest.measureFirst(1, "--target", target), "throughput-send-1");
      assert.equal(remote?.network.rxPackets, 1_000_000, target);
    }
  });
  it("is named if no served interface has the address", () => {
    serve({ rx: 1_000_000 });
    const { status, stderr } = guest.run("--target", "192.0.2.99", "--test", "throughput", ...single);
    assert.equal(status, 0, stderr);
    assert.match(
      stderr,
      /serves its counters, but not of an interface with the address 192\.0\.2\.99: its CPU and drops/,
    );
  });
  it("is a Windows guest too, whose stolen time is unknown", () => {
    const [{ remote }] = findSeries(measure({ rx: 1_000_000, isWindows: true }), "throughput-send-1");
    assert.ok(remote);
    const { source, busyPercent, stealPercent } = cpuOf(remote);
    assert.deepEqual([source, busyPercent, stealPercent], ["performance-counters", 50, "unknown"]);
  });
  for (const [what, counters, direction, expected] of [
    ["lost what this adapter sent", { rx: 1e6, rxDropped: 500 }, "send", ["peer-drops"]],
    ["was too slow for what this adapter sent", { rx: 1e6, socketDrops: 500 }, "send", ["peer-drops"]],
    ["lost what it sent", { rx: 1e6, txDropped: 500 }, "receive", ["peer-drops"]],
    ["lost a few packets", { rx: 1e6, rxDropped: 50 }, "send", []],
    ["lost what does not matter to receiving", { rx: 1e6, rxDropped: 500 }, "receive", []],
    ["had its time stolen", { rx: 1e6, steal: 100 }, "send", ["peer-steal"]],
  ] as const) {
    it(`marks a repetition ${expected.length === 0 ? "not " : ""}if it ${what}`, () => {
      const result = measure(counters, "--direction", direction);
      assert.deepEqual(findSeries(result, `throughput-${direction}-1`)[0].marks, expected);
    });
  }
  it("counts no more once it has gone", () => {
    serve({ rx: 1e6 });
    const result = guest.measure("--port", "peer=1");
    guest.stub(
      "iperf3",
      `[ "$1" != --version ] || exit 0\ncase "$*" in *' -F '*) exit 1 ;; *' -t '*) cat ${locateRecording("tcp")} ;; esac`,
    );
    assert.ok(result.repetitions.every(({ remote }) => remote !== null));
    const alone = guest.measure();
    assert.equal(firstSide(alone).peer.source, "none");
    assert.ok(alone.repetitions.every(({ remote }) => remote === null));
  });
});
