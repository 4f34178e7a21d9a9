import type { Socket } from "node:net";
import { LabError } from "../lab-error.ts";
import { within } from "../within.ts";

/** QEMU's machine protocol: commands and answers as lines of JSON; see docs/interop/qmp-spec of QEMU. */
export interface Qmp {
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
export async function openQmp(socket: Socket): Promise<Qmp> {
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
      if (message.error) throw new LabError(`QEMU refused ${command}: ${message.error.desc ?? "no reason given"}`);
      return message.return;
    },
  };
  await within(limitSeconds, "QEMU's greeting", greeting);
  await qmp.execute("qmp_capabilities");
  return qmp;
}
