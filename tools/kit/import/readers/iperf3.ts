import type { JsonPlace } from "../json-place.ts";
import type { Report, RowFacts } from "../report.ts";
import type { Conditions, Observed, Workload } from "../row.ts";
import { noteFragments } from "../units.ts";

const senderNote = "The sender's rate: the file has no rate of the receiver.";

/** What a run's `start` says, as far as rows repeat it. */
interface Run {
  protocol: string;
  isReverse: boolean;
  /** Whether the file was written by the server. */
  isServer: boolean;
  facts: Pick<RowFacts, "tool" | "workload" | "conditions" | "durationSeconds" | "warmUpSeconds">;
  messageBytes: number | undefined;
}

/** Whether a document is what `iperf3 -J` prints. */
export function isIperf3(document: JsonPlace): boolean {
  const { names } = document;
  return (
    (names.includes("start") && (names.includes("end") || names.includes("error") || names.includes("intervals"))) ||
    (names.length === 1 && names[0] === "error")
  );
}

/** Whether a document is a line of `iperf3 --json-stream`. */
export function isIperf3Event(document: JsonPlace): boolean {
  return document.at("event").text !== undefined && document.at("data").exists;
}

/** The word by which client and server know a run of iperf3, from its document or the event of its start. */
export function findCookie(document: JsonPlace): string | undefined {
  return document.at("start", "cookie").text ?? document.at("data", "cookie").text;
}

/** Reads one run of `iperf3 -J`. A run that reports an error is no evidence, whatever it had measured until then. */
export function readIperf3(document: JsonPlace, report: Report): void {
  const error = document.at("error");
  if (error.exists) return refuseRun(error, report);
  readRun(document.at("start"), document.at("end"), report);
}

/** Reads the lines of `iperf3 --json-stream`, which may hold several runs. */
export function readIperf3Events(events: readonly JsonPlace[], report: Report): void {
  let start: JsonPlace | undefined;
  for (const event of events) {
    const data = event.at("data");
    switch (event.at("event").text) {
      case "start":
        if (start) refuseUnfinished(start, report);
        start = data;
        break;
      case "error":
        refuseRun(data, report);
        start = undefined;
        break;
      case "end":
        if (start) readRun(start, data, report);
        else report.refuse("the start of the run is missing", "end", event.at("event").spot);
        start = undefined;
    }
  }
  if (start) refuseUnfinished(start, report);
}

function refuseRun(error: JsonPlace, report: Report): void {
  report.refuse("iperf3 reports an error, so the run is not valid. Repeat the run", error.written, error.spot);
}

function refuseUnfinished(start: JsonPlace, report: Report): void {
  report.refuse("the run has no end: iperf3 was stopped or the file is cut off. Repeat the run", "no end", start.spot);
}

function readRun(start: JsonPlace, end: JsonPlace, report: Report): void {
  if (end.names.length === 0) return refuseUnfinished(start, report);
  const run = readStart(start, end, report);
  const before = report.rows.length + report.problems.length;
  if (run.protocol === "UDP") {
    readUdp(run, end, "", report);
    readUdp(run, end, "_bidir_reverse", report);
  } else {
    readTcp(run, end, "", report);
    readTcp(run, end, "_bidir_reverse", report);
  }
  if (report.rows.length + report.problems.length === before)
    return report.refuse("the run has no sum_sent, sum_received or sum", end.names.join(", "), end.spot);
  readCpu(run, end, report);
}

function readStart(start: JsonPlace, end: JsonPlace, report: Report): Run {
  const test = start.at("test_start");
  const protocol = test.at("protocol").text?.toUpperCase() ?? "TCP";
  const version = /iperf (\S+)/.exec(start.at("version").text ?? "")?.[1];
  const streams = report.number(test.at("num_streams"));
  const messageBytes = report.number(test.at("blksize"));
  const conditions: Conditions = {
    ...(streams ? { streams } : {}),
    ...(messageBytes ? { messageBytes } : {}),
    ...(protocol !== "TCP" && protocol !== "UDP" ? { workload: protocol } : {}),
  };
  const seconds = findDuration(report.number(test.at("duration")), end);
  const omitted = report.number(test.at("omit"));
  const workloads: { [protocol: string]: Workload } = { TCP: "tcp-stream", UDP: "udp-stream" };
  return {
    protocol,
    messageBytes,
    isReverse: report.number(test.at("reverse")) === 1,
    isServer: start.at("accepted_connection").exists,
    facts: {
      tool: { name: "iperf3", ...(version ? { version } : {}) },
      workload: workloads[protocol] ?? "other",
      conditions,
      ...(seconds ? { durationSeconds: seconds } : {}),
      ...(omitted === undefined ? {} : { warmUpSeconds: omitted }),
    },
  };
}

/** Seconds that the run was to last; with -n and -k, or if it was cut short, those that it lasted. */
function findDuration(wanted: number | undefined, end: JsonPlace): number | undefined {
  const [measured] = ["sum_sent", "sum", "sum_received"].flatMap((sum) => end.at(sum, "seconds").number || []);
  if (measured === undefined || (wanted && measured > wanted - 1)) return wanted;
  return Number(measured.toFixed(3));
}

/** The direction of a sum: that of the run, and the opposite one for the second direction of `--bidir`. */
function flowOf(run: Run, suffix: string): NonNullable<RowFacts["flow"]> {
  return run.isReverse !== (suffix !== "") ? "server-to-client" : "client-to-server";
}

function readTcp(run: Run, end: JsonPlace, suffix: string, report: Report): void {
  const [sent, received] = [end.at(`sum_sent${suffix}`), end.at(`sum_received${suffix}`)];
  if (!sent.exists && !received.exists) return;
  const retransmits = sent.at("retransmits").exists ? report.number(sent.at("retransmits")) : undefined;
  const observed: Observed | undefined = retransmits !== undefined && retransmits >= 0 ? { retransmits } : undefined;
  addRate(run, sent, received, { suffix, ...(observed ? { observed } : {}) }, report);
}

/** What the receiver counted; if the file has no such rate, what the sender counted, marked as that. */
function addRate(
  run: Run,
  sent: JsonPlace,
  received: JsonPlace,
  { suffix, observed, note }: { suffix: string; observed?: Observed; note?: string },
  report: Report,
): void {
  const arrived = received.at("bits_per_second");
  const rate = report.number(arrived);
  // Which of the two was meant is not known, so neither is the other end's a substitute.
  if (arrived.isRepeated) return;
  const left = sent.at("bits_per_second");
  const sentRate = rate ? undefined : report.number(left);
  // A file of the server leaves the end that it cannot know at 0.
  const isSender = !rate && sentRate !== undefined && sentRate > 0;
  const [from, bits] = isSender ? [left, sentRate] : [arrived, rate];
  if (bits === undefined) {
    if (!arrived.exists && !left.exists)
      report.refuse("the sum has no bits_per_second", received.exists ? received.written : sent.written, received.spot);
    return;
  }
  const notes = [isSender ? senderNote : "", note ?? ""];
  report.add(
    {
      ...run.facts,
      metric: "throughput",
      unit: "Mbit/s",
      value: bits / 1e6,
      flow: flowOf(run, suffix),
      side: isSender ? "sender" : "receiver",
      ...(observed ? { observed } : {}),
      ...noteOf(notes),
      asWritten: from.written,
    },
    from.spot,
  );
}

function noteOf(notes: readonly (string | undefined)[]): { note?: string } {
  const said = notes.filter((note) => note !== undefined && note !== "").join(" ");
  return said === "" ? {} : { note: said };
}

/**
 * `sum_received`, from iperf3 3.10 on, has the datagrams that the receiver knows of. `sum` has all that were sent: some
 * may have been under way at the end, neither lost nor received. A server that sends knows nothing of its receiver.
 */
function readUdp(run: Run, end: JsonPlace, suffix: string, report: Report): void {
  const received = end.at(`sum_received${suffix}`);
  const sum = end.at(suffix === "" ? "sum" : `sum${suffix}`);
  // Its packets are no sign of it: with -O they fall below 0, and are written as nearly 2^64.
  const isSender = run.isServer && received.at("bits_per_second").number === 0;
  const counts = received.at("packets").exists && !isSender ? received : sum;
  if (!counts.exists) {
    const sent = end.at(`sum_sent${suffix}`);
    if (sent.exists) addRate(run, sent, received, { suffix }, report);
    return;
  }
  const [packets, lost] = [counts.at("packets"), counts.at("lost_packets")];
  const [knownPackets, lostPackets] = [report.number(packets), report.number(lost)];
  // With -O a client's lost packets may be as many as its packets although some arrived.
  const isAllLost = lostPackets !== undefined && lostPackets === knownPackets && !received.at("bits_per_second").number;
  if (knownPackets === 0 || isAllLost)
    return report.refuse("no datagram arrived, so the run is not valid. Repeat the run", packets.written, packets.spot);
  const arrived = isSender ? undefined : readArrived(run, received);
  const isByBytes = arrived !== undefined && lostPackets !== undefined && arrived !== (knownPackets ?? 0) - lostPackets;
  // If nothing was lost at all, nothing was lost in the warm-up either: the rest was under way as it ended.
  const hasWarmUpLoss = isByBytes && lostPackets > 0;
  const percent =
    isSender || hasWarmUpLoss || knownPackets === undefined || lostPackets === undefined
      ? undefined
      : (100 * lostPackets) / knownPackets;
  const observed: Observed | undefined =
    percent !== undefined && percent >= 0 && percent <= 100
      ? { lossPercent: Number(percent.toPrecision(6)) }
      : undefined;
  addRate(
    run,
    sum.exists ? sum : end.at(`sum_sent${suffix}`),
    received,
    { suffix, ...(observed ? { observed } : {}) },
    report,
  );
  const shared = {
    ...run.facts,
    flow: flowOf(run, suffix),
    side: isSender ? ("sender" as const) : ("receiver" as const),
    ...noteOf([isSender ? senderNote : "", noteFragments(run.messageBytes)]),
  };
  const secondsAt = received.at("seconds").exists ? received.at("seconds") : counts.at("seconds");
  const seconds = report.number(secondsAt);
  if (knownPackets !== undefined && lostPackets !== undefined && seconds !== undefined) {
    if (isByBytes && seconds > 0)
      report.add(
        {
          ...shared,
          metric: "packet-rate",
          unit: "packets/s",
          value: arrived / seconds,
          ...(observed ? { observed } : {}),
          asWritten: `${received.at("bytes").written} / ${run.messageBytes} / ${secondsAt.written}`,
        },
        received.at("bytes").spot,
      );
    else if (seconds > 0 && lostPackets >= 0 && lostPackets <= knownPackets)
      report.add(
        {
          ...shared,
          metric: "packet-rate",
          unit: "packets/s",
          value: (knownPackets - lostPackets) / seconds,
          ...(observed ? { observed } : {}),
          asWritten: `(${packets.written} - ${lost.written}) / ${secondsAt.written}`,
        },
        packets.spot,
      );
    else
      report.refuse(
        "packets, lost packets and seconds contradict each other",
        `${packets.written}, ${lost.written}, ${secondsAt.written}`,
        packets.spot,
      );
  }
  if (hasWarmUpLoss)
    return report.refuse(
      "the loss is unknown: with -O the lost packets may include those of the warm-up. Import the receiver's file, or repeat the run without -O",
      lost.written,
      lost.spot,
    );
  // lost_percent is of all that were sent, also of those under way.
  if (percent !== undefined && percent <= 100)
    report.add(
      {
        ...shared,
        metric: "packet-loss",
        unit: "percent",
        value: percent,
        asWritten: `${lost.written} of ${packets.written}`,
      },
      lost.spot,
    );
}

/**
 * Datagrams that arrived after the warm-up, by the receiver's bytes. A client leaves the warm-up out of the
 * server's packets, but not out of its lost packets.
 */
function readArrived(run: Run, received: JsonPlace): number | undefined {
  const bytes = received.at("bytes").number;
  if (!run.facts.warmUpSeconds || !run.messageBytes || bytes === undefined) return undefined;
  const arrived = bytes / run.messageBytes;
  return Number.isInteger(arrived) ? arrived : undefined;
}

/** iperf3 counts its own process only; the value of the other end is 0 when the run broke off. */
function readCpu(run: Run, end: JsonPlace, report: Report): void {
  const cpu = end.at("cpu_utilization_percent");
  for (const [name, side] of [
    ["host_total", "client"],
    ["remote_total", "server"],
  ] as const) {
    const at = cpu.at(name);
    const value = report.number(at);
    if (value === undefined) continue;
    if (value === 0 && name === "remote_total") {
      // A server never knows the client's.
      if (!run.isServer) report.refuse("iperf3 did not measure the CPU of the other end", at.written, at.spot);
      continue;
    }
    report.add(
      {
        ...run.facts,
        metric: "cpu-utilization",
        unit: "percent-of-core",
        value,
        side: (side === "client") !== run.isServer ? "client" : "server",
        note: "Only iperf3's own process: not the interrupts, nor the machine.",
        asWritten: at.written,
      },
      at.spot,
    );
  }
}
