import { ToolError } from "../../records/command-line.mjs";

/**
 * Reads the port from PORT, 1313 when it is not set.
 * @param {string | undefined} value
 */
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
      `Port ${port} is taken by another program. Stop that one, or name a free port: PORT=${port + 1} ${command}`,
    );
  }
  if (error.code === "EACCES") {
    throw new ToolError(`Port ${port} requires more privileges. Use a higher port: PORT=1313 ${command}`);
  }
  throw error;
}
