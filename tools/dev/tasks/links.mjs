import { executeTypeScript } from "../setup/execute.mjs";

/** @returns {import('../setup/prepare.mjs').Need[]} */
export function listNeeds() {
  return ["dependencies"];
}

/**
 * Asks whether the addresses that records and prose name still answer.
 * @param {import('./table.mjs').TaskCall} call
 */
export function run({ args, env }) {
  return executeTypeScript("tools/dev/links/main.ts", args, { env });
}
