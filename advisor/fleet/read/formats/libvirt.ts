import type { FleetAdapter } from "../../record.ts";
import { describeCount, type FileReport } from "../report.ts";
import { child, children, childText, descendants, type ParsedXml, type XmlElement } from "../text/parse-xml.ts";
import { readCount, readMac } from "../values.ts";

const wrappers = /^(?:node|domains|domainsnapshot|domaincheckpoint|domstatus|domainstatus|libvirt)$/i;

/** Whether XML is what `virsh dumpxml` prints. */
export function isLibvirt({ roots, rest }: ParsedXml): boolean {
  const [root] = roots;
  if (!root) return /^\s*<domain[\s>]/.test(rest) || /<interface\s+type=/.test(rest);
  return root.name === "domain" || (wrappers.test(root.name) && children(root, "domain").length > 0);
}

/** Reads libvirt's domains: one, several one after the other, or those inside a snapshot. */
export function readLibvirt({ roots, fault, rest }: ParsedXml, report: FileReport): void {
  report.format = "libvirt-xml";
  const machines = new Map<string, { domain: XmlElement; count: number }>();
  for (const root of roots) {
    const domains = root.name === "domain" ? [root] : children(root, "domain");
    if (domains.length === 0)
      report.addProblem(`line ${root.line}`, `<${root.name}> is not a libvirt domain and is not read.`);
    if (/snapshot|checkpoint/i.test(root.name))
      report.addProblem(`line ${root.line}`, "This is a snapshot: the VM may have other adapters now.");
    for (const domain of domains) {
      const id = childText(domain, "uuid") ?? childText(domain, "name") ?? `line ${domain.line}`;
      const before = machines.get(id);
      if (before)
        report.addUnread(
          `line ${before.domain.line}`,
          `The VM ${childText(domain, "name") ?? id} appears again at line ${domain.line}. The later entry is read.`,
          before.count,
        );
      machines.set(id, { domain, count: children(child(domain, "devices"), "interface").length });
    }
  }
  for (const { domain } of machines.values()) readDomain(domain, report);
  if (!fault) return;
  const lost = rest.match(/<interface[\s>]/g)?.length ?? 0;
  report.addUnread(
    `line ${fault.line}`,
    `The XML is not well-formed: ${fault.message}. This VM and the VMs after it are not read (${describeCount(lost)}).`,
    lost,
  );
}

function readDomain(domain: XmlElement, report: FileReport): void {
  const machine = childText(domain, "name") ?? `line ${domain.line}`;
  const machineId = childText(domain, "uuid");
  report.addMachine(machine, machineId);
  const facts = readMachine(domain);
  const places: FleetAdapter["places"] = {};
  const os = findOs(domain);
  if (os) places.guestAsWritten = `line ${os.line}`;
  const vcpu = child(domain, "vcpu");
  if (vcpu) places.vcpus = `line ${vcpu.line}`;
  const devices = child(domain, "devices");
  for (const [index, element] of children(devices, "interface").entries()) {
    const adapter = report.addAdapter(`line ${element.line}`, machine, machineId);
    Object.assign(adapter, facts, readInterface(element, index));
    adapter.places = { ...places };
    const model = child(element, "model");
    if (model && adapter.adapterAsWritten === model.attributes.type)
      adapter.places.adapterAsWritten = `line ${model.line}`;
    if (adapter.adapterAsWritten === null)
      report.addProblem(
        adapter.place,
        "The interface has no <model>. libvirt chooses the model when it defines the VM: on x86 rtl8139, if QEMU has it. Use the output of virsh dumpxml.",
      );
  }
  for (const device of children(devices, "hostdev")) {
    if (device.attributes.type !== "pci") continue;
    report.addProblem(
      `line ${device.line}`,
      `${machine} has a PCI device from the host (<hostdev>). The file does not say whether the device is a NIC.`,
    );
  }
}

function findOs(domain: XmlElement): XmlElement | undefined {
  const metadata = child(domain, "metadata");
  return metadata && descendants(metadata, "libosinfo").flatMap((one) => children(one, "os"))[0];
}

function readMachine(domain: XmlElement): Partial<FleetAdapter> {
  const type = domain.attributes.type ?? "";
  const agent = descendants(domain, "channel")
    .flatMap((channel) => children(channel, "target"))
    .find((target) => target.attributes.name === "org.qemu.guest_agent.0")?.attributes.state;
  return {
    platform: /^(?:kvm|qemu)$/.test(type) ? "kvm" : type || null,
    guestAsWritten: findOs(domain)?.attributes.id ?? null,
    tools: agent === "connected" ? "running" : agent === "disconnected" ? "not-running" : null,
    // A machine has a number only while it runs.
    poweredOn: domain.attributes.id === undefined ? null : true,
    memoryReserved: child(domain, "memoryBacking", "locked") ? true : null,
    vcpus: readCount(childText(domain, "vcpu")),
  };
}

/** Types of interfaces without a meaningful model, because the guest has a device of the host. */
const passedThrough = /^(?:hostdev|vdpa)$/;

function readInterface(element: XmlElement, index: number): Partial<FleetAdapter> {
  // In libvirt's own status files, a network of host devices shows only here which device the guest has.
  const type = child(element, "actual")?.attributes.type ?? element.attributes.type ?? "";
  const source = child(element, "source")?.attributes;
  const link = child(element, "link")?.attributes.state;
  return {
    label:
      child(element, "alias")?.attributes.name ?? child(element, "target")?.attributes.dev ?? `interface ${index + 1}`,
    mac: readMac(child(element, "mac")?.attributes.address),
    adapterAsWritten: passedThrough.test(type) ? type : (child(element, "model")?.attributes.type ?? null),
    connected: link === "down" ? false : link === "up" ? true : null,
    network: source?.network ?? source?.bridge ?? source?.dev ?? null,
  };
}
