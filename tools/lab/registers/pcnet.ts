import type { RegisterAccess, RegisterTable } from "./table.ts";

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
