import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Does what writes into build/ and public/: only one process at a time may, or their files would mix. */
export function withBuildLock<T>(root: string, work: () => Promise<T>): Promise<T> {
  const announceWait = (pid: number): void =>
    void process.stderr.write(`build: another build is running here (process ${pid}). Waiting for it to end.\n`);
  return withLock(join(root, "build/.lock"), announceWait, work);
}

/** How often a process that waits looks whether it is its turn. */
const pauseMs = 50;

/** A process that holds the lock or waits for it, read from the name of its file. */
interface Ticket {
  name: string;
  number: number;
  pid: number;
  start: string;
}

/**
 * Does a piece of work while no other process does its own under the same lock, and waits for its turn if need be.
 * Whoever comes draws a ticket, a file with a number above all others, and waits until nobody with a lower one is left.
 * A process that has died leaves its ticket behind; the next one removes it.
 */
export async function withLock<T>(
  folder: string,
  announceWait: (pid: number) => void,
  work: () => Promise<T>,
): Promise<T> {
  const ticket = drawTicket(folder);
  try {
    await waitForTurn(folder, ticket, announceWait);
    return await work();
  } finally {
    remove(folder, ticket);
  }
}

/** A ticket that appeared while another process drew a higher one may come too late to be seen by it: it is drawn again. */
function drawTicket(folder: string): Ticket {
  mkdirSync(folder, { recursive: true });
  for (;;) {
    const number = Math.max(0, ...listTickets(folder).map((ticket) => ticket.number)) + 1;
    const start = findStart(process.pid) ?? "";
    const ticket = {
      name: [number, process.pid, start, randomBytes(4).toString("hex")].join("."),
      number,
      pid: process.pid,
      start,
    };
    writeFileSync(join(folder, ticket.name), "", { flag: "wx" });
    if (!listTickets(folder).some((other) => compare(other, ticket) > 0)) return ticket;
    remove(folder, ticket);
  }
}

async function waitForTurn(folder: string, own: Ticket, announceWait: (pid: number) => void): Promise<void> {
  let announced: number | undefined;
  for (;;) {
    const before = listTickets(folder).filter((ticket) => compare(ticket, own) < 0);
    for (const ticket of before) if (!isAlive(ticket)) remove(folder, ticket);
    const [holder] = before.filter(isAlive).sort(compare);
    if (!holder) return;
    if (announced !== holder.pid) announceWait(holder.pid);
    announced = holder.pid;
    await pause(pauseMs);
  }
}

function listTickets(folder: string): Ticket[] {
  return readdirSync(folder).flatMap((name) => {
    const [, number, pid, start = ""] = /^(\d+)\.(\d+)\.(\d*)\.[0-9a-f]+$/.exec(name) ?? [];
    return number === undefined ? [] : [{ name, number: Number(number), pid: Number(pid), start }];
  });
}

function compare(a: Ticket, b: Ticket): number {
  return a.number - b.number || (a.name < b.name ? -1 : Number(a.name > b.name));
}

function remove(folder: string, { name }: Ticket): void {
  rmSync(join(folder, name), { force: true });
}

function isAlive({ pid, start }: Ticket): boolean {
  return findStart(pid) === start;
}

/** When a process started, which tells it from a later one of the same number; empty where the system does not say, undefined when there is none. */
function findStart(pid: number): string | undefined {
  try {
    // After the name in parentheses: the state first, the start in the twentieth place; see proc(5).
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    // A process that has ended stays on the list until its parent asks how.
    return fields[0] === "Z" || fields[0] === "X" ? undefined : (fields[19] ?? "");
  } catch {
    return isThere(pid) ? "" : undefined;
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
