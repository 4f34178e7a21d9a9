import type { FleetAdapter } from "../../record.ts";
import { FIELDS, nameFirst } from "../copies.ts";
import { describeCount, type FileReport } from "../report.ts";
import { at, type Document, isMembers, listAt, textAt } from "../text/documents.ts";
import { readBoolean, readCount, readMac } from "../values.ts";

/** Whether a text is YAML of Kubernetes. */
export function isKubernetes(text: string): boolean {
  return /^(?:- )?[ \t]*apiVersion:\s/m.test(text) && /^[ \t]*(?:- )?kind:\s/m.test(text);
}

/** Maximum size. Larger files are exports of a whole cluster. */
const mostYaml = 50 * 1024 * 1024;

/** Reads KubeVirt's machines in YAML. */
export async function readKubevirtYaml(text: string, report: FileReport): Promise<void> {
  report.format = "kubevirt-yaml";
  if (text.length > mostYaml)
    return report.addProblem("file", "The YAML is larger than 50 MiB. Use: kubectl get vm -o json");
  // Loaded on demand: it is as large as all readers together, and only this format needs it.
  const { isMap, isNode, LineCounter, parseAllDocuments } = await import("yaml");
  const lines = new LineCounter();
  const documents: Document[] = [];
  for (const document of parseAllDocuments(text, { lineCounter: lines, uniqueKeys: false, logLevel: "silent" })) {
    const [fault] = document.errors;
    if (fault) {
      const lost = countInterfaces(text, document.range);
      report.addUnread(
        `line ${lines.linePos(fault.pos[0]).line}`,
        `The YAML is not valid: ${fault.message.split("\n")[0]?.replace(/ at line.*$/, "")}. This document is not read (${describeCount(lost)}).`,
        lost,
      );
    } else if (isMap(document.contents)) {
      const lineOf = (keys: readonly (string | number)[]): number => {
        let node: unknown = document.contents;
        for (let count = 1; count <= keys.length; count++) {
          const inner = document.getIn(keys.slice(0, count), true);
          if (!isNode(inner)) break;
          node = inner;
        }
        return lines.linePos((isNode(node) && node.range?.[0]) || 0).line;
      };
      documents.push({ value: document.toJS({ maxAliasCount: 100 }), root: "", lineOf });
    }
  }
  if (!readKubevirt(documents, report) && report.problems.length === 0)
    report.addProblem("file", "The file has no KubeVirt VirtualMachine.");
}

function countInterfaces(text: string, range: readonly number[] | null | undefined): number {
  const part = range ? text.slice(range[0], range[2]) : text;
  return part.match(/^[ \t]*(?:-[ \t]*)?(?:macAddress:|model:|(?:bridge|masquerade|sriov|binding):)/gm)?.length ?? 0;
}

/** Reads KubeVirt's machines, alone or in a list; false if there are none. */
export function readKubevirt(documents: readonly Document[], report: FileReport): boolean {
  const machines: [item: unknown, placeOf: PlaceOf][] = [];
  for (const { value, root, lineOf } of documents) {
    const items = isMembers(value) && Array.isArray(value.items) ? value.items : null;
    for (const [index, item] of (items ?? [value]).entries()) {
      if (
        !/^VirtualMachine(?:Instance)?$/.test(textAt(item, "kind") ?? "") ||
        !/kubevirt/.test(textAt(item, "apiVersion") ?? "")
      )
        continue;
      report.format ??= "kubevirt-json";
      const own = items ? ["items", index] : [];
      machines.push([
        item,
        (keys) => (lineOf ? `line ${lineOf([...own, ...keys])}` : root + namePath([...own, ...keys])),
      ]);
    }
  }
  const ids = new Map(machines.map(([item]) => [nameOf(item), idOf(item)] as const).filter(([, id]) => id !== null));
  for (const [item, placeOf] of machines)
    readMachine(item, idOf(item) ?? ids.get(nameOf(item)) ?? null, placeOf, report);
  joinViews(report);
  return machines.length > 0;
}

type PlaceOf = (keys: readonly (string | number)[]) => string;

/** Namespace and name. */
function nameOf(item: unknown): string {
  return [textAt(item, "metadata", "namespace"), textAt(item, "metadata", "name")]
    .filter((part) => part !== null)
    .join("/");
}

/** The VM's id, which its instances name as their owner; a manifest has none. */
function idOf(item: unknown): string | null {
  const owner = listAt(item, "metadata", "ownerReferences").find((one) => textAt(one, "kind") === "VirtualMachine");
  return textAt(owner, "uid") ?? textAt(item, "metadata", "uid");
}

/** A manifest, its live object and the running instance describe one VM: adapters whose facts agree become one. */
function joinViews(report: FileReport): void {
  const known = new Map<string, FleetAdapter>();
  const copies = new Map<FleetAdapter, FleetAdapter>();
  const variants = new Map<FleetAdapter, FleetAdapter>();
  for (const adapter of report.adapters) {
    if (adapter.machineId === null || adapter.label === null) continue;
    const key = `${adapter.machineId}\n${adapter.label}`;
    const first = known.get(key);
    if (!first) known.set(key, adapter);
    else if (FIELDS.every((field) => (first[field] ?? adapter[field]) === (adapter[field] ?? first[field]))) {
      copies.set(adapter, first);
      for (const field of FIELDS)
        if (first[field] === null && adapter[field] !== null) {
          Object.assign(first, { [field]: adapter[field] });
          first.places[field] = adapter.places[field] ?? adapter.place;
        }
    } else if (first.mac === null || first.mac !== adapter.mac) variants.set(adapter, first);
  }
  report.dropAdapters(copies);
  nameFirst(report, copies, "read before", "Each counts once.");
  nameFirst(report, variants, "read before with other facts", "Each counts every time.");
}

/** Keys as a path: `.spec.template.interfaces[0]`. */
function namePath(keys: readonly (string | number)[]): string {
  return keys.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`)).join("");
}

function readMachine(item: unknown, machineId: string | null, placeOf: PlaceOf, report: FileReport): void {
  const isInstance = textAt(item, "kind") === "VirtualMachineInstance";
  const base = isInstance ? ["spec"] : ["spec", "template", "spec"];
  const spec = at(item, ...base);
  const domain = at(spec, "domain");
  const machine = nameOf(item) || placeOf([]);
  report.addMachine(machine, machineId);
  const cpu = at(domain, "cpu");
  const cores = readCount(at(cpu, "cores"));
  const status = textAt(item, "status", "printableStatus") ?? textAt(item, "status", "phase");
  const agent = listAt(item, "status", "conditions").find((one) => textAt(one, "type") === "AgentConnected");
  const annotations = [
    at(item, "spec", "template", "metadata", "annotations"),
    at(item, "metadata", "annotations"),
    at(item, "metadata", "labels"),
  ];
  const os = annotations.map((one) => textAt(one, "vm.kubevirt.io/os")).find((one) => one !== null) ?? null;
  const facts: Partial<FleetAdapter> = {
    platform: "kubevirt",
    guestAsWritten: os ?? textAt(item, "spec", "preference", "name"),
    guestFromTools: textAt(item, "status", "guestOSInfo", "prettyName"),
    tools: agent === undefined ? null : textAt(agent, "status") === "True" ? "running" : "not-running",
    poweredOn:
      status === null
        ? null
        : /^(?:Running|Migrating)$/.test(status)
          ? true
          : /^(?:Stopped|Succeeded|Failed|Paused)$/.test(status)
            ? false
            : null,
    vcpus: cores === null ? null : cores * (readCount(at(cpu, "sockets")) ?? 1) * (readCount(at(cpu, "threads")) ?? 1),
  };
  const networks = listAt(spec, "networks");
  for (const [index, nic] of listAt(domain, "devices", "interfaces").entries()) {
    const name = textAt(nic, "name");
    const keys = [...base, "domain", "devices", "interfaces", index];
    const place = placeOf(keys);
    const adapter = report.addAdapter(place, machine, machineId);
    const network = networks.find((one) => textAt(one, "name") === name);
    const binding = ["sriov", "vhostuser"].find((key) => at(nic, key) !== undefined);
    Object.assign(adapter, facts, {
      label: name,
      mac: readMac(at(nic, "macAddress")),
      adapterAsWritten: binding ?? textAt(nic, "model"),
      connected: textAt(nic, "state") === "down" ? false : null,
      network: textAt(network, "multus", "networkName") ?? (at(network, "pod") === undefined ? name : "pod"),
    } satisfies Partial<FleetAdapter>);
    if (at(nic, "model") !== undefined) adapter.places.adapterAsWritten = placeOf([...keys, "model"]);
    if (adapter.adapterAsWritten === null)
      report.addProblem(place, "The interface has no model. KubeVirt chooses the model when the VM starts.");
    if (readBoolean(at(domain, "devices", "autoattachPodInterface")) === false && network === undefined)
      report.addProblem(place, `The network ${name} is not listed in networks.`);
  }
}
