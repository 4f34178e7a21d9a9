import type { AdviceStep } from "../explain/advice.ts";
import type { Advisor } from "../advisor.ts";
import { findPlatform } from "../questions/questions.ts";
import { findUnfit, type CodeValues } from "../steps/fill-code.ts";
import { checkMac, withKeptMac } from "../steps/mac-address.ts";
import { nearest } from "../questions/nearest.ts";
import { withoutOtherProcessor } from "../guests/other-processor.ts";
import { adviseBatch, type Terminal } from "./batch.ts";
import { parseFlags } from "./flags.ts";
import { adviseHelp, help } from "./help.ts";
import { nearestGuest, listAdapters, listGuests, listRules, NotFound } from "./lists.ts";
import { completions, SHELLS } from "./completions.ts";
import { explain, painted, plain, printAdvice, printSteps } from "./print-advice.ts";
import { fillSteps, nameOldType, stepsWith, toolsOf } from "../steps/fill-steps.ts";
import { describeProblem, readSituation } from "../questions/read-situation.ts";
import { isPrintable } from "../steps/quote-value.ts";
import { asTextTakesIt } from "../questions/text-fields.ts";
import { macProblemText } from "../ui/answer/names.ts";
import { words } from "../ui/words.ts";

const COMMANDS = ["advise", "guests", "rules", "adapters", "completions", "help"];
const ANSWERED = 0;
const UNUSABLE = 2;

/** Runs a command; gives the exit code: 0 with an answer, 2 for input that cannot be used. */
export async function run(words: string[], advisor: Advisor, terminal: Terminal): Promise<number> {
  const [command = "help", ...rest] = words;
  // Whoever asks a command for help means no guest or rule of that name.
  const isAsking = rest.includes("--help") || rest.includes("-h");
  try {
    switch (isAsking && COMMANDS.includes(command) ? "help" : command) {
      case "advise":
        return await adviseCommand(rest, advisor, terminal);
      case "guests":
        return printLines(listGuests(advisor, rest.join(" ")), terminal);
      case "rules":
        return printLines(listRules(advisor, rest[0]), terminal);
      case "adapters":
        return printLines(listAdapters(advisor, rest[0]), terminal);
      case "completions":
        return completionsCommand(rest[0] ?? "", advisor, terminal);
      case "help":
      case "--help":
      case "-h":
        return printLines(command === "advise" || rest[0] === "advise" ? adviseHelp(advisor) : help(advisor), terminal);
      case "--version":
        return printLines([advisor.knowledge.knowledgeVersion], terminal);
      default: {
        const known = nearest(command, COMMANDS);
        terminal.complain(
          `command: found "${command}", expected one of ${COMMANDS.join(", ")}${known ? `; nearest: ${known}` : ""}`,
        );
        return UNUSABLE;
      }
    }
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    terminal.complain(error.message);
    return UNUSABLE;
  }
}

async function adviseCommand(flags: string[], advisor: Advisor, terminal: Terminal): Promise<number> {
  const {
    input,
    json,
    batch,
    lean,
    explain: traced,
    texts,
    problems: flagProblems,
  } = parseFlags(advisor.knowledge, flags);
  if (batch && flagProblems.length === 0) {
    await adviseBatch(advisor, terminal, lean);
    return ANSWERED;
  }
  const { situation, problems } = readSituation(advisor, input);
  if (problems.length + flagProblems.length > 0) {
    if (texts.steps === "" && !batch) flagProblems.push(refuseTool("", toolsOf(advisor.knowledge.steps)));
    const repaired = problems.map((problem) =>
      problem.field === "guest"
        ? { ...problem, ...nearestTo(advisor, input) }
        : asTextTakesIt(advisor.knowledge, problem, input),
    );
    [...flagProblems, ...repaired.map(describeProblem)].forEach(terminal.complain);
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
  const steps = fillSteps(chosen, values, words.macLeftOut(platform?.shortName ?? ""));
  if (json) return printLines([JSON.stringify({ ...advice, steps }, null, 2)], terminal);
  const paint = terminal.isTerminal ? painted : plain;
  const answer =
    texts.steps === undefined
      ? printAdvice(advisor, { ...advice, steps }, paint)
      : printSteps({ ...advice, steps }, paint);
  return printLines([...answer, ...(traced ? explain(advice) : [])], terminal);
}

/** Says where a value stays out of the code: the step keeps its placeholder. */
function complainOfUnfit({ title, tool, code = "", language }: AdviceStep, values: CodeValues): string[] {
  return findUnfit(code, language, values).map(
    (name) =>
      `--${name}: found ${JSON.stringify(values[name])}; the code of "${title}" (${tool}) cannot contain it and keeps {${name}}`,
  );
}

function refuseTool(found: string, tools: readonly string[]): string {
  const closest = found === "" ? undefined : nearest(found, tools);
  return `--steps: found ${found === "" ? "nothing" : `"${found}"`}, expected one of ${tools.join(", ")}${closest ? `; nearest: ${closest}` : ""}`;
}

function nearestTo(advisor: Advisor, { guest, bitness }: Record<string, unknown>): { nearest?: string } {
  const id = nearestGuest(advisor, withoutOtherProcessor(String(guest)) ?? String(guest), bitness);
  return id === undefined ? {} : { nearest: id };
}

function completionsCommand(shell: string, advisor: Advisor, terminal: Terminal): number {
  if (SHELLS.includes(shell)) return printLines(completions(advisor, shell, COMMANDS), terminal);
  terminal.complain(`completions: found "${shell}", expected one of ${SHELLS.join(", ")}`);
  return UNUSABLE;
}

function printLines(lines: string[], terminal: Terminal): number {
  lines.forEach(terminal.print);
  return ANSWERED;
}
