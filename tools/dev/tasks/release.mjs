import { executeTypeScript } from "../setup/execute.mjs";
import * as build from "./build.mjs";

export const listNeeds = build.listNeeds;

/**
 * Builds the site and writes a release of it.
 * @param {import('../setup/prepare.mjs').TaskCall} call
 */
export async function run({ args, env }) {
  const code = args.includes("--help") ? 0 : await build.run({ args: [], env });
  return code === 0 ? executeTypeScript("tools/dev/release/main.ts", args, { env }) : code;
}
