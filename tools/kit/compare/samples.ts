import { count } from "../../../advisor/text.ts";
import { groupBy } from "../../../advisor/collections.ts";
import { importFile, type SourceFile } from "../import/import-file.ts";
import { type ImportedRow, isDelivered, type ImportProblem } from "../import/row.ts";
import { listCpuCosts } from "./cpu-cost.ts";
import { geometricMean, type Units } from "./estimate-ratio.ts";
import { readKitSession } from "./kit-session.ts";
import type { Measure, Sample } from "./measure.ts";

/** What counts as independent: two repetitions in one block share the adapter's state. */
export type UnitOfReplication = "repetition" | "block";

/** The samples of one adapter for one measure. */
export interface SampleSet extends Measure {
  /** Every repetition, in order. */
  samples: number[];
  /** What counts as independent: the repetitions, or the means of blocks. */
  units: Units;
  /** For each unit the number of its repetition or block; 0 if the file does not number them. */
  numbers: readonly number[];
  unitOfReplication: UnitOfReplication;
  /** Reasons to doubt some of the samples, as the kit marks them. */
  marks: string[];
  /** How to read the samples, such as how much of the machine a tool counts. */
  notes: string[];
}

/** One adapter's sets by the key of their measure. */
export type Side = Map<string, SampleSet>;

/** What a file holds: one side, or both if the kit measured two adapters in one session. */
export interface Measured {
  sides: Side[];
  /** Whether the two sides took turns repetition by repetition. */
  isInterleaved: boolean;
  problems: ImportProblem[];
}

/** Reads the samples of a file: a session of the validation kit, or the output of any tool that the importer reads. */
export async function readSamples(file: SourceFile): Promise<Measured> {
  const session = await readKitSession(file);
  if (session)
    return {
      sides: session.sides.map((samples) => collect(samples, session.unitOfReplication)),
      isInterleaved: session.isInterleaved,
      problems: session.problems,
    };
  const { rows, problems } = await importFile(file);
  return {
    sides: [collect(listSamples(rows), "repetition")],
    isInterleaved: false,
    problems: [...problems, ...listWarnings(rows)],
  };
}

/** What weakens the numbers of a file, each once. */
function listWarnings(rows: readonly ImportedRow[]): ImportProblem[] {
  const all = rows.flatMap(({ file, place, warnings = [] }) =>
    warnings.map((message) => ({ file, place, found: "", message })),
  );
  return [...new Map(all.map((problem) => [problem.message, problem])).values()];
}

/** Several files of one adapter as one: the samples of each measure in the order of the files. A file with both adapters joins no others. */
export function joinFiles(files: readonly (Measured & { name: string })[]): Measured & { name: string } {
  const [first] = files;
  if (!first || files.length === 1) return first ?? { name: "", sides: [], isInterleaved: false, problems: [] };
  const shared = {
    name: files.map(({ name }) => name).join(", "),
    isInterleaved: false,
    problems: files.flatMap(({ problems }) => problems),
  };
  const sides = files.flatMap((file) => file.sides);
  if (files.some((file) => file.sides.length > 1)) return { ...shared, sides };
  const all = sides.flatMap((side) => [...side]);
  const side: Side = new Map(
    [...groupBy(all, ([key]) => key)].map(([key, sets]) => [
      key,
      {
        ...(sets[0] as [string, SampleSet])[1],
        samples: sets.flatMap(([, { samples }]) => samples),
        units: sets.flatMap(([, { units }]) => units),
        numbers: sets.flatMap(([, { numbers }]) => numbers),
        unitOfReplication: sets.every(([, set]) => set.unitOfReplication === "block") ? "block" : "repetition",
        marks: [...new Set(sets.flatMap(([, { marks }]) => marks))].sort(),
        notes: [...new Set(sets.flatMap(([, { notes }]) => notes))],
      },
    ]),
  );
  return { ...shared, sides: [side] };
}

/** Metrics of a dataset record of which less is better. */
const LESS_IS_BETTER = new Set([
  "latency",
  "jitter",
  "packet-loss",
  "cpu-utilization",
  "cpu-per-throughput",
  "duration",
  "register-accesses",
  "interrupts",
]);

function listSamples(rows: readonly ImportedRow[]): Sample[] {
  const delivered = rows.filter(isDelivered);
  const costs = listCpuCosts(delivered);
  const hasInterfaces = new Set(delivered.map(({ interfaceName }) => interfaceName)).size > 1;
  return delivered.flatMap((row) => {
    const shared = {
      series: describeSeries(row, hasInterfaces),
      tool: row.tool.name,
      block: 1,
      repetition: 0,
      marks: [],
      // Of processor time, how much of the machine the tool counts.
      ...(row.metric.startsWith("cpu-") && row.note ? { note: row.note } : {}),
    };
    const cost = costs.get(row);
    if (cost) return cost.map((one): Sample => ({ ...shared, ...one, better: "lower" }));
    const { metric, unit, value, statistic, side } = row;
    const name = metric.startsWith("cpu-") && side ? `${metric} of the ${side}` : metric;
    return [
      {
        ...shared,
        metric: statistic === undefined ? name : `${name} ${statistic}`,
        unit,
        value,
        better: LESS_IS_BETTER.has(metric) ? "lower" : "higher",
      },
    ];
  });
}

/** What was run, in words: only rows that ran the same are comparable. */
function describeSeries(row: ImportedRow, hasInterfaces: boolean): string {
  const { series, workload, flow, conditions, interfaceName, interfaceDirection, side, note } = row;
  const { streams, messageBytes } = conditions ?? {};
  return [
    series,
    workload,
    conditions?.workload,
    flow,
    // UDP may lose what a sender counts.
    workload === "udp-stream" && side === "sender" ? "as sent" : undefined,
    row.metric === "latency" && note && /round trip/i.test(note) ? asWords(note) : undefined,
    hasInterfaces ? interfaceName : undefined,
    interfaceDirection,
    streams === undefined ? "" : streams === 1 ? "1 stream" : `${streams} streams`,
    messageBytes === undefined ? "" : `messages of ${count(messageBytes, "byte")}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Sentences as parts of a list: "half of the round trip, in bursts of 5 messages". */
function asWords(note: string): string {
  return note
    .split(/\.\s*/)
    .filter((sentence) => sentence !== "")
    .map((sentence) => sentence.charAt(0).toLowerCase() + sentence.slice(1))
    .join(", ");
}

/** Puts samples into their sets, in the order in which measures first appear. */
function collect(samples: readonly Sample[], unitOfReplication: UnitOfReplication): Side {
  const isByBlock = unitOfReplication === "block";
  const groups = groupBy(samples, keyOf);
  return new Map(
    [...groups].map(([key, group]) => {
      const [{ series, metric, unit, better, tool }] = group as [Sample, ...Sample[]];
      const blocks = [...groupBy(group, ({ block }) => block).values()];
      const values = group.map(({ value }) => value);
      return [
        key,
        {
          series,
          metric,
          unit,
          better,
          tool,
          samples: values,
          unitOfReplication,
          numbers: isByBlock
            ? blocks.map(([first]) => (first as Sample).block)
            : group.map(({ repetition }) => repetition),
          units: isByBlock ? blocks.map((block) => geometricMean(block.map(({ value }) => value))) : values,
          marks: [...new Set(group.flatMap(({ marks }) => marks))].sort(),
          notes: [...new Set(group.flatMap(({ note = [] }) => note))],
        },
      ];
    }),
  );
}

function keyOf({ series, metric, unit, tool }: Measure): string {
  return JSON.stringify([series, metric, unit, tool]);
}
