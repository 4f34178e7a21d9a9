import { executeTypeScript } from "../setup/execute.mjs";

/** @returns {import('../setup/prepare.mjs').Need[]} */
export function listNeeds() {
  return ["dependencies"];
}

/**
 * Counts what virtual adapters cost, in emulation.
 * @param {import('./table.mjs').TaskCall} call
 */
export function run({ args, env }) {
  return executeTypeScript("tools/lab/main.ts", args, { env });
}
