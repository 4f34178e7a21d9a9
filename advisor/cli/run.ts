import { groupDigits } from "../text.ts";
import type { Advice, AdviceStep } from "../explain/advice.ts";
import type { Advisor } from "../advisor.ts";
import type { BriefAdvice } from "../brief.ts";
import type { CheckedAdvisor } from "../index.ts";
import { findPlatform, hasReleasesOf, questionOf } from "../questions/questions.ts";
import type { Platform } from "../knowledge/knowledge.ts";
import { findUnfit, isPrintable, type CodeValues, checkMac, withKeptMac } from "../steps/fill-code.ts";
import { expectOneOf } from "../questions/nearest.mjs";
import { withoutOtherProcessor } from "../guests/guests.ts";
import { findUtf16 } from "../fleet/read/text/documents.ts";
import { readHardware } from "../fleet/read/values.ts";
import { isRecord } from "../collections.ts";
import { parseFlags } from "./flags.ts";
import { auditCommand, loadPolicy } from "./audit.ts";
import { exportSqlCommand } from "./export-sql.ts";
import { createPolicyAdvisor } from "../policy/policy.ts";
import { adviseHelp, auditHelp, exportSqlHelp, help, completions, SHELLS } from "./help.ts";
import { EXIT, type Terminal } from "./terminal.ts";
import {
  listAdapters,
  listGuests,
  listRules,
  nearestGuest,
  UnusableInput,
  explain,
  painted,
  plain,
  printAdvice,
  printSteps,
} from "./print.ts";
import { fillSteps, nameOldType, stepsWith, toolsOf } from "../steps/fill-steps.ts";
import { describeProblem, type Problem } from "../questions/read-situation.ts";
import { asTextTakesIt } from "../questions/text-fields.ts";
import { macProblemText } from "../ui/answer/names.ts";
import { words as shown } from "../ui/words.ts";

const COMMANDS = ["advise", "audit", "export-sql", "guests", "rules", "adapters", "completions", "help"];
const { done: ANSWERED, unusable: UNUSABLE } = EXIT;

/** Runs a command; gives the exit code: 0 with an answer, 2 for input that cannot be used. */
export async function run(words: string[], advisor: CheckedAdvisor, outside: Terminal): Promise<number> {
  const terminal: Terminal = { ...outside, complain: (text) => outside.complain(onOneLine(text)) };
  const [command = "help", ...rest] = words;
  // Whoever asks a command for help means no guest or rule of that name.
  const isAsking = rest.includes("--help") || rest.includes("-h");
  try {
    switch (isAsking && COMMANDS.includes(command) ? "help" : command) {
      case "advise":
        return await adviseCommand(rest, advisor, terminal);
      case "audit":
        return await auditCommand(rest, advisor, terminal);
      case "export-sql":
        return await exportSqlCommand(rest, advisor, terminal);
      case "guests":
        refuseFlags(command, rest);
        return printLines(listGuests(advisor, rest.join(" ")), terminal);
      case "rules":
        return printLines(listRules(advisor, takeOne(command, "rule ID", rest)), terminal);
      case "adapters":
        return printLines(listAdapters(advisor, takeOne(command, "adapter ID", rest)), terminal);
      case "completions":
        return completionsCommand(takeOne(command, "shell", rest) ?? "", advisor, terminal);
      case "help":
      case "--help":
      case "-h":
        return printLines(helpOn(command === "help" ? rest[0] : command, advisor), terminal);
      case "--version":
        return printLines([advisor.knowledge.knowledgeVersion], terminal);
      default: {
        if (command.startsWith("-")) {
          terminal.complain(`command: found "${command}", expected a command before it. Example: advise ${command}`);
          return UNUSABLE;
        }
        terminal.complain(`command: found "${command}", ${expectOneOf(command, COMMANDS)}`);
        return UNUSABLE;
      }
    }
  } catch (error) {
    if (!(error instanceof UnusableInput)) throw error;
    terminal.complain(error.message);
    return UNUSABLE;
  }
}

/** A text without line breaks: what a problem quotes may have some, and each problem is one line. */
function onOneLine(text: string): string {
  return text.replace(/\p{Cc}/gu, (control) => JSON.stringify(control).slice(1, -1));
}

/** The only word behind a command; refuses more words. */
function takeOne(command: string, what: string, words: string[]): string | undefined {
  refuseFlags(command, words);
  const [word, ...others] = words;
  if (others.length === 0) return word;
  const found = others.map((other) => `"${other}"`).join(", ");
  throw new UnusableInput(`${command}: found ${found} after "${word}", expected one ${what} at most`);
}

/** Refuses flags of a command that has none of its own. */
function refuseFlags(command: string, words: readonly string[]): void {
  const flag = words.find((word) => word.startsWith("--"));
  if (flag !== undefined) throw new UnusableInput(`${command}: found "${flag}", expected no flag but --help`);
}

function helpOn(command: string | undefined, advisor: Advisor): string[] {
  if (command !== undefined && ![...COMMANDS, "--help", "-h"].includes(command))
    throw new UnusableInput(`help: found "${command}", ${expectOneOf(command, COMMANDS)}`);
  const ofCommands = new Map([
    ["advise", adviseHelp],
    ["audit", auditHelp],
    ["export-sql", exportSqlHelp],
  ]);
  return (ofCommands.get(command ?? "") ?? help)(advisor);
}

async function adviseCommand(flags: string[], knowing: CheckedAdvisor, terminal: Terminal): Promise<number> {
  const {
    input,
    typed,
    json,
    batch,
    lean,
    explain: traced,
    texts,
    problems: flagProblems,
  } = parseFlags(knowing.knowledge, flags);
  const { policy, problems: policyProblems } =
    texts.policy === undefined ? { problems: [] } : loadPolicy(texts.policy, knowing, terminal);
  flagProblems.push(...policyProblems);
  const advisor = policy ? createPolicyAdvisor(knowing.knowledge, policy) : knowing;
  if (batch && flagProblems.length === 0) {
    await adviseBatch(advisor, terminal, lean);
    return ANSWERED;
  }
  const { situation, problems } = advisor.parse(withHardwareNumber(input));
  if (problems.length + flagProblems.length > 0) {
    if (texts.steps === "" && !batch) flagProblems.push(refuseTool("", toolsOf(advisor.knowledge.steps)));
    const repaired = problems.map((problem) => asFlagTakesIt(advisor, problem, input));
    [...flagProblems, ...repaired.map((problem) => describeFlag(advisor, problem, typed))].forEach(terminal.complain);
    return UNUSABLE;
  }
  const unprintable = (["vm", "network"] as const).filter((name) => !isPrintable(texts[name] ?? ""));
  if (unprintable.length > 0) {
    for (const name of unprintable)
      terminal.complain(
        `--${name}: found ${JSON.stringify(texts[name])}, expected one line of text; leave out line breaks and control characters`,
      );
    return UNUSABLE;
  }
  const advice = advisor.advise(situation);
  const platform = findPlatform(advisor.knowledge, situation.platform);
  const given = {
    vm: texts.vm,
    network: texts.network,
    mac: texts.mac?.toLowerCase(),
    "old-type": nameOldType(advisor.knowledge.adapters, situation.currentAdapter, platform?.id),
  };
  const values = withKeptMac(given, platform);
  const tools = toolsOf(advice.steps);
  if (texts.steps !== undefined && tools.length > 0 && !tools.includes(texts.steps)) {
    terminal.complain(refuseTool(texts.steps, tools));
    return UNUSABLE;
  }
  const mac = texts.mac === undefined ? undefined : checkMac(texts.mac, platform);
  if (mac) terminal.complain(`--mac: found "${texts.mac}"; ${macProblemText(mac, platform)}`);
  // An address that the platform generated finds the old adapter, though it is given to no new one.
  if (mac && mac.kind !== "generated") return UNUSABLE;
  const chosen = stepsWith(advice.steps, texts.steps, platform);
  chosen.flatMap((step) => complainOfUnfit(step, values)).forEach(terminal.complain);
  const steps = fillSteps(chosen, values, shown.macLeftOut(platform?.shortName ?? ""));
  if (json) return printLines([JSON.stringify({ ...advice, steps }, null, 2)], terminal);
  const paint = terminal.isTerminal ? painted : plain;
  const answer =
    texts.steps === undefined
      ? printAdvice(advisor, { ...advice, steps }, paint, situation.guest, productIn(platform, input.platform))
      : printSteps({ ...advice, steps }, paint);
  if (policy) answer.push("", shown.policy(policy.name, policy.sha256));
  return printLines([...answer, ...(traced ? explain(advisor, advice) : [])], terminal);
}

/** Returns the product that was given as the platform, unless it has the platform's releases. */
function productIn(platform: Platform | undefined, typed: unknown): string | undefined {
  const id = String(typed).toLowerCase();
  return platform?.productIds?.includes(id) && !hasReleasesOf(platform, id) ? id : undefined;
}

/** A problem under the name of the flag that was typed, with an example where no nearest value is named. */
function describeFlag({ knowledge }: Advisor, problem: Problem, typed: ReadonlyMap<string, string>): string {
  const flag = typed.get(problem.field);
  if (flag === undefined) return describeProblem(problem);
  const { kind, sample } = questionOf(knowledge, problem.field) ?? {};
  const example = problem.nearest === undefined && kind === "number" ? `. Example: ${flag} ${sample}` : "";
  return describeProblem({ ...problem, field: flag }) + example;
}

/** Says where a value stays out of the code: the step keeps its placeholder. */
function complainOfUnfit({ title, tool, code = "", language }: AdviceStep, values: CodeValues): string[] {
  return findUnfit(code, language, values).map(
    (name) =>
      `--${name}: found ${JSON.stringify(values[name])}; the code of "${title}" (${tool}) cannot contain it and keeps {${name}}`,
  );
}

function refuseTool(found: string, tools: readonly string[]): string {
  return `--steps: found ${found === "" ? "nothing" : `"${found}"`}, ${expectOneOf(found, tools)}`;
}

/** A problem in the words of flags, with the guest that a spelling with a misspelt word is nearest to. */
function asFlagTakesIt(advisor: Advisor, problem: Problem, input: Record<string, unknown>): Problem {
  if (problem.field !== "guest") return asTextTakesIt(advisor.knowledge, problem, input);
  const guest = String(input.guest);
  const nearest = nearestGuest(advisor, withoutOtherProcessor(guest) ?? guest, input.bitness);
  return nearest === undefined ? problem : { ...problem, nearest };
}

function completionsCommand(shell: string, advisor: Advisor, terminal: Terminal): number {
  if (SHELLS.includes(shell)) return printLines(completions(advisor, shell, COMMANDS), terminal);
  terminal.complain(`completions: found ${shell === "" ? "nothing" : `"${shell}"`}, ${expectOneOf(shell, SHELLS)}`);
  return UNUSABLE;
}

function printLines(lines: string[], terminal: Terminal): number {
  lines.forEach(terminal.print);
  return ANSWERED;
}

/** Characters of the longest line that is read. A situation with all its fields has a thousand. */
const LONGEST_LINE = 65_536;

/**
 * One situation as JSON per line in, one advice per line out, in order. A line that cannot be used gives
 * an object with `error` and the rest go on; their number is on standard error. Memory stays flat however many lines there are.
 */
export async function adviseBatch(advisor: CheckedAdvisor, terminal: Terminal, lean: boolean): Promise<void> {
  let lines = 0;
  let unusable = 0;
  let pending: string[] = [];
  const flush = async (): Promise<void> => {
    if (pending.length === 0) return;
    terminal.print(pending.join("\n"));
    pending = [];
    await terminal.drained();
  };
  const answer = async (line: string): Promise<void> => {
    const { text, isUsable } = answerLine(advisor, line, lean);
    lines += 1;
    if (!isUsable) unusable += 1;
    pending.push(text);
    if (pending.length === 64) await flush();
  };
  let blank = 0;
  for await (const written of linesOf(terminal.input)) {
    // A byte order mark goes too: files put one behind the other have one in the middle.
    const line = written.trim();
    if (line === "") blank += 1;
    else {
      // Answers belong to lines by their order, so a blank line between others has one too.
      for (; blank > 0; blank--) await answer("");
      await answer(line);
    }
  }
  await flush();
  if (unusable > 0)
    terminal.complain(
      `advise: ${groupDigits(unusable)} of ${groupDigits(lines)} ${lines === 1 ? "line" : "lines"} could not be used; the field "error" of each answer has the reason`,
    );
}

/** A defect of the advisor costs the line that meets it, not the answers of the others. The id of a line is in its answer. */
function answerLine(advisor: CheckedAdvisor, line: string, lean: boolean): { text: string; isUsable: boolean } {
  let own: BatchId = {};
  try {
    const read = readLine(line);
    if ("error" in read) return { text: JSON.stringify(read), isUsable: false };
    own = read.own;
    const answer = adviseLine(advisor, read.value, lean);
    return { text: JSON.stringify({ ...own, ...answer }), isUsable: !("error" in answer) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const text = `situation: the advisor failed on this line (${why}); report it as a bug, with the line`;
    return { text: JSON.stringify({ ...own, error: text }), isUsable: false };
  }
}

/** What names a line of a batch, and its answer. */
export interface BatchId {
  /** The id of the line: text or a number. Left out if the line has none. */
  id?: string | number;
}

/** The answer of a batch to a line that cannot be used. */
export interface BatchError {
  /** Every problem in one text. */
  error: string;
  /** Each problem with a field; left out if the line is no JSON object. */
  problems?: Problem[];
}

/** The JSON of a line without its id, or what is wrong with the line. */
function readLine(line: string): { value: unknown; own: BatchId } | BatchError {
  if (line.length > LONGEST_LINE)
    return { error: `line: found more than ${groupDigits(LONGEST_LINE)} characters, expected at most that many` };
  if (line === "") return { error: "situation: found a blank line, expected one JSON object per line" };
  const input = parseJson(line);
  if ("error" in input) return input;
  const { value } = input;
  if (!isRecord(value) || !Object.hasOwn(value, "id")) return { value, own: {} };
  const { id, ...situation } = value;
  if (typeof id === "string" || typeof id === "number") return { value: situation, own: { id } };
  const problem: Problem = { field: "id", found: JSON.stringify(id), expected: "text or a number" };
  return { error: describeProblem(problem), problems: [problem] };
}

/** The advice for one line, or what is wrong with it. */
function adviseLine(advisor: CheckedAdvisor, value: unknown, lean: boolean): Advice | BriefAdvice | BatchError {
  const { situation, problems } = advisor.parse(withHardwareNumber(value));
  if (problems.length > 0) return { error: problems.map(describeProblem).join(" | "), problems };
  // The recommendation in brief needs no reasons, so that a fleet is judged in a fraction of the time.
  return lean ? advisor.brief(situation) : advisor.advise(situation);
}

/** Input with the number of the virtual hardware in place of the version as vSphere writes it, vmx-19. */
function withHardwareNumber(input: unknown): unknown {
  if (!isRecord(input)) return input;
  const { virtualHardware } = input;
  const number =
    typeof virtualHardware === "string" && virtualHardware.startsWith("vmx-") && readHardware(virtualHardware);
  return number ? { ...input, virtualHardware: number } : input;
}

function parseJson(line: string): { value: unknown } | { error: string } {
  try {
    return { value: JSON.parse(line) as unknown };
  } catch (error) {
    return { error: `situation: found no JSON (${(error as Error).message}), expected one JSON object per line` };
  }
}

/** The lines of an input. Of one that is too long only so much is kept as shows that it is. */
async function* linesOf(input: Terminal["input"]): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let rest = "";
  for await (const chunk of input) {
    // Windows PowerShell redirects text as UTF-16.
    if (typeof chunk !== "string") decoder ??= new TextDecoder(findUtf16(chunk) ?? "utf-8");
    const text = typeof chunk === "string" ? chunk : (decoder?.decode(chunk, { stream: true }) ?? "");
    const [first = "", ...others] = text.split("\n");
    const last = others.pop();
    if (last === undefined) rest += first.slice(0, Math.max(0, LONGEST_LINE + 1 - rest.length));
    else {
      yield rest + first;
      yield* others;
      rest = last;
    }
  }
  if (rest !== "") yield rest;
}
