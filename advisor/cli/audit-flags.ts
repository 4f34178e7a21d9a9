import { parseArgs } from "node:util";
import { FORMATS, type Format } from "../fleet/report/formats.ts";
import { type ColumnMapping, parseColumns } from "../fleet/read/table/headings.ts";
import { SEVERITIES, type Severity } from "../fleet/knowledge.ts";
import { findNearest } from "../questions/nearest.mjs";

/** Flags of audit that take a value, with the values that are known. */
export const AUDIT_VALUES: Readonly<Record<string, readonly string[]>> = {
  "--format": Object.keys(FORMATS),
  "--packet-rates": [],
  "--column": [],
  "--policy": [],
  "--baseline": [],
  "--target": [],
  "--fail-on": SEVERITIES,
  "--redact-key": [],
};
export const AUDIT_SWITCHES = ["--redact", "--help"];
/** Flags that may be given several times. */
const REPEATED = ["--packet-rates", "--column"];

export interface AuditFlags {
  files: string[];
  format: Format;
  packetRates: string[];
  columns: ColumnMapping;
  policy?: string;
  baseline?: string;
  target?: string;
  failOn: Severity;
  redact: boolean;
  redactKey?: string;
  /** One line for each flag that is unknown, repeated or has no usable value. */
  problems: string[];
}

/** Reads the words behind `audit`. */
export function parseAuditFlags(words: string[], platforms: readonly string[]): AuditFlags {
  const values: Record<string, string[]> = {};
  const files: string[] = [];
  const problems: string[] = [];
  let redact = false;
  const known = [...Object.keys(AUDIT_VALUES), ...AUDIT_SWITCHES];
  const { tokens } = parseArgs({
    args: words,
    options: Object.fromEntries([
      ...Object.keys(AUDIT_VALUES).map((flag) => [flag.slice(2), { type: "string" }] as const),
      ...AUDIT_SWITCHES.map((flag) => [flag.slice(2), { type: "boolean" }] as const),
    ]),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  let afterUnknown = -1;
  for (const token of tokens) {
    // A word behind a misspelt flag is its value, not a file.
    if (token.kind === "positional" && token.index !== afterUnknown) files.push(token.value);
    if (token.kind !== "option") continue;
    const flag = `--${token.name}`;
    if (flag === "--redact" && token.value === undefined) redact = true;
    else if (!(flag in AUDIT_VALUES)) {
      const word = words[token.index] ?? "";
      afterUnknown = token.index + 1;
      const nearest = findNearest(word.split("=")[0] ?? "", known);
      problems.push(
        `flag: found "${word}", expected one of ${known.join(", ")}${nearest ? `; nearest: ${nearest}` : ""}`,
      );
    } else if (!token.value || (!token.inlineValue && token.value.startsWith("--")))
      problems.push(`${flag}: found nothing, expected a value`);
    else if (values[flag] && !REPEATED.includes(flag)) problems.push(`${flag}: found twice, expected once`);
    else values[flag] = [...(values[flag] ?? []), token.value];
  }
  const choose = <Choice extends string>(flag: string, choices: readonly Choice[], usual: Choice): Choice => {
    const value = values[flag]?.[0];
    if (value === undefined || choices.includes(value as Choice)) return (value as Choice) ?? usual;
    const nearest = findNearest(value, choices);
    problems.push(
      `${flag}: found "${value}", expected one of ${choices.join(", ")}${nearest ? `; nearest: ${nearest}` : ""}`,
    );
    return usual;
  };
  const target = values["--target"] && choose("--target", platforms, platforms[0] ?? "");
  if (files.length === 0 && problems.length === 0)
    problems.push('FILE: found nothing, expected inventory files, folders or "-" for standard input');
  if (values["--redact-key"] && !redact) problems.push("--redact-key: found without --redact, expected both");
  const { columns, problems: columnProblems } = parseColumns(values["--column"] ?? []);
  problems.push(...columnProblems.map((problem) => `--column: ${problem}`));
  const text = (flag: string): string | undefined => values[flag]?.[0];
  const [policy, baseline, redactKey] = [text("--policy"), text("--baseline"), text("--redact-key")];
  return {
    files,
    format: choose("--format", Object.keys(FORMATS) as Format[], "table"),
    packetRates: values["--packet-rates"] ?? [],
    columns,
    ...(policy !== undefined && { policy }),
    ...(baseline !== undefined && { baseline }),
    ...(target !== undefined && { target }),
    ...(redactKey !== undefined && { redactKey }),
    failOn: choose("--fail-on", SEVERITIES, "warning"),
    redact,
    problems,
  };
}
