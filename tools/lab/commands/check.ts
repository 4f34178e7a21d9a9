// The command check, and the counts that must come out.
import { ToolError } from "../../records/command-line.mjs";
import { resolve } from "node:path";
import { usages, type LabCall, readWords } from "./call.ts";
import { type LabRecord, readParsed, readResult } from "../result.ts";
import { median } from "../../records/samples.ts";

/** What the short form must come to. */
export const expectedFile = new URL("../expected.json", import.meta.url);

/** Compares a result file with the expectations. */
export async function check({ words, print, root }: LabCall): Promise<number> {
  const { values, files } = readWords(words, ["expect"], 1, usages.check);
  const [file = ""] = files;
  const judgements = judge(
    readExpectations(values.expect === undefined ? expectedFile : resolve(root, values.expect)),
    readResult(file, root).records,
  );
  print(judgements.map((judgement) => `${describeExpectation(judgement)}\n`).join(""));
  return judgements.every(({ isMet }) => isMet) ? 0 : 1;
}

/** Reads expectations. Rejects an empty file, because a check against nothing always passes. */
export function readExpectations(file: string | URL): Expectation[] {
  const read = readParsed(file, JSON.parse);
  if (!Array.isArray(read) || read.length === 0 || !read.every(isExpectation)) {
    throw new ToolError(`${String(file)} is not a list of expectations. Example: tools/lab/expected.json`, 2);
  }
  return read;
}

/** A count that must come out. */
export type Expectation = {
  adapter: string;
  workload: LabRecord["workload"];
  /** `accesses` for all that are not housekeeping, else a register with its operation, such as `ICR read`. */
  count: string;
  per: "packet" | "transaction" | "interrupt";
} & ({ value: number; tolerancePercent: number } | { from: number; to: number });

/** An expectation and what was found. */
export interface CheckedExpectation {
  expectation: Expectation;
  /** The median over repetitions; null where nothing was measured. */
  found: number | null;
  isMet: boolean;
}

/** Whether something read from a file is an expectation. */
function isExpectation(read: unknown): read is Expectation {
  const { adapter, workload, count, per, ...wanted } = Object(read) as Record<string, unknown>;
  const areWords = [adapter, workload, count, per].every((word) => typeof word === "string");
  const areNumbers = (...names: string[]) => names.every((name) => typeof wanted[name] === "number");
  return areWords && (areNumbers("value", "tolerancePercent") || areNumbers("from", "to"));
}

/** Compares records with their expectations. */
export function judge(expectations: readonly Expectation[], records: readonly LabRecord[]): CheckedExpectation[] {
  return expectations.map((expectation) => {
    const fitting = records.filter(
      ({ adapter, workload }) => adapter === expectation.adapter && workload === expectation.workload,
    );
    const found = fitting.length === 0 ? null : median(fitting.map((record) => measure(expectation, record)));
    return { expectation, found, isMet: found !== null && fits(expectation, found) };
  });
}

/** Says in a line what was expected and what was found. */
export function describeExpectation({ expectation, found, isMet }: CheckedExpectation): string {
  const { adapter, workload, count, per } = expectation;
  const wanted =
    "value" in expectation
      ? `${expectation.value} ± ${expectation.tolerancePercent} %`
      : `${expectation.from} to ${expectation.to}`;
  return `${isMet ? "ok    " : "FAILED"} ${adapter} ${workload}: ${count} per ${per} ${found === null ? "not measured" : found.toFixed(2)}, expected ${wanted}`;
}

function measure({ count, per }: Expectation, { nic, n, interrupts }: LabRecord): number {
  const total =
    count === "accesses"
      ? nic.reads + nic.writes
      : nic.byRegister
          .filter(({ name, operation }) => `${name} ${operation}` === count)
          .reduce((sum, one) => sum + one.count, 0);
  return total / (per === "interrupt" ? interrupts : n);
}

function fits(expectation: Expectation, found: number): boolean {
  if ("from" in expectation) return found >= expectation.from && found <= expectation.to;
  const { value, tolerancePercent } = expectation;
  return Math.abs(found - value) <= (tolerancePercent / 100) * value;
}
