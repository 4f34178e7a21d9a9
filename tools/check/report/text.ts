import { pageOf } from "../pages.ts";
import { escapeLine } from "./escape.ts";
import type { Report } from "./report.ts";
import { summarise } from "./summarise.ts";

/** Prints for people: each finding in one line with its help below, then what was corrected, then the count. */
export function reportText(report: Report): string {
  const lines = report.findings.flatMap(({ file, line, col, rule, message, help }) => [
    `${file}:${line}:${col}  ${rule}  ${message}`,
    `    help: ${help ? `${endSentence(help)} ` : ""}See ${pageOf(rule)}`,
  ]);
  return [...lines, ...summarise(report), ""].map(escapeLine).join("\n");
}

function endSentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}
