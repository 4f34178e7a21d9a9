import { executeTypeScript, Interrupted } from "../setup/execute.mjs";
import * as build from "./build.mjs";

export const listNeeds = build.listNeeds;

/**
 * Serves the pages of some records, and follows their changes until it is told to stop.
 * @param {import('../setup/prepare.mjs').TaskCall} call
 */
export async function run({ args, env }) {
  try {
    return await executeTypeScript("tools/dev/preview/main.ts", args, { env });
  } catch (error) {
    // To be stopped is how it ends.
    if (error instanceof Interrupted) return 0;
    throw error;
  }
}
