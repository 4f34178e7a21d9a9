import type { FleetAdapter } from "../../record.ts";
import { describeCount, type FileReport } from "../report.ts";
import { child, children, childText, descendants, type ParsedXml, type XmlElement } from "../text/parse-xml.ts";
import { readBoolean, readCount, readMac, readNumber } from "../values.ts";

/** What the numbers of oVirt's descriptors mean. */
const ovirtModels = ["rtl8139_virtio", "rtl8139", "e1000", "virtio", "spapr_vlan", "pci_passthrough", "e1000e"];

/** Whether XML is an OVF descriptor. */
export function isOvf({ roots, rest }: ParsedXml): boolean {
  return roots.some((root) => root.name === "Envelope") || /^\s*<(?:\w+:)?Envelope[\s>]/.test(rest);
}

/** Reads an OVF descriptor of any version, or oVirt's dialect of it. */
export function readOvf({ roots, fault, rest }: ParsedXml, report: FileReport): void {
  report.format = "ovf";
  for (const root of roots) {
    const systems = [
      ...descendants(root, "VirtualSystem"),
      // Before version 1.0, and in oVirt, the kind of an element is an attribute.
      ...descendants(root, "Content").filter((element) => /VirtualSystem_Type$/.test(element.attributes.type ?? "")),
    ];
    if (systems.length === 0) report.addProblem(`line ${root.line}`, "The descriptor has no VirtualSystem.");
    for (const system of systems) readSystem(system, report);
  }
  if (!fault) return;
  const lost = rest.match(/ResourceType>\s*10\s*</g)?.length ?? 0;
  report.addUnread(
    `line ${fault.line}`,
    `The XML is not well-formed: ${fault.message}. The descriptor is not read (${describeCount(lost)}).`,
    lost,
  );
}

function section(system: XmlElement, name: string): XmlElement | undefined {
  return (
    child(system, name) ??
    children(system, "Section").find((element) => (element.attributes.type ?? "").endsWith(`${name}_Type`))
  );
}

function readSystem(system: XmlElement, report: FileReport): void {
  const hardware = section(system, "VirtualHardwareSection");
  const os = section(system, "OperatingSystemSection");
  const machine = childText(system, "Name") ?? system.attributes.id ?? `line ${system.line}`;
  const isOvirt = system.name === "Content" && isOvirtSystem(system, hardware);
  const machineId = os?.attributes.id && isOvirt && /^[\da-f-]{36}$/i.test(os.attributes.id) ? os.attributes.id : null;
  report.addMachine(machine, machineId);
  if (isOvirt) report.format = "ovirt-ovf";
  const type = hardware && descendants(hardware, "VirtualSystemType")[0];
  const versions = [...(type?.text ?? "").matchAll(/vmx-0?(\d+)/g)].map(([, number]) => Number(number));
  // OVF 2.0, as VirtualBox writes it, has items of their own kind for adapters.
  const items = ["Item", "EthernetPortItem"].flatMap((name) => (hardware ? descendants(hardware, name) : []));
  const ofType = (number: string): XmlElement[] => items.filter((item) => childText(item, "ResourceType") === number);
  const [memory] = ofType("4");
  const [size, reserved] = [
    readNumber(childText(memory, "VirtualQuantity")),
    readNumber(childText(memory, "Reservation")),
  ];
  const facts: Partial<FleetAdapter> = {
    platform: isOvirt
      ? "ovirt"
      : versions.length > 0
        ? "vsphere"
        : /virtualbox/i.test(type?.text ?? "")
          ? "virtualbox"
          : null,
    guestAsWritten: os?.attributes.osType ?? childText(os, "Description"),
    // Of several versions, what holds for the oldest holds for all.
    virtualHardware: versions.length > 0 ? Math.min(...versions) : null,
    memoryReserved: size === null || reserved === null ? null : reserved >= size,
    vcpus: readCount(childText(ofType("3")[0], "VirtualQuantity") ?? childText(ofType("3")[0], "num_of_sockets")),
  };
  const places: FleetAdapter["places"] = {};
  if (os && facts.guestAsWritten) places.guestAsWritten = `line ${os.line}`;
  if (type && versions.length > 0) places.virtualHardware = `line ${type.line}`;
  if (memory && facts.memoryReserved !== null) places.memoryReserved = `line ${memory.line}`;
  for (const item of ofType("10")) {
    const place = `line ${item.line}`;
    const adapter = report.addAdapter(place, machine, machineId);
    const model = childText(item, "ResourceSubType");
    const connection = childText(item, "Connection");
    const automatic = readBoolean(childText(item, "AutomaticAllocation"));
    const upt = children(item, "Config").find(({ attributes }) => attributes.key === "uptCompatibilityEnabled");
    Object.assign(adapter, facts, {
      // oVirt's caption names the network, which several adapters may share.
      label:
        (isOvirt ? childText(item, "Name") : null) ??
        childText(item, "ElementName") ??
        childText(item, "Caption") ??
        childText(item, "Name"),
      mac: readMac(childText(item, "Address") ?? childText(item, "MACAddress")),
      adapterAsWritten: isOvirt && model !== null ? (ovirtModels[Number(model)] ?? model) : model,
      connected: isOvirt
        ? readBoolean(childText(item, "Linked"))
        : connection?.toLowerCase() === "none" && automatic !== true
          ? false
          : automatic,
      directPathField: readBoolean(upt?.attributes.value),
      network: connection ?? childText(item, "Network"),
    } satisfies Partial<FleetAdapter>);
    adapter.places = { ...places };
    if (model === null)
      report.addProblem(place, "The adapter has no ResourceSubType. The type is chosen when the VM is imported.");
    if (item.attributes.configuration)
      report.addProblem(place, `The adapter exists only in the configurations: ${item.attributes.configuration}.`);
  }
}

/** oVirt writes models as numbers and the guest in the description. */
function isOvirtSystem(system: XmlElement, hardware: XmlElement | undefined): boolean {
  if (child(system, "ClusterCompatibilityVersion") || child(system, "TemplateId")) return true;
  return descendants(hardware ?? system, "ResourceSubType").some(({ text }) => /^\d$/.test(text));
}
