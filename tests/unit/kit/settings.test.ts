import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { stubEthtool, virtio, vmxnet3 } from "./ethtool-outputs.ts";
import { firstSide, type Result } from "./result.ts";
import { createSandbox, nic } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";
import { dash } from "./shells.ts";
import { stubIperf3 } from "./tool-stubs.ts";

const net = `sys/class/net/${nic}`;

/** A guest whose /sys, /proc and /etc say everything the script asks. */
function furnish(guest: Sandbox): void {
  const pci = "sys/devices/pci0000:00/0000:00:15.0/0000:0b:00.0";
  guest.write(`${pci}/vendor`, "0x15ad\n");
  guest.write("sys/bus/pci/drivers/vmxnet3/module/version", "1.7.0.0-k\n");
  guest.link(`${pci}/driver`, `${guest.folder}/root/sys/bus/pci/drivers/vmxnet3`);
  guest.link(`${net}/device`, `${guest.folder}/root/${pci}`);
  guest.write(`${net}/speed`, "10000\n");
  for (const queue of ["rx-0", "rx-1", "tx-0"]) guest.write(`${net}/queues/${queue}/rps_cpus`, "0\n");
  guest.write("sys/class/dmi/id/sys_vendor", "VMware, Inc.\n");
  guest.write("sys/class/dmi/id/product_name", "VMware7,1\n");
  guest.write("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
  const processor = "model name\t: Test CPU @ 2.00GHz\nflags\t\t: fpu hypervisor\n\n";
  guest.write("proc/cpuinfo", `processor\t: 0\n${processor}processor\t: 1\n${processor}`);
  guest.write("proc/self/status", "Name:\tsh\nCpus_allowed_list:\t0-1\n");
  guest.write("proc/sys/net/ipv4/tcp_congestion_control", "cubic\n");
  guest.write("etc/os-release", 'PRETTY_NAME="Alpine Linux v3.19"\nID=alpine\nVERSION_ID="3.19.1"\n');
}

describe(`the settings the kit records`, () => {
  const guests: Sandbox[] = [];
  after(() => guests.forEach((guest) => guest.dispose()));
  const measure = (prepare: (guest: Sandbox) => void): Result => {
    const guest = createSandbox(dash);
    guests.push(guest);
    stubIperf3(guest, "tcp");
    prepare(guest);
    return guest.measureFirst(1);
  };
  /** Two tests read the same result: a measurement costs half a second of processor time. */
  let furnished: Result;
  before(() => void (furnished = measure(furnish)));

  it("come from ethtool where it is installed", () => {
    const result = measure((guest) => {
      furnish(guest);
      stubEthtool(guest, vmxnet3);
    });
    assert.deepEqual(firstSide(result).interface, {
      name: nic,
      driver: "vmxnet3",
      driverVersion: "1.7.0.0-k-NAPI",
      firmware: "unknown",
      busInfo: "0000:0b:00.0",
      mtu: 1500,
      linkSpeedMbps: 10000,
      offloads: { tso: "on", gso: "on", gro: "on", lro: "off", rxChecksum: "on", txChecksum: "on" },
      queues: { rx: 2, tx: 1, combined: "unknown", combinedMaximum: "unknown" },
      rings: { rx: 1024, tx: 512, rxMaximum: 4096, txMaximum: 4096 },
      coalescing: {
        adaptiveRx: "on",
        adaptiveTx: "off",
        rxUsecs: 15,
        rxFrames: 64,
        txUsecs: "unknown",
        txFrames: 32,
      },
    });
  });
  it("tell channels in use from channels possible", () => {
    const { queues } = firstSide(measure((guest) => stubEthtool(guest, virtio))).interface;
    assert.deepEqual([queues.combined, queues.combinedMaximum], [2, 8]);
  });
  it("come from the kernel's own files where ethtool is missing", () => {
    const { driver, driverVersion, busInfo, offloads } = firstSide(furnished).interface;
    assert.deepEqual([driver, driverVersion, busInfo], ["vmxnet3", "1.7.0.0-k", "0000:0b:00.0"]);
    assert.equal(offloads.tso, "unknown");
    assert.equal(firstSide(furnished).adapter.id, "vmxnet3");
  });
  it("describe the guest and its hypervisor", () => {
    const { guest: described, hypervisor } = furnished;
    const { kernel, architecture, ...rest } = described;
    assert.ok(kernel !== "unknown" && architecture !== "unknown");
    assert.deepEqual(rest, {
      os: "alpine",
      osVersion: "3.19.1",
      cpuModel: "Test CPU @ 2.00GHz",
      vcpus: 2,
      cpusAllowed: "0-1",
      congestionControl: "cubic",
      clockSource: "tsc",
    });
    assert.deepEqual(hypervisor, { vendor: "vmware", product: "VMware7,1", version: "unknown" });
  });
  it("are unknown where nothing can be read, and never a guess", () => {
    const result = measure((guest) => guest.write(`${net}/speed`, "-1\n"));
    const { name, mtu, ...rest } = firstSide(result).interface;
    assert.deepEqual([name, mtu], [nic, 1500]);
    const { kernel, architecture, ...described } = result.guest;
    assert.ok(kernel !== "" && architecture !== "");
    for (const value of leavesOf({ rest, described, hypervisor: result.hypervisor })) assert.equal(value, "unknown");
  });
});

/** Every value of a nested object. */
function leavesOf(value: unknown): unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}
