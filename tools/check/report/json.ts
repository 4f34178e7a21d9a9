import { writeJson } from "./escape.ts";
import type { Report } from "./report.ts";

/** Prints for programs. */
export function reportJson({ findings, records, fixed }: Report): string {
  const report = {
    records,
    fixed: [...fixed].map(([file, number]) => ({ file, count: number })),
    findings: findings.map(({ file, line, col, rule, message, help, fix }) => ({
      file,
      line,
      col,
      rule,
      message,
      ...(help ? { help } : {}),
      fixable: fix !== undefined,
    })),
  };
  return writeJson(report);
}
