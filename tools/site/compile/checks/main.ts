import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { reportText } from "../../../check/report.ts";
import type { Finding, Rule } from "../../../check/rule.ts";
import { rules } from "../../../check/rules.ts";
import { loadSchemas } from "../../../check/schema/load-schemas.ts";
import { ToolError } from "../../../records/command-line.mjs";
import { loadRecords } from "../../../records/load-records.ts";
import { writeFiles } from "../../../records/write-files.ts";
import { readFrontMatter } from "../../search/prose.ts";
import { checkFixture, type Fixture, readFixture } from "./fixture.ts";

/** Writes what the pages of the checks show into a repository's build folder. */
export function compileRepositoryChecks(root: string): void {
  const checks = compileChecks(rules, tryPages(root));
  writeFiles(join(root, "build"), new Map([["knowledge/checks.json", `${JSON.stringify(checks, null, 1)}\n`]]));
}

/** Reads the pages of the checks and checks the records that they show. */
export function tryPages(root: string): TriedPage[] {
  const folder = join(root, "content/contribute/checks");
  const set = loadRecords(join(root, "tests/data/world"));
  const schemas = loadSchemas(root);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md") && !name.startsWith("_"))
    .sort()
    .map((name): TriedPage => {
      const page = readCheckPage(`content/contribute/checks/${name}`, readFileSync(join(folder, name), "utf8"));
      const failing = readFixture(root, "must-fail", page.fails);
      const passing = readFixture(root, "must-pass", page.passes);
      return { page, failing, passing, findings: checkFixture(failing, set, schemas) };
    });
}

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
interface ShownRecord {
  file: string;
  lines: Line[];
}

/** Content of a check's page, with the results of its records. */
interface TriedPage {
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
    isFixable: fixable ?? false,
    path: `/contribute/checks/#${name}`,
    failing: { file: failing.file, lines: left },
    passing: { file: passing.file, lines: right },
    printed: reportText(report)
      .split("\n")
      .slice(0, 2 * findings.length)
      .map((line) => line.trim()),
  };
}

/** What the page of a check says about it in its front matter. */
interface CheckPage {
  /** Name of the check. */
  check: string;
  title: string;
  description: string;
  /** Fixtures in tests/data/must-fail and tests/data/must-pass, as `kind/name`. */
  fails: string;
  passes: string;
  /** How many lines to show around those that differ. */
  context: number;
}

/** Reads the front matter of a check's page. */
export function readCheckPage(file: string, text: string): CheckPage {
  const { fields } = readFrontMatter(text);
  const read = (name: string): string => {
    const value = fields.get(name);
    if (value === undefined) throw new ToolError(`${file}  lacks ${name} in its front matter`);
    return value;
  };
  return {
    check: read("check"),
    title: read("title"),
    description: read("description"),
    fails: read("fails"),
    passes: read("passes"),
    context: Number(fields.get("context") ?? 2),
  };
}

/** A line of a record as a page shows it. */
interface Line {
  text: string;
  /** Whether a finding is about it. */
  isMarked: boolean;
}

interface Numbered {
  text: string;
  /** Line of the file. */
  number: number;
}

/**
 * Shows the difference between two similar texts, the lines with findings, and some lines around them. Three dots replace other
 * lines, middle dots show white space at the end of a line, and common indentation is removed.
 */
export function showDifference(
  left: string,
  right: string,
  marked: readonly number[],
  context: number,
): { left: Line[]; right: Line[] } {
  const [a, b] = [number(left), number(right)];
  const before = countAlike(a, b);
  const after = Math.min(countAlike([...a].reverse(), [...b].reverse()), a.length - before, b.length - before);
  const places = a.flatMap((line, index) => (marked.includes(line.number) ? [index] : []));
  const first = Math.min(before, ...places) - context;
  const behind = Math.min(after, ...places.map((place) => a.length - place - 1)) - context;
  const cut = (lines: readonly Numbered[]): Numbered[] => {
    return lines.slice(Math.max(0, first), lines.length - Math.max(0, behind));
  };
  const indentation = Math.min(...[...cut(a), ...cut(b)].map(({ text }) => text.search(/\S|$/)));
  const show = (lines: readonly Numbered[]): Line[] => {
    const shown = cut(lines).map(({ text, number: at }): Line => {
      return { text: showSpace(text.slice(indentation)), isMarked: lines === a && marked.includes(at) };
    });
    const gap = { text: "...", isMarked: false };
    return [...(first > 0 ? [gap] : []), ...shown, ...(behind > 0 ? [gap] : [])];
  };
  return { left: show(a), right: show(b) };
}

/** Lines with their numbers, without the comments that tests read. */
function number(text: string): Numbered[] {
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line, index) => ({ text: line, number: index + 1 }))
    .filter(({ text: line }) => !/^# (expect|as): /.test(line));
}

function countAlike(a: readonly Numbered[], b: readonly Numbered[]): number {
  const end = Math.min(a.length, b.length);
  for (let index = 0; index < end; index++) if (a[index]?.text !== b[index]?.text) return index;
  return end;
}

function showSpace(text: string): string {
  return text.replace(/[ \t]+$/, (space) => "·".repeat(space.length));
}
