import type { FleetAdapter } from "../../record.ts";
import type { FileReport } from "../report.ts";
import { at, type Document, isMembers, listAt, textAt } from "../text/documents.ts";
import { readBoolean, readCount, readMac, readPower } from "../values.ts";

/** Reads machines of Nutanix Prism's API, version 3; false if a document has none. */
export function readNutanix(documents: readonly Document[], report: FileReport): boolean {
  let found = false;
  for (const { value, root } of documents) {
    const entities = isMembers(value) && Array.isArray(value.entities) ? value.entities : null;
    for (const [index, entity] of (entities ?? [value]).entries()) {
      // What is wanted stands in spec, what is in status.
      const key = ["status", "spec"].find((one) => at(entity, one, "resources", "nic_list") !== undefined);
      if (key === undefined) continue;
      found = true;
      report.format = "nutanix-json";
      readMachine(entity, key, entities ? `${root}.entities[${index}]` : root, report);
    }
  }
  return found;
}

function readMachine(entity: unknown, key: string, path: string, report: FileReport): void {
  const state = at(entity, key);
  const resources = at(state, "resources");
  const machineId = textAt(entity, "metadata", "uuid");
  const machine = textAt(state, "name") ?? textAt(entity, "spec", "name") ?? machineId ?? path;
  report.addMachine(machine, machineId);
  const tools = at(resources, "guest_tools", "nutanix_guest_tools");
  const [sockets, cores] = [readCount(at(resources, "num_sockets")), readCount(at(resources, "num_vcpus_per_socket"))];
  const facts: Partial<FleetAdapter> = {
    platform: "nutanix",
    guestAsWritten: textAt(resources, "guest_os_id"),
    guestFromTools: readGuest(textAt(tools, "guest_os_version")),
    tools: readBoolean(at(tools, "is_reachable")) === true ? "running" : null,
    toolsVersion: textAt(tools, "version"),
    poweredOn: readPower(at(resources, "power_state")),
    vcpus: sockets === null ? null : sockets * (cores ?? 1),
    cluster: textAt(state, "cluster_reference", "name"),
  };
  for (const [index, nic] of listAt(resources, "nic_list").entries()) {
    const place = `${path}.${key}.resources.nic_list[${index}]`;
    const adapter = report.addAdapter(place, machine, machineId);
    Object.assign(adapter, facts, {
      label: textAt(nic, "uuid"),
      mac: readMac(at(nic, "mac_address")),
      adapterAsWritten: textAt(nic, "nic_type") === "DIRECT_NIC" ? "DIRECT_NIC" : textAt(nic, "model"),
      connected: readBoolean(at(nic, "is_connected")),
      network: textAt(nic, "subnet_reference", "name") ?? textAt(nic, "subnet_reference", "uuid"),
    } satisfies Partial<FleetAdapter>);
    if (facts.guestAsWritten) adapter.places.guestAsWritten = `${path}.${key}.resources.guest_os_id`;
    if (facts.vcpus !== null) adapter.places.vcpus = `${path}.${key}.resources.num_sockets`;
    if (adapter.adapterAsWritten === null) report.addProblem(place, "The adapter has no model.");
    if (adapter.adapterAsWritten === "DIRECT_NIC")
      report.addProblem(place, "A host NIC is passed through. The file does not say whether it is a virtual function.");
  }
}

/** The guest in what Nutanix Guest Tools report: family, bitness and name, with colons between them. */
function readGuest(written: string | null): string | null {
  const [, bitness, name] = /^\w+:(32|64):(.+)$/.exec(written ?? "") ?? [];
  return name === undefined ? written : `${name} (${bitness}-bit)`;
}
