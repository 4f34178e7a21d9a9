import type { RegisterAccess, RegisterTable } from "./table.ts";

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

const ports = { data: 0x10, index: 0x12, reset: 0x14, busData: 0x16 } as const;

/** AMD Am79C970A data sheet: every register behind an index port (RAP) and a data port (RDP, BDP). */
export const pcnet: RegisterTable = {
  origin: "AMD Am79C970A data sheet",
  // From pcnet32_interrupt, pcnet32_poll and pcnet32_start_xmit.
  purposes: {
    RAP: "Chooses the register that the next access means; every other access needs one.",
    "CSR0 read": "Which events caused the interrupt.",
    "CSR0 write": "Acknowledges events, switches interrupts on, and tells the device to look for packets to send.",
    "CSR3 read": "The interrupt masks as they are, to change some of them.",
    "CSR3 write": "Switches the interrupts off while packets are fetched, and on again.",
  },
  registers: [0, 1].flatMap((bar) => [
    { bar, from: ports.data, name: "RDP" },
    { bar, from: ports.index, name: "RAP" },
    { bar, from: ports.reset, name: "RESET" },
    { bar, from: ports.busData, name: "BDP", isHousekeeping: true as const },
  ]),
  makeDecoder() {
    let index = 0;
    return ({ operation, offset, value }: RegisterAccess) => {
      if (offset === ports.index && operation === "write") index = value & 0xffff;
      return offset === ports.data ? `CSR${index}` : null;
    };
  },
};

/** Linux drivers/net/ethernet/realtek/8139cp.c. */
export const rtl8139: RegisterTable = {
  origin: "Linux 8139cp.c",
  // From cp_interrupt, cp_rx_poll and cp_start_xmit.
  purposes: {
    "IntrStatus read": "Which events caused the interrupt.",
    "IntrStatus write": "Acknowledges these events.",
    "IntrMask read": "Whether interrupts are on, and, after a write, so that the write arrives.",
    "IntrMask write": "Switches the interrupts off while packets are fetched, and on again.",
    TxPoll: "Tells the device that a packet is ready.",
  },
  registers: [0, 1].flatMap((bar) => [
    { bar, from: 0x37, name: "Cmd" },
    { bar, from: 0x3c, name: "IntrMask" },
    { bar, from: 0x3e, name: "IntrStatus" },
    { bar, from: 0x4c, name: "RxMissed", isHousekeeping: true as const },
    { bar, from: 0x62, to: 0x6b, name: "MII", isHousekeeping: true as const },
    { bar, from: 0xd9, name: "TxPoll" },
  ]),
};

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
