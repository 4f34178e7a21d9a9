import type { Dataset } from "../../../build/types/records.ts";
import { caveat } from "../result.ts";
import type { LabRecord, LabResult } from "../result.ts";
import { describeSpread, summarise } from "../summarise.ts";
import { makeRows } from "./rows.ts";

/** Makes a dataset record of a run; the source is a record of its own, which says who measured. */
export function makeDataset(result: LabResult, source: string, hasRecord: (id: string) => boolean): { dataset: Dataset; leftOut: string[] } {
  const { qemu, kernel, host } = result;
  const { rows, leftOut } = makeRows(result, hasRecord);
  const isLoaded = result.host.loadAtStart > host.cpus / 2 || result.host.loadAtEnd > host.cpus + result.jobs;
  const dataset = {
    ...(result.wire === "tap" ? headings.bulk : headings.sparse),
    answer: describeAnswer(result, leftOut),
    source,
    platform: "kvm",
    grade: "comparison",
    permission: { basis: "unrestricted", note: "QEMU and Linux are free software; their licences do not restrict the publication of results." },
    testbed: {
      hypervisor: `QEMU ${qemu.version}, software emulation (TCG), machine q35`,
      hypervisorBuild: qemu.package || "unknown",
      host: "not part of the result: accesses are counted, not timed",
      cpu: `${host.cpus} processors, load ${host.loadAtStart} at the start and ${host.loadAtEnd} at the end`,
      nic: "not used",
      linkGbps: [],
      neighbours: isLoaded ? "other work on the same machine" : "idle",
      guests: [`Linux ${kernel.version} (${kernel.release}) with busybox, 1 vCPU, 256 MB`],
      client: result.wire === "tap" ? "The host, over a TAP in a network name space" : "The lab itself, as the other end of a stream socket",
      topology: "same-host",
    },
    method: {
      tool: "NIC lab",
      version: result.schema,
      commands: [result.command],
      runs: result.repetitions,
      interleaved: result.repetitions > 1 ? "yes" : "unknown",
      description: describeMethod(result),
      unknown: ["durationSeconds"],
    },
    conditions: { guestKernel: `Linux ${kernel.version}`, hardwareVirtualization: false, backend: "qemu", ...(result.wire === "stream" ? { packetBytes: 60 } : {}), mtu: 1500 },
    extraction: "raw-output",
    checked: "exact",
    caveats: caveats.map((text) => ({ by: "author", text })),
    measurements: rows,
  };
  return { dataset: dataset as Dataset, leftOut };
}

const headings = {
  sparse: {
    title: "Register accesses of virtual adapters, counted in emulation",
    question: "How often does a guest's driver access its adapter's registers to answer one ping?",
  },
  bulk: {
    title: "Register accesses of virtual adapters in bulk transfers, counted in emulation",
    question: "How often does a guest's driver access its adapter's registers to carry 1 MiB by TCP?",
  },
};

const caveats = [
  caveat,
  "The drivers are those that run on any hypervisor, so what they do per interrupt and per packet carries over; the devices are QEMU's models, and interrupt moderation, thresholds and offloads may differ elsewhere.",
  "Only Linux's drivers were counted.",
  "How many interrupts the models of e1000e, igb and igbvf make depends on the version of QEMU and on timing; their counts are ranges.",
  "Housekeeping (watchdog, statistics, link, interrupt tables) is counted apart and is not in these rows.",
];

function describeAnswer(result: LabResult, leftOut: readonly string[]): string {
  const listCounts = (wanted: LabRecord["workload"]) =>
    summarise(result)
      .filter(({ workload, adapter }) => workload === wanted && !leftOut.includes(adapter))
      .map(({ adapter, accesses, whole }) => `${adapter} ${whole ?? describeSpread(accesses, 1).replace("–", " to ")}`)
      .join(", ");
  const what =
    result.wire === "tap"
      ? `To send 1 MiB: ${listCounts("bulktx")} register accesses; to receive it: ${listCounts("bulkrx")}.`
      : `To receive one ping and send the answer: ${listCounts("rr1")} register accesses.`;
  return `${what} Each is an exit where the device is emulated; none is where it is passed through.`;
}

function describeMethod({ repetitions, jobs, wire, records }: LabResult): string {
  const times = repetitions === 1 ? "once" : `${repetitions} times, in turns`;
  const traffic =
    wire === "tap"
      ? "iperf3 sends a fixed amount by TCP over a TAP, so that segments may be larger than frames."
      : `One packet at a time: ${records[0]?.n ?? "some"} frames of 60 bytes to the guest, from the guest, or echo requests, each after the answer to the one before. What receiving and transmitting have in common per interrupt is the interrupt's share.`;
  return [
    `Every adapter is booted ${times}, ${jobs === 1 ? "one at a time" : `${jobs} side by side`}.`,
    "QEMU's trace of register accesses is on only while packets pass; addresses are mapped to the adapter's windows.",
    traffic,
  ].join(" ");
}
