import { count, groupDigits } from "../text.ts";
import type { Advisor } from "../advisor.ts";
import { auditFleet, isAtLeast, isUnjudged } from "../fleet/judge/audit.ts";
import type { Audit } from "../fleet/judge/audit-types.ts";
import { type Baseline, compareAudits, isOfKey, readBaseline } from "../fleet/judge/compare-audits.ts";
import { redactAudit, redactFileName } from "../fleet/judge/redact.ts";
import type { FleetFile, FleetInput } from "../fleet/record.ts";
import { FORMATS, type Format } from "../fleet/report/formats.ts";
import { listUnjudged } from "../fleet/report/report-words.ts";
import { type Policy, createPolicyAdvisor } from "../policy/policy.ts";
import { readPolicy } from "../policy/read-policy.ts";
import { refuseFlag, refuseValue, splitFlags } from "./flags.ts";
import { EXIT, readFile, type Terminal } from "./terminal.ts";
import { type ColumnMapping, parseColumns } from "../fleet/read/table/headings.ts";
import { SEVERITIES, type Severity } from "../fleet/judge/facts.ts";
import { expectOneOf } from "../questions/nearest.mjs";
import { platformIds } from "../questions/questions.ts";

/** Characters that are printed at once. */
const BLOCK = 65_536;
/** Reasons why adapters cannot be judged that are printed, the most frequent ones. */
const MOST_REASONS = 5;
/** Name of what comes on standard input. */
const STDIN = "stdin";

/** Audits inventories; gives 0 without findings, 1 with findings from --fail-on upwards, 2 for input that it cannot use, or cannot judge for --fail-on. */
export async function auditCommand(words: string[], advisor: Advisor, terminal: Terminal): Promise<number> {
  const refuse = (problems: readonly string[]): number => {
    problems.forEach(terminal.complain);
    return EXIT.unusable;
  };
  const fleet = terminal.loadFleetKnowledge?.();
  if (!fleet) return refuse(["audit: not available here: the knowledge of the audit is missing"]);
  const flags = parseAuditFlags(words, platformIds(advisor.knowledge.platforms));
  const policy = flags.policy === undefined ? undefined : loadPolicy(flags.policy, advisor, terminal);
  const baseline = flags.baseline === undefined ? undefined : loadBaseline(flags.baseline, flags, terminal);
  const problems = [...flags.problems, ...(policy?.problems ?? []), ...(baseline?.problems ?? [])];
  const inventories = await collect("FILE", flags.files, terminal);
  const measured = await collect("--packet-rates", flags.packetRates, terminal);
  problems.push(...inventories.problems, ...measured.problems);
  if (problems.length > 0) return refuse(problems);
  const { readFleet } = await import("../fleet/read/read-fleet.ts");
  const { addPacketRates } = await import("../fleet/read/rates/join-rates.ts");
  const files = await readFleet(inventories.inputs, {
    columns: flags.columns,
    adapterNames: fleet.adapterNames,
    platformWords: fleet.platformWords,
  });
  const rates = await addPacketRates(files, measured.inputs);
  const own = policy?.policy ? createPolicyAdvisor(advisor.knowledge, policy.policy) : advisor;
  const judged = auditFleet(files, own, fleet, { target: flags.target, policy: policy?.policy });
  judged.files = [...judged.files, ...rates];
  const shown = flags.redact ? redactAudit(judged, own, flags.redactKey) : judged;
  const audit: Audit = baseline?.baseline
    ? { ...shown, comparison: compareAudits(baseline.baseline, shown, fleet) }
    : shown;
  const context = { knowledge: own.knowledge, fleet, failOn: flags.failOn, date: terminal.today };
  await printBlocks(FORMATS[flags.format](audit, context), terminal);
  const unusable = [
    ...listUnusable("FILE", "an inventory of a known format", inventories.words, files, flags),
    ...listUnusable(
      "--packet-rates",
      "output of sar, sadf, esxtop, typeperf, govc metric.sample or ip",
      measured.words,
      rates,
      flags,
    ),
  ];
  if (unusable.length > 0) return refuse(unusable);
  if (audit.adapters.length === 0 && files.some(({ problems }) => problems.length > 0))
    return refuse(["FILE: found no adapter, expected an inventory with adapters; see the problems in the files"]);
  if (hasFindings(audit, flags)) return EXIT.findings;
  if (!flags.isGate || !isUnjudged(audit)) return EXIT.done;
  complainOfUnjudged(audit, terminal);
  return EXIT.unusable;
}

/** Names the reasons on standard error, because a pipeline shows that and not the report. */
function complainOfUnjudged(audit: Audit, { complain }: Terminal): void {
  const all = count(audit.adapters.length, "adapter");
  const reasons = listUnjudged(audit);
  for (const { text, adapters } of reasons.slice(0, MOST_REASONS))
    complain(`FILE: ${groupDigits(adapters)} of ${all} cannot be judged: ${text}`);
  const others = reasons.slice(MOST_REASONS).reduce((sum, { adapters }) => sum + adapters, 0);
  if (others > 0) complain(`FILE: ${groupDigits(others)} of ${all} cannot be judged for other reasons`);
}

/** With a baseline only what is new counts, so that a pipeline fails for what a change brings. */
function hasFindings({ adapters, comparison }: Audit, { failOn }: AuditFlags): boolean {
  return comparison
    ? comparison.new.some(({ severity }) => isAtLeast(severity, failOn))
    : adapters.some(({ findings }) => findings.some(({ severity }) => isAtLeast(severity, failOn)));
}

/** The words on the command line of which no file, nor a member of an archive, was recognised. */
function listUnusable(
  flag: string,
  expected: string,
  words: Collected["words"],
  files: readonly Pick<FleetFile, "file" | "format" | "problems">[],
  { redact, redactKey }: AuditFlags,
): string[] {
  const isUsable = (name: string): boolean =>
    files.some(({ file, format }) => format !== null && (file === name || file.startsWith(`${name}!`)));
  return words
    .filter(({ names }) => !names.some(isUsable))
    .map(({ word }) => {
      // A problem may quote the file.
      if (redact) return `${flag}: found "${redactFileName(word, redactKey)}", expected ${expected}`;
      const text = files.find(({ file }) => file === word)?.problems[0]?.text;
      return `${flag}: found "${word}", expected ${expected}${text ? ` (${text})` : ""}`;
    });
}

interface Collected {
  inputs: FleetInput[];
  /** Which inputs each word on the command line stands for. */
  words: { word: string; names: string[] }[];
  problems: string[];
}

/** The files that words name: files, folders, or "-" for standard input. */
async function collect(flag: string, words: readonly string[], terminal: Terminal): Promise<Collected> {
  const collected: Collected = { inputs: [], words: [], problems: [] };
  for (const word of words) {
    const inputs: FleetInput[] = [];
    if (word === "-") inputs.push({ name: STDIN, bytes: await readInput(terminal) });
    const paths = word === "-" ? [] : (terminal.files?.list(word) ?? [word]);
    if (word !== "-" && paths.length === 0)
      collected.problems.push(`${flag}: found "${word}", an empty folder; expected files in it`);
    for (const path of paths) {
      const file = readFile(terminal, flag, path);
      if (file.problem === undefined) inputs.push({ name: path, bytes: file.bytes });
      else collected.problems.push(file.problem);
    }
    collected.inputs = [...collected.inputs, ...inputs];
    collected.words.push({ word, names: inputs.map(({ name }) => name) });
  }
  return collected;
}

async function readInput({ input }: Terminal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of input) chunks.push(typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk);
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** A policy from its file, or every problem of the file. */
export function loadPolicy(
  path: string,
  advisor: Advisor,
  terminal: Terminal,
): { policy?: Policy; problems: string[] } {
  const file = readFile(terminal, "--policy", path);
  if (file.problem !== undefined) return { problems: [file.problem] };
  const { policy, problems = [] } = readPolicy(file.bytes, advisor, path);
  return policy ? { policy, problems } : { problems: problems.map((problem) => `--policy: ${problem}`) };
}

function loadBaseline(
  path: string,
  { redact, redactKey }: AuditFlags,
  terminal: Terminal,
): { baseline?: Baseline; problems: string[] } {
  const file = readFile(terminal, "--baseline", path);
  if (file.problem !== undefined) return { problems: [file.problem] };
  const { baseline, problem } = readBaseline(file.bytes);
  if (!baseline) return { problems: [`--baseline: ${path}: ${problem}`] };
  const refuse = (found: string, expected: string): { problems: string[] } => ({
    problems: [`--baseline: ${path}: found ${found}, expected an audit made ${expected}`],
  });
  if (baseline.redacted !== redact)
    return redact ? refuse("names", "with --redact") : refuse("hashes of names", "without --redact");
  if (!isOfKey(baseline, redactKey))
    return refuse(
      "hashes of another key",
      redactKey === undefined ? "without --redact-key" : "with the same --redact-key",
    );
  return { baseline, problems: [] };
}

/** Prints pieces of text in blocks; a block ends at the end of a line. */
async function printBlocks(pieces: Iterable<string>, terminal: Terminal): Promise<void> {
  let block = "";
  for (const piece of pieces) {
    block += piece;
    if (block.length < BLOCK || !piece.endsWith("\n")) continue;
    terminal.print(block.slice(0, -1));
    block = "";
    await terminal.drained();
  }
  if (block !== "") terminal.print(block.replace(/\n$/, ""));
}

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

interface AuditFlags {
  files: string[];
  format: Format;
  packetRates: string[];
  columns: ColumnMapping;
  policy?: string;
  baseline?: string;
  target?: string;
  failOn: Severity;
  /** Whether --fail-on was given: the exit status then decides for somebody. */
  isGate: boolean;
  redact: boolean;
  redactKey?: string;
  /** One line for each flag that is unknown, repeated or has no usable value. */
  problems: string[];
}

/** Reads the words behind `audit`. */
function parseAuditFlags(words: string[], platforms: ReadonlyMap<string, string>): AuditFlags {
  const values: Record<string, string[]> = {};
  const files: string[] = [];
  const problems: string[] = [];
  let redact = false;
  const known = [...Object.keys(AUDIT_VALUES), ...AUDIT_SWITCHES];
  let afterUnknown = -1;
  for (const token of splitFlags(words, Object.keys(AUDIT_VALUES), AUDIT_SWITCHES)) {
    // A word behind a misspelt flag is its value, not a file.
    if (token.kind === "positional" && token.index !== afterUnknown) files.push(token.value);
    if (token.kind !== "option") continue;
    const flag = `--${token.name}`;
    if (flag === "--redact" && token.value === undefined) redact = true;
    else if (AUDIT_SWITCHES.includes(flag)) problems.push(refuseValue(flag, token.value));
    else if (!(flag in AUDIT_VALUES)) {
      const word = words[token.index] ?? "";
      afterUnknown = token.index + 1;
      problems.push(refuseFlag(word, known));
    } else if (!token.value || (!token.inlineValue && token.value.startsWith("--")))
      problems.push(`${flag}: found nothing, expected a value`);
    else if (values[flag] && !REPEATED.includes(flag)) problems.push(`${flag}: found twice, expected once`);
    else values[flag] = [...(values[flag] ?? []), token.value];
  }
  const choose = <Choice extends string>(flag: string, choices: readonly Choice[], usual: Choice): Choice => {
    const value = values[flag]?.[0];
    if (value === undefined || choices.includes(value as Choice)) return (value as Choice) ?? usual;
    problems.push(`${flag}: found "${value}", ${expectOneOf(value, choices)}`);
    return usual;
  };
  const target = values["--target"] && platforms.get(choose("--target", [...platforms.keys()], ""));
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
    isGate: text("--fail-on") !== undefined,
    redact,
    problems,
  };
}
