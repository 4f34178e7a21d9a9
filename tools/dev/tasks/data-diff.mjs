import { executeTypeScript } from "../setup/execute.mjs";

/** @returns {import('../setup/prepare.mjs').Need[]} */
export function listNeeds() {
  return ["dependencies"];
}

/**
 * Says what changed in the records since a revision.
 * @param {import('./table.mjs').TaskCall} call
 */
export function run({ args, env }) {
  return executeTypeScript("tools/dev/diff/main.ts", args, { env });
}
