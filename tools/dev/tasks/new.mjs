import { executeTypeScript } from "../setup/execute.mjs";

/** @returns {import('../setup/prepare.mjs').Need[]} */
export function listNeeds() {
  return ["dependencies"];
}

/**
 * Writes the draft of a record.
 * @param {import('./table.mjs').TaskCall} call
 */
export function run({ args, env }) {
  return executeTypeScript("tools/dev/scaffold/main.ts", args, { env });
}
