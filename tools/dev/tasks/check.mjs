import { executeTypeScript } from "../setup/execute.mjs";

/** @returns {import('../setup/prepare.mjs').Need[]} */
export function listNeeds() {
  return ["dependencies"];
}

/**
 * Checks the records in data/.
 * @param {import('./table.mjs').TaskCall} call
 */
export function run({ args, env }) {
  return executeTypeScript("tools/check/main.ts", args, { env });
}
