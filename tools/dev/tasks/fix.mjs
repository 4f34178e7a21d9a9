import { join } from "node:path";
import { execute } from "../setup/execute.mjs";

/** @returns {import('../setup/prepare.mjs').Need[]} */
export function listNeeds() {
  return ["dependencies"];
}

/**
 * Formats the code and fixes what the linter can fix without changing its meaning; says what is left.
 * @param {import('../setup/prepare.mjs').TaskCall} call
 */
export function run({ args, env }) {
  return runBiome(["check", "--write", ...args], env);
}

/** @param {readonly string[]} args @param {NodeJS.ProcessEnv} env */
export function runBiome(args, env) {
  return execute(process.execPath, [join("node_modules", "@biomejs", "biome", "bin", "biome"), ...args], { env });
}
