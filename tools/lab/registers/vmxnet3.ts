import type { RegisterTable } from "./table.ts";

/** VMware's names in Linux drivers/net/vmxnet3/vmxnet3_defs.h. */
export const vmxnet3: RegisterTable = {
  origin: "Linux vmxnet3_defs.h",
  registers: [
    { bar: 0, from: 0x000, to: 0x0ff, name: "IMR" },
    { bar: 0, from: 0x600, to: 0x6ff, name: "TXPROD" },
    { bar: 0, from: 0x800, to: 0x8ff, name: "RXPROD" },
    { bar: 0, from: 0xa00, to: 0xaff, name: "RXPROD2" },
    { bar: 1, from: 0x20, name: "CMD", isHousekeeping: true },
    { bar: 1, from: 0x38, name: "ICR" },
    { bar: 1, from: 0x40, name: "ECR" },
    { bar: 2, from: 0, to: 0x1fff, name: "MSI-X table", isHousekeeping: true },
  ],
};
