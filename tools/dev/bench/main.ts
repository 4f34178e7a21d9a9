import { suggest } from "../../../advisor/questions/nearest.mjs";
import { benchOptions, type BenchOptions } from "./part.ts";
import { readCommandLine, runProgram, UsageError } from "../../records/command-line.mjs";

/** Loaded one at a time: a part needs no programs of the others, and --help needs none. */
const parts: Record<string, (root: string, options: BenchOptions) => Promise<void>> = {
  engine: async (root) => (await import("./engine.ts")).benchEngine(root),
  fleet: async (root, options) => (await import("./fleet.ts")).benchFleet(root, options),
  checker: async (root) => (await import("./checker.ts")).benchChecker(root),
  element: async (root) => (await import("./element.ts")).benchElement(root),
  explorer: async (root) => (await import("./explorer.ts")).benchExplorer(root),
  pages: async (root, options) => (await import("./pages.ts")).benchPages(root, options),
  build: async (root, options) => (await import("./build.ts")).benchBuild(root, options),
  charts: async (root) => (await import("./charts.ts")).benchCharts(root),
  preview: async (root) => (await import("./preview.ts")).benchPreview(root),
  clone: async (root) => (await import("./clone.ts")).benchClone(root),
  mutation: async (root, options) => (await import("./mutation.ts")).benchMutation(root, options),
};
/** Parts that use an option. Other parts would ignore it. */
const partsOfOption: Readonly<Record<keyof BenchOptions, readonly string[]>> = {
  times: ["build"],
  only: ["fleet", "pages", "mutation"],
  runs: ["pages"],
  all: ["mutation"],
};

/** Takes a quarter of an hour, with --all some hours, so it runs only when it is named. */
const onlyNamed = ["mutation"];

const usage = `Usage: npm run bench -- [PART...] [--FLAG...]

Measures and prints figures. Without a part, runs all parts except ${onlyNamed.join(", ")}.

Parts: ${Object.keys(parts).join(", ")}
  fleet --only=csv,xlsx      only these inventory formats
  build --times=100          with 100 times the records
  pages --only=compare/,     only the pages with these paths
  pages --runs=3             three runs; prints the run with the median paint time
  mutation                   breaks the engine line by line; always the same sample
  mutation --all             every mutant; takes hours
  mutation --only=FILE:LINE  only the mutants of these lines
`;

await runProgram(import.meta.url, "bench", async (root, words) => {
  const { values: options, positionals: chosen } = readCommandLine(words, benchOptions, "see --help");
  if (options.help) return void process.stdout.write(usage);
  refuseUnusable(chosen, options);
  for (const [name, bench] of Object.entries(parts))
    if (chosen.length === 0 ? !onlyNamed.includes(name) : chosen.includes(name)) await bench(root, options);
});

/** Rejects an unknown part, and an option that no chosen part uses. */
function refuseUnusable(chosen: readonly string[], options: BenchOptions): void {
  const names = Object.keys(parts);
  const unknown = chosen.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const hint = suggest(unknown, names);
    throw new UsageError(`unknown part "${unknown}"; ${hint ? `${hint}; ` : ""}expected some of ${names.join(", ")}`);
  }
  if (options.only !== undefined && chosen.length !== 1)
    throw new UsageError(`--only needs one part, since its values differ: ${partsOfOption.only.join(", ")}`);
  if (chosen.length === 0) return;
  for (const [option, users] of Object.entries(partsOfOption))
    if (options[option as keyof BenchOptions] !== undefined && !users.some((part) => chosen.includes(part)))
      throw new UsageError(`--${option} has no effect on ${chosen.join(", ")}; it is an option of ${users.join(", ")}`);
}
