import { executeTypeScript } from "../setup/execute.mjs";

/**
 * The checker needs neither a site nor a browser.
 * @param {readonly string[]} args
 * @returns {import('../setup/prepare.mjs').Need[]}
 */
export function listNeeds(args) {
  if (args.includes("--help")) return ["dependencies"];
  const isChecker = args.length > 0 && args.every((part) => part === "checker");
  return isChecker ? ["dependencies"] : ["dependencies", "hugo", "browser"];
}

/**
 * Measures the site, the engine and the checker and prints the figures.
 * @param {import('../setup/prepare.mjs').TaskCall} call
 */
export function run({ args, env }) {
  return executeTypeScript("tools/dev/bench/main.ts", args, { env });
}
