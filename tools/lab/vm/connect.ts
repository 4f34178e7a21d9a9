import { connect } from "node:net";
import type { Socket } from "node:net";
import { pause } from "../within.ts";

/** Connects to a unix socket that another program is about to open; tries until it may no longer. */
export async function connectTo(path: string, mayGoOn: () => boolean): Promise<Socket> {
  for (;;) {
    try {
      return await connectOnce(path);
    } catch (error) {
      if (!mayGoOn()) throw error;
      await pause(30);
    }
  }
}

function connectOnce(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.off("error", reject);
      resolve(socket);
    });
    socket.once("error", reject);
  });
}
