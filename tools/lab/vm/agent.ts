import { ToolError } from "../../records/command-line.mjs";
import type { Socket } from "node:net";
import { within } from "../within.ts";

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
        throw new ToolError(`the guest's command "${command}" failed with code ${status}: ${text.trim()}`);
      return text;
    },
  };
}

/** Something the guest's agent said. */
type AgentFrame = { kind: "ready" } | { kind: "answer"; number: number; status: number; text: string };

/** The record separator, 036: no command contains it, so the echo of a command never makes a frame. */
const separator = "\x1e";
const ready = new RegExp(`${separator}ready\n`);
const answer = new RegExp(`${separator}begin (\\d+)\n([^${separator}]*)${separator}end \\1 (\\d+)\n`);

/**
 * Makes a reader of what the agent writes, in chunks of any size. What stands outside of frames
 * (an echo, a message of the kernel) is passed over.
 */
export function makeFrameReader(): (chunk: string) => AgentFrame[] {
  let unread = "";
  return (chunk) => {
    unread += chunk.replaceAll("\r", "");
    const frames: AgentFrame[] = [];
    for (let next = readFrame(unread); next; next = readFrame(unread)) {
      frames.push(next.frame);
      unread = unread.slice(next.end);
    }
    return frames;
  };
}

function readFrame(text: string): { frame: AgentFrame; end: number } | null {
  const [first, found] = [ready.exec(text), answer.exec(text)];
  if (first && !(found && found.index < first.index)) {
    return { frame: { kind: "ready" }, end: first.index + first[0].length };
  }
  if (!found) return null;
  const [whole, number, words = "", status] = found;
  return {
    frame: { kind: "answer", number: Number(number), status: Number(status), text: words },
    end: found.index + whole.length,
  };
}
