import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { e1000 } from "../../../tools/lab/registers/intel.ts";
import { pcnet } from "../../../tools/lab/registers/registers.ts";
import { findBars, locate, readResourceFile, classify, readAccess } from "../../../tools/lab/trace.ts";
import { sumInterrupts } from "../../../tools/lab/observe.ts";
import { countTrace, describeRegisters, readFixture } from "./support.ts";

const queryPci: unknown = JSON.parse(readFixture("query-pci.json"));

describe("a line of QEMU's log", () => {
  test("is read with its operation, address, value and size", () => {
    const line = "memory_region_ops_read cpu 0 mr 0x7f06 addr 0xfebc00c0 value 0x80 size 4 name 'e1000-mmio'";
    assert.deepEqual(readAccess(line), {
      operation: "read",
      address: 0xfebc00c0,
      value: 0x80,
      size: 4,
      region: "e1000-mmio",
    });
  });

  test("is read with the time before it that other settings of QEMU print", () => {
    const line =
      "1234@1700000000.123456:memory_region_ops_write cpu -1 mr 0x1 addr 0xc012 value 0x0 size 2 name 'pcnet-io'";
    assert.equal(readAccess(line)?.address, 0xc012);
  });

  for (const line of ["", "virtio_notify vdev 0x1 vq 0x2", "memory_region_ops_read cpu 0 mr 0x7f06 addr 0xfeb"]) {
    test(`is passed over where it is no whole access: "${line}"`, () => assert.equal(readAccess(line), null));
  }
});

describe("the windows of a device", () => {
  test("come from query-pci, without those that the guest has not placed", () => {
    assert.deepEqual(findBars(queryPci, "nic0"), [
      { number: 0, address: 0xfebc0000, size: 0x20000 },
      { number: 1, address: 0xc000, size: 64 },
    ]);
  });

  test("are found behind a bridge", () => {
    assert.deepEqual(findBars(queryPci, "behind"), [{ number: 0, address: 0xfe000000, size: 0x20000 }]);
  });

  test("are none for a device that is not there", () => assert.deepEqual(findBars(queryPci, "nic1"), []));

  test("come from the guest's resource file, which counts to the last byte", () => {
    const text =
      "0x00000000febc0000 0x00000000febdffff 0x0000000000040200\n0x0 0x0 0x0\n0x000000000000c040 0x000000000000c05f 0x0000000000040101\n";
    assert.deepEqual(readResourceFile(text), [
      { number: 0, address: 0xfebc0000, size: 0x20000 },
      { number: 2, address: 0xc040, size: 32 },
    ]);
  });

  test("hold their first and their last byte, and not the one after", () => {
    const bars = [{ number: 4, address: 0x1000, size: 0x100 }];
    assert.deepEqual(locate(bars, 0x1000), { bar: 4, offset: 0 });
    assert.deepEqual(locate(bars, 0x10ff), { bar: 4, offset: 0xff });
    assert.equal(locate(bars, 0x1100), null);
  });
});

describe("classes of accesses", () => {
  const bars = findBars(queryPci, "nic0");
  const access = { operation: "write", value: 0, size: 4 } as const;
  const at = (address: number, region: string) => classify({ ...access, address, region }, bars);

  test("put into the adapter whatever lies in its windows, by whatever name", () => {
    assert.deepEqual(at(0xfebc00d0, "another name"), { kind: "nic", bar: 0, offset: 0xd0 });
  });
  test("tell an interrupt message from the processor's own registers", () => {
    assert.deepEqual(at(0xfee01004, "apic-msi"), { kind: "msi" });
    assert.deepEqual(at(0xfee00000, "apic-msi"), { kind: "msi" });
    assert.deepEqual(at(0xfee000b0, "apic-msi"), { kind: "apic", offset: 0xb0 });
  });
  test("leave out the serial port, over which the lab itself speaks", () => {
    assert.deepEqual(at(0x2f8, "serial"), { kind: "other" });
  });
});

describe("two pings recorded from QEMU 7.2", () => {
  test("cost an e1000 twelve accesses each, five of them per interrupt", () => {
    const counts = countTrace(readFixture("e1000-two-pings.log"), findBars(queryPci, "nic0"), e1000);
    assert.deepEqual(describeRegisters(counts), {
      "STATUS read": 8,
      "ICR read": 4,
      "IMC write": 4,
      "IMS write": 4,
      "RDT write": 2,
      "TDT write": 2,
    });
    assert.equal(counts.messages, 4);
    assert.equal(counts.apic.triggerModeReads, 4);
  });

  test("cost a pcnet thirty accesses each, all through an index and a data port", () => {
    const bars = [{ number: 0, address: 0xc040, size: 32 }];
    const counts = countTrace(readFixture("pcnet-two-pings.log"), bars, pcnet);
    assert.deepEqual(describeRegisters(counts), {
      "RAP write": 30,
      "CSR0 write": 10,
      "CSR3 write": 8,
      "CSR3 read": 8,
      "CSR0 read": 4,
    });
  });
});

test("the watchdog's registers are housekeeping, the interrupt that it makes is not", () => {
  const counts = countTrace(readFixture("e1000-watchdog.log"), findBars(queryPci, "nic0"), e1000);
  const kept = counts.registers.filter(({ isHousekeeping }) => isHousekeeping);
  assert.deepEqual(new Set(kept.map(({ name }) => name)), new Set(["MDIC", "ICS", "statistics"]));
  assert.equal(
    kept.reduce((sum, { count }) => sum + count, 0),
    63,
  );
  assert.ok(counts.registers.some(({ name, isHousekeeping }) => name === "ICR" && !isHousekeeping));
});

describe("the guest's interrupts", () => {
  const table = [
    "           CPU0       CPU1       ",
    "  4:          2          0   IO-APIC   4-edge      ttyS0",
    " 24:        100          7   PCI-MSI 16384-edge      eth0-rx-0",
    " 25:         30          0   PCI-MSI 16385-edge      eth0-tx-0",
    "LOC:        773        100   Local timer interrupts",
  ].join("\n");

  test("are added up over the adapter's numbers and over processors", () => {
    assert.equal(sumInterrupts(`24\n25\n26\n--\n${table}`), 137);
  });
  test("are those of the one line where it has one", () => assert.equal(sumInterrupts(`4\n--\n${table}`), 2));
  test("are none where nothing has come yet", () => assert.equal(sumInterrupts(`30\n--\n${table}`), 0));
});
