// What the lab knows of registers, and those of all adapters but Intel's.
/** A register, or a row of registers with one purpose, in a window of a device. */
export interface Register {
  bar: number;
  /** First offset in the window. */
  from: number;
  /** Last offset, where it is more than one. */
  to?: number;
  /** As the driver or the data sheet calls it. */
  name: string;
  /** Not part of carrying packets: link watch, statistics, interrupt tables. Named here, never guessed from a count. */
  isHousekeeping?: true;
}

/** An access inside the device's windows. */
interface RegisterAccess {
  operation: "read" | "write";
  bar: number;
  offset: number;
  value: number;
}

/** What is known of a device's registers. */
export interface RegisterTable {
  registers: readonly Register[];
  /** What carrying packets uses a register for, by NAME or, where reading and writing differ, by NAME operation. */
  purposes: Readonly<Record<string, string>>;
  /** For devices that reach registers through an index or a page: names an access by what went before it. */
  makeDecoder?: () => (access: RegisterAccess) => string | null;
}

/** Says what carrying packets uses a register for; undefined for one that the table does not know. */
export function findPurpose(
  { purposes }: RegisterTable,
  name: string,
  operation: RegisterAccess["operation"],
): string | undefined {
  return purposes[`${name} ${operation}`] ?? purposes[name];
}

/** Names accesses in their order. */
export interface RegisterReader {
  read(access: RegisterAccess): { name: string; isHousekeeping: boolean };
}

/** Opens a table for one series of accesses. A register that it does not list is named by its place and counts in full. */
export function openTable(table: RegisterTable): RegisterReader {
  const decode = table.makeDecoder?.() ?? (() => null);
  return {
    read(access) {
      const decoded = decode(access);
      const known = table.registers.find(
        ({ bar, from, to = from }) => access.bar === bar && access.offset >= from && access.offset <= to,
      );
      return {
        name: decoded ?? known?.name ?? `BAR${access.bar}+0x${access.offset.toString(16)}`,
        isHousekeeping: known?.isHousekeeping ?? false,
      };
    },
  };
}

/** The structures of the Virtual I/O Device specification 1.x, 4.1.4, where QEMU puts them. */
export const virtio: RegisterTable = {
  purposes: {
    "ISR status": "Which events caused the interrupt; reading clears them.",
    "queue notify (receive)": "Notifies the device of empty buffers.",
    "queue notify (transmit)": "Notifies the device that a packet is ready.",
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
  // From pcnet32_interrupt, pcnet32_poll and pcnet32_start_xmit.
  purposes: {
    RAP: "Selects the register for the next access. Each register access needs one.",
    "CSR0 read": "Which events caused the interrupt.",
    "CSR0 write": "Acknowledges events, enables interrupts, and makes the device check for packets to send.",
    "CSR3 read": "The current interrupt masks, read before some of them change.",
    "CSR3 write": "Disables interrupts while the driver fetches packets, then enables them.",
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
  // From cp_interrupt, cp_rx_poll and cp_start_xmit.
  purposes: {
    "IntrStatus read": "Which events caused the interrupt.",
    "IntrStatus write": "Acknowledges these events.",
    "IntrMask read": "Whether interrupts are enabled. After a write, the read also flushes the write.",
    "IntrMask write": "Disables interrupts while the driver fetches packets, then enables them.",
    TxPoll: "Notifies the device that a packet is ready.",
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
  // From vmxnet3_enable_intr and vmxnet3_tq_xmit; the device switches an interrupt off by itself.
  purposes: {
    IMR: "Enables the interrupt again.",
    TXPROD: "Notifies the device that a packet is ready.",
    RXPROD: "Gives the device empty buffers.",
    RXPROD2: "Gives the device empty buffers.",
    ICR: "Which events caused the interrupt.",
    ECR: "Acknowledges events other than packets.",
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

/** Linux drivers/net/ethernet/8390/8390.h: sixteen ports, of which two bits of the first choose the page. */
const pages: Record<number, { read: readonly string[]; write: readonly string[] }> = {
  0: makePage(
    "CMD CLDALO CLDAHI BOUNDARY TSR NCR FIFO ISR CRDALO CRDAHI 0x0a 0x0b RSR COUNTER0 COUNTER1 COUNTER2",
    "CMD STARTPG STOPPG BOUNDARY TPSR TCNTLO TCNTHI ISR RSARLO RSARHI RCNTLO RCNTHI RXCR TXCR DCFG IMR",
  ),
  1: makePage("CMD PHYS0 PHYS1 PHYS2 PHYS3 PHYS4 PHYS5 CURPAG MULT0 MULT1 MULT2 MULT3 MULT4 MULT5 MULT6 MULT7"),
};

export const ne2k: RegisterTable = {
  // From __ei_interrupt, ei_receive, __ei_start_xmit and ne2k_pci_block_input and _output.
  purposes: {
    "CMD read": "Whether the device is still sending.",
    "CMD write": "Selects the register page. Starts a transfer through the data port, or the transmission of a packet.",
    "DATAPORT read": "The packet and its header, four bytes at a time.",
    "DATAPORT write": "The packet, four bytes at a time.",
    "ISR read": "Which events caused the interrupt, and whether the data port is done.",
    "ISR write": "Acknowledges these events.",
    IMR: "Disables interrupts while the driver hands over a packet, then enables them.",
    RSARLO: "Start address of the data port in the card's memory, low byte.",
    RSARHI: "Start address of the data port in the card's memory, high byte.",
    RCNTLO: "Number of bytes for the data port, low byte.",
    RCNTHI: "Number of bytes for the data port, high byte.",
    "BOUNDARY read": "How far the driver has fetched the received packets.",
    "BOUNDARY write": "Frees the card's memory that the driver has fetched.",
    CURPAG: "How far the card has filled its memory with received packets.",
    TPSR: "Start address of the packet to send in the card's memory.",
    TSR: "Whether the packet was sent without errors.",
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
