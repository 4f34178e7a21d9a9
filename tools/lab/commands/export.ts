// The command export: a dataset record of a result.
import { joinWords } from "../../../advisor/text.ts";
import { ToolError } from "../../records/command-line.mjs";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Document, isCollection, isPair, isScalar, parse, visit } from "yaml";
import { usages, type LabCall, readWords } from "./call.ts";
import { readResult, caveat, type LabRecord, type LabResult } from "../result.ts";
import { writeNew } from "./run.ts";
import type { Dataset } from "../../../build/types/records.ts";
import { adapters } from "../adapters.ts";
import { describeSpread, summarise } from "../summarise.ts";
import { type FindName, makeRows } from "./export-rows.ts";

/** Writes a dataset record of a result, to standard output or to a new file. */
export async function exportDataset({ words, root, print, printError }: LabCall): Promise<number> {
  const { values, files } = readWords(words, ["source", "out"], 1, usages.export);
  const [file = ""] = files;
  if (values.source === undefined) throw new ToolError(`--source is missing; usage: ${usages.export}`, 2);
  const findName = (id: string) => readName(join(root, "data", "adapters", `${id}.yaml`));
  const { dataset, leftOut } = makeDataset(readResult(file, root), values.source, findName);
  if (leftOut.length > 0) printError(`left out because the adapter has no record: ${leftOut.join(", ")}\n`);
  if (!existsSync(join(root, "data", "sources", `${values.source}.yaml`))) {
    printError(`data/sources/${values.source}.yaml does not exist. Create it with kind: own-measurement\n`);
  }
  const text = writeRecord(dataset);
  if (values.out === undefined) print(text);
  else writeNew(resolve(root, values.out), text);
  return 0;
}

function readName(file: string): string | null {
  if (!existsSync(file)) return null;
  const record: { name?: string } = parse(readFileSync(file, "utf8"));
  // Drop the part in parentheses: it helps in a list, but only lengthens a sentence.
  return record.name?.replace(/ \(.*\)$/, "") ?? null;
}

/** Writes a record as the others are written. */
export function writeRecord(dataset: object): string {
  const modeline = "# yaml-language-server: $schema=../schema/dataset.schema.json\n";
  const document = new Document(dataset, { aliasDuplicateObjects: false });
  // Hundreds of rows are easier to follow when each is short.
  visit(document, {
    Pair(_, { key, value }, path) {
      const isInRow = path.some((node) => isPair(node) && isScalar(node.key) && node.key.value === "measurements");
      if (isInRow && isScalar(key) && (key.value === "samples" || key.value === "conditions") && isCollection(value))
        value.flow = true;
    },
  });
  return (
    modeline +
    document.toString({ singleQuote: true, lineWidth: 100, blockQuote: "folded", flowCollectionPadding: false })
  );
}

/** Makes a dataset record of a run; the source is a record of its own, which says who measured. */
export function makeDataset(
  result: LabResult,
  source: string,
  findName: FindName,
): { dataset: Dataset; leftOut: string[] } {
  const { qemu, kernel, host } = result;
  const { rows, leftOut } = makeRows(result, findName);
  const isLoaded = result.host.loadAtStart > host.cpus / 2 || result.host.loadAtEnd > host.cpus + result.jobs;
  const release = /^\d+\.\d+/.exec(qemu.version)?.[0] ?? qemu.version;
  const dataset = {
    title: `${headings[result.wire].title} ${release}`,
    question: `${headings[result.wire].question} in QEMU ${release}?`,
    answer: describeAnswer(result, findName),
    source,
    platform: "kvm",
    grade: "comparison",
    permission: {
      basis: "unrestricted",
      note: "QEMU and Linux are free software; their licences do not restrict the publication of results.",
    },
    testbed: {
      hypervisor: `QEMU ${qemu.version}, software emulation (TCG), machine q35`,
      hypervisorBuild: qemu.package || "unknown",
      host: "not part of the result: accesses are counted, not timed",
      cpu: `${host.cpus} processors, load ${host.loadAtStart} at the start and ${host.loadAtEnd} at the end`,
      nic: "not used",
      linkGbps: [],
      neighbours: isLoaded ? "other work on the same machine" : "idle",
      guests: [`Linux ${kernel.version} (${kernel.release}) with busybox, 1 vCPU, 256 MB`],
      client:
        result.wire === "tap"
          ? "The host, over a TAP in a network name space"
          : "The lab itself, as the other end of a stream socket",
      topology: "vm-to-host",
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
    conditions: {
      guestKernel: `Linux ${kernel.version}`,
      hardwareVirtualization: false,
      backend: "qemu",
      ...(result.wire === "stream" ? { packetBytes: 60 } : {}),
      mtu: 1500,
    },
    extraction: "raw-output",
    checked: "exact",
    caveats: listCaveats(result).map((text) => ({ by: "author", text })),
    measurements: rows,
  };
  return { dataset: dataset as Dataset, leftOut };
}

const headings = {
  stream: {
    title: "Register accesses of virtual adapters, counted in QEMU",
    question: "How often does a guest's driver access its adapter's registers to answer one ping,",
  },
  tap: {
    title: "Register accesses of virtual adapters in bulk transfers, counted in QEMU",
    question: "How often does a guest's driver access its adapter's registers to carry 1 MiB by TCP,",
  },
};

/** What the counts prove and what they do not. Published with every number. */
function listCaveats({ records, wire }: LabResult): string[] {
  const has = (id: string) => records.some(({ adapter }) => adapter === id);
  return [
    caveat,
    "Any hypervisor runs these drivers, so their work per interrupt and per packet carries over. The devices are QEMU's models. Interrupt moderation, thresholds and offloads may differ elsewhere.",
    "Only Linux's drivers were counted. VMXNET and VMXNET2 have no model in QEMU.",
    "Interrupt counts of e1000e, igb and igbvf depend on QEMU's version and on timing; they are ranges.",
    "virtio-net's notification is counted like any other access; with vhost or ioeventfd it is a lighter exit than one that QEMU handles.",
    ...(wire === "tap"
      ? [
          "In bulk, timing and the load of the machine decide how many packets share an interrupt or a notification, so another run gives other numbers. The numbers are not constants of the adapters, and overlapping ranges do not rank two adapters.",
        ]
      : []),
    ...(has("igbvf") ? ["The virtual function and its physical function were in one guest, both emulated."] : []),
    "Housekeeping (watchdog, statistics, link, interrupt tables) is counted apart and is not in these rows.",
  ];
}

/** Summarises the counts of adapters without variants, grouped by count. For bulk, only the first and the last. */
function describeAnswer(result: LabResult, findName: FindName): string {
  const isBulk = result.wire === "tap";
  const listCounts = (wanted: LabRecord["workload"]) => {
    const names = new Map<string, string[]>();
    for (const { adapter: id, workload, accesses, whole } of summarise(result)) {
      const adapter = adapters.find((one) => one.id === id);
      const name = adapter && (adapter.variant === null || adapter.id === "igbvf") ? findName(adapter.record) : null;
      if (workload !== wanted || name === null) continue;
      const count = String(whole ?? describeSpread(accesses, Math.max(...accesses) < 100 ? 1 : 0).replace("–", " to "));
      names.set(count, [...(names.get(count) ?? []), adapter?.id === "igbvf" ? "its virtual function" : name]);
    }
    const shown = [...names].filter((_, at) => !isBulk || at === 0 || at === names.size - 1);
    return shown.map(([count, list]) => `${count} with ${joinWords(list, "and")}`).join(", ");
  };
  const what = isBulk
    ? `Register accesses to send 1 MiB: ${listCounts("bulktx")}. To receive 1 MiB: ${listCounts("bulkrx")}. Timing decides these counts, so another run gives other counts.`
    : `Register accesses for one ping and its reply: ${listCounts("rr1")}.`;
  return `${what} With hardware virtualization, each of these accesses would be a VM exit (a lighter one for virtio-net with vhost or ioeventfd). The counts do not show how fast an adapter is.`;
}

function describeMethod({ repetitions, jobs, wire, records }: LabResult): string {
  const times = repetitions === 1 ? "once" : `${repetitions} times, in turns`;
  const traffic =
    wire === "tap"
      ? "iperf3 sends a fixed amount by TCP over a TAP, so that segments may be larger than frames."
      : `One packet at a time: ${records[0]?.n ?? "some"} frames of 60 bytes to the guest, from the guest, or echo requests, each after the answer to the one before. The part that receiving and transmitting have in common per interrupt is the interrupt's share.`;
  return [
    `Every adapter is booted ${times}, ${jobs === 1 ? "one at a time" : `${jobs} side by side`}.`,
    "QEMU's trace of register accesses is on only while packets pass. Addresses are mapped to the adapter's windows.",
    traffic,
    "If every repetition comes within 2 % of a whole number, that number is the row. Otherwise, every repetition is kept.",
  ].join(" ");
}
