import { readFileSync } from "node:fs";
import { openTable } from "../../../tools/lab/registers/table.ts";
import type { RegisterTable } from "../../../tools/lab/registers/table.ts";
import type { Bar } from "../../../tools/lab/trace/bars.ts";
import { makeCounter } from "../../../tools/lab/trace/count.ts";
import type { TraceCounts } from "../../../tools/lab/trace/count.ts";

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
