import type { FleetAdapter } from "../../record.ts";
import type { FileReport } from "../report.ts";
import { at, type Document, isMembers, listAt, placeOf, textAt } from "../text/documents.ts";
import { readBoolean, readCount, readMac, readPower } from "../values.ts";

/** Reads machines and templates of oVirt's REST API, in XML or JSON; false if a document has none. */
export function readOvirt(documents: readonly Document[], kind: "json" | "xml", report: FileReport): boolean {
  let found = false;
  for (const { value, root } of documents)
    for (const key of ["vm", "template"]) {
      // A list `<vms>` holds machines; a single `<vm>` is one.
      const list = at(value, key) === undefined && isMachine(value) ? [value] : listAt(value, key).filter(isMachine);
      for (const [index, vm] of list.entries()) {
        if (vm === value && key === "template") continue;
        found = true;
        report.format = `ovirt-${kind}`;
        readMachine(vm, vm === value ? root : `${root}.${key}[${index}]`, key === "template", report);
      }
    }
  return found;
}

function isMachine(value: unknown): boolean {
  const nics = at(value, "nics");
  return (
    isMembers(value) &&
    (at(value, "os") !== undefined || nics !== undefined) &&
    (at(value, "cpu") !== undefined || at(nics, "nic") !== undefined)
  );
}

function readMachine(vm: unknown, path: string, isTemplate: boolean, report: FileReport): void {
  const place = placeOf(vm, path);
  const machine = textAt(vm, "name") ?? place;
  const machineId = textAt(vm, "id");
  report.addMachine(machine, machineId);
  const topology = at(vm, "cpu", "topology");
  const counts = ["cores", "sockets", "threads"].map((key) => readCount(textAt(topology, key)));
  const reported = at(vm, "guest_operating_system");
  const [distribution, family] = [textAt(reported, "distribution"), textAt(reported, "family")];
  const version = textAt(reported, "version", "full_version") ?? textAt(reported, "version");
  // For Windows the version is the kernel's: 10.0 for Windows 10 and 11, and for Server 2016 to 2025.
  const isKernel = distribution === null && /^windows$/i.test(family ?? "") && /^\d+(?:\.\d+)+$/.test(version ?? "");
  const system = isKernel ? null : (distribution ?? family);
  const facts: Partial<FleetAdapter> = {
    platform: "ovirt",
    guestAsWritten: textAt(vm, "os", "type"),
    guestFromTools: system && [system, version].filter((part) => part !== null).join(" "),
    poweredOn: readPower(textAt(vm, "status") ?? textAt(vm, "status", "state")),
    template: isTemplate,
    vcpus: counts[0] == null ? null : counts.reduce<number>((product, count) => product * (count ?? 1), 1),
    cluster: textAt(vm, "cluster", "name"),
  };
  const nics = listAt(at(vm, "nics"), "nic");
  if (at(vm, "nics", "nic") === undefined)
    report.addProblem(place, `${machine} has no list of adapters. Query the API with ?follow=nics.`);
  for (const [index, nic] of nics.entries()) {
    const adapter = report.addAdapter(placeOf(nic, `${path}.nics.nic[${index}]`), machine, machineId);
    const [linked, plugged] = [
      readBoolean(textAt(nic, "linked") ?? at(nic, "linked")),
      readBoolean(textAt(nic, "plugged") ?? at(nic, "plugged")),
    ];
    Object.assign(adapter, facts, {
      label: textAt(nic, "name"),
      mac: readMac(textAt(nic, "mac", "address")),
      adapterAsWritten: textAt(nic, "interface"),
      connected: linked === false || plugged === false ? false : (linked ?? plugged),
      network:
        textAt(nic, "vnic_profile", "name") ?? textAt(nic, "network", "name") ?? textAt(nic, "vnic_profile", "id"),
    } satisfies Partial<FleetAdapter>);
    if (facts.guestAsWritten) adapter.places.guestAsWritten = placeOf(at(vm, "os"), `${path}.os.type`);
    if (facts.guestFromTools) adapter.places.guestFromTools = placeOf(reported, `${path}.guest_operating_system`);
    if (adapter.adapterAsWritten === null) report.addProblem(adapter.place, "The adapter has no interface.");
    if (adapter.adapterAsWritten === "rtl8139_virtio")
      report.addProblem(
        adapter.place,
        "The interface is rtl8139 or virtio: the guest chooses. The file does not say which.",
      );
  }
}
