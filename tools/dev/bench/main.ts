import { benchOptions, type BenchOptions } from "./part.ts";
import { readCommandLine, runProgram, UsageError } from "../../records/command-line.mjs";
import { benchBuild } from "./build.ts";
import { benchCharts } from "./charts.ts";
import { benchChecker } from "./checker.ts";
import { benchClone } from "./clone.ts";
import { benchEngine } from "./engine.ts";
import { benchElement } from "./element.ts";
import { benchExplorer } from "./explorer.ts";
import { benchFleet } from "./fleet.ts";
import { benchMutation } from "./mutation.ts";
import { benchPages } from "./pages.ts";
import { benchPreview } from "./preview.ts";

const parts: Record<string, (root: string, options: BenchOptions) => Promise<void>> = {
  engine: benchEngine,
  fleet: benchFleet,
  checker: benchChecker,
  element: benchElement,
  explorer: benchExplorer,
  pages: benchPages,
  build: benchBuild,
  charts: benchCharts,
  preview: benchPreview,
  clone: benchClone,
  mutation: benchMutation,
};
/** Takes a quarter of an hour, with --all some hours, so it runs only when it is named. */
const onlyNamed = ["mutation"];

const usage = `Usage: npm run bench -- [PART...] [--FLAG...]

Measures and prints figures; without a part all of them but ${onlyNamed.join(", ")}.

Parts: ${Object.keys(parts).join(", ")}
  build --times=100          with that many times the records
  pages --only=compare/,     these pages, by their paths
  pages --runs=3             the run with the middle paint of three
  mutation                   breaks the engine line by line; a sample that is always the same
  mutation --all             every mutant; takes hours
  mutation --only=engine/rows.ts:61 the mutants of the lines named
`;

await runProgram(import.meta.url, "bench", async (root, words) => {
  const { values: options, positionals: chosen } = readCommandLine(words, benchOptions, "see --help");
  if (options.help) return void process.stdout.write(usage);
  const unknown = chosen.filter((name) => !(name in parts));
  if (unknown.length > 0)
    throw new UsageError(`found ${unknown.join(", ")}, expected some of ${Object.keys(parts).join(", ")}`);
  for (const [name, bench] of Object.entries(parts))
    if (chosen.length === 0 ? !onlyNamed.includes(name) : chosen.includes(name)) await bench(root, options);
});
