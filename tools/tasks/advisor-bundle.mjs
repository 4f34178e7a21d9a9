import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { executeForSetup } from "../setup/execute.mjs";
import { root } from "../setup/root.mjs";
import { SetupError, say } from "../setup/say.mjs";
import { fingerprint } from "./fingerprint.mjs";

/** What the bundled command line and its knowledge are made from. The programs of tools/ import one another freely. */
const inputs = ["data", "advisor", "tools", "package-lock.json"];
const outputs = ["cli.mjs", "knowledge.json"];

/**
 * Bundles the advisor's command line anew when something it is made from has changed since.
 * @param {NodeJS.ProcessEnv} env
 */
export async function provideAdvisor(env) {
  const folder = join(root, "build", "advisor");
  const stamp = join(folder, "inputs.sha256");
  const current = fingerprint(root, inputs);
  const isWhole = outputs.every((name) => existsSync(join(folder, name)));
  if (isWhole && readStamp(stamp) === current) return;
  say(`bundling the advisor, because ${isWhole ? "its inputs have changed" : "it is not there yet"}`);
  const code = await executeForSetup(process.execPath, ["--import", "tsx", "tools/advisor-bundle.ts"], { env });
  if (code !== 0) throw new SetupError(`The advisor could not be bundled (code ${code}); the message is above.`);
  writeFileSync(stamp, current);
}

/** @param {string} file */
function readStamp(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
