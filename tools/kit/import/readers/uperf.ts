import { groupBy } from "../../../../advisor/collections.ts";
import { readDecimal } from "../units.ts";
import type { Report } from "../report.ts";
import type { Line, Spot } from "../row.ts";

const raw = /^timestamp_ms:(\S+) name:(\S+) nr_bytes:(\S+) nr_ops:(\S+)/;
const summary =
  /^(\w+)\s+(0|[\d.]+\s?[KMGTPE]?B)\s*\/\s*([\d.]+)\(s\) =\s+(0|([\d.]+)([KMGTPE]?)b\/s)(?:\s+(\d+)\s*op\/s)?/;
const plain = /^(\w+) ([\d.]+) MB in ([\d.]+) secs = ([\d.]+) Mbps or\s+([\d.]+) ops/;
const tool = { name: "uperf" };

/** Whether a text has output of uperf. */
export function isUperf(lines: readonly Line[]): boolean {
  return lines.some(({ text }) => raw.test(text) || summary.test(text) || plain.test(text));
}

/** Reads uperf's samples (`-R`) where they are there, else the lines of its summary. */
export function readUperf(lines: readonly Line[], report: Report): void {
  for (const line of lines) {
    if (/^\*\*.*(?:Cannot|cannot|[Ee]rror|failed|aborted)/.test(line.text))
      report.refuse("uperf reports an error", line.text.replace(/^\*+\s*/, ""), { line: line.number });
    else if (/^\w+ .*\/.*\(s\) =/.test(line.text) && !summary.test(line.text))
      report.refuse("expected bytes, seconds and a rate", line.text, { line: line.number });
    else if (/op\/s/.test(line.text) && summary.test(line.text) && !/\s\d+\s*op\/s/.test(line.text))
      report.refuse("expected a number of operations", line.text, { line: line.number });
    else if (/^timestamp_ms:/.test(line.text) && !raw.test(line.text))
      report.refuse("expected name, bytes and operations", line.text, { line: line.number });
  }
  for (const run of splitRuns(lines)) {
    const samples = run.flatMap(readSample);
    if (samples.length > 0) readSamples(samples, report);
    else if (isUperf(run)) readSummary(run, report);
  }
}

/** The lines of each run: uperf says when it starts one. */
function splitRuns(lines: readonly Line[]): Line[][] {
  const runs: Line[][] = [[]];
  for (const line of lines) {
    if (/^Starting \d+ \w+ running profile:/.test(line.text)) runs.push([]);
    runs.at(-1)?.push(line);
  }
  return runs;
}

interface Sample {
  line: number;
  name: string;
  milliseconds: number;
  bytes: number;
  operations: number;
}

function readSample({ number, text }: Line): Sample[] {
  const [, time = "", name = "", bytes = "", operations = ""] = raw.exec(text) ?? [];
  if (name === "") return [];
  const read = (word: string): number => readDecimal(word) ?? Number.NaN;
  return [{ line: number, name, milliseconds: read(time), bytes: read(bytes), operations: read(operations) }];
}

/** The counts only grow; the first sample of a transaction is the zero point. */
function readSamples(samples: readonly Sample[], report: Report): void {
  const before = report.rows.length + report.problems.length;
  for (const [name, own] of groupBy(samples, (sample) => sample.name)) {
    // Total adds up the others, with the time that connecting took.
    if (/^total$/i.test(name)) continue;
    const [first, last] = [own[0], own.at(-1)];
    if (!first || !last) continue;
    const [seconds, bytes, operations] = [
      (last.milliseconds - first.milliseconds) / 1000,
      last.bytes - first.bytes,
      last.operations - first.operations,
    ];
    const spots = [{ line: first.line }, { line: last.line }];
    if (own.length < 2 || own.every((sample) => sample.bytes === first.bytes)) continue;
    const isReset = own.some((sample, index) => sample.bytes < (own[index - 1]?.bytes ?? 0));
    if (isReset || !(seconds > 0) || !(bytes > 0) || !(operations >= 0)) {
      report.refuse("the counters of a transaction do not grow", `${name}: ${bytes} bytes in ${seconds} s`, ...spots);
      continue;
    }
    add(
      name,
      { bits: (bytes * 8) / seconds, seconds, operations: operations / seconds },
      spots,
      {
        rate: `(${last.bytes} - ${first.bytes}) / ${seconds}`,
        operations: `(${last.operations} - ${first.operations}) / ${seconds}`,
      },
      report,
    );
  }
  if (report.rows.length + report.problems.length === before)
    report.refuse("no transaction has two samples with bytes", samples[0]?.name ?? "", { line: samples[0]?.line ?? 1 });
}

/** A line for each transaction; the last one of a name counts, as uperf overwrites it while it runs. */
function readSummary(lines: readonly Line[], report: Report): void {
  const before = report.rows.length + report.problems.length;
  const found = lines.flatMap((line) => {
    const [, name, , seconds = "", zero, rate, prefix = "", operations] = summary.exec(line.text) ?? [];
    if (name !== undefined) {
      const bits =
        zero === "0" ? 0 : (readDecimal(rate ?? "") ?? Number.NaN) * 1000 ** " KMGTPE".indexOf(prefix || " ");
      return [{ line, name, seconds: Number(seconds), bits, operations, written: `${zero}` }];
    }
    const [, title, , time = "", megabits = "", ops] = plain.exec(line.text) ?? [];
    if (title === undefined) return [];
    return [
      {
        line,
        name: title,
        seconds: Number(time),
        bits: Number(megabits) * 1e6,
        operations: ops,
        written: `${megabits} Mbps`,
      },
    ];
  });
  const latest = [...new Map(found.map((entry) => [entry.name, entry])).values()].filter(({ bits }) => bits !== 0);
  const transactions = latest.filter(({ name }) => !/^total$/i.test(name));
  for (const { line, name, seconds, bits, operations, written } of transactions.length > 0 ? transactions : latest)
    add(
      name,
      { bits, seconds, operations: operations === undefined ? undefined : (readDecimal(operations) ?? Number.NaN) },
      [{ line: line.number }],
      { rate: written, operations: operations ?? "" },
      report,
    );
  if (report.rows.length + report.problems.length === before)
    report.refuse("no transaction moved any bytes", found[0]?.line.text ?? "", { line: found[0]?.line.number ?? 1 });
}

function add(
  name: string,
  { bits, seconds, operations }: { bits: number; seconds: number; operations: number | undefined },
  spots: readonly Spot[],
  written: { rate: string; operations: string },
  report: Report,
): void {
  const facts = { tool, ...(seconds > 0 ? { durationSeconds: Number(seconds.toPrecision(6)) } : {}) };
  report.add(
    {
      ...facts,
      metric: "throughput",
      unit: "Mbit/s",
      value: bits / 1e6,
      series: name,
      asWritten: written.rate,
    },
    ...spots,
  );
  if (operations === undefined) return;
  report.add(
    {
      ...facts,
      metric: "operation-rate",
      unit: "operations/s",
      value: operations,
      series: name,
      note: "Each step of the transaction is an operation.",
      asWritten: written.operations,
    },
    ...spots,
  );
}
