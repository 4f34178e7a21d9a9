import type { FleetAdapter } from "../../record.ts";
import type { FileReport } from "../report.ts";
import { at, type Document, isMembers, itemsOf, textAt } from "../text/documents.ts";
import { readBoolean, readCount, readMac } from "../values.ts";

/** Whether a text is a machine's configuration of Proxmox VE. */
export function isProxmox(text: string): boolean {
  const keys = new Set([...text.slice(0, 100_000).matchAll(/^([a-z][a-z_]*?)\d*: /gm)].map(([, key]) => key));
  const known =
    "net ostype scsihw scsi virtio ide sata boot cores sockets memory agent vmgenid smbios meta numa machine bios hostpci balloon onboot arch rootfs";
  const isOfMachine =
    /^ostype: +(?:other|wxp|w2k[38]?|wvista|win(?:7|8|10|11)|l2[46]|solaris)\s*$/m.test(text) ||
    known.split(" ").filter((key) => keys.has(key)).length >= 2;
  return isOfMachine && !/^(?:apiVersion|kind): /m.test(text);
}

interface Entry {
  value: string;
  place: string;
}

/** A line `key: value`, and the section that it stands in: empty for the machine itself. */
interface Line {
  key: string;
  value: string;
  number: number;
  section: string;
  /** Number of the heading above: snapshots of two machines may have one name. */
  headings: number;
}

/** Reads `/etc/pve/qemu-server/ID.conf` or what `qm config` prints, of one machine or of several. Snapshots are not the machine. */
export function readProxmox(text: string, report: FileReport): void {
  report.format = "proxmox-conf";
  const machines: { number: string | null; lines: Line[] }[] = [{ number: null, lines: [] }];
  let [section, headings] = ["", 0];
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const number = index + 1;
    if (line.trim() === "" || line.startsWith("#")) continue;
    // Between several files `tail -n +1 *.conf` prints their names.
    const file = /^==> (?:.*\/)?(\d+)\.conf <==$/.exec(line);
    const heading = /^\[(.+)\]\s*$/.exec(line);
    const match = /^([\w-]+):\s*(.*?)\s*$/.exec(line);
    if (file) {
      machines.push({ number: file[1] ?? null, lines: [] });
      section = "";
    } else if (heading) [section, headings] = [heading[1] ?? "", headings + 1];
    else if (match)
      machines.at(-1)?.lines.push({ key: match[1] ?? "", value: match[2] ?? "", number, section, headings });
    else if (section === "") report.addProblem(`line ${number}`, "The line is not of the form key: value.");
  }
  const found = machines.flatMap(({ number, lines }) => splitMachines(lines).map((own) => ({ number, lines: own })));
  const ofFile = found.length === 1 ? (/(?:^|[/!])(\d+)\.conf$/.exec(report.file)?.[1] ?? null) : null;
  for (const { number, lines } of found) {
    const fallback = found.length === 1 ? nameOf(report) : `${nameOf(report)} line ${lines[0]?.number}`;
    readMachine(readEntries(lines, report), number ?? ofFile, fallback, report);
  }
}

/** Keys of a machine that a pending change hardly has. */
const machineKeys = /^(?:name|ostype|memory|boot|cores|sockets|smbios1|vmgenid|scsihw|meta|numa|machine)$/;

/** The lines of each machine, if outputs of `qm config` or files were put together. */
function splitMachines(lines: readonly Line[]): Line[][] {
  const machines: Line[][] = [[]];
  for (let from = 0; from < lines.length; ) {
    const { section, headings } = lines[from] as Line;
    let end = from + 1;
    while (lines[end]?.headings === headings) end++;
    const run = lines.slice(from, end);
    for (let start = 0; start < run.length; ) {
      // Below a snapshot of the machine before, the next machine has no heading of its own.
      const isOfSection = start === 0 && section !== "";
      const stop = isOfSection ? endOfSection(run) : endOfMachine(run, start);
      if (start > 0) machines.push([]);
      // No spread into one call: a large file would exceed the maximum number of arguments.
      for (const line of run.slice(start, stop)) machines.at(-1)?.push(isOfSection ? line : { ...line, section: "" });
      start = stop;
    }
    from = end;
  }
  return machines.filter(({ length }) => length > 0);
}

/** Whether a line breaks the order in which Proxmox VE writes keys. */
function isOutOfOrder(lines: readonly Line[], index: number): boolean {
  const [before, line] = [lines[index - 1], lines[index]];
  return before !== undefined && line !== undefined && line.key <= before.key;
}

/** More keys than any machine has. */
const mostKeys = 300;

function hasMachineKeys(lines: readonly Line[]): boolean {
  return new Set(lines.map(({ key }) => key).filter((key) => machineKeys.test(key))).size >= 2;
}

function endOfSection(lines: readonly Line[]): number {
  const next = lines.findIndex(
    (_, index) => isOutOfOrder(lines, index) && hasMachineKeys(lines.slice(index, index + mostKeys)),
  );
  return next === -1 ? lines.length : next;
}

/** Finds the start of the next machine: the order of keys starts again, and several keys repeat. */
function endOfMachine(lines: readonly Line[], start: number): number {
  const firsts = new Map<string, number>();
  let restart = start;
  for (let index = start; index < lines.length; index++) {
    const { key } = lines[index] as Line;
    if (index > start && isOutOfOrder(lines, index)) restart = index;
    if (!firsts.has(key)) firsts.set(key, index);
    else if (restart > start) {
      const rest = lines.slice(restart, restart + mostKeys);
      const again = new Set(rest.map((line) => line.key).filter((one) => (firsts.get(one) ?? restart) < restart));
      // A single repeated key is an editing mistake.
      if (again.size >= 2 && hasMachineKeys(rest)) return restart;
    }
  }
  return lines.length;
}

function readEntries(lines: readonly Line[], report: FileReport): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const { key, value, number, section } of lines) {
    const place = `line ${number}`;
    if (section === "PENDING") {
      if (/^(?:net\d+|delete|hostpci\d+|ostype|machine)$/.test(key))
        report.addProblem(place, `A change is pending until the VM's next start: ${key}: ${value}`);
    }
    if (section !== "") continue;
    const before = entries.get(key);
    if (before && /^net\d+$/.test(key))
      report.addUnread(before.place, `${key} appears again at ${place}. The later entry is read.`);
    entries.set(key, { value, place });
  }
  return entries;
}

/** Reads what `pvesh get /nodes/NODE/qemu/ID/config --output-format json` or the API prints; false if a document is something else. */
export function readProxmoxJson(documents: readonly Document[], report: FileReport): boolean {
  let found = false;
  for (const { value, root } of documents)
    for (const [item, path] of itemsOf(value, root)) {
      const inner = at(item, "data");
      const [config, ownPath] = isMembers(inner) ? [inner, `${path}.data`] : [item, path];
      if (!isMembers(config)) continue;
      const keys = Object.keys(config);
      if (!keys.some((key) => typeof config[key] === "string" && (/^net\d+$/.test(key) || isAdapter(config[key]))))
        continue;
      if (keys.filter((key) => machineKeys.test(key) || key === "digest").length < 2) continue;
      found = true;
      report.format = "proxmox-json";
      const entries = new Map<string, Entry>();
      for (const key of keys) {
        const text = textAt(config, key);
        if (text !== null) entries.set(key, { value: text, place: `${ownPath}.${key}` });
      }
      const number = textAt(config, "vmid") ?? /(?:^|[/!])(\d+)\.json$/.exec(report.file)?.[1] ?? null;
      readMachine(entries, number, path === "$" ? nameOf(report) : `${nameOf(report)} ${path}`, report);
    }
  return found;
}

/** The file's name without its folders. */
function nameOf({ file }: FileReport): string {
  return file.replace(/^.*[/!]/, "");
}

function readMachine(
  entries: ReadonlyMap<string, Entry>,
  number: string | null,
  fallback: string,
  report: FileReport,
): void {
  const get = (key: string): string | null => entries.get(key)?.value || null;
  const uuid = /(?:^|,)uuid=([\da-f-]{36})/i.exec(get("smbios1") ?? "")?.[1] ?? null;
  const machine = get("name") ?? number ?? fallback;
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
  for (const [key, { value, place }] of entries) {
    if (/^hostpci\d+$/.test(key))
      report.addProblem(
        place,
        `${machine} has a PCI device from the host (${key}: ${value.split(",")[0]}). The file does not say whether the device is a NIC.`,
      );
    if (!/^net\d+$/.test(key)) {
      if (isAdapter(value))
        report.addUnread(place, `${key} has the value of an adapter, but is not called net0, net1 and so on.`);
      continue;
    }
    const parts = readParts(value);
    const model = parts.get("model");
    if (!model) {
      report.addUnread(place, `${key} has no adapter model.`);
      continue;
    }
    const adapter = report.addAdapter(place, machine, machineId);
    Object.assign(adapter, facts, {
      label: key,
      adapterAsWritten: model,
      mac: readMac(parts.get("macaddr")),
      connected: parts.has("link_down") ? readBoolean(parts.get("link_down")) === false : null,
      network: parts.get("bridge") ?? null,
    } satisfies Partial<FleetAdapter>);
    const os = entries.get("ostype");
    if (os) adapter.places.guestAsWritten = os.place;
    const template = entries.get("template");
    if (template) adapter.places.template = template.place;
    const cpus = entries.get("cores") ?? entries.get("sockets");
    if (cpus) adapter.places.vcpus = cpus.place;
  }
}

/** Whether a value has the form `virtio=BC:24:11:00:00:01,...`. */
function isAdapter(value: string): boolean {
  return /^[\w-]+=[\da-f]{2}(?::[\da-f]{2}){5}(?:,|$)/i.test(value);
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
