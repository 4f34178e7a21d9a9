import type { Finding } from "./rule.ts";

/** Prints findings for people: one line each with its help below, then the count. */
export function reportText(findings: readonly Finding[], records: number): string {
  const lines = findings.flatMap(({ file, line, col, rule, message, help }) => [
    `${file}:${line}:${col}  ${rule}  ${message}`,
    ...(help ? [`    help: ${help}`] : []),
  ]);
  return [...lines, summarise(findings, records), ""].join("\n");
}

/** Prints findings for programs. */
export function reportJson(findings: readonly Finding[], records: number): string {
  return `${JSON.stringify({ records, findings }, null, 2)}\n`;
}

function summarise(findings: readonly Finding[], records: number): string {
  if (findings.length === 0) return `${count(records, "record")}, no problems`;
  return `${count(findings.length, "problem")} in ${count(new Set(findings.map(({ file }) => file)).size, "file")}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
