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
export interface RegisterAccess {
  operation: "read" | "write";
  bar: number;
  offset: number;
  value: number;
}

/** What is known of a device's registers. */
export interface RegisterTable {
  /** Where the names are from. */
  origin: string;
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
