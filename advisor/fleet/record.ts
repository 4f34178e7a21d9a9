/**
 * The neutral record of a virtual network adapter: what an inventory file states about it, and where.
 * Readers write it, the audit reads it. A field the file does not state is null: unknown is not no.
 */

/** State of the guest tools. `missing`: the file states that there are none. `installed`: no file states that they run. null: no file states it. */
export type ToolsState = "running" | "installed" | "not-running" | "missing";

/** A fact of a `FleetAdapter` that has a place of its own. */
export type FleetField = Exclude<keyof FleetAdapter, "file" | "place" | "places" | "localId">;

/** One virtual network adapter of one machine. */
export interface FleetAdapter {
  /** Path of the file; a member of an archive follows after "!": `export.zip!vNetwork.csv`. */
  file: string;
  /** Location of the adapter in the file: `vNetwork row 12`, `line 7`, `$.Devices[3]`. */
  place: string;
  /** Locations of facts that are not at `place`, such as a guest id in another tab. */
  places: Partial<Record<FleetField, string>>;
  /** The machine's name as written. */
  machine: string;
  /** An id that is unique although names may repeat: UUID, managed object id, resource address. */
  machineId: string | null;
  /** An id that is unique within one vCenter or host, in addition to `machineId`: `vm-101`. */
  localId: string | null;
  /** The adapter's name as written: `Network adapter 1`, `net0`. */
  label: string | null;
  /** MAC address in lower case with colons. */
  mac: string | null;
  /** The adapter's model as written: `Vmxnet3`, `VirtualE1000`, `virtio`, `hostdev`. */
  adapterAsWritten: string | null;
  /** Id of the platform or product whose format this is: `vsphere`, `kvm`, `proxmox`. */
  platform: string | null;
  /** Version of the platform as written, without build: `8.0`. */
  platformVersion: string | null;
  /** The guest that the machine's configuration names: an id or a name as written. */
  guestAsWritten: string | null;
  /** The guest that the tools inside the machine report, as written. */
  guestFromTools: string | null;
  /** Version of the virtual hardware: 21 for `vmx-21`. */
  virtualHardware: number | null;
  /** State of VMware Tools or the guest agent. */
  tools: ToolsState | null;
  /** Version of VMware Tools or of the guest drivers as written. */
  toolsVersion: string | null;
  /** The machine runs. */
  poweredOn: boolean | null;
  /** The adapter is connected. */
  connected: boolean | null;
  /** The machine is a template. */
  template: boolean | null;
  /** All of the machine's memory is reserved. */
  memoryReserved: boolean | null;
  /** The file's own "Direct Path IO" field: support of vSphere's UPT, which is not passthrough. */
  directPathField: boolean | null;
  /** Number of virtual CPUs. */
  vcpus: number | null;
  /** Cluster the machine is in. */
  cluster: string | null;
  /** The cluster restarts machines of a failed host. */
  clusterHa: boolean | null;
  /** The cluster moves machines between hosts by itself. */
  clusterDrs: boolean | null;
  /** Fault Tolerance protects the machine. */
  faultTolerance: boolean | null;
  /** The machine is set to high latency sensitivity. */
  latencySensitive: boolean | null;
  /** Packets per second in the busier direction, at peak, as measured. */
  packetRate: number | null;
  /** The network it is connected to, as written. */
  network: string | null;
}

/** A part of a file that cannot be read or contradicts the rest of the file. */
export interface FleetProblem {
  /** Location in the file. */
  place: string;
  /** What was found and what is accepted. */
  text: string;
}

/** A machine for which the file states the number of adapters. */
export interface ExpectedAdapters {
  machine: string;
  machineId: string | null;
  count: number;
  place: string;
  /** Facts of the VM in the file, such as its guest. */
  facts?: Partial<FleetAdapter>;
}

/** Contents of one inventory file. */
export interface FleetFile {
  file: string;
  /** Id of the format that was recognised, such as `rvtools-xlsx`; null if none was. */
  format: string | null;
  /** Number of machines found. */
  machines: number;
  adapters: FleetAdapter[];
  problems: FleetProblem[];
  /** Rows that state an adapter but cannot be used; each is also in `problems`. */
  unread: number;
  expected: ExpectedAdapters[];
}

/** The used members of a Blob or a File, so that our types do not require those of a browser. */
export interface FileInParts {
  readonly size: number;
  slice: (from: number, to: number) => { arrayBuffer: () => Promise<ArrayBuffer> };
}

/** A file of an inventory before it is read. */
export interface FleetInput {
  name: string;
  /** Its content. A Blob with an .ova may be larger than memory, because its disks are not read. */
  bytes: Uint8Array | FileInParts;
}

/** Creates an adapter of which only the location in the file is known. */
export function emptyAdapter(file: string, place: string, machine: string, machineId: string | null): FleetAdapter {
  return {
    file,
    place,
    places: {},
    machine,
    machineId,
    localId: null,
    label: null,
    mac: null,
    adapterAsWritten: null,
    platform: null,
    platformVersion: null,
    guestAsWritten: null,
    guestFromTools: null,
    virtualHardware: null,
    tools: null,
    toolsVersion: null,
    poweredOn: null,
    connected: null,
    template: null,
    memoryReserved: null,
    directPathField: null,
    vcpus: null,
    cluster: null,
    clusterHa: null,
    clusterDrs: null,
    faultTolerance: null,
    latencySensitive: null,
    packetRate: null,
    network: null,
  };
}
