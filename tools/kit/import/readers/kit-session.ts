import { JsonPlace } from "../json-place.ts";
import type { Report, RunFacts } from "../report.ts";
import type { Conditions, Metric, Observed, Statistic, Unit, Workload } from "../row.ts";
import { knownText, readKitConditions } from "./kit-conditions.ts";

/** Metrics and units of a record by those of the kit. */
const metrics: { [metric: string]: { metric: Metric; unit: Unit; workload: "stream" | "rr" } } = {
  throughput: { metric: "throughput", unit: "Mbit/s", workload: "stream" },
  transactions: { metric: "request-rate", unit: "transactions/s", workload: "rr" },
  packets: { metric: "packet-rate", unit: "packets/s", workload: "stream" },
  latency: { metric: "latency", unit: "us", workload: "rr" },
};

const unitsOfKit: readonly string[] = ["Mbit/s", "transactions/s", "packets/s", "µs"];

const latencies: readonly (readonly [name: string, statistic: Statistic])[] = [
  ["min", "min"],
  ["mean", "mean"],
  ["p50", "median"],
  ["p90", "p90"],
  ["p99", "p99"],
  ["p999", "p999"],
  ["p9999", "p9999"],
  ["max", "max"],
];

/** Why a repetition is doubtful, by the kit's marks. */
const marks: { [mark: string]: string } = {
  steal: "More than 2 % of the guest's processor time was stolen.",
  "peer-steal": "More than 2 % of the other end's processor time was stolen.",
  "peer-drops": "Packets were dropped at the other end.",
  "socket-drops": "Packets found a full socket buffer: the program was too slow, not the adapter.",
  "background-load": "Other work kept more than 20 % of the guest's processors busy before the repetition.",
  "generator-limited": "The sender could not send more, so the adapter may carry more.",
  loopback: "The machine was its own target: a trial of the kit, not a measurement.",
};

/** Whether a document is a line of the kit's .jsonl file. */
export function isKitLine(document: JsonPlace): boolean {
  const record = document.at("record").text;
  return (
    record === "session" ||
    ((record === "side" || record === "end") && document.at("at").exists) ||
    isRepetition(document)
  );
}

function isRepetition(document: JsonPlace): boolean {
  return document.at("record").text === "repetition" && document.at("series").exists;
}

/** Reads the finished result of a session of the kit. */
export function readKitSession(document: JsonPlace, report: Report): void {
  readSession(document, document.at("sides").items, document.at("repetitions").items, report);
  readEnd(document, report);
}

/** Reads the .jsonl file that a session of the kit grows line by line; what ended before a crash is there. */
export function readKitLines(lines: readonly JsonPlace[], report: Report): void {
  let session: JsonPlace | undefined;
  let [sides, repetitions]: [JsonPlace[], JsonPlace[]] = [[], []];
  let end: JsonPlace | undefined;
  const endSession = (): void => {
    if (session || repetitions.length > 0) readSession(session ?? new JsonPlace(undefined), sides, repetitions, report);
    if (end) readEnd(end, report);
    else if (session)
      report.refuse("the session was killed before its end. Continue it with --resume", "no end", session.spot);
    [sides, repetitions, end] = [[], [], undefined];
  };
  for (const line of lines) {
    switch (line.at("record").text) {
      case "session":
        if (session || repetitions.length > 0) endSession();
        session = line;
        break;
      case "side":
        sides.push(line);
        break;
      case "repetition":
        repetitions.push(line);
        end = undefined;
        break;
      case "end":
        end = line;
    }
  }
  endSession();
}

function readEnd(end: JsonPlace, report: Report): void {
  const status = end.at("status");
  if (status.text === "complete") return;
  const reason = end.at("statusReason").text ?? end.at("reason").text ?? "";
  report.refuse(`the session is not complete (${status.written})`, reason, status.spot);
}

function readSession(
  session: JsonPlace,
  sides: readonly JsonPlace[],
  repetitions: readonly JsonPlace[],
  report: Report,
): void {
  for (const series of session.at("series").items)
    if (series.at("status").text === "unknown")
      report.refuse(
        `the series ${series.at("series").written} was not measured`,
        series.at("reason").written,
        series.at("status").spot,
      );
  if (repetitions.length === 0)
    return report.refuse("the session has no repetition", "nothing", session.exists ? session.spot : {});
  for (const repetition of repetitions) readRepetition(repetition, session, sides, report);
}

function readRepetition(repetition: JsonPlace, session: JsonPlace, sides: readonly JsonPlace[], report: Report): void {
  const [name, unit, valueAt] = [repetition.at("metric"), repetition.at("unit"), repetition.at("value")];
  const kind = metrics[name.text ?? ""];
  if (!kind) return report.refuse("unknown metric", name.written, name.exists ? name.spot : repetition.spot);
  if (
    !unitsOfKit.includes(unit.text ?? "") ||
    (unit.text === "µs") !== (kind.unit === "us") ||
    (unit.text !== "µs" && unit.text !== kind.unit)
  )
    return report.refuse("the unit does not match the metric", unit.written, unit.exists ? unit.spot : repetition.spot);
  const value = report.number(valueAt);
  if (value === undefined) {
    if (!valueAt.exists) report.refuse("the repetition has no value", repetition.written, repetition.spot);
    return;
  }
  const facts = describeRepetition(repetition, session, sides, kind.workload);
  const observed = observe(repetition);
  const base = { ...facts, ...(Object.keys(observed).length > 0 ? { observed } : {}) };
  const isLatency = kind.metric === "latency";
  const note = [isLatency ? "Median of the round trips." : "", facts.note ?? ""].filter(Boolean).join(" ");
  report.add(
    {
      ...base,
      metric: kind.metric,
      unit: kind.unit,
      value,
      side: "receiver",
      ...(note ? { note } : {}),
      asWritten: valueAt.written,
    },
    valueAt.spot,
  );
  addLatencies(facts, repetition.at("latencyMicroseconds"), isLatency, report);
  addCpu(facts, repetition, kind.metric === "throughput", report);
}

function describeRepetition(
  repetition: JsonPlace,
  session: JsonPlace,
  sides: readonly JsonPlace[],
  workload: "stream" | "rr",
): RunFacts {
  const side = findSide(repetition, sides);
  const adapter = side && knownText(side.at("adapter", "id"));
  const nic = side?.at("interface") ?? new JsonPlace(undefined);
  const direction = repetition.at("direction").text;
  const [streams, messageBytes] = [repetition.at("streams").number, repetition.at("messageBytes").number];
  const protocol = repetition.at("protocol").text?.toLowerCase();
  const design = session.at("design", "kind").text;
  const toolName = repetition.at("tool").text ?? "unknown";
  const tool = session.at("tools").items.find((item) => item.at("name").text === toolName);
  const version = tool && knownText(tool.at("version"));
  const [seconds, warmUp] = [
    session.at("method", "durationSeconds").number,
    session.at("method", "warmUpSeconds").number,
  ];
  const conditions: Conditions = {
    ...readKitConditions({ guest: session.at("guest"), nic, hypervisor: session.at("hypervisor") }),
    ...(streams ? { streams } : {}),
    ...(messageBytes ? { messageBytes } : {}),
    ...(direction === "send" ? { direction: "transmit" as const } : {}),
    ...(direction === "receive" || direction === "both" ? { direction } : {}),
  };
  const limit = repetition.at("search", "lossLimitPercent").number;
  const load = limit === undefined ? repetition.at("search", "offeredPacketsPerSecond").number : undefined;
  const notes = [
    limit === undefined ? "" : `Highest rate with at most ${limit} % lost.`,
    design === undefined || design === "single" ? "" : `Side ${repetition.at("side").written} of the session.`,
  ].filter(Boolean);
  const warnings = repetition.at("marks").items.map((mark) => marks[mark.text ?? ""] ?? `Marked: ${mark.written}.`);
  const run = repetition.at("repetition").number;
  const [series, command] = [repetition.at("series").text, repetition.at("command").text];
  return {
    tool: { name: toolName, ...(version ? { version } : {}) },
    ...(adapter ? { adapter } : {}),
    ...(protocol === "tcp" || protocol === "udp" ? { workload: `${protocol}-${workload}` as Workload } : {}),
    conditions,
    ...(series ? { series } : {}),
    ...(run === undefined ? {} : { run }),
    ...(load === undefined ? {} : { offeredPacketRate: load }),
    ...(command ? { command } : {}),
    ...(seconds === undefined ? {} : { durationSeconds: seconds }),
    ...(warmUp === undefined ? {} : { warmUpSeconds: warmUp }),
    ...(design === "interleaved" ? { isInterleaved: true } : {}),
    ...(notes.length > 0 ? { note: notes.join(" ") } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

/** The adapter's state of the repetition's side and block, read last before it. */
function findSide(repetition: JsonPlace, sides: readonly JsonPlace[]): JsonPlace | undefined {
  const [side, block] = [repetition.at("side").text, repetition.at("block").number];
  const own = sides.filter((state) => state.at("side").text === side);
  const inBlock = own.filter((state) => state.at("block").number === block);
  return (inBlock.length > 0 ? inBlock : own).at(-1);
}

function observe(repetition: JsonPlace): Observed {
  const retransmits = repetition.at("retransmits").number;
  const loss = repetition.at("search", "lossPercent").number;
  const [guest, peer] = [
    repetition.at("local", "cpu", "busyPercent"),
    repetition.at("remote", "cpu", "busyPercent"),
  ].map((at) => at.number);
  const drops = ["rxDropped", "txDropped"].map((name) => repetition.at("local", "network", name).number);
  const [rx, tx] = drops;
  return {
    ...(guest === undefined ? {} : { guestCpuPercent: guest }),
    ...(peer === undefined ? {} : { peerCpuPercent: peer }),
    ...(loss === undefined ? {} : { lossPercent: loss }),
    ...(rx === undefined || tx === undefined ? {} : { droppedPackets: rx + tx }),
    ...(retransmits === undefined ? {} : { retransmits }),
  };
}

/** The distribution of a repetition; the median of a test of latency is its value already. */
function addLatencies(facts: RunFacts, latency: JsonPlace, hasMedian: boolean, report: Report): void {
  for (const [name, statistic] of latencies) {
    const at = latency.at(name);
    const value = hasMedian && statistic === "median" ? undefined : report.optional(at);
    if (value === undefined) continue;
    report.add(
      {
        ...facts,
        metric: "latency",
        unit: "us",
        statistic,
        value,
        note: ["Round trip.", facts.note].filter(Boolean).join(" "),
        asWritten: at.written,
      },
      at.spot,
    );
  }
}

/** Processor time of the whole machine at both ends, and what a gigabit cost. */
function addCpu(facts: RunFacts, repetition: JsonPlace, hasThroughput: boolean, report: Report): void {
  for (const [end, side] of [
    ["local", "client"],
    ["remote", "server"],
  ] as const) {
    const [busy, cost] = [repetition.at(end, "cpu", "busyPercent"), repetition.at(end, "cpu", "secondsPerGbit")];
    const note = ["All processors together, warm-up included.", facts.note].filter(Boolean).join(" ");
    const [percent, seconds] = [report.optional(busy), hasThroughput ? report.optional(cost) : undefined];
    if (percent !== undefined)
      report.add(
        {
          ...facts,
          metric: "cpu-utilization",
          unit: "percent",
          value: percent,
          side,
          note,
          asWritten: busy.written,
        },
        busy.spot,
      );
    if (seconds !== undefined)
      report.add(
        {
          ...facts,
          metric: "cpu-per-throughput",
          unit: "percent-of-core-per-Gbit/s",
          value: seconds * 100,
          side,
          note,
          asWritten: `${cost.written} s/Gbit`,
        },
        cost.spot,
      );
  }
}
