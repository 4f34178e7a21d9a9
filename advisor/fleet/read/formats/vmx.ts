import type { FleetAdapter, FleetField } from "../../record.ts";
import type { FileReport } from "../report.ts";
import {
  readBoolean,
  readCount,
  readHardware,
  readMac,
  readNumber,
  readText,
  readLatencySensitivity,
} from "../values.ts";

/** Whether a text is the configuration file of a machine of vSphere, Workstation or Fusion. */
export function isVmx(text: string): boolean {
  return /^[ \t]*(?:\.encoding|config\.version|virtualHW\.version|displayName|guestOS|ethernet\d+\.\w+)\s*=\s*"/im.test(
    text.slice(0, 200_000),
  );
}

interface Entry {
  value: string;
  line: number;
}

/** Reads a .vmx file, or several one after the other. */
export function readVmx(text: string, report: FileReport): void {
  report.format = "vmx";
  const lines = text.split(/\r\n|\n|\r/);
  let start = 0;
  for (const end of [...findStarts(lines), lines.length]) {
    readMachine(readEntries(lines, start, end, report), report);
    start = end;
  }
}

/** Finds the lines at which further files begin: a key from the top of a file repeats there. */
function findStarts(lines: readonly string[]): number[] {
  const starts: number[] = [];
  const seen = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const key = /^\s*(\.encoding|config\.version)\s*=/i.exec(line)?.[1]?.toLowerCase();
    if (key === undefined) continue;
    if (seen.has(key)) {
      starts.push(index);
      seen.clear();
    }
    seen.add(key);
  }
  return starts;
}

function readMachine(entries: ReadonlyMap<string, Entry>, report: FileReport): void {
  const get = (key: string): string | null => readText(entries.get(key.toLowerCase())?.value);
  const has = (pattern: RegExp): boolean => [...entries.keys()].some((key) => pattern.test(key));
  const machine = get("displayName") ?? report.file.replace(/^.*[/!]/, "").replace(/\.vmt?x$/i, "");
  const machineId = readUuid(get("vc.uuid") ?? get("uuid.bios"));
  report.addMachine(machine, machineId);
  // Workstation and Fusion name how an adapter is connected; vSphere names a network.
  const isDesktop = has(/^ethernet\d+\.(?:connectiontype|bsdname|linkstatepropagation\.enable)$/);
  const memory = readNumber(get("memSize"));
  const facts: Partial<FleetAdapter> = {
    platform: isDesktop ? "vmware-workstation" : "vsphere",
    guestAsWritten: get("guestOS"),
    virtualHardware: readHardware(get("virtualHW.version")),
    tools: readBoolean(get("tools.remindInstall")) === true ? "missing" : null,
    memoryReserved: readReserved(memory, get("sched.mem.min"), get("sched.mem.pin")),
    vcpus: readCount(get("numvcpus")),
    latencySensitive: readLatencySensitivity(get("sched.cpu.latencySensitivity")),
    // vSphere gives the file of a template this ending.
    template: /\.vmtx$/i.test(report.file) ? true : null,
  };
  const keys: Partial<Record<FleetField, string>> = {
    guestAsWritten: "guestos",
    virtualHardware: "virtualhw.version",
    tools: "tools.remindinstall",
    memoryReserved: entries.has("sched.mem.pin") ? "sched.mem.pin" : "sched.mem.min",
    vcpus: "numvcpus",
    latencySensitive: "sched.cpu.latencysensitivity",
  };
  const places: FleetAdapter["places"] = {};
  for (const [field, key] of Object.entries(keys) as [FleetField, string][]) {
    const entry = entries.get(key);
    if (entry && facts[field] !== null) places[field] = `line ${entry.line}`;
  }
  for (const [name, first] of listDevices(entries, /^(ethernet\d+)\./)) {
    const present = get(`${name}.present`);
    if (readBoolean(present) === false) continue;
    if (present === null) {
      report.addUnread(`line ${first}`, `${name} has keys but no ${name}.present.`);
      continue;
    }
    if (readBoolean(present) === null) {
      report.addUnread(`line ${first}`, `${name}.present is neither TRUE nor FALSE.`);
      continue;
    }
    const adapter = report.addAdapter(`line ${entries.get(`${name}.present`)?.line}`, machine, machineId);
    const model = get(`${name}.virtualDev`);
    const isStatic = (get(`${name}.addressType`) ?? "").toLowerCase() === "static";
    Object.assign(adapter, facts, {
      label: name,
      adapterAsWritten: model?.toLowerCase() === "vmxnet" && readNumber(get(`${name}.features`)) ? "vmxnet2" : model,
      mac: readMac(get(`${name}.${isStatic ? "address" : "generatedAddress"}`) ?? get(`${name}.address`)),
      connected: readBoolean(get(`${name}.startConnected`)),
      directPathField: readBoolean(get(`${name}.uptCompatibility`)),
      network: get(`${name}.networkName`) ?? get(`${name}.dvs.portgroupId`) ?? get(`${name}.connectionType`),
    } satisfies Partial<FleetAdapter>);
    adapter.places = { ...places };
    const modelLine = entries.get(`${name}.virtualdev`)?.line;
    if (modelLine) adapter.places.adapterAsWritten = `line ${modelLine}`;
    else
      report.addProblem(
        adapter.place,
        `${name}.virtualDev is missing. The adapter type is not stated. The default depends on the release that reads the file.`,
      );
  }
  for (const [name] of listDevices(entries, /^(pcipassthru\d+)\./)) {
    if (readBoolean(get(`${name}.present`)) !== true) continue;
    const { line } = entries.get(`${name}.present`) as Entry;
    if (get(`${name}.pfId`) !== null && get(`${name}.systemId`) === "BYPASS") {
      const adapter = report.addAdapter(`line ${line}`, machine, machineId);
      Object.assign(adapter, facts, {
        label: name.replace("pcipassthru", "pciPassthru"),
        adapterAsWritten: "SriovEthernetCard",
        mac: readMac(get(`${name}.MACAddress`) ?? get(`${name}.generatedMACAddress`)),
        network: get(`${name}.networkName`) ?? get(`${name}.dvs.portgroupId`),
      } satisfies Partial<FleetAdapter>);
      adapter.places = { ...places, adapterAsWritten: `line ${entries.get(`${name}.pfid`)?.line}` };
    } else
      report.addProblem(
        `line ${line}`,
        `${machine} has a PCI device from the host (${name.replace("pcipassthru", "pciPassthru")}). The file does not say whether the device is a NIC.`,
      );
  }
}

/** Entries by their keys in lower case; of a key that repeats, the last counts. */
function readEntries(lines: readonly string[], start: number, end: number, report: FileReport): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const [index, line] of lines.slice(start, end).entries()) {
    if (line.trim() === "" || line.trimStart().startsWith("#")) continue;
    const match = /^\s*([\w.:-]+)\s*=\s*"([^"]*)"\s*(?:#.*)?$/.exec(line);
    if (match)
      entries.set((match[1] ?? "").toLowerCase(), {
        value: (match[2] ?? "").replaceAll(/\|([\da-f]{2})/gi, (_, code) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        ),
        line: start + index + 1,
      });
    else if (report.problems.length < 100)
      report.addProblem(`line ${start + index + 1}`, 'The line is not of the form key = "value".');
  }
  return entries;
}

/** Devices that keys begin with, and the line of the first key of each. */
function listDevices(entries: ReadonlyMap<string, Entry>, pattern: RegExp): Map<string, number> {
  const devices = new Map<string, number>();
  for (const [key, { line }] of entries) {
    const name = pattern.exec(key)?.[1];
    if (name !== undefined && !devices.has(name)) devices.set(name, line);
  }
  return devices;
}

/** A UUID of 32 digits in groups, as RVTools and vSphere's API write it. */
function readUuid(text: string | null): string | null {
  const digits = text?.toLowerCase().replaceAll(/[^\da-f]/g, "") ?? "";
  return digits.length === 32 ? digits.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-") : text;
}

function readReserved(size: number | null, minimum: string | null, pin: string | null): boolean | null {
  if (readBoolean(pin) === true) return true;
  const reserved = readNumber(minimum);
  return size === null || reserved === null ? null : reserved >= size;
}
