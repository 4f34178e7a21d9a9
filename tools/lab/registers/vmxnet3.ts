import type { RegisterTable } from "./table.ts";

/** VMware's names in Linux drivers/net/vmxnet3/vmxnet3_defs.h. */
export const vmxnet3: RegisterTable = {
  origin: "Linux vmxnet3_defs.h",
  // From vmxnet3_enable_intr and vmxnet3_tq_xmit; the device switches an interrupt off by itself.
  purposes: {
    IMR: "Switches the interrupt on again.",
    TXPROD: "Tells the device that a packet is ready.",
    RXPROD: "Gives the device empty buffers.",
    RXPROD2: "Gives the device empty buffers.",
    ICR: "Which events caused the interrupt.",
    ECR: "Acknowledges events that are no packets.",
  },
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
