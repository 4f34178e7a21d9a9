import type { Report } from "./report.ts";

/** Says what was corrected, file by file, and counts what is left. */
export function summarise({ findings, records, fixed }: Pick<Report, "findings" | "records" | "fixed">): string[] {
  const corrected = [...fixed].map(([file, number]) => `${file}  ${number} fixed`);
  const total = [...fixed.values()].reduce((sum, number) => sum + number, 0);
  const files = new Set(findings.map(({ file }) => file)).size;
  const told = findings.reduce((sum, { others = 0 }) => sum + 1 + others, 0);
  const left = `${count(told, "problem")}${total > 0 ? " left" : ""} in ${count(files, "file")}`;
  const state = findings.length > 0 ? left : `${count(records, "record")}, no problems${total > 0 ? " left" : ""}`;
  return total > 0
    ? [...corrected, `${count(total, "problem")} fixed in ${count(fixed.size, "file")}; ${state}`]
    : [state];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
