import { createServer } from "node:http";

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
      opened = readPort(server);
    } catch (error) {
      if (servers.length > 0 && isFamilyMissing(error)) continue;
      await close();
      throw error;
    }
  }
  return { port: opened, close };
}

/** @param {string} host @param {number} port @param {import('node:http').RequestListener} answer */
function open(host, port, answer) {
  const server = createServer(answer);
  /** @type {Promise<import('node:http').Server>} */
  const opening = new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, exclusive: true }, () => resolve(server));
  });
  return opening;
}

/** @param {import('node:http').Server} server */
function closeServer(server) {
  /** @type {Promise<void>} */
  const closing = new Promise((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  return closing;
}

/** @param {import('node:http').Server} server */
function readPort(server) {
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : 0;
}

/** @param {unknown} error */
function isFamilyMissing(error) {
  return error instanceof Error && "code" in error && ["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes(String(error.code));
}
