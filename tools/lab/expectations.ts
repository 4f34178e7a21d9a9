import type { LabRecord } from "./result.ts";
import { median } from "./summarise.ts";

/** A count that must come out. */
export type Expectation = {
  adapter: string;
  workload: LabRecord["workload"];
  /** `accesses` for all that are not housekeeping, else a register with its operation, such as `ICR read`. */
  count: string;
  per: "packet" | "transaction" | "interrupt";
} & ({ value: number; tolerancePercent: number } | { from: number; to: number });

/** An expectation and what was found. */
export interface Judgement {
  expectation: Expectation;
  /** The median over repetitions; null where nothing was measured. */
  found: number | null;
  isMet: boolean;
}

/** Whether something read from a file is an expectation. */
export function isExpectation(read: unknown): read is Expectation {
  const { adapter, workload, count, per, ...wanted } = Object(read) as Record<string, unknown>;
  const areWords = [adapter, workload, count, per].every((word) => typeof word === "string");
  const areNumbers = (...names: string[]) => names.every((name) => typeof wanted[name] === "number");
  return areWords && (areNumbers("value", "tolerancePercent") || areNumbers("from", "to"));
}

/** Holds records against what is expected of them. */
export function judge(expectations: readonly Expectation[], records: readonly LabRecord[]): Judgement[] {
  return expectations.map((expectation) => {
    const fitting = records.filter(
      ({ adapter, workload }) => adapter === expectation.adapter && workload === expectation.workload,
    );
    const found = fitting.length === 0 ? null : median(fitting.map((record) => measure(expectation, record)));
    return { expectation, found, isMet: found !== null && fits(expectation, found) };
  });
}

/** Says in a line what was expected and what was found. */
export function describeJudgement({ expectation, found, isMet }: Judgement): string {
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
