import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { cpuOf, findSeries } from "./result.ts";
import type { Repetition } from "./result.ts";
import { createSandbox, nic } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";
import { dash } from "./shells.ts";
import { stubIperf3 } from "./tool-stubs.ts";

/** Jiffies of one processor: user, nice, system, idle, iowait, irq, softirq, steal. */
type Times = [number, number, number, number, number, number, number, number];

const stat = (times: Times, interrupts: number): string =>
  `cpu  ${times.join(" ")} 0 0\ncpu0 ${times.join(" ")} 0 0\nintr ${interrupts} 1 2 3\nctxt ${interrupts * 2}\n`;
const interrupts = (count: number): string =>
  `           CPU0       CPU1
 27:    ${count}          5   PCI-MSI-edge      ${nic}-rxtx-0
 28:         10   ${count}   PCI-MSI-edge      ${nic}-rxtx-1
 29:       1000       1000   PCI-MSI-edge      other-0\n`;

describe("the counters the kit records", () => {
  let guest: Sandbox;
  const net = `sys/class/net/${nic}/statistics`;
  beforeEach(() => (guest = createSandbox(dash)));
  afterEach(() => guest.dispose());

  /** Measures while the tool changes the guest's files from one state to another. */
  const measure = (before: Record<string, string>, after: Record<string, string>): Repetition => {
    const root = `${guest.folder}/root`;
    const set = (files: Record<string, string>): string =>
      Object.entries(files)
        .map(([path, text]) => `cat >"${root}/${path}" <<'END'\n${text.trimEnd()}\nEND`)
        .join("\n");
    for (const [path, text] of Object.entries(before)) guest.write(path, text);
    stubIperf3(guest, "tcp", `case "$*" in *' -t '*) ;; *) exit 0 ;; esac\n${set(after)}\n: >"$CALLS.done"`);
    return findSeries(guest.measureFirst(1), "throughput-send-1")[0];
  };

  it("give the whole processor time with softirq and steal, and mark a run with much steal", () => {
    const { local, marks } = measure(
      { "proc/stat": stat([100, 0, 100, 800, 0, 0, 0, 0], 1000) },
      { "proc/stat": stat([150, 0, 200, 1600, 10, 10, 100, 30], 4000) },
    );
    const { source, busyPercent, softirqPercent, stealPercent, busyCpus } = cpuOf(local);
    // 50 user, 100 system, 10 irq and 100 softirq of 1,100 jiffies.
    assert.deepEqual([source, busyPercent, softirqPercent, stealPercent], ["proc-stat", 23.636, 9.091, 2.727]);
    assert.equal(busyCpus, 0.2364);
    assert.deepEqual(local.interrupts.total, 3000);
    assert.deepEqual(marks, ["steal"]);
    assert.equal(local.network.rxPackets, "unknown");
  });
  it("do not mark a run with little steal", () => {
    const { marks } = measure(
      { "proc/stat": stat([0, 0, 0, 0, 0, 0, 0, 0], 0) },
      { "proc/stat": stat([0, 0, 0, 990, 0, 0, 0, 10], 9) },
    );
    assert.deepEqual(marks, []);
  });
  for (const [what, busy, marks] of [
    ["a quarter of the processors is busy", 25, ["background-load"]],
    ["a tenth of the processors is busy", 10, []],
  ] as const)
    it(`mark ${marks.length === 0 ? "nothing" : "a run"} if ${what} in the pause before it`, () => {
      guest.write("proc/stat", stat([0, 0, 0, 0, 0, 0, 0, 0], 0));
      guest.write("proc/stat.later", stat([busy, 0, 0, 100 - busy, 0, 0, 0, 0], 0));
      guest.stub("sleep", 'cat "$VNIC_ROOT/proc/stat.later" >"$VNIC_ROOT/proc/stat"');
      stubIperf3(guest, "tcp");
      assert.deepEqual(findSeries(guest.measure(), "throughput-send-1")[0].marks, [...marks]);
    });
  it("give what the interface moved and dropped, and processor time by it", () => {
    const of = (n: number): Record<string, string> => ({
      [`${net}/rx_packets`]: `${n}\n`,
      [`${net}/tx_packets`]: `${n * 3}\n`,
      [`${net}/rx_bytes`]: `${n * 1000}\n`,
      [`${net}/tx_bytes`]: `${n * 100_000_000}\n`,
      [`${net}/rx_dropped`]: `${n / 1000}\n`,
      [`${net}/tx_dropped`]: "7\n",
      "proc/stat": stat([n, 0, 0, n, 0, 0, 0, 0], n),
    });
    const { local } = measure(of(1000), of(6000));
    const { rxPackets, txPackets, rxDropped, txDropped, rxErrors } = local.network;
    assert.deepEqual([rxPackets, txPackets, rxDropped, txDropped, rxErrors], [5000, 15_000, 5, 0, "unknown"]);
    // 50 s of one processor for 20,000 packets.
    assert.equal(local.cpu?.microsecondsPerPacket, 2500);
  });
  it("give interrupts by queue and what changed in the driver's statistics", () => {
    guest.stub(
      "ethtool",
      `[ "$1" = -S ] || exit 1\n[ -e "$CALLS.done" ] && n=9 || n=2\nprintf 'NIC statistics:\\n     rx queue 0 drops: %s\\n     tx_ok: 4\\n' $n`,
    );
    const { local } = measure({ "proc/interrupts": interrupts(100) }, { "proc/interrupts": interrupts(350) });
    assert.deepEqual(local.interrupts.queues, [
      { name: `${nic}-rxtx-0`, count: 250 },
      { name: `${nic}-rxtx-1`, count: 250 },
    ]);
    assert.deepEqual(local.statistics, [{ name: "rx_queue_0_drops", count: 7 }]);
  });
});
