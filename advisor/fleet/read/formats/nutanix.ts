import type { FleetAdapter } from "../../record.ts";
import { describeCount, type FileReport } from "../report.ts";
import { at, type Document, isMembers, listAt, textAt } from "../text/documents.ts";
import { readBoolean, readCount, readMac, readPower } from "../values.ts";

/** Reads machines of Nutanix Prism's API, version 3; false if a document has none. Names other versions, which are not read. */
export function readNutanix(documents: readonly Document[], report: FileReport): boolean {
  let found = false;
  nameMissing(documents, report);
  for (const { value, root } of documents) {
    const entities = entitiesOf(value);
    const others = [entities, at(value, "data"), value].flat().filter(isOtherVersion);
    if (others.length > 0) {
      found = true;
      const nics = others.flatMap((entity) => [...listAt(entity, "vm_nics"), ...listAt(entity, "nics")]);
      report.addUnread(
        root,
        `This is version 2 or 4 of Nutanix Prism's API, which is not read (${describeCount(nics.length)}). Use version 3: curl -u USER -H "Content-Type: application/json" -d '{"kind":"vm","length":500}' https://PRISM:9440/api/nutanix/v3/vms/list`,
        nics.length,
      );
      continue;
    }
    for (const [index, entity] of (entities ?? [value]).entries()) {
      const key = findState(entity);
      if (key === undefined) continue;
      found = true;
      report.format = "nutanix-json";
      readMachine(entity, key, entities ? `${root}.entities[${index}]` : root, report);
    }
  }
  return found;
}

function entitiesOf(value: unknown): unknown[] | null {
  return isMembers(value) && Array.isArray(value.entities) ? value.entities : null;
}

/** Reports VMs that are missing from a list, or from all its pages together. */
function nameMissing(documents: readonly Document[], report: FileReport): void {
  const pages = documents.filter(({ value }) => entitiesOf(value)?.some(findState));
  const [first] = pages;
  const total = Math.max(0, ...pages.map(({ value }) => readCount(at(value, "metadata", "total_matches")) ?? 0));
  const count = pages.reduce((sum, { value }) => sum + (entitiesOf(value)?.length ?? 0), 0);
  if (first && total > count)
    report.addProblem(
      first.root,
      `The list has ${count} of ${total} VMs. Query the others with "length" and "offset".`,
    );
}

/** Returns the state of a machine with a list of adapters: the actual state, or else the desired one. */
function findState(entity: unknown): "status" | "spec" | undefined {
  return (["status", "spec"] as const).find((key) => at(entity, key, "resources", "nic_list") !== undefined);
}

/** Whether a document is a machine as version 2 or 4 of the API writes it. */
function isOtherVersion(entity: unknown): boolean {
  const isSecond = at(entity, "vm_nics") !== undefined && at(entity, "num_cores_per_vcpu") !== undefined;
  return isSecond || /^vmm\.v4\b.*\.Vm$/.test(textAt(entity, "$objectType") ?? "");
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
