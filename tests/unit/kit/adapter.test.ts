import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { printIdentity, stubEthtool } from "./ethtool-outputs.ts";
import { firstSide, schema } from "./result.ts";
import { createSandbox, nic } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";
import { dash } from "./shells.ts";
import { stubIperf3 } from "./tool-stubs.ts";

interface Case {
  driver: string;
  adapter: string;
  /** Maker of the machine as its firmware states it; VMware when left out. */
  maker?: string;
  /** PCI device id. */
  device?: string;
  /** Whether the link to a physical function is there. */
  linked?: boolean;
}

const cases: Case[] = [
  { driver: "vmxnet3", adapter: "vmxnet3" },
  { driver: "vmxnet", adapter: "unknown" },
  { driver: "e1000", adapter: "e1000" },
  { driver: "e1000e", adapter: "e1000e" },
  { driver: "e1000", adapter: "e1000", maker: "QEMU" },
  { driver: "e1000e", adapter: "unknown", maker: "Acme bare metal" },
  { driver: "pcnet32", adapter: "vlance" },
  { driver: "pcnet32", adapter: "unknown", maker: "QEMU" },
  { driver: "virtio_net", adapter: "virtio-net", maker: "QEMU" },
  { driver: "8139cp", adapter: "rtl8139", maker: "QEMU" },
  { driver: "8139too", adapter: "rtl8139", maker: "QEMU" },
  { driver: "ixgbevf", adapter: "sriov" },
  { driver: "iavf", adapter: "sriov", maker: "QEMU" },
  { driver: "igbvf", adapter: "sriov" },
  { driver: "mlx5_core", adapter: "sriov", device: "0x101e" },
  { driver: "mlx5_core", adapter: "directpath-io", device: "0x101d" },
  { driver: "mlx5_core", adapter: "unknown", device: "0x101d", maker: "QEMU" },
  { driver: "mlx5_core", adapter: "unknown" },
  { driver: "bnxt_en", adapter: "sriov", linked: true },
  { driver: "bnxt_en", adapter: "unknown" },
  { driver: "ixgbe", adapter: "directpath-io" },
  { driver: "ixgbe", adapter: "unknown", maker: "QEMU" },
  { driver: "veth", adapter: "unknown" },
  { driver: "hv_netvsc", adapter: "unknown", maker: "Microsoft Corporation" },
];

/** Shell's announcement names the adapter: a dry run is enough to see the table at work. */
function announce(guest: Sandbox): string {
  const { stderr } = guest.run("--target", "192.0.2.10", "--dry-run");
  return /adapter (\S+)\)/.exec(stderr)?.[1] ?? stderr;
}

describe(`the kit's name for the adapter`, () => {
  let guest: Sandbox;
  beforeEach(() => {
    guest = createSandbox(dash);
    stubIperf3(guest, "tcp");
    guest.write("proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu vme\n");
  });
  afterEach(() => guest.dispose());

  for (const { driver, adapter, maker = "VMware, Inc.", device, linked = false } of cases) {
    const detail = [device, linked ? "linked to its physical function" : undefined]
      .filter((part) => part !== undefined)
      .join(" ");
    it(`${driver} ${detail} on ${maker} is ${adapter}`, () => {
      guest.write("sys/class/dmi/id/sys_vendor", `${maker}\n`);
      if (device !== undefined) guest.write(`sys/class/net/${nic}/device/device`, `${device}\n`);
      if (linked) guest.write(`sys/class/net/${nic}/device/physfn/vendor`, "0x14e4\n");
      stubEthtool(guest, { i: printIdentity(driver) });
      assert.equal(announce(guest), adapter);
    });
  }
  it("says why, in the result", () => {
    stubEthtool(guest, { i: printIdentity("vmxnet") });
    assert.deepEqual(firstSide(guest.measureFirst(1)).adapter, {
      id: "unknown",
      basis: "driver vmxnet serves both vmxnet and vmxnet2",
    });
  });
});

describe("the result's adapters", () => {
  it("are those the script can name", () => {
    const text = JSON.stringify(schema);
    for (const { adapter } of cases) assert.ok(text.includes(`"${adapter}"`), adapter);
  });
});
