import type { Socket } from "node:net";
import { LabError } from "../lab-error.ts";
import { within } from "../within.ts";
import { makeFrameReader } from "./frames.ts";

/** Runs commands inside the guest. */
export interface Agent {
  /** Resolves when the guest takes commands. */
  ready: Promise<void>;
  /** Runs a shell command in the guest and returns what it printed; fails when the command does. */
  run(command: string, limitSeconds: number): Promise<string>;
}

/** Speaks with the agent that the guest's first process is, over its second serial port. */
export function openAgent(socket: Socket): Agent {
  const read = makeFrameReader();
  const waiting = new Map<number, (answer: { status: number; text: string }) => void>();
  let last = 0;
  let announce = () => {};
  const ready = new Promise<void>((resolve) => (announce = resolve));
  socket.setEncoding("utf8");
  socket.on("data", (chunk: string) => {
    for (const frame of read(chunk)) {
      if (frame.kind === "ready") announce();
      else waiting.get(frame.number)?.(frame);
    }
  });
  return {
    ready,
    async run(command, limitSeconds) {
      const number = ++last;
      const answer = new Promise<{ status: number; text: string }>((resolve) => waiting.set(number, resolve));
      socket.write(`${number} ${command}\n`);
      const { status, text } = await within(limitSeconds, `the guest's command "${command}"`, answer);
      waiting.delete(number);
      if (status !== 0)
        throw new LabError(`the guest's command "${command}" failed with code ${status}: ${text.trim()}`);
      return text;
    },
  };
}
