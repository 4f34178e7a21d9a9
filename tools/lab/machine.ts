// A running guest: QEMU's process, its machine protocol, and the agent inside the guest.
import { setTimeout as pause } from "node:timers/promises";
import { ToolError } from "../records/command-line.mjs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Tidy } from "./tidy.ts";
import { listPlaces, listQemuArguments, type MachinePlan } from "./qemu.ts";
import { connect, type Socket } from "node:net";

/** A running guest. */
export interface Machine {
  qmp: Qmp;
  agent: Agent;
  /** Rejects when QEMU ends before it is stopped. */
  ended: Promise<never>;
}

/** Boot takes 4 to 10 s in emulation, 24 s at worst in the study; then something is wrong. */
const bootLimitSeconds = 90;

/** Starts QEMU and waits until the guest takes commands. */
export async function startMachine(qemu: string, plan: MachinePlan, tidy: Tidy): Promise<Machine> {
  const places = listPlaces(plan.folder);
  const line = [qemu, ...listQemuArguments(plan)];
  const [command = qemu, ...args] =
    plan.wire.kind === "tap" ? ["ip", "netns", "exec", plan.wire.namespace, ...line] : line;
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] });
  const stop = tidy.add(() => child.kill("SIGKILL"));
  let words = "";
  let isOver = false;
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (words += chunk));
  const ended = new Promise<never>((_, reject) => {
    const end = (what: string) => {
      isOver = true;
      reject(new ToolError([`QEMU ${what}`, words.trim(), readConsole(places.console)].filter(Boolean).join("; ")));
    };
    child.once("error", (error) => end(`cannot be run: ${error.message}`));
    child.once("close", (code, signal) => end(`ended with ${signal ?? `code ${code}`}`));
  });
  ended.catch(() => {});
  const beforeItEnds = <T>(promise: Promise<T>): Promise<T> => Promise.race([promise, ended]);
  const open = async (path: string) => {
    const socket = await beforeItEnds(connectTo(path, () => !isOver));
    socket.on("error", () => socket.destroy());
    tidy.add(() => socket.destroy());
    return socket;
  };
  const boot = async (): Promise<Machine> => {
    const qmp = await beforeItEnds(open(places.qmp).then(openQmp));
    const agent = openAgent(await open(places.agent));
    await beforeItEnds(agent.ready);
    return { qmp, agent, ended };
  };
  try {
    return await within(bootLimitSeconds, "the guest's boot", boot());
  } catch (error) {
    stop();
    throw error;
  }
}

/** What the guest's console says of its end: the panic where there was one, else its last words. */
function readConsole(file: string): string {
  try {
    const lines = readFileSync(file, "utf8").trim().split(/\r?\n/).filter(Boolean);
    const panic = lines.find((line) => line.includes("Kernel panic"));
    if (panic) return `the guest's kernel: ${panic}`;
    return lines.length > 0 ? `the guest's last words: ${lines.slice(-3).join(" / ")}` : "";
  } catch {
    return "";
  }
}

/** Connects to a unix socket that another program is about to open, and retries until the time limit. */
async function connectTo(path: string, mayGoOn: () => boolean): Promise<Socket> {
  for (;;) {
    try {
      const socket = connect(path);
      await once(socket, "connect");
      return socket;
    } catch (error) {
      if (!mayGoOn()) throw error;
      await pause(30);
    }
  }
}

/** QEMU's machine protocol: commands and answers as lines of JSON; see docs/interop/qmp-spec of QEMU. */
interface Qmp {
  execute(command: string, args?: Record<string, unknown>): Promise<unknown>;
}

interface QmpMessage {
  QMP?: unknown;
  id?: number;
  return?: unknown;
  error?: { desc?: string };
  event?: string;
}

/** QEMU answers within milliseconds; on a machine that is busy with other things within seconds. */
const limitSeconds = 20;

/** Opens the protocol on a connection to QEMU. */
async function openQmp(socket: Socket): Promise<Qmp> {
  const waiting = new Map<number, (message: QmpMessage) => void>();
  let greet = () => {};
  const greeting = new Promise<void>((resolve) => (greet = resolve));
  let unread = "";
  let last = 0;
  socket.setEncoding("utf8");
  socket.on("data", (chunk: string) => {
    const lines = `${unread}${chunk}`.split("\n");
    unread = lines.pop() ?? "";
    for (const line of lines) {
      if (line.trim() === "") continue;
      const message: QmpMessage = JSON.parse(line);
      if (message.QMP) greet();
      else if (message.id !== undefined) waiting.get(message.id)?.(message);
    }
  });
  const qmp: Qmp = {
    async execute(command, args = {}) {
      const id = ++last;
      const answer = new Promise<QmpMessage>((resolve) => waiting.set(id, resolve));
      socket.write(`${JSON.stringify({ execute: command, arguments: args, id })}\n`);
      const message = await within(limitSeconds, `QEMU's answer to ${command}`, answer);
      waiting.delete(id);
      if (message.error) throw new ToolError(`QEMU refused ${command}: ${message.error.desc ?? "no reason given"}`);
      return message.return;
    },
  };
  await within(limitSeconds, "QEMU's greeting", greeting);
  await qmp.execute("qmp_capabilities");
  return qmp;
}

/** Runs commands inside the guest. */
export interface Agent {
  /** Resolves when the guest takes commands. */
  ready: Promise<void>;
  /** Runs a shell command in the guest and returns what it printed; fails when the command does. */
  run(command: string, limitSeconds: number): Promise<string>;
}

/** Speaks with the agent that the guest's first process is, over its second serial port. */
function openAgent(socket: Socket): Agent {
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

/** Waits for a promise. After the time limit, fails with an error that names what it waited for. */
export function within<T>(seconds: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ToolError(`${what} took longer than ${seconds} s`)), seconds * 1000);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
