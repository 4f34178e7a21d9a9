import { emptyAdapter, type FleetAdapter, type FleetFile } from "../../../../advisor/fleet/record.ts";

/** An adapter of which a file states some facts. */
export function makeAdapter(facts: Partial<FleetAdapter>): FleetAdapter {
  return { ...emptyAdapter("fleet.csv", "row 2", "vm", null), label: "Network adapter 1", ...facts };
}

/** An ordinary machine of vSphere: powered on, VMware Tools running, nothing odd. */
export function makeVsphere(facts: Partial<FleetAdapter>): FleetAdapter {
  return makeAdapter({
    platform: "vsphere",
    platformVersion: "7.0",
    virtualHardware: 17,
    guestAsWritten: "windows2019srv_64Guest",
    adapterAsWritten: "Vmxnet3",
    tools: "running",
    poweredOn: true,
    connected: true,
    template: false,
    ...facts,
  });
}

/** A file with adapters, each a machine of its own. */
export function makeFile(adapters: readonly FleetAdapter[], facts: Partial<FleetFile> = {}): FleetFile {
  return {
    file: "fleet.csv",
    format: "csv",
    machines: adapters.length,
    adapters: adapters.map((adapter, at) => ({ ...adapter, file: facts.file ?? adapter.file, place: `row ${at + 2}` })),
    problems: [],
    unread: 0,
    expected: [],
    ...facts,
  };
}
