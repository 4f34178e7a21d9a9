import { ToolError } from "../../records/command-line.mjs";
import { createInterface } from "node:readline";

/** Thrown when somebody stops a dialogue: nothing has been written. */
export class Stopped extends ToolError {
  constructor() {
    super("stopped, nothing is written", 130);
  }
}

/** A line of questions and answers, on a terminal or on any streams that stand for one. */
export interface Dialogue {
  say(text: string): void;
  /** Returns the answer without spaces around it, empty when there is none, also once the input has ended. */
  ask(prompt: string, choices?: readonly string[]): Promise<string>;
  close(): void;
}

export interface DialogueStreams {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

/** Opens a dialogue. On a terminal the tab key completes the choices of a question. */
export function openDialogue({ input, output }: DialogueStreams): Dialogue {
  let choices: readonly string[] = [];
  let [isStopped, isEnded] = [false, false];
  const lines = createInterface({
    input,
    output,
    completer: (line: string) => [choices.filter((choice) => choice.startsWith(line)), line],
  });
  // Lines that come before they are asked for wait here; readline's own question would lose them.
  const arriving = lines[Symbol.asyncIterator]();
  lines.once("close", () => (isEnded = true));
  lines.on("SIGINT", () => {
    isStopped = true;
    lines.close();
  });
  return {
    say: (text) => void output.write(text),
    async ask(prompt, offered = []) {
      choices = offered;
      lines.setPrompt(prompt);
      if (isEnded) output.write(`${prompt}\n`);
      else lines.prompt();
      const { value, done } = await arriving.next();
      if (isStopped) throw new Stopped();
      return done ? "" : value.trim();
    },
    close: () => lines.close(),
  };
}
