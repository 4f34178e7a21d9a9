import type { FleetAdapter } from "../../record.ts";
import type { FileReport } from "../report.ts";
import { readBoolean, readCount, readMac } from "../values.ts";

/** Whether a text is a machine's configuration of Proxmox VE. */
export function isProxmox(text: string): boolean {
  const keys = new Set([...text.slice(0, 100_000).matchAll(/^([a-z][a-z_]*?)\d*: /gm)].map(([, key]) => key));
  const known =
    "net ostype scsihw scsi virtio ide sata boot cores sockets memory agent vmgenid smbios meta numa machine bios hostpci balloon onboot arch rootfs";
  return known.split(" ").filter((key) => keys.has(key)).length >= 2 && !/^(?:apiVersion|kind): /m.test(text);
}

interface Entry {
  value: string;
  line: number;
}

/** Reads `/etc/pve/qemu-server/ID.conf` or what `qm config` prints. Snapshots are not the machine. */
export function readProxmox(text: string, report: FileReport): void {
  report.format = "proxmox-conf";
  const entries = new Map<string, Entry>();
  let section = "";
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const number = index + 1;
    if (line.trim() === "" || line.startsWith("#")) continue;
    const heading = /^\[(.+)\]\s*$/.exec(line);
    const match = /^([\w-]+):\s*(.*?)\s*$/.exec(line);
    if (heading) section = heading[1] ?? "";
    else if (section === "PENDING") {
      if (/^(?:net\d+|delete|hostpci\d+|ostype|machine):/.test(line))
        report.addProblem(`line ${number}`, `A change waits for the next start of the machine: ${line.trim()}`);
    } else if (section !== "") continue;
    else if (match) {
      const [, key = "", value = ""] = match;
      const before = entries.get(key);
      if (before && /^net\d+$/.test(key))
        report.addUnread(
          `line ${before.line}`,
          `${key} stands in the file again at line ${number}. The later one is read.`,
        );
      entries.set(key, { value, line: number });
    } else report.addProblem(`line ${number}`, "The line is not of the form key: value.");
  }
  readMachine(entries, report);
}

function readMachine(entries: ReadonlyMap<string, Entry>, report: FileReport): void {
  const get = (key: string): string | null => entries.get(key)?.value || null;
  const number = /(?:^|[/!])(\d+)\.conf$/.exec(report.file)?.[1] ?? null;
  const uuid = /(?:^|,)uuid=([\da-f-]{36})/i.exec(get("smbios1") ?? "")?.[1] ?? null;
  const machine = get("name") ?? number ?? report.file.replace(/^.*[/!]/, "");
  const machineId = uuid ?? number;
  report.addMachine(machine, machineId);
  if (get("rootfs") !== null || get("hostname") !== null)
    return report.addProblem("file", "This is a container. It has no virtual network adapter to choose.");
  const [cores, sockets] = [readCount(get("cores")), readCount(get("sockets"))];
  const facts: Partial<FleetAdapter> = {
    platform: "proxmox",
    guestAsWritten: get("ostype"),
    // The file has the key for templates only.
    template: readBoolean(get("template")) ?? false,
    vcpus: cores === null ? sockets : cores * (sockets ?? 1),
  };
  for (const [key, { value, line }] of entries) {
    if (/^hostpci\d+$/.test(key))
      report.addProblem(
        `line ${line}`,
        `${machine} has a PCI device of the host (${key}: ${value.split(",")[0]}). The file does not say whether it is a network card.`,
      );
    if (!/^net\d+$/.test(key)) continue;
    const parts = readParts(value);
    const model = parts.get("model");
    if (!model) {
      report.addUnread(`line ${line}`, `${key} names no model of an adapter.`);
      continue;
    }
    const adapter = report.addAdapter(`line ${line}`, machine, machineId);
    Object.assign(adapter, facts, {
      label: key,
      adapterAsWritten: model,
      mac: readMac(parts.get("macaddr")),
      connected: parts.has("link_down") ? readBoolean(parts.get("link_down")) === false : null,
      network: parts.get("bridge") ?? null,
    } satisfies Partial<FleetAdapter>);
    const os = entries.get("ostype");
    if (os) adapter.places.guestAsWritten = `line ${os.line}`;
    const template = entries.get("template");
    if (template) adapter.places.template = `line ${template.line}`;
    const cpus = entries.get("cores") ?? entries.get("sockets");
    if (cpus) adapter.places.vcpus = `line ${cpus.line}`;
  }
}

/** Options that an adapter has beside its model. */
const options = /^(?:bridge|tag|rate|queues|mtu|link_down|firewall|trunks|macaddr|model)$/;

/** Parts of `virtio=BC:24:11:00:00:01,bridge=vmbr0`: the first name that is no option is the model. */
function readParts(value: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of value.split(",")) {
    const [name = "", text = ""] = part.split(/=(.*)/s).map((one) => one.trim());
    if (options.test(name)) parts.set(name, text);
    else if (!parts.has("model") && /^[\w-]+$/.test(name)) {
      parts.set("model", name);
      if (text) parts.set("macaddr", text);
    }
  }
  return parts;
}
