import type { Format } from "../arguments.ts";
import type { Finding, Rule } from "../rule.ts";
import { reportGithub } from "./github.ts";
import { limitFindings } from "./limit-findings.ts";
import { reportJson } from "./json.ts";
import { reportSarif } from "./sarif.ts";
import { reportText } from "./text.ts";

/** What a run has to tell. */
export interface Report {
  findings: readonly Finding[];
  /** How many records were looked at. */
  records: number;
  /** File to the number of mistakes that were corrected in it. */
  fixed: ReadonlyMap<string, number>;
  rules: readonly Rule[];
  /** Address of the site that documents the rules, with a slash at its end. */
  site?: string;
}

/** Prints a report in the form asked for, with no more findings of one kind than anybody reads. */
export function printReport(all: Report, format: Format): string {
  const report = { ...all, findings: limitFindings(all.findings) };
  switch (format) {
    case "text":
      return reportText(report);
    case "json":
      return reportJson(report);
    case "github":
      return reportGithub(report);
    case "sarif":
      return reportSarif(report);
  }
}
