import type { FleetAdapter } from "../../record.ts";
import type { FileReport } from "../report.ts";
import { at, type Document, isMembers, listAt, textAt } from "../text/documents.ts";
import {
  readBoolean,
  readCount,
  readHardware,
  readMac,
  readNumber,
  readPower,
  readTools,
  readLatencySensitivity,
} from "../values.ts";

/** A resource of a state or plan. */
interface Resource {
  type: string;
  address: string;
  attributes: unknown;
  path: string;
  /** Whether a newer instance replaces it, and Terraform has not deleted it yet. */
  isDeposed?: boolean;
}

/** Names of a resource's attributes, by what they mean. */
interface Provider {
  platform: string;
  adapters: string;
  model: readonly string[];
  mac: readonly string[];
  network: readonly string[];
  facts: (attributes: unknown) => Partial<FleetAdapter>;
  connected: (nic: unknown) => boolean | null;
}

const providers: Record<string, Provider> = {
  vsphere_virtual_machine: {
    platform: "vsphere",
    adapters: "network_interface",
    model: ["adapter_type"],
    mac: ["mac_address"],
    network: ["network_id"],
    facts: (own) => {
      const [size, reserved] = [readNumber(at(own, "memory")), readNumber(at(own, "memory_reservation"))];
      const isLocked = readBoolean(at(own, "memory_reservation_locked_to_max")) === true;
      return {
        guestAsWritten: textAt(own, "guest_id"),
        virtualHardware: readHardware(at(own, "hardware_version")) || null,
        tools: readTools(at(own, "vmware_tools_status")),
        poweredOn: readPower(at(own, "power_state")),
        memoryReserved: isLocked ? true : size && reserved !== null ? reserved >= size : null,
        vcpus: readCount(at(own, "num_cpus")),
        latencySensitive: readLatencySensitivity(at(own, "latency_sensitivity")),
      };
    },
    connected: () => null,
  },
  libvirt_domain: {
    platform: "kvm",
    adapters: "network_interface",
    model: ["model"],
    mac: ["mac", "mac_address"],
    network: ["network_name", "bridge", "macvtap", "network_id"],
    facts: (own) => ({ poweredOn: readBoolean(at(own, "running")), vcpus: readCount(at(own, "vcpu")) }),
    connected: () => null,
  },
  proxmox_vm_qemu: {
    platform: "proxmox",
    adapters: "network",
    model: ["model"],
    mac: ["macaddr", "mac"],
    network: ["bridge"],
    facts: (own) => ({
      guestAsWritten: textAt(own, "qemu_os"),
      poweredOn: readPower(at(own, "vm_state")),
      vcpus: readCount(at(own, "cores")),
    }),
    connected: (nic) => (readBoolean(at(nic, "link_down")) === true ? false : null),
  },
  proxmox_virtual_environment_vm: {
    platform: "proxmox",
    adapters: "network_device",
    model: ["model"],
    mac: ["mac_address"],
    network: ["bridge"],
    facts: (own) => ({
      guestAsWritten: textAt(listAt(own, "operating_system")[0], "type"),
      poweredOn: readBoolean(at(own, "started")),
      template: readBoolean(at(own, "template")),
      vcpus: readCount(at(listAt(own, "cpu")[0], "cores")),
    }),
    connected: (nic) => (readBoolean(at(nic, "disconnected")) === true ? false : null),
  },
};

/** Reads a Terraform state, or the JSON of `terraform show`; false if a document is none. */
export function readTerraform(documents: readonly Document[], report: FileReport): boolean {
  let found = false;
  for (const { value, root } of documents) {
    const resources = listResources(value, root);
    if (!resources) continue;
    found = true;
    report.format =
      at(value, "values") !== undefined || at(value, "planned_values") !== undefined
        ? "terraform-show"
        : "terraform-state";
    const own = resources.filter(({ type }) => Object.hasOwn(providers, type));
    for (const resource of own) {
      if (!resource.isDeposed) readResource(resource, report);
      else
        report.addProblem(
          resource.path,
          `This is a deposed instance of ${resource.address}, which Terraform deletes at the next apply. It is not read.`,
        );
    }
    if (own.length === 0) report.addProblem(root, "The file has no VM from the providers vsphere, libvirt or proxmox.");
  }
  return found;
}

function listResources(value: unknown, root: string): Resource[] | null {
  if (at(value, "values", "root_module") !== undefined)
    return ofModule(at(value, "values", "root_module"), `${root}.values.root_module`);
  if (at(value, "planned_values") !== undefined)
    return ofModule(at(value, "planned_values", "root_module"), `${root}.planned_values.root_module`);
  if (at(value, "terraform_version") === undefined && at(value, "serial") === undefined) return null;
  if (Array.isArray(at(value, "resources")))
    return listAt(value, "resources").flatMap((one, index) => ofState(one, `${root}.resources[${index}]`));
  if (Array.isArray(at(value, "modules")))
    return listAt(value, "modules").flatMap((one, index) => ofOldModule(one, `${root}.modules[${index}]`));
  return null;
}

/** `terraform show -json`, with modules in modules. */
function ofModule(module: unknown, path: string): Resource[] {
  return [
    ...listAt(module, "resources").flatMap((one, index) =>
      textAt(one, "mode") === "data"
        ? []
        : {
            type: textAt(one, "type") ?? "",
            address: textAt(one, "address") ?? "",
            attributes: at(one, "values"),
            path: `${path}.resources[${index}].values`,
          },
    ),
    ...listAt(module, "child_modules").flatMap((one, index) => ofModule(one, `${path}.child_modules[${index}]`)),
  ];
}

/** State since version 4. */
function ofState(resource: unknown, path: string): Resource[] {
  if (textAt(resource, "mode") === "data") return [];
  const type = textAt(resource, "type") ?? "";
  const module = textAt(resource, "module");
  const base = `${module ? `${module}.` : ""}${type}.${textAt(resource, "name") ?? ""}`;
  return listAt(resource, "instances").map((instance, index) => {
    const key = at(instance, "index_key");
    const isDeposed = textAt(instance, "deposed") !== null;
    return {
      type,
      address: key === undefined || key === null ? base : `${base}[${JSON.stringify(key)}]`,
      attributes: at(instance, "attributes"),
      path: `${path}.instances[${index}]${isDeposed ? "" : ".attributes"}`,
      isDeposed,
    };
  });
}

/** State before version 4: attributes are flat, `network_interface.0.adapter_type`. */
function ofOldModule(module: unknown, path: string): Resource[] {
  const resources = at(module, "resources");
  const prefix = listAt(module, "path")
    .slice(1)
    .map((part) => `module.${part}.`)
    .join("");
  return Object.entries(isMembers(resources) ? resources : {})
    .filter(([name]) => !name.startsWith("data."))
    .map(([name, resource]) => ({
      type: textAt(resource, "type") ?? name.split(".")[0] ?? "",
      address: `${prefix}${name}`,
      attributes: unflatten(at(resource, "primary", "attributes")),
      path: `${path}.resources["${name}"].primary.attributes`,
    }));
}

function unflatten(flat: unknown): unknown {
  if (!isMembers(flat)) return undefined;
  const attributes: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(flat)) {
    const [, list, number, name] = /^(\w+)\.(\d{1,4})\.(\w+)$/.exec(key) ?? [];
    if (list === undefined) {
      attributes[key] = value;
      continue;
    }
    const items = Array.isArray(attributes[list]) ? (attributes[list] as Record<string, unknown>[]) : [];
    attributes[list] = items;
    while (items.length <= Number(number)) items.push({});
    (items[Number(number)] as Record<string, unknown>)[name ?? ""] = value;
  }
  return attributes;
}

function readResource({ type, address, attributes, path }: Resource, report: FileReport): void {
  const provider = providers[type] as Provider;
  const machine = textAt(attributes, "name") ?? address;
  report.addMachine(machine, address);
  const uuid = textAt(attributes, "uuid") ?? textAt(attributes, "id");
  if (uuid !== null) report.uuids.set(address, uuid);
  const facts = { platform: provider.platform, ...provider.facts(attributes) };
  const first = (nic: unknown, keys: readonly string[]): string | null =>
    keys
      .map((key) => textAt(nic, key) ?? textAt(nic, key, "type") ?? textAt(nic, key, "address"))
      .find((text) => text !== null) ?? null;
  const nested = listAt(attributes, "devices", "interfaces");
  const [nics, nicsPath] =
    nested.length > 0 ? [nested, "devices.interfaces"] : [listAt(attributes, provider.adapters), provider.adapters];
  for (const [index, nic] of nics.entries()) {
    const place = `${path}.${nicsPath}[${index}]`;
    if (!isMembers(nic)) {
      report.addUnread(place, "This is not an adapter.");
      continue;
    }
    const adapter = report.addAdapter(place, machine, address);
    Object.assign(adapter, facts, {
      label: `${nicsPath}[${index}]`,
      mac: readMac(first(nic, provider.mac)),
      adapterAsWritten: first(nic, provider.model),
      connected: provider.connected(nic),
      network: first(nic, provider.network),
    } satisfies Partial<FleetAdapter>);
    if (facts.guestAsWritten) adapter.places.guestAsWritten = path;
    if (facts.virtualHardware) adapter.places.virtualHardware = path;
    if (adapter.adapterAsWritten === null)
      report.addProblem(place, `The adapter's ${provider.model[0]} is missing or empty.`);
  }
  const stated = readCount(at(attributes, `${provider.adapters}.#`));
  if (stated !== null)
    report.expected.push({ machine, machineId: address, count: stated, place: `${path}["${provider.adapters}.#"]` });
  const devices = listAt(attributes, "pci_device_id").length;
  if (devices > 0)
    report.addProblem(
      path,
      `${machine} has ${devices} PCI ${devices === 1 ? "device" : "devices"} from the host (pci_device_id). The file does not say whether the device is a NIC.`,
    );
}
