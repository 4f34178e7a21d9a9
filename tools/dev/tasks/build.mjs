import { executeTypeScript } from "../setup/execute.mjs";

/** @returns {import('../setup/prepare.mjs').Need[]} */
export function listNeeds() {
  return ["dependencies", "hugo"];
}

/**
 * Builds the site into public/.
 * @param {import('../setup/prepare.mjs').TaskCall} call
 */
export function run({ args, env }) {
  return executeTypeScript("tools/site/pipeline/main.ts", args, { env });
}
