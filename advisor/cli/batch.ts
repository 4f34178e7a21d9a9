import type { Advisor } from "../advise.ts";
import { describeProblem, readSituation } from "../read-situation.ts";
import type { Terminal } from "./run.ts";

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
    pending.push(JSON.stringify(adviseLine(advisor, line, lean)));
    if (pending.length === 64) await flush();
  }
  await flush();
}

/** The advice for one line, or what is wrong with it. */
export function adviseLine(advisor: Advisor, line: string, lean = false): object {
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

async function* linesOf(input: Terminal["input"]): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of input) {
    rest += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
