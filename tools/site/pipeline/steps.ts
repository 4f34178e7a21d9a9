import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { findLastCommit } from "../feeds/read-commits.ts";
import { kinds } from "../compile/records.ts";
import { listNames } from "../search/records.ts";
import { StepFailed } from "./run-steps.ts";
import type { Dependencies } from "./stamps.ts";
import { beginNext } from "./swap-folder.ts";

/** One step of the pipeline. Its program is imported only when it runs, which keeps a build without work quick. */
export interface Step {
  name: string;
  dependencies: Dependencies;
  run: () => Promise<void>;
}

/** Files of build/knowledge that steps after the compilation write. */
const laterKnowledge = ["assets", "cards", "changes", "charts", "checks", "guides", "search"].map(
  (name) => `build/knowledge/${name}.json`,
);

/** The pipeline in its order: data, compile, advisor, site. */
export function listSteps(root: string, env: NodeJS.ProcessEnv): Step[] {
  const hugo = env.HUGO ?? "hugo";
  const baseUrl = env.BASE_URL;
  return [
    {
      name: "types",
      dependencies: {
        inputs: ["data/schema", "data/questions", "tools/records", "package-lock.json"],
        outputs: ["build/types"],
      },
      run: async () => void (await (await import("../../records/types/main.ts")).updateTypes(root)),
    },
    {
      name: "compile",
      dependencies: {
        inputs: [
          "data",
          "advisor",
          "assets/charts",
          "assets/coverage",
          "assets/examples",
          "assets/gaps",
          "assets/kit",
          "assets/ts/explorer/measurement-file.ts",
          "tools/check",
          "tools/site/compile",
          "tools/records",
          "package-lock.json",
        ],
        except: laterKnowledge,
        outputs: [
          "build/advisor/knowledge.json",
          "build/form",
          "build/knowledge",
          ...["api", "explorer", "kit", "schema"].map((name) => `build/static/${name}`),
        ],
      },
      run: async () => void (await (await import("../compile/main.ts")).compileRepository(root)),
    },
    {
      name: "bundle",
      dependencies: {
        inputs: [
          "advisor",
          "assets/ts",
          "assets/css",
          "build/types",
          "data/questions",
          "data/schema",
          "tools/site/bundle",
          "assets/ts/charts/measure-text.ts",
          "tools/check",
          "tools/records",
          "build/advisor/knowledge.json",
          "build/form",
          "package-lock.json",
        ],
        outputs: ["build/static/js", "build/static/embed", "build/knowledge/assets.json"],
      },
      run: async () => (await import("../bundle/main.ts")).bundleSite(root),
    },
    {
      name: "guides",
      dependencies: {
        inputs: [
          "assets/guides",
          "data",
          "tools/check",
          "tools/site/guides",
          "tools/dev/scaffold",
          "tools/records",
          "package-lock.json",
        ],
        outputs: ["build/knowledge/guides.json"],
      },
      run: async () => (await import("../guides/main.ts")).compileRepositoryGuides(root),
    },
    {
      name: "checks",
      dependencies: {
        inputs: [
          "content/contribute/checks",
          "data/questions",
          "data/schema",
          "tests/data",
          "tools/check",
          "tools/site/compile/checks",
          "tools/records",
          "package-lock.json",
        ],
        outputs: ["build/knowledge/checks.json"],
      },
      run: async () => (await import("../compile/checks/main.ts")).compileRepositoryChecks(root),
    },
    {
      name: "search",
      dependencies: {
        inputs: [
          "assets/ts/search",
          "content",
          "tools/site/search",
          "package-lock.json",
          ...listNames.map((name) => `build/knowledge/${name}.json`),
        ],
        outputs: ["build/static/search", "build/knowledge/search.json"],
      },
      run: async () => (await import("../search/main.ts")).indexRepository(root),
    },
    {
      name: "changes",
      dependencies: {
        inputs: ["tools/site/feeds", ...kinds.map((kind) => `build/knowledge/${kind}.json`)],
        settings: [findLastCommit(root) ?? "without history"],
        outputs: ["build/knowledge/changes.json"],
      },
      run: async () => (await import("../feeds/main.ts")).compileRepositoryChanges(root),
    },
    {
      name: "charts",
      dependencies: {
        inputs: ["assets/charts", "assets/ts/charts", "tools/site/charts", "build/knowledge", "package-lock.json"],
        except: [
          "assets",
          "cards",
          "changes",
          "charts",
          "checks",
          "citations",
          "coverage",
          "explorer",
          "gaps",
          "guides",
          "mobility",
          "packetRates",
          "problems",
          "search",
          "uncharted",
        ].map((name) => `build/knowledge/${name}.json`),
        outputs: ["build/charts", "build/static/charts", "build/knowledge/charts.json"],
      },
      run: async () => {
        const [{ drawRepository }, { ChartProblems }] = await Promise.all([
          import("../charts/main.ts"),
          import("../charts/read-charts.ts"),
        ]);
        await drawRepository(root).catch((error: unknown) => {
          throw error instanceof ChartProblems ? new StepFailed(error.message) : error;
        });
      },
    },
    {
      name: "cards",
      dependencies: {
        inputs: [
          "content",
          "tools/site/social",
          "tools/site/charts",
          "build/charts",
          "package-lock.json",
          ...["adapters", "charts", "datasets"].map((name) => `build/knowledge/${name}.json`),
        ],
        outputs: ["build/static/cards", "build/knowledge/cards.json"],
      },
      run: async () => (await import("../social/main.ts")).drawRepositoryCards(root),
    },
    {
      name: "hugo",
      dependencies: {
        inputs: [
          "config.toml",
          "content",
          "layouts",
          "assets",
          "build/knowledge",
          "build/static",
          "build/charts",
          "tools/site/markdown",
          "tools/site/units",
          "advisor/ui/answer/join-units.ts",
        ],
        settings: [baseUrl ?? "", describeProgram(hugo), ...listHugoSettings(env)],
        outputs: ["public"],
      },
      run: async () => {
        const base = baseUrl === undefined ? [] : ["--baseURL", baseUrl];
        const site = beginNext(join(root, "public"));
        execute(hugo, ["--destination", site.path, "--minify", "--panicOnWarning", "--quiet", ...base], {
          cwd: root,
          env,
        });
        (await import("../markdown/main.ts")).writeTwins(root, site.path);
        (await import("../units/main.ts")).typesetSite(site.path);
        site.swap();
      },
    },
  ];
}

/** Hugo takes any of its settings from the environment, as in HUGO_PARAMS_REPOSITORY or HUGOxPARAMSxREPOSITORY. */
function listHugoSettings(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env)
    .flatMap(([name, value]) => (/^HUGO./.test(name) ? `${name}=${value}` : []))
    .sort();
}

/** A program may be replaced in its place, by one of another version. */
function describeProgram(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${path} ${found.size} ${found.mtimeMs}` : path;
}

/** Runs a program with its output on standard error, which leaves standard output to whoever called the build. */
function execute(command: string, args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }): void {
  const { status, error } = spawnSync(command, args, { ...options, stdio: ["ignore", 2, 2] });
  if (error) throw new StepFailed(`${command} cannot be run (${error.message}); npm run build brings what is missing`);
  if (status !== 0) throw new StepFailed(`${command} ended with code ${status}; its own message is above`);
}
