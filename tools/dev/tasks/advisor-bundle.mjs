import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { executeForSetup } from "../setup/execute.mjs";
import { root } from "../setup/root.mjs";
import { SetupError, say } from "../setup/say.mjs";
import { fingerprint } from "./fingerprint.mjs";

/** What the bundled command line and its knowledge are made from. The programs of tools/ import one another freely. */
const inputs = ["data", "advisor", "tools", "package-lock.json"];
const outputs = ["build/advisor/cli.mjs", "build/advisor/knowledge.json"];
const stamp = join(root, "build/advisor/made-from");

/**
 * Bundles the advisor's command line anew when something it is made from has changed since, or the bundle itself.
 * @param {NodeJS.ProcessEnv} env
 */
export async function provideAdvisor(env) {
  const current = fingerprint(root, inputs);
  const reason = findReason(current);
  if (reason === null) return;
  say(`bundling the advisor, because ${reason}`);
  // An interrupted bundling must not pass for the last one that ended.
  rmSync(stamp, { force: true });
  const code = await executeForSetup(process.execPath, ["--import", "tsx", "tools/site/bundle/advisor.ts"], { env });
  if (code !== 0) throw new SetupError(`The advisor could not be bundled (code ${code}); the message is above.`);
  const partial = `${stamp}.${process.pid}`;
  writeFileSync(partial, `${current}\n${fingerprint(root, outputs)}`);
  renameSync(partial, stamp);
}

/**
 * Says why the advisor has to be bundled, or null when it need not be.
 * @param {string} current
 */
function findReason(current) {
  if (!outputs.every((path) => existsSync(join(root, path)))) return "it is not there yet";
  const [madeFrom, left] = readStamp();
  if (madeFrom === undefined) return "the last bundling did not end";
  if (madeFrom !== current) return "its inputs have changed";
  return left === fingerprint(root, outputs) ? null : "its files have changed";
}

/** @returns {string[]} */
function readStamp() {
  try {
    return readFileSync(stamp, "utf8").split("\n");
  } catch {
    return [];
  }
}
