/** One access to a device's memory or ports that QEMU traced. */
export interface Access {
  operation: "read" | "write";
  /** In the guest's physical memory, or a port below 65536. */
  address: number;
  value: number;
  /** Bytes. */
  size: number;
  /** QEMU's name of the memory region. */
  region: string;
}

const line =
  /memory_region_ops_(read|write) cpu -?\d+ mr \S+ addr (0x[0-9a-f]+) value (0x[0-9a-f]+) size (\d+) name '([^']*)'/;

/** Reads a line of QEMU's log; null for lines of other events. */
export function readAccess(text: string): Access | null {
  const found = line.exec(text);
  if (!found) return null;
  const [, operation, address, value, size, region = ""] = found;
  return {
    operation: operation === "read" ? "read" : "write",
    address: Number(address),
    value: Number(value),
    size: Number(size),
    region,
  };
}
