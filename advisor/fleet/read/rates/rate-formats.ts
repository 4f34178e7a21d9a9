import { getOrCompute } from "../../../collections.ts";
import { readNumber, readMac } from "../values.ts";
import type { RateReport } from "./rate.ts";
import { at, listAt, splitDocuments, textAt, type Document } from "../text/documents.ts";

/** Whether a text is what `esxtop -b`, or the performance monitor of Windows, prints. */
export function isEsxtop(text: string): boolean {
  return /^\ufeff?"?\(PDH-CSV /m.test(text.slice(0, 200));
}

interface Port {
  /** Switch, number and name, which tell a port from all others of the host. */
  key: string;
  machine: string;
  adapter?: string;
  counted: "guest" | "host";
  rx?: number;
  tx?: number;
}

/** Reads esxtop's batch CSV, or several one after the other, each with its own heading row. */
export function readEsxtop(text: string, report: RateReport): void {
  let [line, counted] = [1, 0];
  const starts = [...text.matchAll(/^\ufeff?"?\(PDH-CSV /gm)].map(({ index }) => index);
  for (const [index, start] of starts.entries()) {
    line += countNewlines(text, counted, start);
    counted = start;
    readBatch(text.slice(start, starts[index + 1]), line, report);
  }
}

function countNewlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** Reads the rows of one heading row. Of tens of thousands of columns, it uses only the packet rates of the VMs' ports. */
function readBatch(text: string, firstLine: number, report: RateReport): void {
  const end = text.indexOf("\n");
  const headings = splitRow(text.slice(0, end === -1 ? text.length : end));
  const isWindows = headings[0]?.startsWith("(PDH-CSV 4.0) (UTC)(0)") === false;
  const ports = isWindows ? findInterfaces(headings) : findPorts(headings);
  if (ports.length === 0 && isWindows)
    return report.addProblem(
      `line ${firstLine}`,
      'No column is the packet rate of a network interface. Counter names must be in English. Use: typeperf "\\Network Interface(*)\\Packets Received/sec" "\\Network Interface(*)\\Packets Sent/sec"',
    );
  if (ports.length === 0)
    return report.addProblem(
      `line ${firstLine}`,
      "No column is the packet rate of a VM's port. Include the network panel (n) with esxtop -b -a.",
    );
  let samples = 0;
  let [start, line] = [end + 1, firstLine + 1];
  while (end !== -1 && start < text.length) {
    const newline = text.indexOf("\n", start);
    const stop = newline === -1 ? text.length : newline;
    const row = text.slice(start, stop).trim();
    if (row !== "") {
      // The first sample counts from the start of the host.
      if (samples++ > 0 || isWindows) addSample(splitRow(row), ports, `line ${line}`, report);
    }
    [start, line] = [stop + 1, line + 1];
  }
  if (samples < 2 && !isWindows)
    report.addProblem(
      firstLine === 1 ? "file" : `line ${firstLine}`,
      "The file has only the first sample, which counts since the host's boot. Use: esxtop -b -n 2 or more",
    );
}

function addSample(cells: readonly string[], ports: readonly Port[], place: string, report: RateReport): void {
  for (const { key, machine, adapter, counted, rx, tx } of ports) {
    const rateAt = (index: number | undefined): number | null =>
      index === undefined ? null : readNumber(cells[index]);
    report.add(
      { machine, ...(adapter ? { adapter } : {}), received: rateAt(rx), sent: rateAt(tx), counted, place },
      key,
    );
  }
}

/** A Hyper-V host's name for the adapter of a VM: `web01_Network Adapter_<id of the VM>--<id of the adapter>`. */
const virtualAdapter = /^(.+)_([^_]+)_[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}--[\da-f-]{36}$/i;

/**
 * Columns `\\WEB01\Network Interface(vmxnet3 Ethernet Adapter)\Packets Received/sec` of Windows, which names the machine,
 * and `\\HOST\Hyper-V Virtual Network Adapter(...)\Packets Received/sec` of a Hyper-V host.
 */
function findInterfaces(headings: readonly string[]): Port[] {
  const ports = new Map<string, Port>();
  for (const [index, heading] of headings.entries()) {
    const match =
      /^\\\\([^\\]+)\\(Network (?:Interface|Adapter)|Hyper-V Virtual Network Adapter)\((.+)\)\\Packets (Received|Sent)\/sec$/i.exec(
        heading,
      );
    if (!match) continue;
    const [, computer = "", kind = "", name = "", direction] = match;
    if (/^(?:isatap|teredo|6to4|loopback|microsoft (?:isatap|teredo|6to4))/i.test(name)) continue;
    const isHost = /^Hyper-V/i.test(kind);
    const virtual = isHost ? virtualAdapter.exec(name) : null;
    // A Hyper-V host counts its own adapters too.
    if (isHost && !virtual) continue;
    const [, machine = computer, adapter = name] = virtual ?? [];
    const key = `${computer}\n${name}`;
    const port = getOrCompute(ports, key, (): Port => ({ key, machine, adapter, counted: isHost ? "host" : "guest" }));
    port[direction?.toLowerCase() === "received" ? "rx" : "tx"] = index;
  }
  return [...ports.values()];
}

/** Columns `\\host\Network Port(vSwitch0:33554438:98842:name.eth0)\Packets Received/sec`. */
function findPorts(headings: readonly string[]): Port[] {
  const ports = new Map<string, Port>();
  for (const [index, heading] of headings.entries()) {
    if (!heading.endsWith("/sec") || !heading.includes("\\Network Port(")) continue;
    const match = /\\Network Port\(([^:]*:\d+:\d+:(.+))\)\\Packets (Received|Transmitted)\/sec$/.exec(heading);
    if (!match) continue;
    const [, key = "", name = "", direction] = match;
    const number = /^(.*)\.eth(\d+)$/.exec(name);
    let port = ports.get(key);
    if (!port) {
      port = number
        ? { key, machine: number[1] ?? "", adapter: `ethernet${number[2]}`, counted: "host" }
        : { key, machine: name, counted: "host" };
      ports.set(key, port);
    }
    port[direction === "Received" ? "rx" : "tx"] = index;
  }
  return [...ports.values()];
}

/** Splits a row of esxtop. Every cell is in quotes and contains no quote. */
function splitRow(row: string): string[] {
  const whole = row.trim();
  return whole.startsWith('"') ? whole.replace(/^"|"$/g, "").split('","') : whole.split(",");
}

interface Reading {
  seconds: number;
  line: number;
  links: unknown[];
}

/** Whether a text has what `ip -s -j link` prints. */
export function isIpLink(text: string): boolean {
  return /"ifname"\s*:/.test(text) && /"stats(?:64)?"\s*:/.test(text);
}

/**
 * Reads two or more outputs of `ip -s -j link`, each below the line of its time: seconds, as `date +%s` prints them, or
 * a date as of ISO 8601. Counters alone say nothing of a rate.
 */
export function readIpLink(text: string, report: RateReport): void {
  const readings: Reading[] = [];
  let [before, line, counted] = [0, 1, 0];
  for (const [from, to] of splitDocuments(text)) {
    const time = text.slice(before, from).trim().split("\n").at(-1)?.trim() ?? "";
    before = to;
    for (let at = text.indexOf("\n", counted); at !== -1 && at < from; at = text.indexOf("\n", at + 1)) line++;
    counted = from;
    let links: unknown;
    try {
      links = JSON.parse(text.slice(from, to));
    } catch {
      report.addProblem(`line ${line}`, "The JSON is not valid.");
      continue;
    }
    const seconds = /^\d{9,11}(?:\.\d+)?$/.test(time) ? Number(time) : Date.parse(time) / 1000;
    if (!Array.isArray(links)) continue;
    if (Number.isFinite(seconds))
      readings.push({ seconds, line, links: links.filter((link) => textAt(link, "ifname") !== "lo") });
    else
      report.addProblem(
        `line ${line}`,
        "The time of this reading is missing. Use: for i in 1 2; do date +%s; ip -s -j link; sleep 60; done",
      );
  }
  /** The previous reading of each interface. A file may have readings of several machines. */
  const known = new Map<string, { seconds: number; link: unknown }>();
  let hasPair = false;
  for (const { seconds, line: number, links } of readings) {
    const place = `line ${number}`;
    const pairs = links.map((link) => ({ link, earlier: known.get(keyOf(link)) }));
    const isLate = pairs.some(({ earlier }) => earlier && earlier.seconds >= seconds);
    if (isLate) report.addProblem(place, "The reading is not later than the one before.");
    for (const { link, earlier } of pairs) {
      hasPair ||= earlier !== undefined;
      if (earlier && !isLate) addRate(earlier.link, link, seconds - earlier.seconds, place, report);
      known.set(keyOf(link), { seconds, link });
    }
  }
  if (readings.length > 0 && !hasPair)
    report.addProblem(
      "file",
      "The file has one reading of each interface. A rate requires two readings, some time apart.",
    );
}

/** Interfaces of two machines may have one name. */
function keyOf(link: unknown): string {
  return `${textAt(link, "ifname")} ${textAt(link, "address")}`;
}

function addRate(earlier: unknown, link: unknown, elapsed: number, place: string, report: RateReport): void {
  const name = textAt(link, "ifname");
  const [now, then] = [countPackets(link), countPackets(earlier)];
  if (name === null || now === null || then === null) return;
  const [received, sent] = [now.rx - then.rx, now.tx - then.tx];
  if (received < 0 || sent < 0)
    return report.addProblem(place, `The counters of ${name} were reset between the readings.`);
  const mac = readMac(at(link, "address"));
  report.add({
    machine: null,
    adapter: name,
    ...(mac ? { mac } : {}),
    received: received / elapsed,
    sent: sent / elapsed,
    counted: "guest",
    place,
  });
}

function countPackets(link: unknown): { rx: number; tx: number } | null {
  const stats = at(link, "stats64") ?? at(link, "stats");
  const [rx, tx] = [readNumber(at(stats, "rx", "packets")), readNumber(at(stats, "tx", "packets"))];
  return rx === null || tx === null || listAt(link, "ifname").length === 0 ? null : { rx, tx };
}

/** Reads `sadf -j`; false if a document is something else. */
export function readSadfJson(documents: readonly Document[], report: RateReport): boolean {
  let found = false;
  for (const { value, root } of documents)
    for (const [index, host] of listAt(value, "sysstat", "hosts").entries()) {
      found = true;
      for (const [number, sample] of listAt(host, "statistics").entries())
        for (const [which, device] of listAt(sample, "network", "net-dev").entries()) {
          const name = textAt(device, "iface");
          if (name === null || name === "lo") continue;
          report.add({
            machine: textAt(host, "nodename"),
            adapter: name,
            received: readNumber(at(device, "rxpck")),
            sent: readNumber(at(device, "txpck")),
            counted: "guest",
            place: `${root}.sysstat.hosts[${index}].statistics[${number}].network.net-dev[${which}]`,
          });
        }
    }
  return found;
}

/** Colour codes of a terminal. */
const colours = /\u001b\[[0-9;]*m/g;

/** Whether a text has network tables of `sar`, or lines of `sadf -d` or `sadf -p`. */
export function isSysstat(text: string): boolean {
  return (text.includes("IFACE") && text.includes("rxpck/s")) || text.includes("\trxpck/s\t");
}

/** Reads the text of `sar -n DEV`, in any language and clock, and of `sadf -d` and `sadf -p`. */
export function readSysstat(text: string, report: RateReport): void {
  let machine: string | null = null;
  let names: string[] | null = null;
  let isLast = false;
  let separator: string | RegExp = /\s+/;
  const averages: Parameters<RateReport["add"]>[0][] = [];
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.replaceAll(colours, "").trim();
    const place = `line ${index + 1}`;
    const banner = /^\w+ \S+ \(([^)]+)\)\s/.exec(line);
    if (banner) {
      machine = banner[1] ?? null;
      names = null;
      continue;
    }
    const heading = line.replace(/^#\s*/, "");
    if (heading.includes("IFACE")) {
      separator = heading.includes(";") ? ";" : /\s+/;
      const cells = heading.split(separator);
      // sar --pretty puts the interface behind the rates.
      isLast = cells.at(-1) === "IFACE";
      const first = isLast ? cells.indexOf("rxpck/s") : cells.indexOf("IFACE");
      names = cells.includes("rxpck/s") ? cells.slice(first) : null;
      continue;
    }
    if (line === "" || /LINUX.RESTART/.test(line)) {
      if (line === "" && separator !== ";") names = null;
      continue;
    }
    const plain = line.split("\t");
    if (plain.length === 6 && /^[rt]xpck\/s$/.test(plain[4] ?? "")) {
      // sadf -p writes one direction a line.
      const [host = "", , , adapter = "", field = "", written = ""] = plain;
      const value = readNumber(written);
      const [received, sent] = field === "rxpck/s" ? [value, null] : [null, value];
      if (adapter !== "lo") report.add({ machine: host, adapter, received, sent, counted: "guest", place });
      continue;
    }
    if (!names) continue;
    const cells = line.split(separator);
    if (cells.length < names.length || !/\d/.test(line)) continue;
    // The time on the left has one or two words; the columns are counted from the right.
    const own = cells.slice(-names.length);
    const cell = (name: string): number | null => readNumber(own[names?.indexOf(name) ?? -1]);
    const [received, sent] = [cell("rxpck/s"), cell("txpck/s")];
    const adapter = (isLast ? own.at(-1) : own[0]) ?? "";
    if (adapter === "lo") continue;
    if (received === null || sent === null) {
      report.addProblem(place, "The row has no packet rates under rxpck/s and txpck/s.");
      continue;
    }
    const host = separator === ";" ? (cells[0] ?? null) : machine;
    const sample = { machine: host, adapter, received, sent, counted: "guest" as const, place };
    if (/^\p{L}[^\d]*:$/u.test(cells[0] ?? "") || cells[1] === ":") averages.push(sample);
    else report.add(sample);
  }
  // Averages are used only if the file has no other rates.
  if (!report.hasRates) for (const sample of averages) report.add(sample);
}

/** Reads `govc metric.sample -json` of net.packetsRx.summation and net.packetsTx.summation; false for other documents. */
export function readMetricSample(documents: readonly Document[], report: RateReport): boolean {
  let found = false;
  for (const { value, root } of documents)
    for (const [index, entity] of listAt(value, "sample").entries()) {
      const infos = listAt(entity, "sampleInfo");
      if (infos.length === 0 && at(entity, "value") === undefined) continue;
      found = true;
      readEntity(entity, infos, `${root}.sample[${index}]`, report);
    }
  return found;
}

function readEntity(entity: unknown, infos: readonly unknown[], path: string, report: RateReport): void {
  const origin = textAt(entity, "entity", "value") ?? textAt(entity, "entity") ?? "";
  const machine = textAt(entity, "name") ?? textAt(entity, "entity", "value") ?? textAt(entity, "entity");
  /** Series of both directions, by instance. */
  const series = new Map<string, { rx?: unknown[]; tx?: unknown[] }>();
  for (const one of listAt(entity, "value")) {
    const direction = /^net\.packets([RT]x)\.summation$/.exec(textAt(one, "name") ?? "")?.[1]?.toLowerCase();
    if (direction !== "rx" && direction !== "tx") continue;
    const instance = textAt(one, "instance") ?? textAt(one, "id", "instance") ?? "";
    const known = series.get(instance) ?? {};
    known[direction] = listAt(one, "value");
    series.set(instance, known);
  }
  if (series.size === 0)
    return report.addProblem(path, "The counters net.packetsRx.summation and net.packetsTx.summation are missing.");
  // The sum of a machine is not used if the file has its adapters.
  if (series.size > 1) series.delete("");
  for (const [instance, { rx = [], tx = [] }] of series) {
    const key = /^4\d{3}$/.test(instance) ? `ethernet${Number(instance) - 4000}` : instance;
    for (const [index, info] of infos.entries()) {
      const seconds = readNumber(at(info, "interval"));
      if (!seconds) continue;
      // -1 is a missing value. As a negative rate, it is left out.
      const rateOf = (values: readonly unknown[]): number | null => {
        const packets = readNumber(values[index]);
        return packets === null ? null : packets / seconds;
      };
      const [received, sent] = [rateOf(rx), rateOf(tx)];
      const place = `${path}.sampleInfo[${index}]`;
      report.add({ machine, ...(key ? { adapter: key } : {}), received, sent, counted: "host", place }, origin);
    }
  }
}
