import type { Report, RunFacts } from "../report.ts";
import type { Line, Statistic, Workload } from "../row.ts";
import { bitsOfMebibyte, readDecimal } from "../units.ts";

/** Percentiles that records have a field for; others keep their number. */
const percentiles: { [percent: string]: Statistic } = {
  "50": "median",
  "99.9": "p999",
  "99.99": "p9999",
  "99.999": "p99999",
};

interface Run {
  protocol: "tcp" | "udp" | undefined;
  version: string | undefined;
  seconds: number | undefined;
  dropped: number | undefined;
  /** Set if many answers are missing. */
  warning: string | undefined;
  messageBytes: number | undefined;
  isRoundTrip: boolean;
  /** Whether only one message of many was answered, as in the mode under-load. */
  isUnderLoad: boolean;
  /** Messages that were sent at once, if more than one. */
  burst: string | undefined;
  hasResult: boolean;
  line: number;
}

/** Whether a text has output of sockperf. */
export function isSockperf(lines: readonly Line[]): boolean {
  return lines.some(({ text }) => /^sockperf(?:\[CLIENT\]|:)/.test(text));
}

/** Reads what sockperf prints, in each of its modes. Its latency is half of the round trip, unless it says otherwise. */
export function readSockperf(lines: readonly Line[], report: Report): void {
  let run: Run | undefined;
  const end = (): void => {
    if (run && !run.hasResult)
      report.refuse("the run has no summary: sockperf was stopped, or got no answer", "sockperf", { line: run.line });
  };
  for (const [at, line] of lines.entries()) {
    if (!/^(?:sockperf|\[ ?\d+\] IP)/.test(line.text)) continue;
    if (!run || /== version|\[CLIENT\]/.test(line.text)) {
      const isHead = run && !run.hasResult && run.seconds === undefined && !/== version/.test(line.text);
      if (!isHead) {
        end();
        run = startRun(line);
      }
    }
    if (!run) continue;
    // Latencies come before the summary line, which names the burst.
    run.burst ??= findBurst(lines.slice(at, at + linesToDropped));
    const [, sent, answered] = /\[Valid Duration\].*SentMessages=(\d+); ReceivedMessages=(\d+)/.exec(line.text) ?? [];
    if (sent && answered) {
      run.dropped = findDropped(lines.slice(at + 1, at + 1 + linesToDropped));
      const every = findReplyEvery(Number(sent), Number(answered) + (run.dropped ?? 0));
      run.isUnderLoad = every > 1;
      run.warning = describeMissing(Number(sent), Number(answered), run.dropped ?? 0, every);
    }
    readLine(run, line, report);
  }
  end();
}

/** Lines after the duration among which the dropped messages and the summary are. */
const linesToDropped = 6;

function findDropped(lines: readonly Line[]): number | undefined {
  const [count] = lines.flatMap(({ text }) => /dropped messages = (\d+)/.exec(text)?.[1] ?? []);
  return count === undefined ? undefined : Number(count);
}

function findBurst(lines: readonly Line[]): string | undefined {
  return lines.flatMap(({ text }) => /^sockperf: Summary: .* of burst of (\d+) messages/.exec(text)?.[1] ?? [])[0];
}

/** Messages for each answer under load, unless --reply-every says otherwise; sockperf does not print it. */
const defaultReplyEvery = 100;

/**
 * Messages for each answer. Under load only one message of many is answered, on purpose: how many follows from the answers that
 * came and those that sockperf missed. A few more or fewer are on their way when the time begins or is over.
 */
function findReplyEvery(sent: number, awaited: number): number {
  const every = Math.min(defaultReplyEvery, Math.max(1, Math.round(sent / Math.max(1, awaited))));
  const isDefault = every > defaultReplyEvery / 2 && Math.abs(sent / defaultReplyEvery - awaited) <= 3;
  return isDefault ? defaultReplyEvery : every;
}

/** Says whether many answers are missing. */
function describeMissing(sent: number, answered: number, dropped: number, every: number): string | undefined {
  const awaited = sent / every;
  if (every === 1)
    return sent - answered > Math.max(1, sent / 1000)
      ? `Only ${answered} of ${sent} messages were answered.`
      : undefined;
  const isClearlyLess = dropped > Math.max(1, awaited / 1000) || answered < 0.95 * awaited - 3;
  return isClearlyLess
    ? `Only ${answered} of about ${Math.round(awaited)} answers arrived: ${sent} messages with --reply-every ${every}.`
    : undefined;
}

function startRun({ number }: Line): Run {
  return {
    protocol: undefined,
    version: undefined,
    seconds: undefined,
    dropped: undefined,
    warning: undefined,
    messageBytes: undefined,
    isRoundTrip: false,
    isUnderLoad: false,
    burst: undefined,
    hasResult: false,
    line: number,
  };
}

function readLine(run: Run, { number, text }: Line, report: Report): void {
  const [, version] = /== version #?(\S+)/.exec(text) ?? [];
  if (version) run.version = version;
  const [, protocol] = /PORT = +\d+ # (TCP|UDP)/.exec(text) ?? [];
  if (protocol) run.protocol = protocol.toLowerCase() as "tcp" | "udp";
  const [, bytes] = /msg-size=(\d+)/.exec(text) ?? [];
  if (bytes) run.messageBytes = Number(bytes);
  const [, seconds] =
    /\[Valid Duration\] RunTime=([\d.]+) sec|messages sent in ([\d.]+) sec/.exec(text)?.filter(Boolean) ?? [];
  if (seconds) run.seconds = Number(seconds);
  if (/avg-rtt=|Summary: Round trip/.test(text)) run.isRoundTrip = true;
  if (/^sockperf: (?:ERROR|Error|No messages were received)/.test(text)) {
    report.refuse("sockperf reports an error", text.replace(/^sockperf: /, ""), { line: number });
    run.hasResult = true;
  }
  const [, deviation] = /std-dev=([^\s,)]+)/.exec(text) ?? [];
  if (deviation) addLatency(run, "standardDeviation", deviation, number, report);
  const [, latency] = /Summary: (?:Latency|Round trip)(?: of burst of \d+ messages)? is (\S+) usec/.exec(text) ?? [];
  if (latency) addLatency(run, "mean", latency, number, report);
  const [, extreme, atExtreme] = /---> <(MAX|MIN)> observation =\s*(\S+)/.exec(text) ?? [];
  if (extreme && atExtreme) addLatency(run, extreme === "MAX" ? "max" : "min", atExtreme, number, report);
  const [, percent, atPercent] = /---> percentile\s+([\d.]+) =\s*(\S+)/.exec(text) ?? [];
  if (percent && atPercent) {
    const plain = String(Number(percent));
    addLatency(run, percentiles[plain] ?? (`p${plain}` as Statistic), atPercent, number, report);
  }
  const [, rate] = /Summary: Message Rate is (\S+) \[msg\/sec\]/.exec(text) ?? [];
  if (rate) addMessages(run, rate, number, report);
  const [, bandwidth] = /Summary: BandWidth is (\S+) MBps/.exec(text) ?? [];
  if (bandwidth) addBandwidth(run, bandwidth, number, report);
}

function factsOf(run: Run, kind: "rr" | "stream"): RunFacts {
  run.hasResult = true;
  const workload: Workload | undefined = run.protocol && `${run.protocol}-${kind}`;
  return {
    tool: { name: "sockperf", ...(run.version ? { version: run.version } : {}) },
    ...(workload ? { workload } : {}),
    ...(run.messageBytes ? { conditions: { messageBytes: run.messageBytes } } : {}),
    ...(run.seconds ? { durationSeconds: run.seconds } : {}),
    ...(run.warning === undefined ? {} : { warnings: [run.warning] }),
  };
}

function addLatency(run: Run, statistic: Statistic, text: string, line: number, report: Report): void {
  report.add(
    {
      ...factsOf(run, "rr"),
      metric: "latency",
      unit: "us",
      statistic,
      value: readDecimal(text) ?? Number.NaN,
      note: `${run.isRoundTrip ? "Round trip." : "Half of the round trip."}${run.isUnderLoad ? " Under load." : ""}${run.burst ? ` In bursts of ${run.burst} messages.` : ""}`,
      ...(run.dropped === undefined ? {} : { observed: { droppedPackets: run.dropped } }),
      asWritten: text,
    },
    { line },
  );
}

const sentOnly = "The sender's rate: sockperf does not say what arrived.";

/** A message that fits a frame is a packet, if it is a datagram. */
function addMessages(run: Run, text: string, line: number, report: Report): void {
  const facts = { ...factsOf(run, "stream"), side: "sender", note: sentOnly } as const;
  const value = readDecimal(text) ?? Number.NaN;
  const isPacket = run.protocol === "udp" && run.messageBytes !== undefined && run.messageBytes <= 1472;
  report.add(
    isPacket
      ? { ...facts, metric: "packet-rate", unit: "packets/s", value, asWritten: text }
      : {
          ...facts,
          metric: "operation-rate",
          unit: "operations/s",
          value,
          note: `Messages. ${sentOnly}`,
          asWritten: text,
        },
    { line },
  );
}

/** Both of its units count in powers of two. */
function addBandwidth(run: Run, text: string, line: number, report: Report): void {
  report.add(
    {
      ...factsOf(run, "stream"),
      metric: "throughput",
      unit: "Mbit/s",
      value: ((readDecimal(text) ?? Number.NaN) * bitsOfMebibyte) / 1e6,
      side: "sender",
      note: sentOnly,
      asWritten: `${text} MBps`,
    },
    { line },
  );
}
