import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../setup/root.mjs";
import { provideAdvisor } from "./advisor-bundle.mjs";

/** @returns {import('../setup/prepare.mjs').Need[]} */
export function listNeeds() {
  return ["dependencies"];
}

/**
 * Runs the advisor's command line in this very process: pipes, exit code and speed are then its own.
 * @param {import('../setup/prepare.mjs').TaskCall} call
 */
export async function run({ args, env }) {
  await provideAdvisor(env);
  const program = join(root, "build", "advisor", "cli.mjs");
  process.argv = [process.execPath, program, ...args];
  await import(pathToFileURL(program).href);
}
