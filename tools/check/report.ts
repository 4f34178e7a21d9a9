import { count, shorten } from "../../advisor/text.ts";
import type { Finding, Rule } from "./rule.ts";
import type { Fix } from "./fix/fix.ts";
import { endSentence } from "../records/words.ts";

/** Ways to print what was found. */
export const formats = ["text", "json", "github", "sarif"] as const;

type Format = (typeof formats)[number];

/** The outcome of a run. */
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

/** Prints a report in a format. Of many findings of one kind, it prints only the first few. */
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

/** Prints workflow commands, from which GitHub makes annotations at the lines of a pull request. */
function reportGithub(report: Report): string {
  const commands = report.findings.map(({ file, line, col, rule, message, help }) => {
    const text = [message, ...(help ? [`help: ${help}`] : []), `See ${pageOf(rule)}`].join("\n");
    const places = [
      `file=${escapeUnseen(escapeProperty(file))}`,
      `line=${line}`,
      `col=${col}`,
      `title=${escapeProperty(rule)}`,
    ];
    return `::error ${places.join(",")}::${escapeUnseen(escapeData(text))}`;
  });
  return [...commands, ...summarise(report).map(escapeLine), ""].join("\n");
}

/** A command ends at the end of its line, so line ends and the escape character are escaped. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** Commas separate properties and colons end them. */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** Prints for programs. */
function reportJson({ findings, records, fixed }: Report): string {
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

/** Prints for people: each finding in one line, its help below the first that says the same, what was corrected, and the count. */
export function reportText(report: Report): string {
  const explained = new Set<string>();
  const lines = report.findings.flatMap(({ file, line, col, rule, message, help }) => {
    const place = `${file}:${line}:${col}  ${rule}  ${message}`;
    const said = JSON.stringify([rule, message, help]);
    if (explained.has(said)) return [place];
    explained.add(said);
    return [place, `    help: ${help ? `${endSentence(help, ".")} ` : ""}See ${pageOf(rule)}`];
  });
  return [...lines, ...summarise(report), ""].map(escapeLine).join("\n");
}

/** Says what was corrected, file by file, and counts what is left. */
function summarise({ findings, records, fixed }: Pick<Report, "findings" | "records" | "fixed">): string[] {
  const corrected = [...fixed].map(([file, number]) => `${file}  ${number} fixed`);
  const total = [...fixed.values()].reduce((sum, number) => sum + number, 0);
  const files = new Set(findings.map(({ file }) => file)).size;
  const problems = findings.reduce((sum, { others = 0 }) => sum + 1 + others, 0);
  const left = `${count(problems, "problem")}${total > 0 ? " left" : ""} in ${count(files, "file")}`;
  const state = findings.length > 0 ? left : `${count(records, "record")}, no problems${total > 0 ? " left" : ""}`;
  return total > 0
    ? [...corrected, `${count(total, "problem")} fixed in ${count(fixed.size, "file")}; ${state}`]
    : [state];
}

/** Up to this number, all findings of one kind in a file are listed: a draft has dozens of placeholders. */
const most = 50;

/** How many are listed if there are more. */
const shownOfMany = 10;

/** Above this number of kinds in a file, all further findings of a rule count as one kind. */
const kindsOfRule = 20;

/** Longest message and longest help. A text in a record can be a thousand times as long. */
const maxLength = 1000;

/**
 * Keeps only the first findings of each kind in each file if there are very many. The last one says how many more there are.
 * Findings are of one kind if the same rule has the same message, apart from names, quoted words and numbers.
 */
function limitFindings(findings: readonly Finding[]): Finding[] {
  const kinds = new Map<string, { kept: Finding[]; others: number }>();
  const counts = new Map<string, number>();
  for (const finding of findings) {
    const rule = `${finding.file}\n${finding.rule}`;
    const words = `${rule}\n${finding.message.slice(0, maxLength).replace(/"[^"]*"|[\d.,]+/g, "")}`;
    const isNew = !kinds.has(words);
    const name = isNew && (counts.get(rule) ?? 0) >= kindsOfRule ? rule : words;
    if (isNew) counts.set(rule, (counts.get(rule) ?? 0) + 1);
    const kind = kinds.get(name) ?? { kept: [], others: 0 };
    kinds.set(name, kind);
    kind.kept.push(finding);
    kind.others += finding.others ?? 0;
  }
  for (const kind of kinds.values()) {
    if (kind.kept.length > most) kind.others += kind.kept.splice(shownOfMany).length;
  }
  const others = new Map([...kinds.values()].map((kind) => [kind.kept.at(-1), kind.others]));
  const kept = new Set([...kinds.values()].flatMap((kind) => kind.kept));
  return findings
    .filter((finding) => kept.has(finding))
    .map((finding) => shortenFinding(finding, others.get(finding) ?? 0));
}

function shortenFinding({ others: _, message, help, ...finding }: Finding, others: number): Finding {
  const more = others > 0 ? `, and ${others.toLocaleString("en-GB")} more like this` : "";
  return {
    ...finding,
    message: `${shorten(message, maxLength)}${more}`,
    ...(help === undefined ? {} : { help: shorten(help, maxLength) }),
    ...(others > 0 ? { others } : {}),
  };
}

/** Prints a SARIF 2.1.0 log (OASIS, Static Analysis Results Interchange Format), which code scanners and editors read. */
function reportSarif({ findings, rules, site }: Report): string {
  const driver = {
    name: "vnic-atlas-check",
    ...(site === undefined ? {} : { informationUri: `${site}contribute/checks/` }),
    rules: rules.map(({ name, summary }) => ({
      id: name,
      shortDescription: { text: summary },
      help: { text: `See ${pageOf(name)}` },
      ...(site === undefined ? {} : { helpUri: `${site}contribute/checks/#${name}` }),
      defaultConfiguration: { level: "error" },
    })),
  };
  const indexOf = new Map(rules.map(({ name }, index) => [name, index]));
  const log = {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver },
        columnKind: "utf16CodeUnits",
        results: findings.map((finding) => describeResult(finding, indexOf.get(finding.rule) ?? -1)),
      },
    ],
  };
  return writeJson(log);
}

function describeResult({ file, line, col, rule, message, help, fix }: Finding, ruleIndex: number): object {
  const artifactLocation = { uri: encodeURI(file), uriBaseId: "%SRCROOT%" };
  return {
    ruleId: rule,
    ruleIndex,
    level: "error",
    message: { text: help ? `${message}\n${help}` : message },
    locations: [{ physicalLocation: { artifactLocation, region: { startLine: line, startColumn: col } } }],
    ...(fix ? { fixes: [describeFix(fix, artifactLocation)] } : {}),
  };
}

function describeFix({ edits }: Fix, artifactLocation: object): object {
  return {
    description: { text: "npm run check -- --fix" },
    artifactChanges: [
      {
        artifactLocation,
        replacements: edits.map(({ start, end, text }) => ({
          deletedRegion: { charOffset: start, charLength: end - start },
          insertedContent: { text },
        })),
      },
    ],
  };
}

/**
 * Escapes characters that a terminal interprets or nobody sees, such as `\u001b`: control characters, directional
 * marks, invisible characters, lone surrogates, and white space other than a space.
 */
function escapeUnseen(text: string): string {
  return text.replace(unseen, escapeCharacter);
}

/**
 * Also escapes text that a build log would run as a command: GitHub interprets lines that begin with two colons, and
 * `##[` anywhere in a line.
 */
export function escapeLine(text: string): string {
  return escapeUnseen(text)
    .replace(/^( *):(?=:)/, "$1\\u003a")
    .replaceAll("##[", "#\\u0023[");
}

/** Writes JSON with invisible characters escaped. Parsing it gives the same data. */
function writeJson(data: unknown): string {
  return `${JSON.stringify(data, null, 2).split("\n").map(escapeLine).join("\n")}\n`;
}

const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

function escapeCharacter(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}

/** Where a rule is documented in the repository; on the site a rule is called a check. */
function pageOf(rule: string): string {
  return `content/contribute/checks/${rule}.md`;
}
