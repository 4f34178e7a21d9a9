import { getOrCompute } from "../../../collections.ts";
import type { FleetAdapter, FleetField } from "../../record.ts";
import type { FileReport } from "../report.ts";
import { itemsOf, at, type Document, isMembers, listAt, placeOf, textAt } from "../text/documents.ts";
import {
  readBoolean,
  readCount,
  readHardware,
  readMac,
  readNumber,
  readPower,
  readTools,
  readLatencySensitivity,
  readFaultTolerance,
} from "../values.ts";

/** A machine of the vSphere API, with its location. */
interface Machine {
  value: unknown;
  path: string;
}

/** Machines in the output of `govc vm.info` and `govc collect`, or as the API returns them; empty if there are none. */
function findMachines(documents: readonly Document[]): Machine[] {
  const machines: Machine[] = [];
  const collected = new Map<string, Machine>();
  for (const { value, root } of documents) {
    for (const [one, path] of itemsOf(value, root)) {
      const inner = listAt(one, "virtualMachines");
      // No spread into one call: a large fleet would exceed the maximum number of arguments.
      for (const [index, machine] of inner.entries())
        machines.push({ value: machine, path: `${path}.virtualMachines[${index}]` });
      if (inner.length > 0) continue;
      if (at(one, "config", "hardware") !== undefined) machines.push({ value: one, path });
      else if (isChange(one)) addChanges([one], path, "", collected);
      else if (listAt(one, "changeSet").some(isChange) || listAt(one, "propSet").some(isChange)) {
        const id = textAt(one, "obj", "value") ?? textAt(one, "obj", "_text") ?? path;
        const key = listAt(one, "changeSet").length > 0 ? "changeSet" : "propSet";
        addChanges(listAt(one, key), `${path}.${key}`, id, collected);
      }
    }
  }
  return [...machines, ...collected.values()];
}

function isChange(value: unknown): boolean {
  return (
    typeof at(value, "name") === "string" &&
    at(value, "val") !== undefined &&
    /^(?:name|config|guest|runtime|summary|self)\b/.test(String(at(value, "name")))
  );
}

/** Builds a machine from properties such as `config.hardware.device`. */
function addChanges(changes: readonly unknown[], path: string, id: string, collected: Map<string, Machine>): void {
  let machine = collected.get(id);
  if (!machine) collected.set(id, (machine = { value: { self: { value: id } }, path }));
  for (const change of changes) {
    const keys = String(at(change, "name") ?? "").split(".");
    if (keys.some((key) => !/^\w+$/.test(key) || key === "__proto__")) continue;
    let here = machine.value as Record<string, unknown>;
    for (const key of keys.slice(0, -1)) {
      if (!isMembers(here[key])) here[key] = {};
      here = here[key] as Record<string, unknown>;
    }
    const value = at(change, "val");
    // Some releases write { _typeName: "string", _value: "web01" }, older ones { VirtualDevice: [...] }.
    here[keys.at(-1) ?? ""] = at(value, "_value") ?? at(value, "virtualDevice") ?? value;
  }
}

/** Lists of devices, as `govc device.info -json` prints them: each is of one machine. */
function findDevices(documents: readonly Document[]): Machine[] {
  return documents
    .flatMap(({ value, root }) => itemsOf(value, root))
    .filter(([one]) =>
      listAt(one, "devices").some(
        (device) => textAt(device, "type") !== null || at(device, "macAddress") !== undefined,
      ),
    )
    .map(([value, path]) => ({ value, path }));
}

/** The files that govc wrote of one fleet: lists of machines without types, and of devices without machines. */
export class GovcFiles {
  private readonly ofMachines = new Set<FileReport>();
  /** Files with lists of devices, and the adapters in these lists. */
  private readonly ofDevices = new Map<FileReport, ReadonlySet<FleetAdapter>>();

  /** Reads the vSphere API's machines; false if the documents hold none. */
  read(documents: readonly Document[], kind: "json" | "xml", report: FileReport): boolean {
    const machines = findMachines(documents);
    const lists = findDevices(documents);
    if (machines.length === 0 && lists.length === 0) return false;
    report.format = `govc-${kind}`;
    for (const machine of machines) readMachine(machine, report);
    if (machines.length > 0) this.ofMachines.add(report);
    const count = report.adapters.length;
    for (const list of lists) readDeviceList(list, lists.length > 1, report);
    if (lists.length > 0) this.ofDevices.set(report, new Set(report.adapters.slice(count)));
    return true;
  }

  /** Adds types from lists of devices to the machines that have adapters with the same MAC addresses. */
  join(): void {
    const untyped = new Map<string, FleetAdapter | null>();
    for (const report of this.ofMachines) {
      const listed = this.ofDevices.get(report);
      for (const adapter of report.adapters)
        if (adapter.mac !== null && adapter.adapterAsWritten === null && !listed?.has(adapter))
          untyped.set(adapter.mac, untyped.has(adapter.mac) ? null : adapter);
    }
    for (const [report, listed] of this.ofDevices) joinDevices(report, listed, untyped);
    for (const report of this.ofMachines) {
      const missing = report.adapters.filter(({ adapterAsWritten }) => adapterAsWritten === null);
      if (missing.length > 0)
        report.addProblem(
          missing[0]?.place ?? "file",
          `The type of ${missing.length} ${missing.length === 1 ? "adapter" : "adapters"} is not stated. govc vm.info -json omits it. Use: govc vm.info -xml NAME...`,
        );
    }
  }
}

function joinDevices(
  report: FileReport,
  listed: ReadonlySet<FleetAdapter>,
  untyped: ReadonlyMap<string, FleetAdapter | null>,
): void {
  const joined = new Set<FleetAdapter>();
  for (const adapter of listed) {
    const partner = adapter.mac === null ? undefined : untyped.get(adapter.mac);
    if (!partner) continue;
    joined.add(adapter);
    partner.adapterAsWritten = adapter.adapterAsWritten;
    partner.places.adapterAsWritten = `${report.file} ${adapter.place}`;
  }
  // An adapter in a list of machines is counted there.
  report.keepAdapters((adapter) => !joined.has(adapter));
  const unnamed = new Map<string, string>();
  for (const adapter of listed) if (!joined.has(adapter)) getOrCompute(unnamed, adapter.machine, () => adapter.place);
  for (const [machine, place] of unnamed)
    report.addProblem(
      place,
      `govc device.info does not name the VM. The file name is used: ${machine}. The guest and the virtual hardware are unknown. Add: govc vm.info -json NAME`,
    );
}

/** Reads devices of a machine that is not named: it gets the name of the file, with the place of one of several lists. */
function readDeviceList({ value, path }: Machine, isOneOfSeveral: boolean, report: FileReport): void {
  const name = report.file.replace(/^.*[/!]/, "").replace(/\.[^.]*$/, "");
  const machine = isOneOfSeveral ? `${name} ${path.replace(/ \$$/, "")}` : name;
  const owner = { machine, machineId: null, localId: null, facts: { platform: "vsphere" }, places: {} };
  const count = readDevices(listAt(value, "devices"), `${path}.devices`, owner, report);
  if (count === 0) report.addProblem(path, "No device is a network adapter.");
}

function readMachine({ value, path }: Machine, report: FileReport): void {
  const config = at(value, "config");
  const place = placeOf(value, path);
  const machine =
    textAt(value, "name") ??
    textAt(config, "name") ??
    textAt(value, "summary", "config", "name") ??
    textAt(value, "self", "value") ??
    place;
  const localId = textAt(value, "self", "value") ?? textAt(value, "self", "_text");
  const machineId = textAt(config, "instanceUuid") ?? textAt(config, "uuid") ?? localId;
  report.addMachine(machine, machineId);
  const size = readNumber(at(config, "hardware", "memoryMB"));
  const reservation = readNumber(at(config, "memoryAllocation", "reservation"));
  const isLocked = readBoolean(at(config, "memoryReservationLockedToMax")) === true;
  const guest = at(value, "guest");
  const tools = toolsOf(guest);
  const facts: Partial<FleetAdapter> = {
    platform: "vsphere",
    guestAsWritten: textAt(config, "guestId") ?? textAt(config, "guestFullName"),
    guestFromTools: textAt(guest, "guestId") ?? textAt(guest, "guestFullName"),
    virtualHardware: readHardware(at(config, "version")),
    tools,
    toolsVersion: textAt(guest, "toolsVersion") ?? textAt(config, "tools", "toolsVersion"),
    poweredOn: readPower(at(value, "runtime", "powerState") ?? at(value, "summary", "runtime", "powerState")),
    template: readBoolean(at(config, "template") ?? at(value, "summary", "config", "template")),
    memoryReserved: isLocked ? true : size !== null && reservation !== null ? reservation >= size : null,
    vcpus: readCount(at(config, "hardware", "numCPU")),
    faultTolerance: readFaultTolerance(at(value, "runtime", "faultToleranceState")),
    latencySensitive: readLatencySensitivity(at(config, "latencySensitivity", "level")),
  };
  const places: FleetAdapter["places"] = {};
  const put = (field: FleetField, of: unknown, rest: string): void => {
    if (facts[field] !== null && facts[field] !== undefined) places[field] = placeOf(of, `${path}.${rest}`);
  };
  put("guestAsWritten", config, "config.guestId");
  put("guestFromTools", guest, "guest.guestId");
  put("virtualHardware", config, "config.version");
  put("tools", guest, "guest");
  put("toolsVersion", guest, "guest.toolsVersion");
  put("poweredOn", at(value, "runtime"), "runtime.powerState");
  put("template", config, "config.template");
  put(
    "memoryReserved",
    config,
    isLocked ? "config.memoryReservationLockedToMax" : "config.memoryAllocation.reservation",
  );
  put("faultTolerance", at(value, "runtime"), "runtime.faultToleranceState");
  put("latencySensitive", config, "config.latencySensitivity.level");
  put("vcpus", at(config, "hardware"), "config.hardware.numCPU");
  const count = readCount(at(value, "summary", "config", "numEthernetCards"));
  if (count !== null)
    report.expected.push({
      machine,
      machineId,
      count,
      place: placeOf(at(value, "summary", "config"), `${path}.summary.config.numEthernetCards`),
      facts,
    });
  const devices = at(config, "hardware", "device");
  if (devices === undefined)
    report.addProblem(place, `${machine} has no config.hardware.device: its adapters are not in the file.`);
  readDevices(
    listAt(config, "hardware", "device"),
    `${path}.config.hardware.device`,
    { machine, machineId, localId, facts, places },
    report,
  );
}

function toolsOf(guest: unknown): FleetAdapter["tools"] {
  const states = ["toolsRunningStatus", "toolsVersionStatus2", "toolsVersionStatus", "toolsStatus"].map((key) =>
    readTools(at(guest, key)),
  );
  if (states.includes("missing")) return "missing";
  return (
    states.find((state) => state !== null && state !== "installed") ?? states.find((state) => state !== null) ?? null
  );
}

interface Owner {
  machine: string;
  machineId: string | null;
  localId: string | null;
  facts: Partial<FleetAdapter>;
  places: FleetAdapter["places"];
}

/** Types of the API that are network adapters. */
const adapterTypes = /^(?:Virtual)?(?:E1000e?|Vmxnet\w*|PCNet32|SriovEthernetCard|EthernetCard)$/i;

function readDevices(devices: readonly unknown[], path: string, owner: Owner, report: FileReport): number {
  let count = 0;
  for (const [index, device] of devices.entries()) {
    const ownPath = `${path}[${index}]`;
    const place = placeOf(device, ownPath);
    const type = textAt(device, "_typeName") ?? textAt(device, "type");
    if (/^(?:Virtual)?PCIPassthrough$/i.test(type ?? ""))
      report.addProblem(
        place,
        `${owner.machine} has a PCI device from the host. The file does not say whether the device is a NIC.`,
      );
    // An unknown type is an adapter if it has a MAC address.
    if (!adapterTypes.test(type ?? "") && at(device, "macAddress") === undefined) continue;
    count++;
    const adapter = report.addAdapter(place, owner.machine, owner.machineId);
    const connectable = at(device, "connectable");
    const connected = readBoolean(at(connectable, "connected"));
    const starts = readBoolean(at(connectable, "startConnected"));
    Object.assign(adapter, owner.facts, {
      localId: owner.localId,
      label: textAt(device, "deviceInfo", "label") ?? textAt(device, "name"),
      mac: readMac(at(device, "macAddress")),
      adapterAsWritten: type ?? betrayedType(device),
      connected: owner.facts.poweredOn === false ? (starts ?? connected) : (connected ?? starts),
      directPathField: readBoolean(at(device, "uptCompatibilityEnabled")),
      network: textAt(device, "backing", "deviceName") ?? textAt(device, "deviceInfo", "summary"),
    } satisfies Partial<FleetAdapter>);
    adapter.places = { ...owner.places };
    if (!type && at(device, "sriovBacking") != null) adapter.places.adapterAsWritten = `${ownPath}.sriovBacking`;
  }
  return count;
}

/** Guesses a missing type from members that only one type has. */
function betrayedType(device: unknown): string | null {
  if (at(device, "sriovBacking") != null) return "VirtualSriovEthernetCard";
  if (at(device, "uptv2Enabled") != null || at(device, "strictLatencyConfig") != null) return "VirtualVmxnet3";
  return null;
}

/** Reads machines of the REST API `GET /api/vcenter/vm/ID`; false if a document is none. */
export function readVsphereRest(documents: readonly Document[], report: FileReport): boolean {
  let found = false;
  for (const { value, root } of documents)
    for (const [item, path] of itemsOf(value, root)) {
      const inner = at(item, "value");
      const [vm, ownPath] =
        inner !== undefined && at(item, "nics") === undefined ? [inner, `${path}.value`] : [item, path];
      if (at(vm, "nics") === undefined || (textAt(vm, "guest_OS") === null && at(vm, "hardware") === undefined))
        continue;
      found = true;
      report.format = "vsphere-rest";
      readRestMachine(vm, ownPath, report);
    }
  return found;
}

function readRestMachine(vm: unknown, path: string, report: FileReport): void {
  const machine = textAt(vm, "name") ?? path;
  const localId = textAt(vm, "vm");
  const machineId = textAt(vm, "identity", "instance_uuid") ?? localId;
  report.addMachine(machine, machineId);
  const facts: Partial<FleetAdapter> = {
    platform: "vsphere",
    guestAsWritten: textAt(vm, "guest_OS"),
    virtualHardware: readHardware(at(vm, "hardware", "version")),
    poweredOn: readPower(at(vm, "power_state")),
    vcpus: readCount(at(vm, "cpu", "count")),
  };
  const places: FleetAdapter["places"] = {
    ...(facts.guestAsWritten === null ? {} : { guestAsWritten: `${path}.guest_OS` }),
    ...(facts.virtualHardware === null ? {} : { virtualHardware: `${path}.hardware.version` }),
    ...(facts.poweredOn === null ? {} : { poweredOn: `${path}.power_state` }),
    ...(facts.vcpus === null ? {} : { vcpus: `${path}.cpu.count` }),
  };
  const nics = at(vm, "nics");
  const entries: [string, unknown][] = Array.isArray(nics)
    ? nics.map((nic, index) => [`${path}.nics[${index}]`, at(nic, "value") ?? nic])
    : Object.entries(isMembers(nics) ? nics : {}).map(([key, nic]) => [`${path}.nics.${key}`, nic]);
  for (const [place, nic] of entries) {
    const adapter = report.addAdapter(place, machine, machineId);
    const state = textAt(nic, "state");
    const starts = readBoolean(at(nic, "start_connected"));
    Object.assign(adapter, facts, {
      localId,
      label: textAt(nic, "label"),
      mac: readMac(at(nic, "mac_address")),
      adapterAsWritten: textAt(nic, "type"),
      connected: facts.poweredOn === false ? starts : state === null ? starts : state === "CONNECTED",
      directPathField: readBoolean(at(nic, "upt_compatibility_enabled")),
      network: textAt(nic, "backing", "network_name") ?? textAt(nic, "backing", "network"),
    } satisfies Partial<FleetAdapter>);
    adapter.places = { ...places };
    if (adapter.adapterAsWritten === null) report.addProblem(place, "The adapter has no type.");
  }
}
