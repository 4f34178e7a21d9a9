import type { Advisor } from "../engine.ts";
import { nearest } from "../nearest.ts";
import { adviseBatch } from "./batch.ts";
import { FlagError, parseFlags } from "./flags.ts";
import { adviseHelp, help } from "./help.ts";
import { listAdapters, listGuests, listRules, NotFound } from "./lists.ts";
import { printAdvice } from "./print-advice.ts";
import { describeProblem, readSituation } from "../read-situation.ts";

/** The world outside, passed in so that the command line can be tested. */
export interface Terminal {
  input: AsyncIterable<Buffer | string>;
  /** Prints a line on standard output. */
  print: (text: string) => void;
  /** Prints a line on standard error. */
  complain: (text: string) => void;
  /** A promise to wait for when the reader of the output is slower than we are. */
  drained: () => Promise<void> | undefined;
}

const COMMANDS = ["advise", "guests", "rules", "adapters", "help"];
const ANSWERED = 0;
const UNUSABLE = 2;

/** Runs a command; gives the exit code: 0 with an answer, 2 for input that cannot be used. */
export async function run(words: string[], advisor: Advisor, terminal: Terminal): Promise<number> {
  const [command = "help", ...rest] = words;
  try {
    switch (command) {
      case "advise": return await adviseCommand(rest, advisor, terminal);
      case "guests": return printLines(listGuests(advisor, rest.join(" ")), terminal);
      case "rules": return printLines(listRules(advisor, rest[0]), terminal);
      case "adapters": return printLines(listAdapters(advisor, rest[0]), terminal);
      case "help": case "--help": case "-h": return printLines(help(advisor), terminal);
      case "--version": return printLines([advisor.knowledge.knowledgeVersion], terminal);
      default: {
        const known = nearest(command, COMMANDS);
        terminal.complain(`command: found "${command}", expected one of ${COMMANDS.join(", ")}${known ? `; nearest: ${known}` : ""}`);
        return UNUSABLE;
      }
    }
  } catch (error) {
    if (!(error instanceof FlagError) && !(error instanceof NotFound)) throw error;
    terminal.complain(error.message);
    return UNUSABLE;
  }
}

async function adviseCommand(words: string[], advisor: Advisor, terminal: Terminal): Promise<number> {
  if (words.includes("--help") || words.includes("-h")) return printLines(adviseHelp(advisor), terminal);
  const { input, json, batch, problems: flagProblems } = parseFlags(words);
  if (batch && flagProblems.length === 0) {
    await adviseBatch(advisor, terminal);
    return ANSWERED;
  }
  const { situation, problems } = readSituation(advisor, input);
  if (problems.length + flagProblems.length > 0) {
    [...flagProblems, ...problems.map(describeProblem)].forEach(terminal.complain);
    return UNUSABLE;
  }
  const advice = advisor.advise(situation);
  return printLines(json ? [JSON.stringify(advice, null, 2)] : printAdvice(advisor, advice), terminal);
}

function printLines(lines: string[], terminal: Terminal): number {
  lines.forEach(terminal.print);
  return ANSWERED;
}
