import { groupBy } from "../../../collections.ts";
import type { FleetAdapter, FleetFile, FleetInput, FleetProblem } from "../../record.ts";
import { type PacketRate, type RateProblem, type PacketRates, RateReport } from "./rate.ts";
import { unpack } from "../archive.ts";
import { decodeText, parseDocuments } from "../text/documents.ts";
import {
  isEsxtop,
  readEsxtop,
  isIpLink,
  readIpLink,
  isSysstat,
  readSadfJson,
  readSysstat,
  readMetricSample,
} from "./rate-formats.ts";

/** The result for one file of packet rates, in the form of an audit's list of files. */
interface RateFile {
  file: string;
  /** Null if the file has no packet rates. */
  format: "packet-rates" | null;
  /** Machines whose adapters have a rate of this file. */
  machines: number;
  adapters: number;
  /** Rates that match no adapter of the inventory, or several. */
  unread: number;
  problems: FleetProblem[];
}

/** Reads files of packet rates and sets `packetRate` of the adapters that they belong to. */
export async function addPacketRates(files: readonly FleetFile[], inputs: readonly FleetInput[]): Promise<RateFile[]> {
  const { rates, problems } = await readPacketRates(inputs);
  const { joined, problems: open } = joinPacketRates(files, rates);
  const ofFile = <Entry>(entries: readonly Entry[], fileOf: (entry: Entry) => string) => {
    const groups = groupBy(entries, fileOf);
    return (file: string): readonly Entry[] => groups.get(file) ?? [];
  };
  const [ratesOf, unreadOf] = [ofFile(rates, ({ file }) => file), ofFile(problems, ({ file }) => file)];
  const [joinedOf, openOf] = [ofFile(joined, ({ rate }) => rate.file), ofFile(open, ({ file }) => file)];
  return [...new Set([...rates, ...problems].map(({ file }) => file))].map((file) => {
    const own = joinedOf(file).map(({ adapter }) => adapter);
    return {
      file,
      format: ratesOf(file).length > 0 ? "packet-rates" : null,
      machines: new Set(own.map(({ machine, machineId }) => machineId ?? machine)).size,
      adapters: new Set(own).size,
      unread: openOf(file).length,
      problems: [...unreadOf(file), ...openOf(file)].map(({ place, text }) => ({ place, text })),
    };
  });
}

/** Rates with the adapters that they belong to. */
interface JoinedRates {
  joined: { rate: PacketRate; adapter: FleetAdapter }[];
  problems: RateProblem[];
}

/** Sets `packetRate` of the adapters that the rates belong to, and names the rates that belong to none or to several. */
export function joinPacketRates(files: readonly FleetFile[], rates: readonly PacketRate[]): JoinedRates {
  const adapters = files.flatMap((file) => file.adapters);
  const byMac = groupBy(
    adapters.filter(({ mac }) => mac !== null),
    ({ mac }) => mac,
  );
  const byMachine = new Map<string, Set<FleetAdapter>>();
  for (const adapter of adapters) for (const name of namesOf(adapter)) addTo(byMachine, name, adapter);
  // A host and a guest name the same adapter differently.
  const groupOf = ({ machine, counted }: PacketRate): string => `${counted}\n${machine}`;
  const namesInRates = new Map<string, Set<string | undefined>>();
  for (const rate of rates) addTo(namesInRates, groupOf(rate), rate.adapter);
  const result: JoinedRates = { joined: [], problems: [] };
  /** Adapters found by the machine's name as the guest writes it. */
  const namedExactly = new Set<FleetAdapter>();
  /** Adapters that were found by a name without its domain, with the full names. Several names are several machines. */
  const namedInShort = new Map<FleetAdapter, Set<string>>();
  const matches: { rate: PacketRate; adapter: FleetAdapter; isInShort: boolean }[] = [];
  for (const rate of rates) {
    const machine = rate.machine?.toLowerCase() ?? "";
    const exact = byMachine.get(machine);
    // A guest's name has a domain that the inventory may omit. A host names the VM as the inventory does.
    const inShort = rate.counted === "guest" ? byMachine.get(machine.split(".")[0] ?? "") : undefined;
    const own = [...(exact ?? inShort ?? [])];
    const isOnly = namesInRates.get(groupOf(rate))?.size === 1;
    const sameMac = rate.mac ? byMac.get(rate.mac) : undefined;
    const found = sameMac ?? choose(own, rate, isOnly);
    const [adapter] = found;
    if (adapter && found.length === 1) {
      const isInShort = sameMac === undefined && exact === undefined;
      matches.push({ rate, adapter, isInShort });
      if (isInShort) addTo(namedInShort, adapter, machine);
      else if (sameMac === undefined && rate.counted === "guest") namedExactly.add(adapter);
    } else result.problems.push({ file: rate.file, place: rate.place, text: explain(rate, own, found) });
  }
  for (const { rate, adapter, isInShort } of matches) {
    const names = [...(namedInShort.get(adapter) ?? [])];
    if (isInShort && (namedExactly.has(adapter) || names.length > 1)) {
      const text = namedExactly.has(adapter)
        ? `The packet rate of ${rate.machine} is not used: another packet rate has the exact name of ${adapter.machine}.`
        : `The packet rates of ${names.join(" and ")} match the same adapter of ${adapter.machine}. They are not used.`;
      result.problems.push({ file: rate.file, place: rate.place, text });
      continue;
    }
    result.joined.push({ rate, adapter });
    if (adapter.packetRate === null || rate.packetRate > adapter.packetRate) {
      adapter.packetRate = rate.packetRate;
      adapter.places.packetRate = `${rate.file} ${rate.place}`;
    }
  }
  return result;
}

/** Names that a machine goes by: its own and its ids. */
function namesOf({ machine, machineId, localId }: FleetAdapter): Set<string> {
  return new Set([machine, machineId, localId].flatMap((name) => name?.toLowerCase() ?? []));
}

function addTo<Key, Value>(map: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const known = map.get(key);
  if (known) known.add(value);
  else map.set(key, new Set([value]));
}

/** The adapters of a machine that a rate may belong to. */
function choose(own: readonly FleetAdapter[], { adapter }: PacketRate, isOnly: boolean): readonly FleetAdapter[] {
  const machines = new Set(own.map(({ file, machine, machineId }) => machineId ?? `${file} ${machine}`));
  if (machines.size > 1) return own;
  const exact = own.filter(({ label }) => label !== null && label === adapter);
  if (exact.length > 0) return exact;
  const number = /^ethernet(\d+)$/.exec(adapter ?? "")?.[1];
  if (number !== undefined) {
    const numbered = own.filter(({ label }) => numberOf(label) === Number(number));
    if (numbered.length > 0) return numbered;
  }
  // One adapter and one rate belong together, whatever the guest calls it.
  return own.length === 1 && (isOnly || adapter === undefined) ? own : [];
}

/** Number of an adapter from 0 in the lists of vSphere and Proxmox. */
function numberOf(label: string | null): number | null {
  const match = /^(?:Network adapter (\d+)|(?:ethernet|net)(\d+))$/i.exec(label ?? "");
  if (!match) return null;
  return match[1] === undefined ? Number(match[2]) : Number(match[1]) - 1;
}

function explain(rate: PacketRate, own: readonly FleetAdapter[], found: readonly FleetAdapter[]): string {
  const name = [rate.machine, rate.adapter ?? rate.mac].filter((part) => part !== null && part !== undefined).join(" ");
  const machines = new Set(found.map(({ file, machine, machineId }) => machineId ?? `${file} ${machine}`));
  if (machines.size > 1 && rate.machine !== null)
    return `The packet rate of ${name} matches ${machines.size} VMs of that name. It is not used. Use MAC addresses: ip -s -j link`;
  if (found.length > 1) return `The packet rate of ${name} matches ${found.length} adapters. It is not used.`;
  if (own.length > 0)
    return `The packet rate of ${name} cannot be matched to one of ${own.length} adapters. Add the MAC address: ip -s -j link`;
  return `The packet rate of ${name} matches no adapter in the inventory.`;
}

/** Reads files of packet rates in any known format, recognised by their content. Never throws: see the problems. */
export async function readPacketRates(inputs: readonly FleetInput[]): Promise<PacketRates> {
  const all: PacketRates = { rates: [], problems: [] };
  for (const input of inputs)
    for await (const member of unpack(input)) {
      const report = new RateReport(member.file);
      if ("refused" in member) report.addProblem("file", member.refused);
      else if ("workbook" in member) report.addProblem("file", "A workbook is not a packet rate file.");
      else readBytes(member.bytes, report);
      const { rates, problems } = report.toResult();
      // No spread into one call: a large fleet would exceed the maximum number of arguments.
      for (const rate of rates) all.rates.push(rate);
      for (const problem of problems) all.problems.push(problem);
    }
  return all;
}

function readBytes(bytes: Uint8Array, report: RateReport): void {
  try {
    const decoded = decodeText(bytes);
    if ("refused" in decoded) return report.addProblem("file", decoded.refused);
    readText(decoded.text.replace(/^\ufeff/, ""), report);
    if (!report.hasRates && !report.hasProblems)
      report.addProblem(
        "file",
        "The file has no packet rates. Supported: sar, sadf, esxtop -b, typeperf, govc metric.sample -json and ip -s -j link.",
      );
  } catch (error) {
    report.addProblem("file", `The rest of the file cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

function readText(text: string, report: RateReport): void {
  if (isEsxtop(text)) return readEsxtop(text, report);
  if (isIpLink(text)) return readIpLink(text, report);
  if (/^\s*[{[]/.test(text)) {
    const { documents, faults } = parseDocuments(text);
    for (const { line, message } of faults) report.addProblem(`line ${line}`, `The JSON is not valid: ${message}.`);
    if (readSadfJson(documents, report)) return;
    readMetricSample(documents, report);
  } else if (isSysstat(text)) readSysstat(text, report);
}
