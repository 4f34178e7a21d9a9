import type { XmlElement } from "../../../../advisor/fleet/read/text/parse-xml.ts";
import type { JsonPlace } from "../json-place.ts";
import type { Report, RunFacts } from "../report.ts";
import type { Conditions, Spot } from "../row.ts";
import { bitsOfMebibyte, readDecimal } from "../units.ts";

/** A value with its place. */
interface Field {
  text: string;
  spot: Spot;
}

/** What an NTttcp log says, whichever of its formats it is in. */
interface Log {
  role: "sender" | "receiver";
  /** NTttcp for Linux counts in powers of ten, NTttcp for Windows in powers of two. */
  isLinux: boolean;
  version: string;
  spot: Spot;
  /** A value among the totals by its name in the XML. */
  total(name: string): Field | undefined;
  parameter(name: string): string | undefined;
  /** Rates of the totals by their unit. */
  rates: ReadonlyMap<string, Field>;
  /** Rates of the first thread by their unit; they show the base of the units. */
  threadRates: ReadonlyMap<string, Field>;
}

const roots = { ntttcps: "sender", ntttcpr: "receiver" } as const;

/** Whether an XML element is the root of an NTttcp log. */
export function isNtttcpXml({ name }: XmlElement): boolean {
  return name in roots;
}

/** Whether a JSON document is a log of NTttcp for Linux. */
export function isNtttcpJson(document: JsonPlace): boolean {
  return document.names.some((name) => name in roots);
}

/** Reads the XML log of NTttcp for Windows (`-xml`) or for Linux (`-x`). */
export function readNtttcpXml(root: XmlElement, report: Report): void {
  const fieldOf = (element: XmlElement): Field => ({
    text: element.text,
    spot: { line: element.line, key: `${root.name}/${element.name}` },
  });
  const ratesOf = (parent: XmlElement | undefined): Map<string, Field> =>
    new Map(
      (parent?.children ?? [])
        .filter(({ name }) => name === "throughput")
        .map((element) => {
          const metric = element.attributes.metric ?? "";
          return [
            metric,
            { text: element.text, spot: { line: element.line, key: `${root.name}/throughput[@metric='${metric}']` } },
          ];
        }),
    );
  const find = (parent: XmlElement | undefined, name: string): XmlElement | undefined =>
    parent?.children.find((child) => child.name === name);
  const version = root.attributes.version ?? "";
  readLog(
    {
      role: roots[root.name as keyof typeof roots],
      isLinux: /linux/i.test(version),
      version: version.replace(/-?linux/i, ""),
      spot: { line: root.line, key: root.name },
      total: (name) => {
        const element = find(root, name);
        return element && fieldOf(element);
      },
      parameter: (name) => find(find(root, "parameters"), name)?.text,
      rates: ratesOf(root),
      threadRates: ratesOf(find(root, "thread")),
    },
    report,
  );
}

/** Reads the JSON log of NTttcp for Linux (`-j`), in which every value is a text. */
export function readNtttcpJson(document: JsonPlace, report: Report): void {
  const name = document.names.find((candidate) => candidate in roots) as keyof typeof roots;
  const root = document.at(name);
  const toCamel = (text: string): string => text.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const fieldOf = (at: JsonPlace): Field => ({ text: at.written, spot: at.spot });
  const ratesOf = (list: JsonPlace): Map<string, Field> =>
    new Map(list.items.map((item) => [item.at("metric").text ?? "", fieldOf(item.at("value"))]));
  const version = root.at("version").text ?? "";
  readLog(
    {
      role: roots[name],
      isLinux: true,
      version: version.replace(/-?linux/i, ""),
      spot: root.spot,
      total: (wanted) => {
        const spellings = [wanted, toCamel(wanted), wanted === "realtime" ? "realTime" : wanted];
        const at = spellings.map((spelling) => root.at(spelling)).find(({ exists }) => exists);
        if (!at) return undefined;
        return fieldOf(at.at("value").exists ? at.at("value") : at);
      },
      parameter: (wanted) => root.at("parameters", toCamel(wanted)).text,
      rates: ratesOf(root.at("throughputs")),
      threadRates: ratesOf(root.at("threads", 0, "throughputs")),
    },
    report,
  );
}

function readLog(log: Log, report: Report): void {
  const isUdp = /^true$/i.test(log.parameter("udp") ?? "");
  const timeUnit = log.isLinux ? 1 : 1000;
  const warmUp = readDecimal(log.parameter("warmup_time") ?? "");
  const realtime = log.total("realtime");
  const seconds = realtime && readDecimal(realtime.text);
  const retransmits = readDecimal(log.total("packets_retransmitted")?.text ?? "");
  const socketBytes = readDecimal(log.parameter(log.role === "sender" ? "send_socket_buff" : "recv_socket_buff") ?? "");
  const conditions: Conditions =
    socketBytes !== undefined && socketBytes > 0 && Number.isInteger(socketBytes) ? { socketBytes } : {};
  const facts = {
    tool: { name: log.isLinux ? "ntttcp-for-linux" : "NTttcp", ...(log.version ? { version: log.version } : {}) },
    workload: isUdp ? ("udp-stream" as const) : ("tcp-stream" as const),
    conditions,
    flow: "client-to-server" as const,
    side: log.role,
    ...(seconds ? { durationSeconds: seconds } : {}),
    ...(warmUp === undefined ? {} : { warmUpSeconds: warmUp / timeUnit }),
    ...(log.role === "sender" ? { note: "The sender's rate: import the receiver's log for what arrived." } : {}),
  };
  const isCounted = retransmits !== undefined && retransmits >= 0 && !isUdp && Number.isInteger(retransmits);
  addRate({ ...facts, ...(isCounted ? { observed: { retransmits } } : {}) }, log, report);
  addPackets(facts, log, seconds, report);
  addCpu({ ...facts, note: "The whole machine, as NTttcp counts it." }, log, report);
}

function addRate(facts: RunFacts, log: Log, report: Report): void {
  const [megabits, megabytes] = [log.rates.get("mbps"), log.rates.get("MB/s")];
  const field = megabits ?? megabytes;
  if (!field) return report.refuse("the totals have no throughput in mbps or MB/s", "nothing", log.spot);
  const isBinary = !log.isLinux || countsInBinary(log);
  const bytes = megabytes && readDecimal(megabytes.text);
  const rate = readDecimal(field.text);
  // On Windows mbps is decimal all the same; the old Linux versions take eight times their binary megabytes.
  const factor =
    field === megabytes ? (isBinary ? bitsOfMebibyte / 1e6 : 8) : log.isLinux && isBinary ? bitsOfMebibyte / 8e6 : 1;
  if (field === megabits && !log.isLinux && bytes !== undefined && rate !== undefined && bytes > 0) {
    const expected = (bytes * bitsOfMebibyte) / 1e6;
    if (Math.abs(rate - expected) > Math.max(0.01 * expected, 0.02))
      return report.refuse(
        `mbps and MB/s contradict each other: ${bytes} MB/s of NTttcp for Windows is ${Number(expected.toFixed(2))} Mbit/s`,
        `${field.text} mbps`,
        field.spot,
      );
  }
  const unit = field === megabits ? "mbps" : "MB/s";
  report.add(
    {
      ...facts,
      metric: "throughput",
      unit: "Mbit/s",
      value: rate === undefined ? Number.NaN : rate * factor,
      asWritten: `${field.text} ${unit}`,
    },
    field.spot,
  );
}

/** Whether a log of NTttcp for Linux counts in powers of two all the same, as old versions did: its threads show it. */
function countsInBinary({ threadRates }: Log): boolean {
  const [kilo, mega] = ["KB/s", "MB/s"].map((unit) => Number.parseFloat(threadRates.get(unit)?.text ?? ""));
  if (kilo === undefined || mega === undefined || !(mega > 0.5)) return false;
  return Math.abs(kilo / mega - 1024) < 8;
}

/** NTttcp for Linux writes 0 unless it is told which interface to watch. */
function addPackets(facts: RunFacts, log: Log, seconds: number | undefined, report: Report): void {
  const field = log.total(log.role === "sender" ? "packets_sent" : "packets_received");
  const count = field && readDecimal(field.text);
  if (!field || count === 0) return;
  if (count === undefined) return report.refuse("expected a number of packets", field.text, field.spot);
  if (!seconds) return report.refuse("the duration is missing, so the packet rate is unknown", field.text, field.spot);
  report.add(
    {
      ...facts,
      metric: "packet-rate",
      unit: "packets/s",
      value: count / seconds,
      asWritten: `${field.text} / ${log.total("realtime")?.text ?? ""}`,
    },
    field.spot,
  );
}

function addCpu(facts: RunFacts, log: Log, report: Report): void {
  const [busy, idle] = [log.total("cpu") ?? log.total("cpu_busy_all"), log.total("idle")];
  const value = busy && readDecimal(busy.text);
  const rest = idle && readDecimal(idle.text);
  const base = { ...facts, metric: "cpu-utilization", unit: "percent" } as const;
  if (busy && value !== undefined && value <= 100)
    return report.add({ ...base, value, asWritten: busy.text }, busy.spot);
  if (idle && rest !== undefined && rest <= 100)
    return report.add({ ...base, value: 100 - rest, asWritten: `100 - ${idle.text}` }, idle.spot);
  if (busy)
    report.refuse(
      value === undefined ? "expected a percentage" : "more than 100 %, so it is not the CPU use of the whole machine",
      busy.text,
      busy.spot,
    );
}
