import { reportText } from "../../../check/report/text.ts";
import type { Finding, Rule } from "../../../check/rule.ts";
import type { Fixture } from "./fixture.ts";
import type { CheckPage } from "./page.ts";
import { showDifference } from "./show-difference.ts";
import type { Line } from "./show-difference.ts";

/** A check as its page and the list of checks show it. */
export interface ShownCheck {
  name: string;
  title: string;
  summary: string;
  isFixable: boolean;
  path: string;
  failing: ShownRecord;
  passing: ShownRecord;
  /** What the checker prints about the failing one, line by line. */
  printed: string[];
}

/** Part of a record. */
export interface ShownRecord {
  file: string;
  lines: Line[];
}

/** What a check's page shows, read and tried. */
export interface TriedPage {
  page: CheckPage;
  failing: Fixture;
  passing: Fixture;
  findings: readonly Finding[];
}

/** Describes every check that has a page, in the order of the checks. */
export function compileChecks(rules: readonly Rule[], pages: readonly TriedPage[]): ShownCheck[] {
  return rules.flatMap((rule) =>
    pages.filter(({ page }) => page.check === rule.name).map((tried) => show(rule, tried)),
  );
}

function show({ name, summary, fixable }: Rule, { page, failing, passing, findings }: TriedPage): ShownCheck {
  const marked = findings.map(({ line }) => line);
  const { left, right } = showDifference(failing.text, passing.text, marked, page.context);
  const report = { findings, records: 1, fixed: new Map<string, number>(), rules: [] };
  return {
    name,
    title: page.title,
    summary,
    isFixable: fixable,
    path: `/contribute/checks/${name}/`,
    failing: { file: failing.file, lines: left },
    passing: { file: passing.file, lines: right },
    printed: reportText(report)
      .split("\n")
      .slice(0, 2 * findings.length)
      .map((line) => line.trim()),
  };
}
