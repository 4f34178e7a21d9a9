import type { RegisterTable } from "./table.ts";

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
