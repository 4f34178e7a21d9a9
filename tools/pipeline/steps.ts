import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { findLastCommit } from "../changes/read-commits.ts";
import { kinds } from "../compile/records.ts";
import { listNames } from "../search/records.ts";
import type { Dependencies } from "./stamps.ts";

/** One step of the pipeline. Its program is imported only when it runs, which keeps a build without work quick. */
export interface Step {
  name: string;
  dependencies: Dependencies;
  run: () => Promise<void>;
}

/** A step that failed and has already said why. */
export class StepFailed extends Error {}

/** The pipeline in its order: data, compile, advisor, site. */
export function listSteps(root: string, env: NodeJS.ProcessEnv): Step[] {
  const hugo = env["HUGO"] ?? "hugo";
  const baseUrl = env["BASE_URL"];
  return [
    {
      name: "types",
      dependencies: { inputs: ["data/schema", "tools/types", "package-lock.json"], outputs: ["build/types/records.ts"] },
      run: async () => void (await (await import("../types/main.ts")).updateTypes(root)),
    },
    {
      name: "compile",
      dependencies: {
        inputs: ["data", "advisor", "assets/charts", "assets/coverage", "assets/examples", "assets/gaps", "assets/kit", "assets/ts/explorer/measurement-file.ts", "tools/check", "tools/compile", "tools/records", "package-lock.json"],
        outputs: ["build/advisor/knowledge.json", "build/knowledge/meta.json", "build/static/api/v1/index.json"],
      },
      run: async () => void (await (await import("../compile/main.ts")).compileRepository(root)),
    },
    {
      name: "bundle",
      dependencies: {
        inputs: [
          "advisor", "assets/ts", "assets/css", "data/schema", "tools/bundle", "tools/charts/measure-text.ts", "tools/check", "tools/records",
          "build/advisor/knowledge.json", "build/form", "package-lock.json",
        ],
        outputs: ["build/knowledge/assets.json"],
      },
      run: async () => (await import("../bundle/main.ts")).bundleSite(root),
    },
    {
      name: "guides",
      dependencies: {
        inputs: ["assets/guides", "data", "tools/check", "tools/guides", "tools/new", "tools/records", "package-lock.json"],
        outputs: ["build/knowledge/guides.json"],
      },
      run: async () => (await import("../guides/main.ts")).compileRepositoryGuides(root),
    },
    {
      name: "checks",
      dependencies: {
        inputs: [
          "content/contribute/checks", "data/schema", "tests/data", "tools/check", "tools/compile/checks", "tools/records",
          "package-lock.json",
        ],
        outputs: ["build/knowledge/checks.json"],
      },
      run: async () => (await import("../compile/checks/main.ts")).compileRepositoryChecks(root),
    },
    {
      name: "search",
      dependencies: {
        inputs: ["assets/ts/search", "content", "tools/search", "package-lock.json", ...listNames.map((name) => `build/knowledge/${name}.json`)],
        outputs: ["build/knowledge/search.json"],
      },
      run: async () => (await import("../search/main.ts")).indexRepository(root),
    },
    {
      name: "changes",
      dependencies: {
        inputs: ["tools/changes", ...kinds.map((kind) => `build/knowledge/${kind}.json`)],
        settings: [findLastCommit(root) ?? "without history"],
        outputs: ["build/knowledge/changes.json"],
      },
      run: async () => (await import("../changes/main.ts")).compileRepositoryChanges(root),
    },
    {
      name: "charts",
      dependencies: {
        inputs: ["assets/charts", "assets/ts/charts", "tools/charts", "build/knowledge", "package-lock.json"],
        except: [
          "assets", "cards", "changes", "charts", "checks", "citations", "coverage", "explorer", "gaps", "guides", "mobility", "packetRates",
          "problems", "search", "uncharted",
        ].map((name) => `build/knowledge/${name}.json`),
        outputs: ["build/knowledge/charts.json"],
      },
      run: async () => execute(root, process.execPath, ["--import", "tsx", "tools/charts/main.ts"]),
    },
    {
      name: "cards",
      dependencies: {
        inputs: [
          "content", "tools/cards", "tools/charts", "build/charts", "package-lock.json",
          ...["adapters", "charts", "datasets"].map((name) => `build/knowledge/${name}.json`),
        ],
        outputs: ["build/knowledge/cards.json"],
      },
      run: async () => (await import("../cards/main.ts")).drawRepositoryCards(root),
    },
    {
      name: "hugo",
      dependencies: {
        inputs: ["config.toml", "content", "layouts", "assets", "build/knowledge", "build/static", "build/charts", "tools/twins", "tools/typeset", "advisor/ui/join-units.ts"],
        settings: [baseUrl ?? "", hugo],
        outputs: ["public/index.html"],
      },
      run: async () => {
        const base = baseUrl === undefined ? [] : ["--baseURL", baseUrl];
        execute(root, hugo, ["--destination", "public", "--cleanDestinationDir", "--minify", "--panicOnWarning", "--quiet", ...base]);
        (await import("../twins/main.ts")).writeTwins(root, join(root, "public"));
        (await import("../typeset/main.ts")).typesetSite(join(root, "public"));
      },
    },
  ];
}

/** Runs a program with its output on standard error, which leaves standard output to whoever called the build. */
function execute(root: string, command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ["ignore", 2, 2] });
  if (error) throw new StepFailed(`${command} cannot be run (${error.message}); npm run build brings what is missing`);
  if (status !== 0) throw new StepFailed(`${command} ended with code ${status}; its own message is above`);
}
