import { run } from "../../../advisor/cli/run.ts";
import type { Terminal } from "../../../advisor/cli/terminal.ts";
import { advisor } from "./knowledge.ts";

export interface Outcome {
  code: number;
  out: string;
  err: string;
}

/** Runs the command line on words, in one text or each by itself, a text on its input, and whatever more a test gives it. */
export async function runCommand(words: string | string[], input = "", more: Partial<Terminal> = {}): Promise<Outcome> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await run(typeof words === "string" ? words.split(" ").filter(Boolean) : words, advisor, {
    input: (async function* () {
      yield Buffer.from(input);
    })(),
    print: (text) => out.push(text),
    complain: (text) => err.push(text),
    drained: () => undefined,
    ...more,
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}
