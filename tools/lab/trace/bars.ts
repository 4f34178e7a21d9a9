/** A window of a PCI device's registers in the guest's memory or ports. */
export interface Bar {
  number: number;
  address: number;
  size: number;
}

interface PciDevice {
  qdev_id?: string;
  regions?: { bar: number; address: number; size: number }[];
  pci_bridge?: { devices?: PciDevice[] };
}

/** Finds a device's windows in the answer to query-pci, also behind bridges; those that the guest has not placed are left out. */
export function findBars(answer: unknown, deviceId: string): Bar[] {
  const buses = answer as { devices: PciDevice[] }[];
  const all = (devices: readonly PciDevice[]): PciDevice[] =>
    devices.flatMap((device) => [device, ...all(device.pci_bridge?.devices ?? [])]);
  const device = all(buses.flatMap(({ devices }) => devices)).find(({ qdev_id }) => qdev_id === deviceId);
  return (device?.regions ?? [])
    .filter(({ address }) => address > 0)
    .map(({ bar, address, size }) => ({ number: bar, address, size }));
}

/** Reads a device's windows from its `resource` file in the guest's /sys, which also knows virtual functions. */
export function readResourceFile(text: string): Bar[] {
  return text
    .trim()
    .split("\n")
    .slice(0, 6)
    .flatMap((row, number) => {
      const [start = 0, end = 0] = row.split(" ").map(Number);
      return start > 0 ? [{ number, address: start, size: end - start + 1 }] : [];
    });
}

/** Says in which window an address lies, and where in it. */
export function locate(bars: readonly Bar[], address: number): { bar: number; offset: number } | null {
  const bar = bars.find(({ address: start, size }) => address >= start && address < start + size);
  return bar ? { bar: bar.number, offset: address - bar.address } : null;
}
