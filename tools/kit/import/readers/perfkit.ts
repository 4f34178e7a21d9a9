import type { JsonPlace } from "../json-place.ts";
import type { Report } from "../report.ts";
import type { Conditions, Metric, Statistic, Unit, Workload } from "../row.ts";
import { bitsPerSecond, secondsOf } from "../units.ts";

/** Whether a document is a sample of PerfKitBenchmarker. */
export function isPerfkit(document: JsonPlace): boolean {
  const { names } = document;
  return (
    ["metric", "value", "unit"].every((name) => names.includes(name)) &&
    ["labels", "test", "run_uri", "sample_uri", "product_name"].some((name) => names.includes(name))
  );
}

/** About the machines and the run, not the network. */
const administrative =
  /^(?:End to End|Time to|.*Runtime$|cpu_vuln|lscpu|proccpu|gcc_|sysctl|cluster|Uptime|Boot|.*Duration$)/i;

const statistics: readonly (readonly [pattern: RegExp, statistic: Statistic])[] = [
  [/p99\.999$|p99999$/i, "p99999"],
  [/p99\.99$|p9999$/i, "p9999"],
  [/p99\.9$|p999$/i, "p999"],
  [/p99$|99(?:th)?[ _]percentile/i, "p99"],
  [/p95$|95(?:th)?[ _]percentile/i, "p95"],
  [/p90$|90(?:th)?[ _]percentile/i, "p90"],
  [/p50$|median|50(?:th)?[ _]percentile/i, "median"],
  [/std.?dev/i, "standardDeviation"],
  [/\bmin|_min$/i, "min"],
  [/\bmax|_max$/i, "max"],
  [/\bmean|average|\bavg|_mean$|_avg$/i, "mean"],
];

/** Reads the samples that PerfKitBenchmarker writes, one JSON object per line. */
export function readPerfkit(samples: readonly JsonPlace[], report: Report): void {
  const skipped = new Map<string, { count: number; first: JsonPlace }>();
  for (const sample of samples) {
    const [metric, unit] = [sample.at("metric").text ?? "", sample.at("unit").text ?? ""];
    const test = sample.at("test").text ?? "";
    const scale = findScale(metric, unit);
    if (!scale) {
      if (administrative.test(metric)) continue;
      const name = `${metric} in ${unit || "no unit"}`;
      const known = skipped.get(name);
      if (known) known.count++;
      else skipped.set(name, { count: 1, first: sample.at("metric") });
      continue;
    }
    const value = report.number(sample.at("value"));
    if (value === undefined) {
      if (!sample.at("value").exists) report.refuse("the sample has no value", metric, sample.at("metric").spot);
      continue;
    }
    const labels = readLabels(sample.at("labels").text ?? "");
    const [, , statistic] = scale.metric === "latency" ? ["", "", findStatistic(metric)] : [];
    const streams = Number(labels.get("num_streams") ?? labels.get("sending_thread_count") ?? Number.NaN);
    const workload = findWorkload(test, metric, labels);
    const conditions: Conditions = Number.isInteger(streams) && streams > 0 ? { streams } : {};
    report.add(
      {
        metric: scale.metric,
        unit: scale.unit,
        value: value * scale.factor,
        ...(statistic ? { statistic } : {}),
        ...(workload ? { workload } : {}),
        conditions: { ...conditions, ...(/CRR/.test(metric) ? { workload: "a connection for every request" } : {}) },
        tool: { name: test === "" ? "PerfKitBenchmarker" : `PerfKitBenchmarker ${test}` },
        series: metric,
        asWritten: `${sample.at("value").written} ${unit}`,
      },
      sample.at("value").spot,
    );
  }
  for (const [name, { count, first }] of skipped)
    report.refuse(
      `a dataset has no metric for ${count === 1 ? "this sample" : `these ${count} samples`}`,
      name,
      first.spot,
    );
}

function findScale(metric: string, unit: string): { metric: Metric; unit: Unit; factor: number } | undefined {
  const bits = bitsPerSecond(unit);
  if (bits !== undefined) return { metric: "throughput", unit: "Mbit/s", factor: bits / 1e6 };
  if (/^(?:transactions_per_second|transactions\/s(?:ec)?|trans\/s|tps)$/i.test(unit))
    return { metric: "request-rate", unit: "transactions/s", factor: 1 };
  if (/^(?:packets_per_second|packets\/s(?:ec)?|pps)$/i.test(unit))
    return { metric: "packet-rate", unit: "packets/s", factor: 1 };
  const seconds = secondsOf(unit);
  if (seconds !== undefined && /latency|rtt|round.?trip/i.test(metric))
    return { metric: "latency", unit: "us", factor: Number((seconds * 1e6).toPrecision(6)) };
  if (/^(?:percent|%)$/i.test(unit) && /loss/i.test(metric))
    return { metric: "packet-loss", unit: "percent", factor: 1 };
  return undefined;
}

function findStatistic(metric: string): Statistic | undefined {
  return statistics.find(([pattern]) => pattern.test(metric))?.[1];
}

function findWorkload(test: string, metric: string, labels: ReadonlyMap<string, string>): Workload | undefined {
  if (/CRR/.test(metric)) return "other";
  const [, protocol, kind] = /(TCP|UDP)_(RR|STREAM)/i.exec(metric) ?? [];
  if (protocol && kind)
    return `${protocol.toLowerCase() as "tcp" | "udp"}-${kind.toUpperCase() === "RR" ? "rr" : "stream"}`;
  if (/^ping/.test(test)) return "ping";
  const stated = (labels.get("protocol") ?? labels.get("ip_protocol") ?? "").toLowerCase();
  if (/^(?:iperf|nuttcp|ntttcp)/.test(test))
    return stated === "udp" ? "udp-stream" : stated === "tcp" || test === "iperf" ? "tcp-stream" : undefined;
  return /^sockperf/.test(test) && (stated === "tcp" || stated === "udp") ? `${stated}-rr` : undefined;
}

/** Labels stand in one text: `|key:value|,|key:value|`. */
function readLabels(text: string): Map<string, string> {
  return new Map([...text.matchAll(/\|([^:|]+):([^|]*)\|/g)].map(([, key = "", value = ""]) => [key, value]));
}
