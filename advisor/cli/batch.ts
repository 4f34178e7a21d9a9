import type { Advisor } from "../advisor.ts";
import { groupDigits } from "../explain/digits.ts";
import { describeProblem, readSituation } from "../questions/read-situation.ts";

/** The world outside, passed in so that the command line can be tested. */
export interface Terminal {
  input: AsyncIterable<Buffer | string>;
  /** Prints a line on standard output. */
  print: (text: string) => void;
  /** Prints a line on standard error. */
  complain: (text: string) => void;
  /** A promise to wait for when the reader of the output is slower than we are. */
  drained: () => Promise<void> | undefined;
  /** Whether standard output is a terminal; only there is anything made bold. */
  isTerminal?: boolean;
}

/** Characters of the longest line that is read. A situation with all its fields has a thousand. */
const LONGEST_LINE = 65_536;

/**
 * One situation as JSON per line in, one advice per line out, in order. A line that cannot be used gives
 * an object with `error` and the rest go on. Memory stays flat however many lines there are.
 */
export async function adviseBatch(advisor: Advisor, terminal: Terminal, lean: boolean): Promise<void> {
  let pending: string[] = [];
  const flush = async (): Promise<void> => {
    if (pending.length === 0) return;
    terminal.print(pending.join("\n"));
    pending = [];
    await terminal.drained();
  };
  for await (const line of linesOf(terminal.input)) {
    if (line.trim() === "") continue;
    pending.push(answerLine(advisor, line, lean));
    if (pending.length === 64) await flush();
  }
  await flush();
}

/** A defect of the advisor costs the line that meets it, not the answers of the others. */
function answerLine(advisor: Advisor, line: string, lean: boolean): string {
  try {
    return JSON.stringify(adviseLine(advisor, line, lean));
  } catch (error) {
    return JSON.stringify({
      error: `situation: the advisor failed on this line (${error instanceof Error ? error.message : String(error)}); report it as a bug, with the line`,
    });
  }
}

/** The advice for one line, or what is wrong with it. */
export function adviseLine(advisor: Advisor, line: string, lean = false): object {
  if (line.length > LONGEST_LINE)
    return { error: `line: found more than ${groupDigits(LONGEST_LINE)} characters, expected at most that many` };
  const input = parseJson(line);
  if ("error" in input) return input;
  const { situation, problems } = readSituation(advisor, input.value);
  if (problems.length > 0) return { error: problems.map(describeProblem).join(" | "), problems };
  // The recommendation alone needs no reasons, so that a fleet is judged in a fraction of the time.
  return lean ? { situation, recommended: advisor.recommend(situation) } : advisor.advise(situation);
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
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of input) {
    const [first = "", ...others] = (typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true })).split(
      "\n",
    );
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
