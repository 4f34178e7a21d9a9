import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { cpuOf, findSeries, firstSide } from "./result.ts";
import type { Result } from "./result.ts";
import { createSandbox } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";
import { dash } from "./shells.ts";
import { stubIperf3 } from "./tool-stubs.ts";

/** What sysctl -n prints; synthetic, in the form of FreeBSD 14. */
const values: Record<string, string> = {
  "hw.model": "Test CPU @ 2.00GHz",
  "hw.ncpu": "2",
  "net.inet.tcp.cc.algorithm": "cubic",
  "kern.timecounter.hardware": "TSC-low",
  "kern.vm_guest": "vmware",
  "kern.clockrate": "{ hz = 100, tick = 10000, profhz = 8126, stathz = 127 }",
  "dev.vmx.0.%location": "slot=0 function=0 dbsf=pci0:11:0:0",
  "dev.vmx.0.%pnpinfo": "vendor=0x15ad device=0x07b0 class=0x020000",
};

/** A guest with FreeBSD's commands; their counters advance when the tool runs. */
function furnish(guest: Sandbox): void {
  const cases = Object.entries(values).map(([name, text]) => `${name}) echo '${text}' ;;`);
  const later = '[ -e "$CALLS.done" ]';
  guest.remove("ip");
  guest.stub("uname", "case $1 in -s) echo FreeBSD ;; -r) echo 14.1-RELEASE ;; *) echo amd64 ;; esac");
  guest.stub("kenv", "echo 'VMware7,1'");
  guest.stub(
    "sysctl",
    `case $2 in
${cases.join("\n")}
kern.cp_time) ${later} && echo "200 0 400 50 1350" || echo "100 0 100 0 800" ;;
kern.cp_times) ${later} && echo "100 0 200 25 675 100 0 200 25 675" || echo "50 0 50 0 400 50 0 50 0 400" ;;
*) exit 1 ;;
esac`,
  );
  guest.stub("route", "printf '   route to: 192.0.2.10\\n  interface: vmx0\\n'");
  guest.stub(
    "ifconfig",
    `[ "$1" != -l ] || { echo "vmx0 lo0"; exit; }
printf 'vmx0: flags=1008843<UP,RUNNING> metric 0 mtu 9000\\n\\toptions=4e403bb<RXCSUM,TXCSUM,TSO4,LRO>\\n\\tether 00:50:56:00:00:11\\n'`,
  );
  guest.stub(
    "netstat",
    `[ "$1" = -I ] || exit 0
${later} && n=9000 || n=1000
echo "Name Mtu Network Address Ipkts Ierrs Idrop Ibytes Opkts Oerrs Obytes Coll Drop"
echo "vmx0 9000 <Link#1> 00:50:56:00:00:11 $n 0 3 1000 $n 0 \${n}00000000 0 0"`,
  );
  guest.stub(
    "vmstat",
    `${later} && n=700 || n=200\necho "interrupt total rate"\necho "irq258: vmx0:rxq0 $n 3"\necho "Total $((n * 2)) 9"`,
  );
}

describe("the kit on FreeBSD, played by stand-ins for its commands", () => {
  let guest: Sandbox;
  let result: Result;
  before(() => {
    guest = createSandbox(dash);
    furnish(guest);
    stubIperf3(guest, "tcp", `case "$*" in *' -t '*) : >"$CALLS.done" ;; esac`);
    result = guest.measureFirst(1);
  });
  after(() => guest.dispose());

  it("finds the interface by its route, and the adapter by its driver", () => {
    const { adapter, interface: nic } = firstSide(result);
    assert.deepEqual(adapter, { id: "vmxnet3", basis: "driver vmx" });
    assert.deepEqual([nic.name, nic.driver, nic.mtu, nic.busInfo], ["vmx0", "vmx", 9000, "0:11:0:0"]);
    const { tso, lro, rxChecksum, gso } = nic.offloads;
    assert.deepEqual([tso, lro, rxChecksum, gso], ["on", "on", "on", "unknown"]);
  });
  it("asks for the route of an IPv6 address by its family", () => {
    guest.stub("route", '[ "$*" = "-n get -inet6 fe80::10%vmx0" ] && echo "  interface: vmx0"');
    assert.match(guest.run("--dry-run", "--target", "fe80::10%vmx0").stderr, /by interface vmx0 /);
  });
  it("describes the guest", () => {
    const { os, kernel, vcpus, clockSource, congestionControl } = result.guest;
    assert.deepEqual(
      [os, kernel, vcpus, clockSource, congestionControl],
      ["freebsd", "14.1-RELEASE", 2, "TSC-low", "cubic"],
    );
    assert.deepEqual(result.hypervisor, { vendor: "vmware", product: "VMware7,1", version: "unknown" });
  });
  it("reads processor time, the interface and the interrupts", () => {
    const [{ local }] = findSeries(result, "throughput-send-1");
    // 100 user, 300 system and 50 interrupt ticks of 1,000.
    const { source, busyPercent, irqPercent, stealPercent, cpus } = cpuOf(local);
    assert.deepEqual([source, busyPercent, irqPercent, stealPercent, cpus], ["cp_time", 45, 5, "unknown", 2]);
    assert.deepEqual([local.network.rxPackets, local.network.rxDropped, local.network.txDropped], [8000, 0, 0]);
    assert.deepEqual(local.interrupts.queues, [{ name: "vmx0:rxq0", count: 500 }]);
    assert.equal(local.interrupts.total, 1000);
  });
});
