// QEMU: which one is here, what it can run, and its command line.
import { spawnSync } from "node:child_process";
import type { LabAdapter } from "./adapters.ts";
import { join } from "node:path";

/** The QEMU on this machine. */
interface Qemu {
  command: string;
  /** Such as 7.2.22. */
  version: string;
  /** The distribution's package, printed in parentheses after the version; empty if there is none. */
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

/** What a machine is made of. */
export interface MachinePlan {
  /** Folder of its sockets and logs. */
  folder: string;
  kernel: string;
  initramfs: string;
  /** Modules to load, in order. */
  modules: readonly string[];
  /** Further words for the kernel's command line. */
  append: readonly string[];
  /** The adapter: a device of QEMU with its properties. */
  device: string;
  /** Devices that must be there before the adapter, such as the port of an SR-IOV card. */
  before?: readonly string[];
  /** Properties that the adapter's device gets besides. */
  properties?: readonly string[];
  vcpus: number;
  wire: { kind: "stream" } | { kind: "tap"; name: string; namespace: string; queues: number };
  /** Let virtual time follow the instructions. */
  icount: boolean;
}

/** The names of a machine's sockets and logs. */
export function listPlaces(folder: string) {
  const place = (name: string) => join(folder, name);
  return {
    qmp: place("qmp"),
    agent: place("agent"),
    wire: place("wire"),
    trace: place("trace.log"),
    console: place("console.log"),
  };
}

/** The guest's and the wire's hardware addresses, locally administered ones. */
export const guestMac = "02:00:00:00:00:02";

/** Writes QEMU's command line. */
export function listQemuArguments(plan: MachinePlan): string[] {
  const places = listPlaces(plan.folder);
  // Without no_timer_check a kernel on a busy machine may find its timer broken, and panics.
  const append = [
    "console=ttyS0",
    "panic=-1",
    "no_timer_check",
    "nokaslr",
    "mitigations=off",
    "quiet",
    "net.ifnames=0",
    "ipv6.disable=1",
  ];
  const netdev =
    plan.wire.kind === "stream"
      ? `stream,id=n0,server=off,addr.type=unix,addr.path=${places.wire}`
      : `tap,id=n0,ifname=${plan.wire.name},script=no,downscript=no${plan.wire.queues > 1 ? `,queues=${plan.wire.queues}` : ""}`;
  return [
    ...["-M", "q35", "-accel", "tcg", "-m", "256", "-smp", String(plan.vcpus)],
    // Newer QEMUs emulate x2APIC: its registers are MSRs, and the trace would not see them.
    ...["-cpu", "max,-x2apic"],
    ...["-nodefaults", "-display", "none", "-no-reboot"],
    ...["-kernel", plan.kernel, "-initrd", plan.initramfs],
    ...["-append", [...append, `lab.modules=${plan.modules.join(",")}`, ...plan.append].join(" ")],
    ...["-chardev", `file,id=c0,path=${places.console}`, "-serial", "chardev:c0"],
    ...["-chardev", `socket,id=c1,path=${places.agent},server=on,wait=off`, "-serial", "chardev:c1"],
    ...["-qmp", `unix:${places.qmp},server=on,wait=off`],
    ...["-netdev", netdev],
    ...(plan.before ?? []).flatMap((device) => ["-device", device]),
    ...["-device", [plan.device, "id=nic0", "netdev=n0", `mac=${guestMac}`, ...(plan.properties ?? [])].join(",")],
    ...(plan.icount ? ["-icount", "shift=1,sleep=on"] : []),
    // A pattern that fits no event opens the log; events are switched on and off while it runs.
    ...["-D", places.trace, "-d", "trace:lab_none_such*"],
  ];
}
