import type { JsonPlace } from "../json-place.ts";
import type { Report, RowFacts } from "../report.ts";
import type { Conditions, Metric, Observed, Unit, Workload } from "../row.ts";
import { knownText, readKitConditions } from "./kit-conditions.ts";
import { readKitSession } from "./kit-session.ts";

/** What a test of the validation kit measures. */
const tests: { [test: string]: { metric: Metric; workload: Workload } } = {
  throughput: { metric: "throughput", workload: "tcp-stream" },
  "request-response": { metric: "request-rate", workload: "tcp-rr" },
  packets: { metric: "packet-rate", workload: "udp-stream" },
};

const units: readonly string[] = ["Mbit/s", "transactions/s", "packets/s"] satisfies Unit[];

/** Whether a document is a result of the validation kit. */
export function isKitResult(document: JsonPlace): boolean {
  return document.at("format").text === "vnic-atlas-result";
}

/** Reads a finished result of the validation kit: a row for each repetition, and one for its processor time. Version 1 was that of script 0.1. */
export function readKitResult(document: JsonPlace, report: Report): void {
  const version = document.at("formatVersion");
  if (version.number === 2) return readKitSession(document, report);
  if (version.number !== 1)
    return report.refuse("a version of the kit's format that is not known", version.written, version.spot);
  const list = document.at("tests");
  if (list.items.length === 0) return report.refuse("the result has no tests", list.written, list.spot);
  const shared = readShared(document, report);
  for (const test of list.items) readTest(test, shared, report);
}

type Shared = Pick<RowFacts, "tool" | "adapter" | "durationSeconds" | "warmUpSeconds" | "flow"> & {
  conditions: Conditions;
};

function readShared(document: JsonPlace, report: Report): Shared {
  const method = document.at("method");
  const streams = method.at("streams").number;
  const adapter = knownText(document.at("adapter", "id"));
  const [name, version] = [
    knownText(document.at("tool", "name")) ?? "unknown",
    knownText(document.at("tool", "version")),
  ];
  const duration = report.number(method.at("durationSeconds"));
  const warmUp = report.number(method.at("warmUpSeconds"));
  const isSend = method.at("direction").text === "send";
  return {
    tool: { name, ...(version ? { version } : {}) },
    ...(adapter ? { adapter } : {}),
    ...(duration === undefined ? {} : { durationSeconds: duration }),
    ...(warmUp === undefined ? {} : { warmUpSeconds: warmUp }),
    ...(isSend ? { flow: "client-to-server" as const } : {}),
    conditions: {
      ...readKitConditions({
        guest: document.at("guest"),
        nic: document.at("interface"),
        hypervisor: document.at("hypervisor"),
      }),
      ...(isSend ? { direction: "transmit" as const } : {}),
      ...(streams ? { streams } : {}),
    },
  };
}

function readTest(test: JsonPlace, shared: Shared, report: Report): void {
  const name = test.at("test").text ?? "";
  const kind = tests[name];
  if (test.at("status").text === "unknown")
    return report.refuse(`the test ${name} was not measured`, test.at("reason").written, test.at("status").spot);
  if (!kind) return report.refuse("a test that is not known", test.at("test").written, test.at("test").spot);
  const unit = test.at("unit").text ?? "";
  if (!units.includes(unit))
    return report.refuse("a unit that is not known", test.at("unit").written, test.at("unit").spot);
  const payload = test.at("payloadBytes").number;
  const conditions = { ...shared.conditions, ...(payload ? { messageBytes: payload } : {}) };
  const facts = { ...shared, conditions, workload: kind.workload };
  if (test.at("samples").items.length === 0)
    report.refuse("the test has no samples", test.at("samples").written, test.at("samples").spot);
  for (const sample of test.at("samples").items)
    readSample(sample, { ...facts, metric: kind.metric, unit: unit as Unit }, report);
}

function readSample(sample: JsonPlace, facts: Omit<RowFacts, "value" | "asWritten">, report: Report): void {
  const value = report.number(sample.at("value"));
  const run = sample.at("run").number;
  if (!sample.at("value").exists) report.refuse("the sample has no value", sample.written, sample.spot);
  const retransmits = sample.at("retransmits").number;
  const lost = sample.at("lostPackets").number;
  const seconds = sample.at("seconds").number;
  const [rx, tx] = [sample.at("rxDropped").number, sample.at("txDropped").number];
  const observed: Observed = {
    ...(retransmits === undefined ? {} : { retransmits }),
    ...(rx === undefined || tx === undefined ? {} : { droppedPackets: rx + tx }),
    ...(lost && value && seconds
      ? { lossPercent: Number(((100 * lost) / (lost + value * seconds)).toPrecision(6)) }
      : {}),
  };
  const numbered = { ...facts, ...(run === undefined ? {} : { run }) };
  if (value !== undefined)
    report.add(
      {
        ...numbered,
        value,
        side: "receiver",
        ...(Object.keys(observed).length > 0 ? { observed } : {}),
        asWritten: sample.at("value").written,
      },
      sample.at("value").spot,
    );
  // netperf counts the whole guest, iperf3 only its own process.
  const isWhole = facts.tool.name === "netperf";
  for (const [name, side] of [
    ["localCpuPercent", "client"],
    ["remoteCpuPercent", "server"],
  ] as const) {
    const at = sample.at(name);
    const percent = report.optional(at);
    if (percent === undefined) continue;
    report.add(
      {
        ...numbered,
        metric: "cpu-utilization",
        unit: isWhole ? "percent" : "percent-of-core",
        value: percent,
        side,
        note: isWhole ? "The whole machine, as netperf counts it." : "Only the process of iperf3.",
        asWritten: at.written,
      },
      at.spot,
    );
  }
}
