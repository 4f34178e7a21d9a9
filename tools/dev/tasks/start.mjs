import { ToolError } from "../../records/command-line.mjs";
import { join } from "node:path";
import { root } from "../setup/execute.mjs";
import { listen, readPort, refusePort } from "../server/listen.mjs";
import { serve } from "../server/serve.mjs";
import { build, readHelpOnly } from "./programs.mjs";

const usage = "usage: npm start";
const help = `${usage}

Sets up what is missing, builds the site and serves it until Ctrl-C.
PORT sets another port than 1313: PORT=8080 npm start
BASE_URL serves the site under a path: BASE_URL=http://localhost:1313/atlas/ npm start
`;

/** @param {readonly string[]} args */
export function listNeeds(args) {
  return readHelpOnly(args, usage) ? [] : build.listNeeds([]);
}

/**
 * Builds the site, serves it on this machine and prints the address. Runs until SIGINT or SIGTERM.
 * @param {import('../setup/prepare.mjs').TaskCall} call
 */
export async function run({ args, env }) {
  if (readHelpOnly(args, usage)) {
    process.stdout.write(help);
    return 0;
  }
  const port = readPort(env.PORT);
  const baseUrl = env.BASE_URL ?? `http://localhost:${port}/`;
  const basePath = readBasePath(baseUrl);
  // Report a port in use before the build, not after it.
  await listen(port, () => {}).then(
    (probe) => probe.close(),
    (error) => refusePort(error, port, "npm start"),
  );
  const code = await build.run({ args: [], env: { ...env, BASE_URL: baseUrl } });
  if (code !== 0) return code;
  const site = await serve({ root: join(root, "public"), port, basePath }).catch((error) =>
    refusePort(error, port, "npm start"),
  );
  process.stdout.write(`vNIC Atlas is at ${site.url} (Ctrl-C stops it)\n`);
  await waitForStop();
  await site.close();
  return 0;
}

/** Reads the path the site is to be served under from its address. @param {string} baseUrl */
export function readBasePath(baseUrl) {
  try {
    return new URL(baseUrl).pathname;
  } catch {
    throw new ToolError(`BASE_URL is "${baseUrl}", expected an address such as http://localhost:1313/atlas/.`, 2);
  }
}

function waitForStop() {
  return new Promise((resolve) => process.once("SIGINT", resolve).once("SIGTERM", resolve));
}
