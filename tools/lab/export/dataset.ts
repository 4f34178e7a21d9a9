import type { Dataset } from "../../../build/types/records.ts";
import { caveat } from "../result.ts";
import type { LabResult } from "../result.ts";
import { describeSpread, summarise } from "../summarise.ts";
import { makeRows } from "./rows.ts";

/** Makes a dataset record of a run; the source is a record of its own, which says who measured. */
export function makeDataset(result: LabResult, source: string, hasRecord: (id: string) => boolean): { dataset: Dataset; leftOut: string[] } {
  const { qemu, kernel, host } = result;
  const { rows, leftOut } = makeRows(result, hasRecord);
  const isLoaded = result.host.loadAtStart > host.cpus / 2 || result.host.loadAtEnd > host.cpus + result.jobs;
  const dataset = {
    title: "Register accesses of virtual adapters, counted in emulation",
    question: "How often does a guest's driver access its adapter's registers to answer one ping?",
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
      client: "The lab itself, as the other end of a stream socket",
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
    conditions: { guestKernel: `Linux ${kernel.version}`, hardwareVirtualization: false, backend: "qemu", vcpus: 1, packetBytes: 60, mtu: 1500 },
    extraction: "raw-output",
    checked: "exact",
    caveats: caveats.map((text) => ({ by: "author", text })),
    measurements: rows,
  };
  return { dataset: dataset as Dataset, leftOut };
}

const caveats = [
  caveat,
  "The drivers are those that run on any hypervisor, so what they do per interrupt and per packet carries over; the devices are QEMU's models, and interrupt moderation, thresholds and offloads may differ elsewhere.",
  "Only Linux's drivers were counted.",
  "How many interrupts the models of e1000e, igb and igbvf make depends on the version of QEMU and on timing; their counts are ranges.",
  "Housekeeping (watchdog, statistics, link, interrupt tables) is counted apart and is not in these rows.",
];

function describeAnswer(result: LabResult, leftOut: readonly string[]): string {
  const counts = summarise(result)
    .filter(({ workload, adapter }) => workload === "rr1" && !leftOut.includes(adapter))
    .map(({ adapter, accesses, whole }) => `${adapter} ${whole ?? describeSpread(accesses, 1).replace("–", " to ")}`);
  return `To receive one ping and send the answer: ${counts.join(", ")} register accesses. Each is an exit where the device is emulated; none is where it is passed through.`;
}

function describeMethod({ repetitions, jobs, records }: LabResult): string {
  const [first] = records;
  return [
    `Every adapter is booted ${repetitions} times, in turns, ${jobs === 1 ? "one at a time" : `${jobs} side by side`}.`,
    "QEMU's trace of register accesses is on only while packets pass; addresses are mapped to the adapter's windows.",
    `One packet at a time: ${first?.n ?? "some"} frames of 60 bytes to the guest, from the guest, or echo requests, each after the answer to the one before.`,
    "What receiving and transmitting have in common per interrupt is the interrupt's share.",
  ].join(" ");
}
