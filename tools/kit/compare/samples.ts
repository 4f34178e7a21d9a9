import { groupBy } from "../../../advisor/collections.ts";
import { importFile, type SourceFile } from "../import/import-file.ts";
import { decodeFile } from "../import/decode.ts";
import type { ImportedRow, Problem } from "../import/row.ts";
import { geometricMean, type Units } from "./estimate-ratio.ts";

/** What a set of samples measures; two sets are comparable if all of it is the same. */
export interface Measure {
  /** Series of the kit, or the metric with its workload and flow. */
  series: string;
  /** Metric as in a dataset record, with the statistic if there is one: "latency p99". */
  metric: string;
  unit: string;
  better: "higher" | "lower";
  tool: string;
}

/** The samples of one adapter for one measure. */
export interface SampleSet extends Measure {
  /** Every repetition, in order. */
  samples: number[];
  /** What counts as independent: the repetitions, or the means of blocks. */
  units: Units;
  /** Reasons to doubt some of the samples, as the kit marks them. */
  marks: string[];
}

/** One adapter's sets by the key of their measure. */
export type Side = Map<string, SampleSet>;

/** What a file holds: one side, or both if the kit measured two adapters in one session. */
export interface Measured {
  sides: Side[];
  /** Whether the two sides took turns repetition by repetition. */
  isInterleaved: boolean;
  problems: Problem[];
}

/** A finished result of the kit, as far as a comparison needs it; assets/kit/result.schema.json has the whole. */
interface KitResult {
  format: "vnic-atlas-result";
  design: { kind: "single" | "interleaved" | "blocks"; unitOfReplication: "repetition" | "block" };
  series: { series: string; status: string; better: "higher" | "lower" }[];
  repetitions: KitRepetition[];
}

interface KitRepetition {
  side: "a" | "b";
  block: number;
  series: string;
  test: "throughput" | "request-response" | "packets";
  metric: string;
  unit: string;
  value: number;
  tool: string;
  latencyMicroseconds: { [percentile: string]: number | "unknown" } | null;
  local: { cpu?: { secondsPerGbit?: number | "unknown"; microsecondsPerPacket?: number | "unknown" } } | null;
  marks: string[];
}

/** One number, before it is put into its set. */
interface Sample extends Measure {
  value: number;
  block: number;
  marks: string[];
}

/** Reads the samples of a file: a result of the validation kit, or the output of any tool that the importer reads. */
export async function readSamples(file: SourceFile): Promise<Measured> {
  const result = await readKitFile(file);
  if (result) return readKit(result);
  const { rows, problems } = await importFile(file);
  return { sides: [collect(rows.flatMap(toSample), false)], isInterleaved: false, problems };
}

/** Several files of one adapter as one: the samples of each measure in the order of the files. */
export function joinFiles(files: readonly (Measured & { name: string })[]): Measured & { name: string } {
  const [first] = files;
  if (!first || files.length === 1) return first ?? { name: "", sides: [], isInterleaved: false, problems: [] };
  const all = files.flatMap(({ sides }) => sides.flatMap((side) => [...side]));
  const side: Side = new Map(
    [...groupBy(all, ([key]) => key)].map(([key, sets]) => [
      key,
      {
        ...(sets[0] as [string, SampleSet])[1],
        samples: sets.flatMap(([, { samples }]) => samples),
        units: sets.flatMap(([, { units }]) => units),
        marks: [...new Set(sets.flatMap(([, { marks }]) => marks))].sort(),
      },
    ]),
  );
  return {
    name: files.map(({ name }) => name).join(", "),
    sides: [side],
    isInterleaved: false,
    problems: files.flatMap(({ problems }) => problems),
  };
}

/** A finished result of the kit in its second format; undefined for anything else. */
async function readKitFile({ bytes }: SourceFile): Promise<KitResult | undefined> {
  const decoded = await decodeFile(bytes);
  if ("refused" in decoded || !/"vnic-atlas-result"/.test(decoded.text)) return undefined;
  try {
    const found = JSON.parse(decoded.text) as Partial<KitResult>;
    return found.format === "vnic-atlas-result" && found.design && found.series && found.repetitions
      ? (found as KitResult)
      : undefined;
  } catch {
    return undefined;
  }
}

function readKit({ design, series, repetitions }: KitResult): Measured {
  const better = new Map(series.map((one) => [one.series, one.better]));
  const byBlock = design.unitOfReplication === "block";
  const sides = (["a", "b"] as const).flatMap((side) => {
    const own = repetitions.filter((one) => one.side === side);
    const samples = own.flatMap((one) => listSamples(one, better.get(one.series) ?? "higher"));
    return own.length === 0 ? [] : [collect(samples, byBlock)];
  });
  return { sides, isInterleaved: design.kind === "interleaved", problems: [] };
}

const PERCENTILES = ["p50", "p90", "p99", "p999", "p9999"];

/** What one repetition measured: its value, the percentiles of its round trips, and what it cost the processors of this guest. */
function listSamples(repetition: KitRepetition, better: "higher" | "lower"): Sample[] {
  const { series, test, metric, unit, value, tool, block, marks, latencyMicroseconds, local } = repetition;
  const shared = { series, tool, block, marks };
  const costs = [
    { metric: "cpu per Gbit", unit: "s/Gbit", value: test === "throughput" ? local?.cpu?.secondsPerGbit : undefined },
    {
      metric: "cpu per packet",
      unit: "µs/packet",
      value: test === "throughput" ? undefined : local?.cpu?.microsecondsPerPacket,
    },
    ...PERCENTILES.map((name) => ({
      metric: `latency ${name}`,
      unit: "µs",
      // The value of a latency test is its median already.
      value: metric === "latency" && name === "p50" ? undefined : latencyMicroseconds?.[name],
    })),
  ];
  return [
    { ...shared, metric, unit, value, better },
    ...costs.flatMap((cost) =>
      typeof cost.value === "number" ? [{ ...shared, ...cost, value: cost.value, better: "lower" as const }] : [],
    ),
  ];
}

/** Metrics of a dataset record of which less is better. */
const LESS_IS_BETTER = new Set([
  "latency",
  "packet-loss",
  "cpu-utilization",
  "cpu-per-throughput",
  "duration",
  "register-accesses",
  "interrupts",
]);

function toSample(row: ImportedRow): Sample[] {
  const { metric, unit, value, statistic, workload, flow, side, conditions, tool, series } = row;
  const streams = conditions?.streams === undefined ? "" : `${conditions.streams} streams`;
  const name = metric === "cpu-utilization" && side ? `${metric} of the ${side}` : metric;
  return [
    {
      series: [series, workload, flow, streams].filter(Boolean).join(", "),
      metric: statistic === undefined ? name : `${name} ${statistic}`,
      unit,
      value,
      better: LESS_IS_BETTER.has(metric) ? "lower" : "higher",
      tool: tool.name,
      block: 1,
      marks: [],
    },
  ];
}

/** Puts samples into their sets, in the order in which measures first appear. */
function collect(samples: readonly Sample[], byBlock: boolean): Side {
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
          units: byBlock ? blocks.map((block) => geometricMean(block.map(({ value }) => value))) : values,
          marks: [...new Set(group.flatMap(({ marks }) => marks))].sort(),
        },
      ];
    }),
  );
}

function keyOf({ series, metric, unit, tool }: Measure): string {
  return JSON.stringify([series, metric, unit, tool]);
}
