import type { Register, RegisterTable } from "./registers.ts";

const housekeeping = (from: number, name: string, to?: number): Register => ({
  bar: 0,
  from,
  name,
  isHousekeeping: true,
  ...(to === undefined ? {} : { to }),
});

/** What the watchdogs of Intel's drivers look at every two seconds. */
const watchdog: readonly Register[] = [
  housekeeping(0x0020, "MDIC"),
  housekeeping(0x00c8, "ICS"),
  housekeeping(0x4000, "statistics", 0x4124),
];

/** From e1000_intr, e1000_irq_enable, e1000_xmit_frame and e1000_alloc_rx_buffers, and their like in the later drivers. */
const intelPurposes = {
  ICR: "Which events caused the interrupt; reading clears them.",
  IMC: "Disables interrupts while the driver fetches packets.",
  IMS: "Enables interrupts again.",
  EIMS: "Enables the interrupt again.",
  STATUS: "Read to flush the previous write. The driver ignores the value.",
  RDT: "Tail of the receive ring: gives the device empty buffers.",
  TDT: "Tail of the transmit ring: notifies the device that a packet is ready.",
  ITR: "How long the device collects events before the next interrupt.",
  EITR: "How long the device collects events before the next interrupt.",
};

/** Linux drivers/net/ethernet/intel/e1000/e1000_hw.h. After each interrupt the driver reads STATUS so that its write arrives. */
export const e1000: RegisterTable = {
  purposes: intelPurposes,
  registers: [
    { bar: 0, from: 0x0008, name: "STATUS" },
    { bar: 0, from: 0x00c0, name: "ICR" },
    { bar: 0, from: 0x00c4, name: "ITR" },
    { bar: 0, from: 0x00d0, name: "IMS" },
    { bar: 0, from: 0x00d8, name: "IMC" },
    { bar: 0, from: 0x2818, name: "RDT" },
    { bar: 0, from: 0x3818, name: "TDT" },
    ...watchdog,
  ],
};

/** The e1000e's watchdog also flushes descriptors and takes the lock of the PHY. */
const e1000eHousekeeping: readonly Register[] = [
  ...watchdog,
  housekeeping(0x0f00, "EXTCNF_CTRL"),
  housekeeping(0x2820, "RDTR"),
  housekeeping(0x3820, "TIDV"),
  housekeeping(0x5b50, "SWSM"),
  housekeeping(0xb600, "system time", 0xb61c),
  { bar: 3, from: 0, to: 0x3fff, name: "MSI-X table", isHousekeeping: true },
];

/** Linux drivers/net/ethernet/intel/e1000e/regs.h, with line interrupts. */
export const e1000eLine: RegisterTable = {
  purposes: intelPurposes,
  registers: [...e1000.registers, ...e1000eHousekeeping],
};

/** The same with MSI-X: no packet has STATUS read, only the watchdog does. */
export const e1000eMessages: RegisterTable = {
  purposes: intelPurposes,
  registers: [
    housekeeping(0x0008, "STATUS"),
    { bar: 0, from: 0x00dc, name: "EIAC" },
    { bar: 0, from: 0x00e8, to: 0x00f4, name: "EITR" },
    ...e1000eLine.registers,
  ],
};

/** Linux drivers/net/ethernet/intel/igb and drivers/net/ethernet/intel/igbvf/regs.h. */
export const igb: RegisterTable = {
  purposes: intelPurposes,
  registers: [
    { bar: 0, from: 0x1524, name: "EIMS" },
    { bar: 0, from: 0x1680, to: 0x16e0, name: "EITR" },
    { bar: 0, from: 0x2818, name: "RDT" },
    { bar: 0, from: 0x3818, name: "TDT" },
    { bar: 0, from: 0xc018, name: "RDT" },
    { bar: 0, from: 0xe018, name: "TDT" },
    housekeeping(0x0000, "CTRL"),
    housekeeping(0x0008, "STATUS"),
    housekeeping(0x0018, "CTRL_EXT"),
    housekeeping(0x00c0, "ICR"),
    housekeeping(0x0c40, "V2PMAILBOX", 0x0c7c),
    housekeeping(0x0f10, "statistics", 0x0f50),
    housekeeping(0x1520, "EICS"),
    housekeeping(0x5b50, "SWSM"),
    housekeeping(0x5b5c, "SW_FW_SYNC"),
    housekeeping(0xb600, "system time", 0xb6ff),
    housekeeping(0x4000, "statistics", 0x4fff),
    ...watchdog,
    { bar: 3, from: 0, to: 0x3fff, name: "MSI-X table", isHousekeeping: true },
  ],
};

/** The control block of the 8255x family: the struct csr in Linux drivers/net/ethernet/intel/e100.c. */
export const e100: RegisterTable = {
  // From e100_intr, e100_enable_irq, e100_disable_irq and e100_exec_cmd.
  purposes: {
    "SCB status": "Read to flush the previous write. The driver ignores the value.",
    "SCB stat_ack read": "Which events caused the interrupt.",
    "SCB stat_ack write": "Acknowledges these events.",
    "SCB cmd_lo read": "Whether the device has accepted the previous command.",
    "SCB cmd_lo write": "Makes the device continue with its list of packets to send.",
    "SCB cmd_hi": "Disables interrupts while the driver fetches packets, then enables them.",
    "SCB gen_ptr": "Start address of the command list.",
  },
  registers: [0, 1].flatMap((bar): Register[] => [
    { bar, from: 0x00, name: "SCB status" },
    { bar, from: 0x01, name: "SCB stat_ack" },
    { bar, from: 0x02, name: "SCB cmd_lo" },
    { bar, from: 0x03, name: "SCB cmd_hi" },
    { bar, from: 0x04, to: 0x07, name: "SCB gen_ptr" },
    { bar, from: 0x10, to: 0x13, name: "MDI control", isHousekeeping: true },
  ]),
};
