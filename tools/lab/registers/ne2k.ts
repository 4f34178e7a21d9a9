import type { RegisterAccess, RegisterTable } from "./table.ts";

/** Linux drivers/net/ethernet/8390/8390.h: sixteen ports, of which two bits of the first choose the page. */
const pages: Record<number, { read: readonly string[]; write: readonly string[] }> = {
  0: makePage(
    "CMD CLDALO CLDAHI BOUNDARY TSR NCR FIFO ISR CRDALO CRDAHI 0x0a 0x0b RSR COUNTER0 COUNTER1 COUNTER2",
    "CMD STARTPG STOPPG BOUNDARY TPSR TCNTLO TCNTHI ISR RSARLO RSARHI RCNTLO RCNTHI RXCR TXCR DCFG IMR",
  ),
  1: makePage("CMD PHYS0 PHYS1 PHYS2 PHYS3 PHYS4 PHYS5 CURPAG MULT0 MULT1 MULT2 MULT3 MULT4 MULT5 MULT6 MULT7"),
};

export const ne2k: RegisterTable = {
  origin: "Linux 8390.h",
  // From __ei_interrupt, ei_receive, __ei_start_xmit and ne2k_pci_block_input and _output.
  purposes: {
    "CMD read": "Whether the device is still sending.",
    "CMD write": "Chooses the page of registers, and starts a transfer through the data port or a packet's way out.",
    "DATAPORT read": "The packet and its header, four bytes at a time.",
    "DATAPORT write": "The packet, four bytes at a time.",
    "ISR read": "Which events caused the interrupt, and whether the data port is done.",
    "ISR write": "Acknowledges these events.",
    IMR: "Switches the interrupts off while a packet is handed over, and on again.",
    RSARLO: "Start address of the data port in the card's memory, low byte.",
    RSARHI: "Start address of the data port in the card's memory, high byte.",
    RCNTLO: "How many bytes go through the data port, low byte.",
    RCNTHI: "How many bytes go through the data port, high byte.",
    "BOUNDARY read": "How far the received packets have been fetched.",
    "BOUNDARY write": "Gives the fetched part of the card's memory back.",
    CURPAG: "How far the card has filled its memory with received packets.",
    TPSR: "Start address of the packet to send in the card's memory.",
    TSR: "Whether the packet went out well.",
    TCNTLO: "Length of the packet to send, low byte.",
    TCNTHI: "Length of the packet to send, high byte.",
  },
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

/** A page of registers by the names of its ports in their order, which are the same to read and to write unless told. */
function makePage(read: string, write = read) {
  return { read: read.split(" "), write: write.split(" ") };
}
