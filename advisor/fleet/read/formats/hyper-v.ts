import type { FleetAdapter } from "../../record.ts";
import { type FileReport, ofHost } from "../report.ts";
import { at, type Document, isMembers, listAt, textAt } from "../text/documents.ts";
import { readBoolean, readCount, readMac, readPower } from "../values.ts";

/** Reads `Get-VM` or `Get-VMNetworkAdapter`, converted to JSON; false if a document is neither. */
export function readHyperV(documents: readonly Document[], report: FileReport): boolean {
  let found = false;
  for (const { value, root } of documents) {
    const [list, path] = unwrapList(value, root);
    for (const [index, item] of (Array.isArray(list) ? list : [list]).entries()) {
      const place = Array.isArray(list) ? `${path}[${index}]` : path;
      if (at(item, "NetworkAdapters") !== undefined) readMachine(item, place, report);
      else if (at(item, "IsLegacy") !== undefined && textAt(item, "VMName") !== null) {
        const machine = textAt(item, "VMName") as string;
        addAdapter(item, place, { machine, machineId: textAt(item, "VMId"), facts: { platform: "hyper-v" } }, report);
      } else if (at(item, "IsLegacy") !== undefined && readBoolean(at(item, "IsManagementOs")) === true)
        report.addProblem(place, ofHost);
      else continue;
      found = true;
      report.format = "hyper-v-json";
    }
  }
  return found;
}

/** Windows PowerShell wraps some lists: { value: [...], Count: 2 }. Gives the list, or any other value as it is. */
function unwrapList(value: unknown, path: string): [unknown, string] {
  return isMembers(value) && Array.isArray(value.value) && "Count" in value
    ? [value.value, `${path}.value`]
    : [value, path];
}

/** Power states by their numbers, as Windows PowerShell writes them. */
const states: Record<string, boolean> = { 2: true, 3: false, 6: false, 9: false };

function readMachine(vm: unknown, path: string, report: FileReport): void {
  const machine = textAt(vm, "Name") ?? textAt(vm, "VMName") ?? path;
  const machineId = textAt(vm, "VMId") ?? textAt(vm, "Id");
  report.addMachine(machine, machineId);
  const state = textAt(vm, "State", "Value") ?? textAt(vm, "State");
  const reported = textAt(vm, "OSName");
  const facts: Partial<FleetAdapter> = {
    platform: "hyper-v",
    guestFromTools: reported,
    poweredOn: state === null ? null : (states[state] ?? readPower(state)),
    vcpus: readCount(at(vm, "ProcessorCount")),
  };
  const [nics, ownPath] = unwrapList(at(vm, "NetworkAdapters"), `${path}.NetworkAdapters`);
  for (const [index, nic] of listAt({ nics }, "nics").entries()) {
    const place = `${ownPath}[${index}]`;
    if (isMembers(nic)) addAdapter(nic, place, { machine, machineId, facts }, report);
    else report.addUnread(place, "The adapter is a string, not an object. Use: Get-VM | ConvertTo-Json -Depth 5");
  }
}

interface Owner {
  machine: string;
  machineId: string | null;
  facts: Partial<FleetAdapter>;
}

function addAdapter(nic: unknown, place: string, { machine, machineId, facts }: Owner, report: FileReport): void {
  const adapter = report.addAdapter(place, machine, machineId);
  const isLegacy = readBoolean(at(nic, "IsLegacy"));
  Object.assign(adapter, facts, {
    label: textAt(nic, "Name"),
    mac: readMac(at(nic, "MacAddress")),
    adapterAsWritten: isLegacy === null ? null : isLegacy ? "legacy" : "synthetic",
    connected: readBoolean(at(nic, "Connected")),
    network: textAt(nic, "SwitchName"),
  } satisfies Partial<FleetAdapter>);
  if (isLegacy === null) report.addProblem(place, "The adapter has no IsLegacy.");
  else adapter.places.adapterAsWritten = `${place}.IsLegacy`;
}
