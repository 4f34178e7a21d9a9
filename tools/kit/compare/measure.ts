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

/** One number, before it is put into its set. */
export interface Sample extends Measure {
  value: number;
  block: number;
  /** Number of the repetition in its block; 0 if the file does not number them. */
  repetition: number;
  marks: string[];
  /** How to read the number, if the tool counts only a part. */
  note?: string;
}

/** What was measured, and in which series: "throughput, throughput-send-1". */
export function describeMeasure({ metric, series }: Pick<Measure, "metric" | "series">): string {
  return [metric, series].filter(Boolean).join(", ");
}
