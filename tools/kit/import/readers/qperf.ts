import type { Report, RunFacts } from "../report.ts";
import type { Line, Workload } from "../row.ts";
import { readDecimal, secondsOf } from "../units.ts";

const heading = /^((?:tcp|udp|sctp|rds|sdp|rc|uc|ud|xrc)_\w+):\s*$/;
const field = /^\s+(\w+)\s+=\s+(\S+)(?:\s+([^(]*?))?(?:\s+\(.*\))?\s*$/;

/** Whether a text has output of qperf. */
export function isQperf(lines: readonly Line[]): boolean {
  return lines.some(({ text }, index) => heading.test(text) && field.test(lines[index + 1]?.text ?? ""));
}

/** Reads what qperf prints, with scaled units or with `-uu`. Its latency is that of one direction. */
export function readQperf(lines: readonly Line[], report: Report): void {
  let test: { name: string; messageBytes?: number; hasReceived: boolean } | undefined;
  for (const [index, line] of lines.entries()) {
    const [, name] = heading.exec(line.text) ?? [];
    if (name) {
      const body = bodyOf(lines, index);
      const size = body.find(([key]) => key === "msg_size");
      const bytes = size && readNumber(size[1]) * (unitsOfSize[size[2]] ?? Number.NaN);
      test = {
        name,
        hasReceived: body.some(([key]) => key === "recv_bw"),
        ...(bytes !== undefined && Number.isInteger(bytes) ? { messageBytes: bytes } : {}),
      };
      if (body.length === 0) report.refuse("the test has no result", line.text, { line: line.number });
      continue;
    }
    const found = field.exec(line.text);
    if (test && found) readField(test, line, found, report);
    else if (/^failed to connect|^server not responding|: .*(?:refused|timed out)$/i.test(line.text) && test)
      report.refuse("qperf reports an error", line.text, { line: line.number });
    else if (line.text.trim() !== "") test = undefined;
  }
}

/** Processor time of each end; 100 % is one processor. */
const endsOfCpu: { [name: string]: "client" | "server" | "sender" | "receiver" } = {
  loc_cpus_used: "client",
  rem_cpus_used: "server",
  send_cpus_used: "sender",
  recv_cpus_used: "receiver",
};

const unitsOfSize: { [unit: string]: number } = { bytes: 1, KB: 1000, MB: 1e6, KiB: 1024, MiB: 1024 * 1024 };

function bodyOf(lines: readonly Line[], index: number): [name: string, value: string, unit: string][] {
  const body: [string, string, string][] = [];
  for (const { text } of lines.slice(index + 1)) {
    const [, name, value, unit = ""] = field.exec(text) ?? [];
    if (name === undefined || value === undefined) break;
    body.push([name, value, unit]);
  }
  return body;
}

/** Thousands are set apart by commas. */
function readNumber(text: string): number {
  return readDecimal(/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(",", "") : text) ?? Number.NaN;
}

function readField(
  test: { name: string; messageBytes?: number; hasReceived: boolean },
  { number }: Line,
  [, name = "", text = "", unit = ""]: RegExpExecArray,
  report: Report,
): void {
  const spot = { line: number, key: `${test.name}.${name}` };
  const protocol = /^(tcp|udp)_/.exec(test.name)?.[1] as "tcp" | "udp" | undefined;
  const workload: Workload = protocol ? `${protocol}-${test.name.endsWith("_lat") ? "rr" : "stream"}` : "other";
  const facts: RunFacts = {
    tool: { name: "qperf" },
    workload,
    conditions: {
      ...(test.messageBytes ? { messageBytes: test.messageBytes } : {}),
      ...(protocol ? {} : { workload: test.name }),
    },
  };
  const asWritten = `${text} ${unit}`.trim();
  const value = readNumber(text);
  if (name === "latency") {
    const seconds = secondsOf(unit);
    if (seconds === undefined) return report.refuse("unknown unit of time", asWritten, spot);
    report.add(
      {
        ...facts,
        metric: "latency",
        unit: "us",
        statistic: "mean",
        value: value * seconds * 1e6,
        note: "Half of the round trip.",
        asWritten,
      },
      spot,
    );
  } else if (name === "bw" || name === "recv_bw" || (name === "send_bw" && !test.hasReceived)) {
    const bytes = bytesPerSecond(unit);
    if (bytes === undefined) return report.refuse("unknown unit of throughput", asWritten, spot);
    report.add(
      {
        ...facts,
        metric: "throughput",
        unit: "Mbit/s",
        value: (value * bytes * 8) / 1e6,
        side: name === "send_bw" ? "sender" : "receiver",
        asWritten,
      },
      spot,
    );
  } else if (endsOfCpu[name]) {
    if (!/^%\s*cpus?$/.test(unit)) return report.refuse("unknown unit of CPU use", asWritten, spot);
    report.add(
      {
        ...facts,
        metric: "cpu-utilization",
        unit: "percent-of-core",
        value,
        side: endsOfCpu[name],
        asWritten,
      },
      spot,
    );
  }
}

/** Rates are in bytes and in powers of ten; with `-ub` in bits. */
function bytesPerSecond(unit: string): number | undefined {
  const [, prefix = "", what] = /^([KMGT]?)(B|b|bytes|bits)\/sec$/.exec(unit) ?? [];
  return what === undefined ? undefined : 1000 ** " KMGT".indexOf(prefix || " ") / (/^b(?:its)?$/.test(what) ? 8 : 1);
}
