import type { Report, RunFacts } from "../report.ts";
import type { Conditions, Line, Metric, Spot, Statistic, Unit, Workload } from "../row.ts";
import { bitsPerSecond, largestUnfragmented, noteFragments, readDecimal } from "../units.ts";

/** The banner that netperf prints above every result, unless it is told not to. */
const banner = /^\s*(?:MIGRATED )?((?:TCP|UDP|SCTP|DLPI|OMNI|XTI)\b.{0,40}?) TEST (?:from|to) /;

/** Keys of `-k`, and headings of `-o` in the words of netperf. */
const keyLine = /^([A-Z][A-Z0-9_]+)=(.*)$/;
const csvHeading = /^(?:[\w%()/ ]+,)*(?:Throughput|Elapsed Time \(sec\)|[\w ]*Latency Microseconds)(?:,|$)/;

/** A line of `-o` without its headings, which `-P 0` leaves away. */
const bareCsv = /^-?\d+(?:\.\d+)?(?:,[^,]*)*,(?:10\^\d(?:bits|bytes)|Trans)\/s(?:,|$)/i;

/** What `-D` prints during the run: as a sentence, with `-o` as rate, unit, seconds and time, with `-k` as numbered keys. */
const interim = /^(?:Interim result:|-?[\d.]+,[^,]+\/s,[\d.]+,\d{9,}(?:\.\d+)?$|NETPERF_[A-Z_]+\[\d+\]=)/;

/** A line of omni's table without its headings. */
const bareRow = /^\s*(?:-?\d+(?:\.\d+)?\s+){1,12}(?:10\^\dbits|[KMG]?Bytes|Trans)\/s\s*$/i;

/** A line of a classic table. */
const tableRow = /^\s*-?\d+(?:\.\d+)?(?:\s+-?\d+(?:\.\d+)?){3,9}\s*$/;

/** Whether a text has output of netperf; the numbers that `-P 0` leaves are nothing else either. */
export function isNetperf(lines: readonly Line[]): boolean {
  const written = lines.filter(({ text }) => text.trim() !== "");
  if (
    written.length > 0 &&
    written.length < 20 &&
    written.every(({ text }) => tableRow.test(text) || bareRow.test(text))
  )
    return true;
  return lines.some(
    ({ text }) =>
      banner.test(text) ||
      /^(?:THROUGHPUT(?:_UNITS)?|ELAPSED_TIME|LOCAL_CPU_UTIL|P99_LATENCY|MEAN_LATENCY)=/.test(text) ||
      (csvHeading.test(text) && text.includes(",")) ||
      (bareCsv.test(text.trim()) && !interim.test(text.trim())) ||
      /are you sure there is a netserver listening/.test(text),
  );
}

/** Fields of one result by the selectors of `-k`, each with its line. */
type Fields = Map<string, { text: string; line: number }>;

/** A test that the text has begun to describe. */
interface Test {
  name: string;
  line: number;
  warnings: string[];
  hasResult: boolean;
}

/** Reads netperf's classic tables, those of omni (`-O`), `-k` and `-o`. What `-P 0` leaves without a heading has no unit and is not read. */
export function readNetperf(lines: readonly Line[], report: Report): void {
  const reader = new NetperfReader(report);
  for (let index = 0; index < lines.length; index++) index += reader.take(lines, index);
  reader.endTest();
}

class NetperfReader {
  private test: Test | undefined;
  private fields: Fields = new Map();
  /** Unit of the classic table that was headed last; undefined outside of one. */
  private heading: { unit: string; rows: Line[] } | undefined;
  /** Lines since the banner or the last row of a table: what headings of omni are made of. */
  private above: string[] = [];

  constructor(private readonly report: Report) {}

  /** Takes the line at an index; returns how many lines after it were taken too. */
  take(lines: readonly Line[], index: number): number {
    const line = lines[index] as Line;
    const { text } = line;
    const [, name] = banner.exec(text) ?? [];
    if (name !== undefined) {
      this.endTest();
      this.above = [];
      this.test = { name: name.toUpperCase(), line: line.number, warnings: [], hasResult: false };
      return 0;
    }
    if (/establish.control|netserver listening/i.test(text)) {
      if (/are you sure/.test(text)) this.refuseConnection(line);
      return 0;
    }
    if (/^\s*!!!/.test(text)) {
      this.takeWarning(text);
      return 0;
    }
    if (interim.test(text.trim())) return 0;
    const key = keyLine.exec(text.trim());
    if (key) {
      this.takeKey(key[1] ?? "", key[2] ?? "", line.number);
      return 0;
    }
    if (csvHeading.test(text.trim()) && text.includes(",")) return this.takeCsv(lines, index);
    if (bareCsv.test(text.trim()))
      this.report.refuse(
        "the headings are missing, so the columns are unknown. Repeat the run without -P 0, or use -k",
        text,
        { line: line.number },
      );
    else if (!this.takeColumns(line)) this.takeTable(line);
    return 0;
  }

  /** Ends the test that was described last; one without a result is a problem. */
  endTest(): void {
    this.endFields();
    this.endTable();
    if (this.test && !this.test.hasResult) {
      const hasNumbers = this.above.some((text) => /(?:^|\s)-?\d+(?:\.\d+)?(?:\s|$)/.test(text));
      this.report.refuse(
        hasNumbers
          ? "no column below the banner is known. Repeat the run with -k THROUGHPUT,THROUGHPUT_UNITS"
          : "the test has no result below its banner",
        this.test.name,
        { line: this.test.line },
      );
    }
    this.test = undefined;
  }

  private refuseConnection(line: Line): void {
    this.report.refuse("netperf found no netserver. Start netserver on the target", line.text, {
      line: line.number,
    });
    if (this.test) this.test.hasResult = true;
  }

  /** A confidence that was not reached stays with the result. */
  private takeWarning(text: string): void {
    const said = text.replace(/^[\s!]+/, "").trim();
    if (!this.test) this.test = { name: "", line: 0, warnings: [], hasResult: true };
    if (/Desired confidence was not achieved/.test(said))
      this.test.warnings.push("The desired confidence was not achieved.");
    const [, what, percent] = /(Throughput|Local CPU util|Remote CPU util)\s*:\s*([-\d.]+)\s*%/.exec(said) ?? [];
    if (what && percent && this.test.warnings.length > 0)
      this.test.warnings.push(`Confidence interval of ${what.toLowerCase().replace("cpu", "CPU")}: ${percent} %.`);
  }

  // ---- -k and -o

  private takeKey(key: string, text: string, line: number): void {
    if (this.fields.has(key)) this.endFields();
    this.fields.set(key, { text: text.trim(), line });
  }

  private endFields(): void {
    if (this.fields.size === 0) return;
    const { fields } = this;
    this.fields = new Map();
    this.markResult();
    readFields(fields, this.test?.name ?? "", this.test?.warnings ?? [], this.report);
  }

  /** Frameworks break the list of headings over several lines, with the comma at the end. */
  private takeCsv(lines: readonly Line[], index: number): number {
    this.endFields();
    let taken = 0;
    let headings = (lines[index] as Line).text.trim();
    while (headings.endsWith(",") && lines[index + taken + 1]) headings += ` ${lines[index + ++taken]?.text.trim()}`;
    const names = headings.split(",").map((name) => name.trim());
    while (lines[index + taken + 1]?.text.trim() === "") taken++;
    const values = lines[index + taken + 1];
    const cells = values?.text.trim().split(",") ?? [];
    if (!values || cells.length !== names.length) {
      this.report.refuse(
        `the heading names ${names.length} columns, the line below has ${values ? cells.length : 0}`,
        values?.text ?? "end of file",
        { line: values?.number ?? (lines[index] as Line).number },
      );
      this.markResult();
      return taken;
    }
    const fields: Fields = new Map();
    for (const [at, name] of names.entries()) {
      const selector = selectorOf(name);
      if (selector) fields.set(selector, { text: cells[at]?.trim() ?? "", line: values.number });
    }
    this.markResult();
    readFields(fields, this.test?.name ?? "", this.test?.warnings ?? [], this.report);
    return taken + 1;
  }

  private markResult(): void {
    if (this.test) this.test.hasResult = true;
  }

  // ---- tables of omni

  /**
   * Takes the values below omni's headings, which stand above them in as many lines as words need. `-O` with many selectors
   * prints several such tables for one result.
   */
  private takeColumns({ text, number }: Line): boolean {
    if (!this.test || this.heading || text.trim() === "") return false;
    const { above } = this;
    const cells = [...text.matchAll(/\S+/g)];
    const isValues = above.length > 0 && cells.some(([cell]) => readDecimal(cell) !== undefined);
    const columns = isValues ? cells.map(([cell], at) => ({ cell, name: joinHeading(above, cells, at) })) : [];
    if (!columns.some(({ name, cell }) => Object.hasOwn(headings, name) && readDecimal(cell) !== undefined)) {
      above.push(text);
      return false;
    }
    this.above = [];
    if (cells.some(({ index }) => index > 0 && above.some((line) => (line[index - 1] ?? " ") !== " "))) {
      this.report.refuse("the values are not below their headings. Repeat the run with -k", text, {
        line: number,
      });
      this.markResult();
      return true;
    }
    for (const { name, cell } of columns) {
      const selector = selectorOf(name);
      if (selector && !this.fields.has(selector)) this.fields.set(selector, { text: cell, line: number });
    }
    return true;
  }

  // ---- classic tables

  private takeTable(line: Line): void {
    const { text } = line;
    if (bareRow.test(text)) {
      if (!this.test) this.refuseBare(line);
      return;
    }
    const [, unit] = /\b(10\^[369]bits|[KMG]?Bytes)\s*\/s(?:ec)?\b/.exec(text) ?? [];
    if (unit !== undefined || /\bper sec\b/.test(text)) {
      this.endTable();
      this.heading = { unit: unit ?? "per sec", rows: [] };
      return;
    }
    if (!this.heading || !/^\s*[-\d]/.test(text)) {
      if (tableRow.test(text) && !this.heading && !this.test) this.refuseBare(line);
      return;
    }
    this.heading.rows.push(line);
    if (this.heading.rows.length === 2) this.endTable();
  }

  private refuseBare({ text, number }: Line): void {
    this.report.refuse(
      "the headings are missing, so test and unit are unknown. Repeat the run without -P 0, or use -k",
      text,
      { line: number },
    );
  }

  private endTable(): void {
    const { heading, test } = this;
    this.heading = undefined;
    const [first, second] = heading?.rows ?? [];
    if (!heading || !first) return;
    this.markResult();
    if (heading.unit === "per sec") return this.addRequests(first);
    if (/^UDP\b/.test(test?.name ?? "")) return this.addDatagrams(heading.unit, first, second);
    this.addStream(heading.unit, first);
  }

  private addStream(unit: string, line: Line): void {
    const cells = split(line);
    const name = this.test?.name ?? "";
    if (cells.length < 5) return this.refuseCells(line, "5 or 9", cells.length);
    const [, socket, message, seconds, rate = "", ...use] = cells;
    const workload = /^TCP/.test(name) || name === "" ? "tcp-stream" : "other";
    const facts = this.factsOf(workload, conditionsOf({ socketBytes: socket, messageBytes: message }), seconds);
    const flow = /MAERTS/.test(name) ? "server-to-client" : "client-to-server";
    const base = { ...facts, flow } as const;
    addThroughput(base, unit, rate, { line: line.number }, this.report);
    this.addCpu(base, use, line);
  }

  /** The first line is what was sent, the second what arrived, which is the one that counts. */
  private addDatagrams(unit: string, sent: Line, received: Line | undefined): void {
    const [out, arrived] = [split(sent), received ? split(received) : []];
    if (out.length < 6) return this.refuseCells(sent, "6", out.length);
    const [, message = "", , okay = ""] = out;
    const conditions = conditionsOf({ socketBytes: out[0], messageBytes: message });
    const facts = this.factsOf("udp-stream", conditions, out[2]);
    const base = { ...facts, flow: "client-to-server", side: "receiver" } as const;
    if (!received || arrived.length < 4) {
      this.report.refuse("the receiver's line is missing, so the delivered rate is unknown", sent.text, {
        line: sent.number,
      });
      return;
    }
    const [, seconds = "", delivered = "", rate = ""] = arrived;
    addThroughput(base, unit, rate, { line: received.number }, this.report);
    const isConsistent = addDatagramCounts(
      base,
      {
        sent: { text: okay, spot: { line: sent.number } },
        arrived: { text: delivered, spot: { line: received.number } },
        seconds,
      },
      this.report,
    );
    if (!isConsistent) return;
    this.addCpu(base, out.slice(6), sent);
  }

  private addRequests(line: Line): void {
    const cells = split(line);
    if (cells.length < 6) return this.refuseCells(line, "6 or 10", cells.length);
    const [socket, , request = "", response = "", seconds, rate = "", ...use] = cells;
    const name = this.test?.name ?? "";
    const isConnect = /CONNECT|CRR/.test(name);
    const workload = isConnect ? "other" : /^UDP/.test(name) ? "udp-rr" : /^TCP/.test(name) ? "tcp-rr" : "other";
    const conditions = {
      ...conditionsOf({ socketBytes: socket, messageBytes: request === response ? request : undefined }),
      ...(isConnect ? { workload: "a connection for every request" } : {}),
    };
    const facts = this.factsOf(workload, conditions, seconds);
    const value = readDecimal(rate);
    this.report.add(
      { ...facts, metric: "request-rate", unit: "transactions/s", value: value ?? Number.NaN, asWritten: rate },
      { line: line.number },
    );
    // The two after the processor times are microseconds per transaction, for which a dataset has no unit.
    this.addCpu(facts, use.slice(0, 2), line);
  }

  private addCpu(facts: RunFacts, cells: readonly string[], { number: line }: Line): void {
    for (const [at, text] of cells.slice(0, 4).entries())
      addUse(facts, at < 2 ? "cpu" : "demand", at % 2 === 0 ? "client" : "server", text, { line }, this.report);
  }

  private factsOf(workload: Workload, conditions: Conditions, seconds: string | undefined): RunFacts {
    const duration = readDecimal(seconds ?? "");
    return {
      tool: { name: "netperf" },
      workload,
      conditions,
      ...(duration ? { durationSeconds: duration } : {}),
      ...(this.test && this.test.warnings.length > 0 ? { warnings: this.test.warnings } : {}),
    };
  }

  private refuseCells(line: Line, expected: string, found: number): void {
    this.report.refuse(`expected ${expected} numbers, found ${found}`, line.text, { line: line.number });
  }
}

/** The heading above a value: a column begins where its value does, and ends before the next one. */
function joinHeading(above: readonly string[], cells: readonly RegExpExecArray[], at: number): string {
  const [from, to] = [cells[at]?.index ?? 0, cells[at + 1]?.index];
  return above
    .map((line) => line.slice(from, to).trim())
    .filter((words) => words !== "")
    .join(" ");
}

function split(line: Line): string[] {
  return line.text.trim().split(/\s+/);
}

function conditionsOf(texts: { [K in "socketBytes" | "messageBytes"]?: string | undefined }): Conditions {
  const conditions: Conditions = {};
  for (const name of ["socketBytes", "messageBytes"] as const) {
    const value = readDecimal(texts[name] ?? "");
    if (value !== undefined && Number.isInteger(value) && value > 0) conditions[name] = value;
  }
  return conditions;
}

/** A number of datagrams, with its place. */
interface DatagramCount {
  text: string;
  spot: Spot;
}

/** Packet rate and loss from the datagrams at both ends; false if the counts contradict each other. */
function addDatagramCounts(
  facts: RunFacts,
  { sent, arrived, seconds }: { sent: DatagramCount; arrived: DatagramCount; seconds: string | undefined },
  report: Report,
): boolean {
  const [sentCount, arrivedCount, time] = [sent.text, arrived.text, seconds ?? ""].map(readDecimal);
  if (
    sentCount === undefined ||
    arrivedCount === undefined ||
    arrivedCount > sentCount ||
    (seconds !== undefined && !time)
  ) {
    report.refuse("messages sent, messages received and seconds contradict each other", arrived.text, arrived.spot);
    return false;
  }
  const messageBytes = facts.conditions?.messageBytes;
  const note = noteFragments(messageBytes);
  if (time && messageBytes !== undefined && messageBytes <= largestUnfragmented)
    report.add(
      {
        ...facts,
        metric: "packet-rate",
        unit: "packets/s",
        value: arrivedCount / time,
        asWritten: `${arrived.text} / ${seconds}`,
      },
      arrived.spot,
    );
  if (sentCount > 0)
    report.add(
      {
        ...facts,
        ...(note ? { note } : {}),
        metric: "packet-loss",
        unit: "percent",
        value: (100 * (sentCount - arrivedCount)) / sentCount,
        asWritten: `(${sent.text} - ${arrived.text}) / ${sent.text}`,
      },
      sent.spot,
      arrived.spot,
    );
  return true;
}

/** netperf's bytes are counted in powers of two, its bits in powers of ten. */
function addThroughput(facts: RunFacts, unit: string, text: string, spot: Spot, report: Report): void {
  const bytes = /^([KMG]?)Bytes/.exec(unit);
  const bits = bytes ? 8 * 1024 ** (" KMG".indexOf(bytes[1] || " ") as number) : bitsPerSecond(unit);
  if (bits === undefined) return report.refuse("unknown unit of throughput", `${text} ${unit}`, spot);
  const value = readDecimal(text);
  // -1 means that netperf did not measure it.
  if (value !== undefined && value < 0) return report.refuse("not measured", text, spot);
  report.add(
    {
      ...facts,
      metric: "throughput",
      unit: "Mbit/s",
      value: value === undefined ? Number.NaN : (value * bits) / 1e6,
      asWritten: `${text} ${unit.replace(/\/s(?:ec)?$/, "")}/s`,
    },
    spot,
  );
}

/** Processor time and service demand; -1 means that netperf did not measure it. */
function addUse(
  facts: RunFacts,
  what: "cpu" | "demand",
  side: "client" | "server",
  text: string,
  spot: Spot,
  report: Report,
): void {
  const value = readDecimal(text);
  if (value !== undefined && value < 0) return;
  const [metric, unit]: [Metric, Unit] =
    what === "cpu" ? ["cpu-utilization", "percent"] : ["cpu-per-throughput", "us/KB"];
  report.add({ ...facts, metric, unit, value: value ?? Number.NaN, side, asWritten: text }, spot);
}

// ---- omni

/** Headings of `-o` by the selectors that they are printed for. */
const headings: { [heading: string]: string } = {
  Throughput: "THROUGHPUT",
  "Throughput Units": "THROUGHPUT_UNITS",
  "Throughput Confidence Width (%)": "THROUGHPUT_CONFID",
  "Confidence Iterations Run": "CONFIDENCE_ITERATION",
  "Elapsed Time (sec)": "ELAPSED_TIME",
  Protocol: "PROTOCOL",
  Direction: "DIRECTION",
  "Local Send Size": "LOCAL_SEND_SIZE",
  "Remote Recv Throughput": "REMOTE_RECV_THROUGHPUT",
  "Local CPU Util %": "LOCAL_CPU_UTIL",
  "Remote CPU Util %": "REMOTE_CPU_UTIL",
  "Local Service Demand": "LOCAL_SD",
  "Remote Service Demand": "REMOTE_SD",
  "Request Size Bytes": "REQUEST_SIZE",
  "Response Size Bytes": "RESPONSE_SIZE",
  "Minimum Latency Microseconds": "MIN_LATENCY",
  "Mean Latency Microseconds": "MEAN_LATENCY",
  "50th Percentile Latency Microseconds": "P50_LATENCY",
  "90th Percentile Latency Microseconds": "P90_LATENCY",
  "99th Percentile Latency Microseconds": "P99_LATENCY",
  "Maximum Latency Microseconds": "MAX_LATENCY",
  "Stddev Latency Microseconds": "STDDEV_LATENCY",
  "Local Transport Retransmissions": "LOCAL_TRANSPORT_RETRANS",
};

/** Every other heading is the selector in words. */
function selectorOf(heading: string): string {
  return headings[heading] ?? heading.toUpperCase().replace(/[^A-Z0-9]+/g, "_");
}

const latencies: { [selector: string]: Statistic } = {
  MIN_LATENCY: "min",
  MEAN_LATENCY: "mean",
  P50_LATENCY: "median",
  P90_LATENCY: "p90",
  P99_LATENCY: "p99",
  MAX_LATENCY: "max",
  STDDEV_LATENCY: "standardDeviation",
};

function readFields(fields: Fields, test: string, warnings: readonly string[], report: Report): void {
  const text = (name: string): string => fields.get(name)?.text ?? "";
  const spot = (name: string): Spot => ({ line: fields.get(name)?.line ?? 0, key: name });
  const unit = text("THROUGHPUT_UNITS");
  const protocol = (text("PROTOCOL") || /^(TCP|UDP|SCTP)/.exec(test)?.[1] || "").toUpperCase();
  // netperf writes "Send|Recv" for requests and "Connect|Send|Recv" if each has a connection of its own.
  const direction = text("DIRECTION");
  const isConnect = /CONNECT/.test(test) || /^Connect/.test(direction);
  const isTransactions = /^Trans\/s/i.test(unit);
  const isRequests = isTransactions || isConnect || /REQUEST/.test(test) || direction.includes("|");
  const kind = isRequests ? "rr" : "stream";
  const workload: Workload | undefined =
    protocol === ""
      ? undefined
      : isConnect
        ? "other"
        : protocol === "TCP" || protocol === "UDP"
          ? `${protocol === "TCP" ? "tcp" : "udp"}-${kind}`
          : "other";
  const seconds = readDecimal(text("ELAPSED_TIME"));
  const width = readDecimal(text("THROUGHPUT_CONFID"));
  const retransmits = readDecimal(text("LOCAL_TRANSPORT_RETRANS"));
  const [request, response] = [text("REQUEST_SIZE"), text("RESPONSE_SIZE")];
  const said = [
    ...warnings,
    ...(width !== undefined && width > 0 && warnings.length > 0
      ? [`Width of the confidence interval: ${width} %.`]
      : []),
  ];
  const isBackward = /^(?:Recv|Receive|Maerts)/i.test(direction);
  const isUdpStream = !isRequests && protocol === "UDP";
  const facts = {
    tool: { name: "netperf", ...(fields.has("NETPERF_VERSION") ? { version: text("NETPERF_VERSION") } : {}) },
    ...(workload ? { workload } : {}),
    conditions: {
      ...conditionsOf({
        messageBytes: isRequests ? (request === response ? request : "") : text("LOCAL_SEND_SIZE"),
        socketBytes: text("LSS_SIZE_END"),
      }),
      ...(isConnect ? { workload: "a connection for every request" } : {}),
    },
    ...(seconds ? { durationSeconds: seconds } : {}),
    ...(said.length > 0 ? { warnings: said } : {}),
    ...(retransmits !== undefined && retransmits >= 0 && Number.isInteger(retransmits)
      ? { observed: { retransmits } }
      : {}),
    ...(isRequests || direction === ""
      ? {}
      : {
          flow: isBackward ? ("server-to-client" as const) : ("client-to-server" as const),
        }),
  };
  const before = report.rows.length + report.problems.length;
  addResult();
  if (isUdpStream) addLoss();
  if (isRequests)
    for (const [name, statistic] of Object.entries(latencies)) {
      if (!fields.has(name)) continue;
      const value = readDecimal(text(name));
      if (value !== undefined && value < 0) continue;
      const note = "Round trip.";
      report.add(
        { ...facts, metric: "latency", unit: "us", statistic, note, value: value ?? Number.NaN, asWritten: text(name) },
        spot(name),
      );
    }
  for (const [name, what, side] of [
    ["LOCAL_CPU_UTIL", "cpu", "client"],
    ["REMOTE_CPU_UTIL", "cpu", "server"],
    ...(isRequests ? [] : [["LOCAL_SD", "demand", "client"] as const, ["REMOTE_SD", "demand", "server"] as const]),
  ] as const)
    if (fields.has(name)) addUse(facts, what, side, text(name), spot(name), report);
  if (report.rows.length + report.problems.length === before) {
    const [[name = "", { text: found = "", line = 0 } = {}] = []] = [...fields];
    report.refuse("no usable selector. Add THROUGHPUT and THROUGHPUT_UNITS", `${name}=${found}`, {
      line,
    });
  }

  function addResult(): void {
    // netperf gives THROUGHPUT as a mean over the repetitions for a confidence interval, this one only for the last of them.
    const arrived = "REMOTE_RECV_THROUGHPUT";
    // -1 says that netperf did not measure it.
    const isArrived = isUdpStream && !isBackward && !((readDecimal(text(arrived)) ?? 0) < 0);
    const name = isArrived && !fields.has("THROUGHPUT") ? arrived : "THROUGHPUT";
    if (!fields.has(name)) return;
    if (unit === "" && !isRequests)
      return report.refuse("the unit is missing. Add THROUGHPUT_UNITS to the selectors", text(name), spot(name));
    if (isTransactions || unit === "")
      return report.add(
        {
          ...facts,
          metric: "request-rate",
          unit: "transactions/s",
          value: readDecimal(text(name)) ?? Number.NaN,
          asWritten: text(name),
        },
        spot(name),
      );
    const note = "The file does not say the protocol.";
    const more = isUdpStream
      ? ({ side: "receiver" } as const)
      : { ...(isRequests ? ({ flow: "both" } as const) : {}), ...(protocol === "" ? { note } : {}) };
    addThroughput({ ...facts, ...more }, unit, text(name), spot(name), report);
  }

  function addLoss(): void {
    const [sent, arrived] = isBackward
      ? ["REMOTE_SEND_CALLS", "LOCAL_RECV_CALLS"]
      : ["LOCAL_SEND_CALLS", "REMOTE_RECV_CALLS"];
    if (!fields.has(sent) || !fields.has(arrived)) return;
    const iterations = text("CONFIDENCE_ITERATION");
    if ((readDecimal(iterations) ?? 1) > 1)
      return report.refuse(
        `netperf counts the messages of the last of ${iterations} iterations only, so the loss is unknown. Repeat the run without -i`,
        text(arrived),
        spot(sent),
        spot(arrived),
      );
    addDatagramCounts(
      { ...facts, side: "receiver" },
      {
        sent: { text: text(sent), spot: spot(sent) },
        arrived: { text: text(arrived), spot: spot(arrived) },
        seconds: fields.has("ELAPSED_TIME") ? text("ELAPSED_TIME") : undefined,
      },
      report,
    );
  }
}
