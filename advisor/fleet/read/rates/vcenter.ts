import { at, type Document, listAt, textAt } from "../text/documents.ts";
import { readNumber } from "../values.ts";
import type { RateReport } from "./rate.ts";

/** Reads `govc metric.sample -json` of net.packetsRx.summation and net.packetsTx.summation; false for other documents. */
export function readMetricSample(documents: readonly Document[], report: RateReport): boolean {
  let found = false;
  for (const { value, root } of documents)
    for (const [index, entity] of listAt(value, "sample").entries()) {
      const infos = listAt(entity, "sampleInfo");
      if (infos.length === 0 && at(entity, "value") === undefined) continue;
      found = true;
      readEntity(entity, infos, `${root}.sample[${index}]`, report);
    }
  return found;
}

function readEntity(entity: unknown, infos: readonly unknown[], path: string, report: RateReport): void {
  const origin = textAt(entity, "entity", "value") ?? textAt(entity, "entity") ?? "";
  const machine = textAt(entity, "name") ?? textAt(entity, "entity", "value") ?? textAt(entity, "entity");
  /** Series of both directions, by instance. */
  const series = new Map<string, { rx?: unknown[]; tx?: unknown[] }>();
  for (const one of listAt(entity, "value")) {
    const direction = /^net\.packets([RT]x)\.summation$/.exec(textAt(one, "name") ?? "")?.[1]?.toLowerCase();
    if (direction !== "rx" && direction !== "tx") continue;
    const instance = textAt(one, "instance") ?? textAt(one, "id", "instance") ?? "";
    const known = series.get(instance) ?? {};
    known[direction] = listAt(one, "value");
    series.set(instance, known);
  }
  if (series.size === 0)
    return report.addProblem(path, "The counters net.packetsRx.summation and net.packetsTx.summation are missing.");
  // The sum of a machine says nothing of its adapters if these are there too.
  if (series.size > 1) series.delete("");
  for (const [instance, { rx = [], tx = [] }] of series) {
    if (rx.length === 0 || tx.length === 0) {
      report.addProblem(path, `Of the adapter ${instance || "(all)"} only one direction is there.`);
      continue;
    }
    const key = /^4\d{3}$/.test(instance) ? `ethernet${Number(instance) - 4000}` : instance;
    for (const [index, received] of rx.entries()) {
      const seconds = readNumber(at(infos[index], "interval"));
      const [one, other] = [readNumber(received), readNumber(tx[index])];
      // -1 stands for a value that was not taken.
      if (!seconds || one === null || other === null || one < 0 || other < 0) continue;
      const packetRate = (one + other) / seconds;
      const place = `${path}.sampleInfo[${index}]`;
      report.add({ machine, ...(key ? { adapter: key } : {}), packetRate, counted: "host", place }, origin);
    }
  }
}
