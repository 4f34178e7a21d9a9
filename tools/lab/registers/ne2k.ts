import type { RegisterAccess, RegisterTable } from "./table.ts";

/** Linux drivers/net/ethernet/8390/8390.h: sixteen ports, of which two bits of the first choose the page. */
const pages: Record<number, { read: readonly string[]; write: readonly string[] }> = {
  0: {
    read: ["CMD", "CLDALO", "CLDAHI", "BOUNDARY", "TSR", "NCR", "FIFO", "ISR", "CRDALO", "CRDAHI", "0x0a", "0x0b", "RSR", "COUNTER0", "COUNTER1", "COUNTER2"],
    write: ["CMD", "STARTPG", "STOPPG", "BOUNDARY", "TPSR", "TCNTLO", "TCNTHI", "ISR", "RSARLO", "RSARHI", "RCNTLO", "RCNTHI", "RXCR", "TXCR", "DCFG", "IMR"],
  },
  1: page1(),
};

export const ne2k: RegisterTable = {
  origin: "Linux 8390.h",
  registers: [
    { bar: 0, from: 0x10, to: 0x17, name: "DATAPORT" },
    { bar: 0, from: 0x1f, name: "RESET", isHousekeeping: true },
  ],
  makeDecoder() {
    let page = 0;
    return ({ operation, offset, value }: RegisterAccess) => {
      if (offset > 0x0f) return null;
      const name = pages[page]?.[operation][offset] ?? null;
      if (offset === 0 && operation === "write") page = (value >> 6) & 3;
      return name;
    };
  },
};

function page1() {
  const names = ["CMD", ...Array.from({ length: 6 }, (_, n) => `PHYS${n}`), "CURPAG", ...Array.from({ length: 8 }, (_, n) => `MULT${n}`)];
  return { read: names, write: names };
}
