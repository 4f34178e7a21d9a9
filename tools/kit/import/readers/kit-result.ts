import type { JsonPlace } from "../json-place.ts";
import type { Report, RowFacts } from "../report.ts";
import type { Conditions, Metric, Observed, Unit, Workload } from "../row.ts";

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

/** Reads a finished result of the validation kit: a row for each repetition, and one for its processor time. */
export function readKitResult(document: JsonPlace, report: Report): void {
  const version = document.at("formatVersion");
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

function known(at: JsonPlace): string | undefined {
  const { text } = at;
  return text === undefined || text === "" || text === "unknown" ? undefined : text;
}

function readShared(document: JsonPlace, report: Report): Shared {
  const [nic, guest, method] = [document.at("interface"), document.at("guest"), document.at("method")];
  const adapter = known(document.at("adapter", "id"));
  const [name, version] = [known(document.at("tool", "name")) ?? "unknown", known(document.at("tool", "version"))];
  const duration = report.number(method.at("durationSeconds"));
  const warmUp = report.number(method.at("warmUpSeconds"));
  const isSend = method.at("direction").text === "send";
  return {
    tool: { name, ...(version ? { version } : {}) },
    ...(adapter ? { adapter } : {}),
    ...(duration === undefined ? {} : { durationSeconds: duration }),
    ...(warmUp === undefined ? {} : { warmUpSeconds: warmUp }),
    ...(isSend ? { flow: "client-to-server" as const } : {}),
    conditions: readConditions(nic, guest, method, document.at("hypervisor")),
  };
}

function readConditions(nic: JsonPlace, guest: JsonPlace, method: JsonPlace, hypervisor: JsonPlace): Conditions {
  const join = (...parts: (string | undefined)[]): string | undefined => parts.filter(Boolean).join(" ") || undefined;
  const [vcpus, mtu, queues, streams] = [
    guest.at("vcpus").number,
    nic.at("mtu").number,
    nic.at("queues", "combined").number,
    method.at("streams").number,
  ];
  const version = known(hypervisor.at("version"));
  const os = join(known(guest.at("os")), known(guest.at("osVersion")));
  const kernel = known(guest.at("kernel"));
  const driver = join(known(nic.at("driver")), known(nic.at("driverVersion")));
  const offloads = readOffloads(nic.at("offloads"));
  return {
    ...(os ? { guest: os } : {}),
    ...(kernel ? { guestKernel: kernel } : {}),
    ...(version ? { hypervisor: version } : {}),
    ...(driver ? { driver } : {}),
    ...(vcpus ? { vcpus } : {}),
    ...(queues ? { queues } : {}),
    ...(method.at("direction").text === "send" ? { direction: "transmit" as const } : {}),
    ...(streams ? { streams } : {}),
    ...(mtu ? { mtu } : {}),
    ...offloads,
  };
}

/** Offloads of a record by the names of the kit's format. */
const offloadNames = [
  ["tso", "tso"],
  ["gso", "gso"],
  ["gro", "gro"],
  ["lro", "lro"],
  ["rxChecksum", "checksum-receive"],
  ["txChecksum", "checksum-transmit"],
] as const;

function readOffloads(offloads: JsonPlace): Pick<Conditions, "offloadsOn" | "offloadsOff"> {
  const those = (state: string) =>
    offloadNames.filter(([name]) => offloads.at(name).text === state).map(([, name]) => name);
  const [on, off] = [those("on"), those("off")];
  type Offloads = NonNullable<Conditions["offloadsOn"]>;
  return {
    ...(on.length > 0 ? { offloadsOn: on as unknown as Offloads } : {}),
    ...(off.length > 0 ? { offloadsOff: off as unknown as Offloads } : {}),
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
  const [rx, tx] = [sample.at("rxDropped").number, sample.at("txDropped").number];
  const observed: Observed = {
    ...(retransmits === undefined ? {} : { retransmits }),
    ...(rx === undefined || tx === undefined ? {} : { droppedPackets: rx + tx }),
  };
  const note = lost ? { note: `${lost} packets were lost on the way.` } : {};
  const numbered = { ...facts, ...(run === undefined ? {} : { run }) };
  if (value !== undefined)
    report.add(
      {
        ...numbered,
        value,
        side: "receiver",
        ...(Object.keys(observed).length > 0 ? { observed } : {}),
        ...note,
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
    if (at.number === undefined) continue;
    report.add(
      {
        ...numbered,
        metric: "cpu-utilization",
        unit: isWhole ? "percent" : "percent-of-core",
        value: at.number,
        side,
        note: isWhole ? "The whole machine, as netperf counts it." : "Only the process of iperf3.",
        asWritten: at.written,
      },
      at.spot,
    );
  }
}
