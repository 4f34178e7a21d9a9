import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { LabError } from "../lab-error.ts";
import type { Tidy } from "../tidy.ts";
import { within } from "../within.ts";
import { openAgent } from "./agent.ts";
import type { Agent } from "./agent.ts";
import { connectTo } from "./connect.ts";
import { listPlaces, listQemuArguments } from "./qemu-arguments.ts";
import type { MachinePlan } from "./qemu-arguments.ts";
import { openQmp } from "./qmp.ts";
import type { Qmp } from "./qmp.ts";

/** A running guest. */
export interface Machine {
  qmp: Qmp;
  agent: Agent;
  /** Rejects when QEMU ends before it is stopped. */
  ended: Promise<never>;
  stop(): void;
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
      reject(new LabError([`QEMU ${what}`, words.trim(), tellConsole(places.console)].filter(Boolean).join("; ")));
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
    return { qmp, agent, ended, stop };
  };
  try {
    return await within(bootLimitSeconds, "the guest's boot", boot());
  } catch (error) {
    stop();
    throw error;
  }
}

/** What the guest's console says of its end: the panic where there was one, else its last words. */
function tellConsole(file: string): string {
  try {
    const lines = readFileSync(file, "utf8").trim().split(/\r?\n/).filter(Boolean);
    const panic = lines.find((line) => line.includes("Kernel panic"));
    if (panic) return `the guest's kernel: ${panic}`;
    return lines.length > 0 ? `the guest's last words: ${lines.slice(-3).join(" / ")}` : "";
  } catch {
    return "";
  }
}
