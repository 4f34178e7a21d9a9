import type { RegisterTable } from "./table.ts";

/** Linux drivers/net/ethernet/realtek/8139cp.c. */
export const rtl8139: RegisterTable = {
  origin: "Linux 8139cp.c",
  registers: [0, 1].flatMap((bar) => [
    { bar, from: 0x37, name: "Cmd" },
    { bar, from: 0x3c, name: "IntrMask" },
    { bar, from: 0x3e, name: "IntrStatus" },
    { bar, from: 0x4c, name: "RxMissed", isHousekeeping: true as const },
    { bar, from: 0x62, to: 0x6b, name: "MII", isHousekeeping: true as const },
    { bar, from: 0xd9, name: "TxPoll" },
  ]),
};
