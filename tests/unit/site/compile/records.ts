import { fileURLToPath } from "node:url";
import { authoredQuestions } from "../../advisor/questions.ts";
import { readSchemas } from "../../../../tools/records/read-schemas.ts";
import type { Inputs } from "../../../../tools/site/compile/compile.ts";
import { createAtlas } from "../../../../tools/site/compile/records.ts";
import type { Atlas, Measurement, RecordOf, Records } from "../../../../tools/site/compile/records.ts";

type Relative = Extract<Measurement, { kind: "relative" }>;
type SingleValue = Extract<Measurement, { kind: "value" }>;

const root = fileURLToPath(new URL("../../../..", import.meta.url));
/** The schema that describes the columns of the table of all measurements, and the definitions that it and situations share. */
const schemas = new Map(
  [...readSchemas(root)].filter(([name]) => ["dataset.schema.json", "common.schema.json"].includes(name)),
);

/** What compilation reads beside the records: nothing but the schemas. */
export const nothingElse: Omit<Inputs, "records"> = {
  tombstones: [],
  charted: new Map(),
  gaps: [],
  uncharted: { text: "{}", schema: {} },
  examples: { text: "{}", schema: {} },
  presets: { text: "{}", schema: {} },
  candidates: { text: "{}", schema: {} },
  pairs: { text: "{}", schema: {} },
  schemas,
  kit: new Map(),
};

/** An adapter with nothing but what its schema wants, changed as a test needs it. */
export function makeAdapter(id: string, changes: Partial<RecordOf<"adapters">> = {}): RecordOf<"adapters"> {
  return {
    id,
    name: id.toUpperCase(),
    kind: "emulated",
    order: 1,
    summary: "An adapter.",
    chooseWhen: "Always.",
    avoidWhen: "Never.",
    drivers: [],
    platforms: {
      vsphere: { name: id, since: "4.0", names: [id], needs: [], compatibility: {}, sources: [{ source: "manual" }] },
    },
    ...changes,
  };
}

/** A 64-bit Linux guest with kernel 5.14, changed as a test needs it. */
export function makeGuest(id: string, changes: Partial<RecordOf<"guests">> = {}): RecordOf<"guests"> {
  return {
    id,
    name: "Red Hat Enterprise Linux 9",
    vendor: "Red Hat",
    family: "linux",
    line: "rhel",
    release: "5.14",
    bitness: 64,
    order: 1,
    ids: { vsphere: [], osinfo: [], names: [] },
    platforms: {
      vsphere: {
        offered: [{ adapters: ["vmxnet3"] }],
        default: "vmxnet3",
        basis: "stated",
        sources: [{ source: "manual" }],
      },
    },
    ...changes,
  };
}

/** A row with one value in Gbit/s, changed as a test needs it. */
export function makeRow(id: string, adapter: string, value: number, changes: Partial<SingleValue> = {}): SingleValue {
  return {
    id,
    adapter,
    kind: "value",
    workload: "tcp-stream",
    metric: "throughput",
    unit: "Gbit/s",
    value,
    precision: "as-printed",
    conditions: {},
    quote: String(value),
    ...changes,
  };
}

/** A row with a ratio to another adapter, changed as a test needs it. */
export function makeRelative(id: string, adapter: string, changes: Partial<Relative> = {}): Relative {
  const { unit: _unit, ...base } = makeRow(id, adapter, 2);
  return { ...base, kind: "relative", form: "ratio", relativeTo: "e1000", ...changes };
}

export function makeDataset(id: string, measurements: Measurement[]): RecordOf<"datasets"> {
  return {
    id,
    title: "A study",
    question: "How fast is it?",
    answer: "Fast enough.",
    source: "manual",
    platform: "vsphere",
    grade: "comparison",
    permission: { basis: "already-published" },
    testbed: {
      hypervisor: "unknown",
      host: "unknown",
      cpu: "unknown",
      nic: "unknown",
      linkGbps: [],
      guests: ["unknown"],
      topology: "unknown",
    },
    method: { tool: "iperf", version: "unknown", commands: [], runs: 1, durationSeconds: 30, description: "One run." },
    extraction: "text",
    checked: "exact",
    caveats: [],
    measurements,
  };
}

export function makeRule(id: string, changes: Partial<RecordOf<"rules">> = {}): RecordOf<"rules"> {
  return {
    id,
    title: "A rule of the table",
    order: 1,
    when: {},
    then: { prefer: ["vmxnet3"], over: ["e1000"], gain: "cpu" },
    because: "It costs less.",
    strength: "measured",
    evidence: ["dataset:study/fast"],
    tests: [{ given: {}, expect: { recommended: "vmxnet3" } }],
    ...changes,
  };
}

/** A whole small atlas: one platform, two features, two adapters, a guest, a study of two rows, a finding and a rule. */
export function makeFinding(id: string, changes: Partial<RecordOf<"findings">> = {}): RecordOf<"findings"> {
  return {
    id,
    claim: "Registers cost.",
    adapters: ["e1000"],
    platforms: ["vsphere"],
    topic: "mechanism",
    source: "paper",
    quote: "registers",
    checked: "exact",
    ...changes,
  };
}

export function makeRecords(changes: Partial<Records> = {}): Records {
  return {
    questions: authoredQuestions,
    platforms: [
      {
        id: "vsphere",
        name: "VMware vSphere",
        vendor: "Broadcom",
        summary: "ESXi hosts.",
        order: 10,
        current: "8.0",
        guestDrivers: "VMware Tools",
        referenceAdapter: "vmxnet3",
        tools: { powercli: { name: "PowerCLI" } },
        versions: [{ version: "8.0" }],
      },
    ],
    features: [
      {
        id: "vmotion",
        name: "Live migration",
        summary: "It moves.",
        group: "mobility",
        order: 1,
        platforms: { vsphere: "vMotion" },
      },
      {
        id: "live-pause",
        name: "Pausing",
        summary: "It rests.",
        group: "mobility",
        order: 2,
        platforms: { kvm: "pause" },
      },
    ],
    adapters: [
      makeAdapter("vmxnet3", {
        kind: "paravirtual",
        drivers: [
          { family: "linux", where: "box", driver: "vmxnet3", basis: "stated", sources: [{ source: "paper" }] },
        ],
      }),
      makeAdapter("e1000", { order: 2 }),
    ],
    guests: [makeGuest("rhel9-64")],
    rules: [makeRule("less-cpu")],
    sources: [
      {
        id: "paper",
        title: "A paper",
        authors: ["Ada Author"],
        publisher: "VMware",
        published: "2010-12",
        kind: "vendor-paper",
        accessed: "2026-11-20",
      },
      {
        id: "manual",
        title: "A manual",
        authors: [],
        publisher: "VMware",
        published: "2008",
        kind: "vendor-documentation",
        accessed: "2026-11-20",
      },
    ],
    datasets: [makeDataset("study", [makeRow("fast", "vmxnet3", 4.47), makeRow("slow", "e1000", 2.65)])],
    findings: [makeFinding("registers-cost")],
    steps: [],
    ...changes,
  };
}

export function makeAtlas(changes: Partial<Records> = {}): Atlas {
  return createAtlas(makeRecords(changes));
}
