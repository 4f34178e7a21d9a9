import type { RegisterTable } from "./table.ts";

/** The structures of the Virtual I/O Device specification 1.x, 4.1.4, where QEMU puts them. */
export const virtio: RegisterTable = {
  origin: "Virtual I/O Device specification 1.2, section 4.1.4",
  purposes: {
    "ISR status": "Which events caused the interrupt; reading clears them.",
    "queue notify (receive)": "Tells the device that there are empty buffers.",
    "queue notify (transmit)": "Tells the device that a packet is ready.",
  },
  registers: [
    { bar: 4, from: 0x0000, to: 0x0fff, name: "common configuration", isHousekeeping: true },
    { bar: 4, from: 0x1000, to: 0x1fff, name: "ISR status" },
    { bar: 4, from: 0x2000, to: 0x2fff, name: "device configuration", isHousekeeping: true },
    // Queue pairs: receive queues are even, transmit queues odd; four bytes each.
    ...Array.from({ length: 8 }, (_, queue) => ({
      bar: 4,
      from: 0x3000 + 4 * queue,
      name: queue % 2 === 0 ? "queue notify (receive)" : "queue notify (transmit)",
    })),
    { bar: 1, from: 0, to: 0xfff, name: "MSI-X table", isHousekeeping: true },
  ],
};
