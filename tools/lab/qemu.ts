import { spawnSync } from "node:child_process";
import type { LabAdapter } from "./adapters.ts";

/** The QEMU on this machine. */
export interface Qemu {
  command: string;
  /** Such as 7.2.22. */
  version: string;
  /** What stands in parentheses after it, the distribution's package; empty where nothing does. */
  package: string;
  devices: ReadonlySet<string>;
}

export const oldestQemu = [7, 2] as const;

/** Looks at a QEMU; null where it cannot be run. */
export function findQemu(command: string): Qemu | null {
  const ask = (args: readonly string[]) => spawnSync(command, args, { encoding: "utf8", timeout: 30_000 });
  const version = ask(["--version"]);
  if (version.status !== 0) return null;
  const devices = ask(["-device", "help"]);
  return { command, ...readVersion(version.stdout), devices: readDevices(devices.stdout ?? "") };
}

/** Reads `qemu-system-x86_64 --version`. */
export function readVersion(text: string): { version: string; package: string } {
  const [, version = "unknown", origin = ""] = /version (\S+)(?: \(([^)]*)\))?/.exec(text) ?? [];
  return { version, package: origin };
}

/** Reads the names of devices from `-device help`. */
export function readDevices(text: string): Set<string> {
  return new Set([...text.matchAll(/^name "([^"]+)"/gm)].map(([, name = ""]) => name));
}

/** Says why this QEMU cannot run an adapter, or null when it can. */
export function refuseAdapter({ version, devices }: Qemu, { device, minimumQemu }: LabAdapter): string | null {
  if (!isAtLeast(version, minimumQemu)) return `it needs QEMU ${minimumQemu.join(".")} or newer, this is ${version}`;
  const [model = ""] = device.split(",");
  return devices.has(model) ? null : `this QEMU has no device ${model}`;
}

/** Compares the first two numbers of a version. */
export function isAtLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [foundMajor = 0, foundMinor = 0] = version.split(".").map(Number);
  return foundMajor > major || (foundMajor === major && foundMinor >= minor);
}
