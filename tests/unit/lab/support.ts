import { readFileSync } from "node:fs";
import { openTable, type RegisterTable } from "../../../tools/lab/registers/registers.ts";
import { type Bar, makeCounter, type TraceCounts } from "../../../tools/lab/trace.ts";

/** Reads a recorded snippet. */
export function readFixture(name: string): string {
  return readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8");
}

/** Counts a recorded trace as the lab does. */
export function countTrace(text: string, bars: readonly Bar[], table: RegisterTable): TraceCounts {
  const counter = makeCounter(bars, openTable(table));
  text.split("\n").forEach(counter.add);
  return counter.result();
}

/** Writes counts as `NAME operation: count`, for comparison. */
export function describeRegisters({ registers }: TraceCounts): Record<string, number> {
  return Object.fromEntries(registers.map(({ name, operation, count }) => [`${name} ${operation}`, count]));
}
