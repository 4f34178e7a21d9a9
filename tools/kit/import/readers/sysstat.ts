import { count } from "../../../../advisor/text.ts";
import { getOrCompute, groupBy } from "../../../../advisor/collections.ts";
import type { JsonPlace } from "../json-place.ts";
import { readDecimal } from "../units.ts";
import type { Report, RowFacts } from "../report.ts";
import type { Line, Spot } from "../row.ts";

/** What one interval says of the processors or of an interface. */
interface Sample {
  /** What the sample is of: the processors, or packets of an interface in one direction. */
  subject: "cpu" | { name: string; direction: "receive" | "transmit" };
  value: number;
  /** Share of the time that the hypervisor gave to others. */
  steal?: number;
  written: string;
  spot: Spot;
  /** Whether the tool itself averaged over all intervals. */
  isAverage: boolean;
}

/** Steal above this makes a run doubtful: the machine did not get the processor that it counts on. */
const highSteal = 2;

/** Adds the mean and the peak of every series; a number of one interval alone says little. */
function addSamples(samples: readonly Sample[], tool: string, report: Report, doubt = ""): void {
  const nameOf = ({ subject }: Sample): string => (subject === "cpu" ? "cpu" : `${subject.name} ${subject.direction}`);
  for (const own of groupBy(samples, nameOf).values()) {
    const [intervals, averages] = [own.filter(({ isAverage }) => !isAverage), own.filter(({ isAverage }) => isAverage)];
    const counted = intervals.length > 0 ? intervals : averages;
    const peak = counted.reduce((most, sample) => (sample.value > most.value ? sample : most));
    const steals = counted.flatMap(({ steal }) => steal ?? []);
    const steal = steals.reduce((sum, value) => sum + value, 0) / Math.max(1, steals.length);
    const facts = factsOf(own[0] as Sample, tool, steal);
    if (intervals.length === 0)
      for (const { value, written, spot } of averages)
        report.add({ ...facts, statistic: "mean", value, asWritten: written }, spot);
    else {
      const mean = intervals.reduce((sum, { value }) => sum + value, 0) / intervals.length;
      const [first, last] = [intervals[0] as Sample, intervals.at(-1) as Sample];
      const single = intervals.length === 1;
      const note = `Of ${count(intervals.length, "interval")}. ${facts.note ?? ""}${single ? doubt : ""}`.trim();
      report.add(
        {
          ...facts,
          statistic: "mean",
          value: mean,
          note,
          asWritten: single ? first.written : `mean of ${intervals.length} intervals`,
        },
        first.spot,
        ...(single ? [] : [last.spot]),
      );
      report.add({ ...facts, statistic: "max", value: peak.value, note, asWritten: peak.written }, peak.spot);
    }
  }
}

function factsOf(
  { subject }: Sample,
  tool: string,
  steal: number,
): Omit<RowFacts, "value" | "asWritten" | "statistic"> {
  if (subject !== "cpu")
    return {
      metric: "packet-rate",
      unit: "packets/s",
      tool: { name: tool },
      interfaceName: subject.name,
      interfaceDirection: subject.direction,
      note: "With segmentation offload a packet of the guest is up to 64 KB.",
    };
  return {
    metric: "cpu-utilization",
    unit: "percent",
    tool: { name: tool },
    note: "All processors of the machine that was watched, waiting for disks included.",
    ...(steal > highSteal
      ? { warnings: [`The hypervisor took ${Number(steal.toFixed(2))} % of the processor time (steal).`] }
      : {}),
  };
}

// ---- JSON

/** Whether a document is what `sadf -j` or `mpstat -o JSON` prints. */
export function isSysstatJson(document: JsonPlace): boolean {
  return document.at("sysstat", "hosts").exists;
}

/** Reads `sadf -j` and `mpstat -o JSON`. */
export function readSysstatJson(document: JsonPlace, report: Report): void {
  const ofHosts: Sample[][] = [];
  let tool = "sar";
  for (const host of document.at("sysstat", "hosts").items) {
    const samples: Sample[] = [];
    ofHosts.push(samples);
    for (const interval of host.at("statistics").items) {
      const loads = [...interval.at("cpu-load").items, ...interval.at("cpu-load-all").items];
      for (const load of loads) {
        if (load.at("usr").exists && interval.at("timestamp").text !== undefined) tool = "mpstat";
        if (!/^(?:all|-1)$/.test(load.at("cpu").written)) continue;
        const idle = report.number(load.at("idle"));
        const steal = load.at("steal").number;
        if (idle === undefined || !isShare(idle, load.at("idle"), report)) continue;
        samples.push({
          subject: "cpu",
          value: 100 - idle,
          ...(steal === undefined ? {} : { steal }),
          written: `100 - ${load.at("idle").written}`,
          spot: load.at("idle").spot,
          isAverage: false,
        });
      }
      for (const device of interval.at("network", "net-dev").items) {
        const name = device.at("iface").text ?? "";
        if (name === "lo") continue;
        for (const [key, direction] of [
          ["rxpck", "receive"],
          ["txpck", "transmit"],
        ] as const) {
          const value = report.number(device.at(key));
          if (value === undefined) continue;
          samples.push({
            subject: { name, direction },
            value,
            written: device.at(key).written,
            spot: device.at(key).spot,
            isAverage: false,
          });
        }
      }
    }
  }
  if (ofHosts.every((samples) => samples.length === 0) && report.problems.length === 0)
    report.refuse(
      "the file has neither cpu-load nor net-dev. Use: sadf -j FILE -- -n DEV -u",
      document.at("sysstat").written,
      document.at("sysstat").spot,
    );
  for (const samples of ofHosts) addSamples(samples, tool, report, tool === "mpstat" ? sinceStart : "");
}

/** In JSON nothing else tells one interval from none. */
const sinceStart = " If mpstat ran without an interval, this is the mean since the system started.";

function isShare(value: number, at: JsonPlace, report: Report): boolean {
  if (value >= 0 && value <= 100) return true;
  report.refuse("the percentage is outside 0 to 100", at.written, at.spot);
  return false;
}

// ---- text

/** The line above the tables of sar and mpstat: system, release and host. */
const banner = /^\w+ \S+ \([^)]+\)\s/;

/** Columns of a table of sar or mpstat, counted from the right: the time on the left has one or two words. */
interface Columns {
  kind: "cpu" | "device";
  /** When the first interval began. */
  time: string;
  /** Names from the one of the processor or interface on. */
  names: string[];
}

/** Whether a text has tables of `sar` or `mpstat`, or lines of `sadf -d` or `sadf -p`. */
export function isSysstatText(lines: readonly Line[]): boolean {
  return lines.some(({ text }) => (readHeading(text)?.names.length ?? 0) > 0 || readPlainLine(text) !== undefined);
}

/** Reads the tables of `sar` and `mpstat` in any language and clock, and `sadf -d` and `sadf -p`. */
export function readSysstatText(lines: readonly Line[], report: Report): void {
  /** Samples of each output and each host: the interfaces of two machines may have one name. */
  const parts = new Map<string, Sample[]>();
  let outputs = 0;
  const add = (host: string, samples: readonly Sample[]): void =>
    void getOrCompute(parts, `${outputs} ${host}`, (): Sample[] => []).push(...samples);
  let columns: Columns | undefined;
  let isMpstat = false;
  const steals: Steals = new Map();
  for (const line of lines) {
    if (banner.test(line.text)) outputs++;
    if (/^# hostname;.*\[\.\.\.\]/.test(line.text)) {
      const message = "sadf -h puts all processors and interfaces on one line. Use sadf -d without -h";
      report.refuse(message, line.text, { line: line.number });
      return;
    }
    const heading = readHeading(line.text);
    if (heading) {
      columns = heading;
      // `sar -u ALL` has the same columns with steal first.
      isMpstat ||= /%usr.*%irq.*%steal/.test(heading.names.join(" "));
      continue;
    }
    const plain = readPlainLine(line.text);
    if (plain) add(plain[0] ?? "", readPlain(plain, line, steals, report));
    else if (isOtherHeading(line.text) || /LINUX RESTART/.test(line.text)) columns = undefined;
    else if (columns && isSinceStart(columns, line)) {
      refuseSinceStart(line, isMpstat, report);
      columns = undefined;
    } else if (columns && columns.names.length > 0)
      add(/^([^;]*);/.exec(line.text)?.[1] ?? "", readRow(columns, line, report));
  }
  const isEmpty = [...parts.values()].every((samples) => samples.length === 0);
  if (isEmpty && report.problems.length === 0)
    report.refuse("no row for CPU all or for an interface other than lo", "no samples");
  for (const samples of parts.values()) addSamples(samples, isMpstat ? "mpstat" : "sar", report);
}

function readHeading(text: string): Columns | undefined {
  const cells = text
    .replace(/^#\s*/, "")
    .trim()
    .split(text.includes(";") ? ";" : /\s+/);
  const [device, cpu] = [cells.indexOf("IFACE"), cells.indexOf("CPU")];
  // With --pretty and -h the name of the interface comes last.
  const received = cells.indexOf("rxpck/s");
  const columnsFrom = (kind: Columns["kind"], first: number): Columns => ({
    kind,
    time: cells.slice(0, first).join(" "),
    names: cells.slice(first),
  });
  if (device >= 0 && received >= 0) return columnsFrom("device", Math.min(device, received));
  if (cpu >= 0 && cells.includes("%idle")) return columnsFrom("cpu", cpu);
  // Another report of sar, such as EDEV: its rows are not to be taken for those of the one before.
  if (device >= 0 || cpu >= 0) return columnsFrom("device", cells.length);
  return undefined;
}

/** Without an interval, heading and row have the same time; an interval lasts at least a second. */
function isSinceStart({ time, names }: Columns, { text }: Line): boolean {
  const cells = text.trim().split(/\s+/);
  return /^\d+:\d\d:\d\d\b/.test(time) && cells.slice(0, -names.length).join(" ") === time;
}

function refuseSinceStart({ number, text }: Line, isMpstat: boolean, report: Report): void {
  const [name, repeat] = isMpstat ? ["mpstat", "mpstat 1"] : ["sar", "sar 1"];
  report.refuse(
    `the numbers are means since the system started, because ${name} ran without an interval. Repeat with an interval, such as ${repeat}`,
    text,
    { line: number },
  );
}

/** A heading of a table that is not read, whose rows may have as many cells, and a blank line: neither has a number. */
function isOtherHeading(text: string): boolean {
  return !text.split(text.includes(";") ? ";" : /\s+/).some((cell) => /^-?\d+(?:[.,]\d+)?%?$/.test(cell.trim()));
}

function readRow({ kind, names }: Columns, line: Line, report: Report): Sample[] {
  const cells = line.text.trim().split(line.text.includes(";") ? ";" : /\s+/);
  const own = cells.slice(-names.length);
  if (cells.length < names.length || !/\d/.test(line.text)) return [];
  const isAverage = /^\p{L}[^\d]*:$/u.test(cells[0] ?? "") || cells[1] === ":";
  const cell = (name: string): string => own[names.indexOf(name)] ?? "";
  const spot = (name: string): Spot => ({ line: line.number, key: name });
  if (kind === "cpu") {
    if (!/^(?:all|-1)$/.test(own[0] ?? "")) return [];
    const idle = readShare(cell("%idle"));
    if (idle === undefined || idle < 0 || idle > 100) {
      report.refuse("expected a percentage from 0 to 100", cell("%idle"), spot("%idle"));
      return [];
    }
    const steal = readShare(cell("%steal"));
    return [
      {
        subject: "cpu",
        value: Math.round((100 - idle) * 100) / 100,
        ...(steal === undefined ? {} : { steal }),
        written: `100 - ${cell("%idle")}`,
        spot: spot("%idle"),
        isAverage,
      },
    ];
  }
  const name = cell("IFACE");
  if (name === "lo") return [];
  return (["receive", "transmit"] as const).flatMap((direction) => {
    const column = direction === "receive" ? "rxpck/s" : "txpck/s";
    const value = readShare(cell(column));
    if (value === undefined || value < 0) {
      report.refuse("expected a number of packets per second", cell(column), spot(column));
      return [];
    }
    return [{ subject: { name, direction }, value, written: cell(column), spot: spot(column), isAverage }];
  });
}

/** sar writes the decimal mark of its language, with two decimals, or one and a % with -h, and never with marks for thousands. */
function readShare(text: string): number | undefined {
  return readDecimal(text.replace(/%$/, "").replace(/^(-?\d+),(\d{1,2})$/, "$1.$2"));
}

/** Steal of an interval and processor: `sadf -p` has it on a line before the idle time. */
type Steals = Map<string, number | undefined>;

/** `sadf -p`: host, interval, time, subject, field and value with tabs between; one value a line. */
function readPlainLine(text: string): string[] | undefined {
  const cells = text.split("\t");
  return cells.length === 6 && /^(?:%idle|%steal|[rt]xpck\/s)$/.test(cells[4] ?? "") ? cells : undefined;
}

function readPlain(
  [host = "", , time = "", subject = "", field = "", text = ""]: string[],
  { number }: Line,
  steals: Steals,
  report: Report,
): Sample[] {
  const spot = { line: number, key: field };
  const isCpu = field.startsWith("%");
  const interval = `${host} ${time} ${subject}`;
  if (field === "%steal") steals.set(interval, readShare(text));
  if (field === "%steal" || subject === "lo" || (isCpu && !/^(?:all|-)$/.test(subject))) return [];
  const value = readShare(text);
  if (value === undefined || value < 0 || (isCpu && value > 100)) {
    report.refuse("expected a number", text, spot);
    return [];
  }
  const steal = steals.get(interval);
  if (isCpu)
    return [
      {
        subject: "cpu",
        value: Math.round((100 - value) * 100) / 100,
        ...(steal === undefined ? {} : { steal }),
        written: `100 - ${text}`,
        spot,
        isAverage: false,
      },
    ];
  const direction = field === "rxpck/s" ? "receive" : "transmit";
  return [{ subject: { name: subject, direction }, value, written: text, spot, isAverage: false }];
}
