import { ToolError } from "../../records/command-line.mjs";
import { executeForSetup } from "../setup/execute.mjs";
import { root } from "../setup/root.mjs";
import { say } from "../setup/say.mjs";
import { runStep } from "../../site/pipeline/run-steps.mjs";

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
