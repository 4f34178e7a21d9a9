import { once } from "node:events";
import { createServer } from "node:http";
import { ToolError } from "../../records/command-line.mjs";

/** Loopback only, so that nobody else on the network sees a draft; both families, since "localhost" means either. */
const hosts = ["127.0.0.1", "::1"];

/**
 * Opens a port on this machine's loopback addresses; port 0 takes a free one.
 * @param {number} port
 * @param {import('node:http').RequestListener} answer
 * @returns {Promise<{ port: number, close: () => Promise<void> }>}
 */
export async function listen(port, answer) {
  /** @type {import('node:http').Server[]} */
  const servers = [];
  const close = async () => void (await Promise.all(servers.map(closeServer)));
  let opened = port;
  for (const host of hosts) {
    try {
      const server = await open(host, opened, answer);
      servers.push(server);
      opened = portOf(server);
    } catch (error) {
      if (servers.length > 0 && isFamilyMissing(error)) continue;
      await close();
      throw error;
    }
  }
  return { port: opened, close };
}

/** @param {string} host @param {number} port @param {import('node:http').RequestListener} answer */
async function open(host, port, answer) {
  const server = createServer(answer).listen({ host, port, exclusive: true });
  await once(server, "listening");
  return server;
}

/** @param {import('node:http').Server} server */
function closeServer(server) {
  const closed = once(server.close(), "close");
  server.closeAllConnections();
  return closed;
}

/** @param {import('node:http').Server} server */
function portOf(server) {
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : 0;
}

/** @param {unknown} error */
function isFamilyMissing(error) {
  return error instanceof Error && "code" in error && ["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes(String(error.code));
}

/** Reads the port from PORT, 1313 when it is not set. @param {string | undefined} value */
export function readPort(value) {
  if (value === undefined || value === "") return 1313;
  const port = Number(value);
  if (/^\d+$/.test(value) && port >= 1 && port <= 65535) return port;
  throw new ToolError(`PORT is "${value}", expected a number from 1 to 65535, such as 1313.`, 2);
}

/**
 * Says why a port could not be opened, and what to do.
 * @param {NodeJS.ErrnoException} error
 * @param {number} port
 * @param {string} command what was called, such as npm start
 * @returns {never}
 */
export function refusePort(error, port, command) {
  if (error.code === "EADDRINUSE") {
    throw new ToolError(
      `Port ${port} is in use by another program. Stop that program, or use a free port: PORT=${port + 1} ${command}`,
    );
  }
  if (error.code === "EACCES") {
    throw new ToolError(`Port ${port} requires more privileges. Use a higher port: PORT=1313 ${command}`);
  }
  throw error;
}
