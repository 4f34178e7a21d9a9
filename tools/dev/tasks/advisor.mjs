import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ToolError } from "../../records/command-line.mjs";
import { runStep } from "../../site/pipeline/run-steps.mjs";
import { executeForSetup, say, root } from "../setup/execute.mjs";

/** @returns {import('../setup/prepare.mjs').Need[]} */
export function listNeeds() {
  return ["dependencies"];
}

/**
 * Runs the advisor's command line in this very process: pipes, exit code and speed are then its own.
 * @param {import('../setup/prepare.mjs').TaskCall} call
 */
export async function run({ args, env }) {
  await provideAdvisor(env);
  const program = join(root, "build", "advisor", "cli.mjs");
  process.argv = [process.execPath, program, ...args];
  await import(pathToFileURL(program).href);
}

/**
 * Bundles the advisor's command line anew when something it is made from has changed since, or the bundle itself.
 * @param {NodeJS.ProcessEnv} env
 */
export async function provideAdvisor(env) {
  await runStep(
    root,
    {
      name: "advisor",
      dependencies: {
        programs: ["tools/site/bundle/advisor.ts", "advisor/cli.ts"],
        inputs: ["data", "package-lock.json"],
        outputs: ["build/advisor/cli.mjs", "build/advisor/knowledge.json", "build/advisor/fleet.json"],
      },
      run: async () => {
        const code = await executeForSetup(process.execPath, ["--import", "tsx", "tools/site/bundle/advisor.ts"], {
          env,
        });
        if (code !== 0) throw new ToolError(`Bundling the advisor failed (code ${code}); see its message above.`);
      },
    },
    (reason) => say(`bundling the advisor, because ${reason}`),
  );
}
