import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { openRecordCache } from "../../records/record-cache.ts";
import { chartLists } from "../charts/knowledge.ts";
import { listedKinds } from "../compile/records.ts";
import { findLastCommit } from "../feeds/read-commits.ts";
import { listNames, readNames } from "../search/records.ts";
import { pictureLists } from "../social/list-images.ts";
import { listEntries } from "./find-modules.mjs";
import { type Step, StepFailed } from "./run-steps.mjs";
import type { Dependencies } from "./stamps.mjs";
import { startReplacement } from "./swap-folder.ts";

/**
 * The steps of the pipeline in the order in which they start: each comes after the steps whose outputs it reads. A step
 * names the programs that do its work and the files that the programs read; the bundler finds the modules that the
 * programs import (find-modules.mjs).
 */
export function listSteps(root: string, env: NodeJS.ProcessEnv): Step[] {
  const hugo = env.HUGO ?? "hugo";
  const baseUrl = env.BASE_URL;
  // Two steps read the same records.
  const cache = openRecordCache(root);
  const steps: Step[] = [
    {
      name: "types",
      dependencies: {
        programs: ["tools/records/types/main.ts"],
        inputs: ["data/schema", "data/questions"],
        outputs: ["build/types"],
      },
      run: async () => void (await (await import("../../records/types/main.ts")).updateTypes(root)),
    },
    {
      name: "compile",
      dependencies: {
        programs: ["tools/site/compile/main.ts"],
        inputs: [
          "data",
          ...["charts", "compare", "coverage", "examples", "gaps", "kit", "schemas"].map((name) => `assets/${name}`),
        ],
        outputs: [
          "build/advisor/fleet.json",
          "build/advisor/knowledge.json",
          "build/form",
          "build/knowledge",
          ...["api", "explorer", "kit", "quotes", "schema"].map((name) => `build/static/${name}`),
        ],
      },
      run: async () => void (await (await import("../compile/main.ts")).compileRepository(root, cache)),
    },
    {
      name: "bundle",
      dependencies: {
        programs: [
          "tools/site/bundle/main.ts",
          "advisor/ui/component.ts",
          ...listEntries(join(root, "advisor/ui/languages")).map((file) => `advisor/ui/languages/${basename(file)}`),
          ...listEntries(join(root, "assets/ts")).map((file) => `assets/ts/${basename(file)}`),
        ],
        inputs: [
          "assets/ts/charts/left-out",
          "data/questions",
          "data/schema",
          "assets/fleet",
          "build/advisor/fleet.json",
          "build/advisor/knowledge.json",
          "build/form",
          "package.json",
          // esbuild takes settings from it.
          "tsconfig.json",
        ],
        outputs: ["build/static/js", "build/static/embed", "build/knowledge/assets.json"],
      },
      isLong: true,
      run: async () => (await import("../bundle/main.ts")).bundleSite(root),
    },
    {
      name: "responses",
      dependencies: {
        programs: ["tools/site/responses/main.ts"],
        // The types that it reads are imported as types alone, which leaves them out of the programs' modules.
        inputs: [
          "advisor",
          "assets/ts",
          "build/types",
          "package.json",
          "tools/check/names.ts",
          "tools/check/schema",
          "tools/check/select.ts",
          "tools/check/unit-table.ts",
          "tools/records",
          "tools/site/compile",
          "tools/site/responses",
          "tsconfig.json",
        ],
        outputs: ["build/static/api/v1/openapi.json", "build/static/schema/v1/api"],
      },
      run: async () => (await import("../responses/main.ts")).writeResponses(root),
    },
    {
      name: "fonts",
      dependencies: {
        programs: ["tools/site/fonts/main.ts"],
        inputs: [],
        outputs: ["build/static/fonts", "build/css", "build/knowledge/fonts.json"],
      },
      run: async () => (await import("../fonts/main.ts")).writeFonts(root),
    },
    {
      name: "guides",
      dependencies: {
        programs: ["tools/site/guides/main.ts"],
        inputs: ["assets/guides", "data"],
        outputs: ["build/knowledge/guides.json"],
      },
      run: async () => (await import("../guides/main.ts")).compileRepositoryGuides(root, cache),
    },
    {
      name: "checks",
      dependencies: {
        programs: ["tools/site/compile/checks/main.ts"],
        inputs: ["content/contribute/checks", "data/questions", "data/schema", "tests/data"],
        outputs: ["build/knowledge/checks.json"],
      },
      run: async () => (await import("../compile/checks/main.ts")).compileRepositoryChecks(root),
    },
    {
      name: "search",
      dependencies: {
        programs: ["tools/site/search/main.ts"],
        inputs: ["content", "assets/search", ...placeKnowledge([...listNames, ...readNames, "compare"])],
        outputs: ["build/static/search", "build/knowledge/search.json"],
      },
      run: async () => (await import("../search/main.ts")).indexRepository(root),
    },
    {
      name: "changes",
      dependencies: {
        programs: ["tools/site/feeds/main.ts"],
        inputs: [".git-blame-ignore-revs", ...placeKnowledge(listedKinds)],
        settings: [findLastCommit(root) ?? "without history"],
        outputs: ["build/knowledge/changes.json"],
      },
      run: async () => (await import("../feeds/main.ts")).compileRepositoryChanges(root),
    },
    {
      name: "charts",
      dependencies: {
        programs: ["tools/site/charts/main.ts", "tools/site/charts/draw-worker.mjs"],
        inputs: ["assets/charts", ...placeKnowledge(chartLists)],
        outputs: ["build/charts", "build/static/charts", "build/knowledge/charts.json"],
      },
      run: async () => (await import("../charts/main.ts")).drawRepository(root),
    },
    {
      name: "cards",
      dependencies: {
        programs: ["tools/site/social/main.ts"],
        inputs: ["content", "build/charts", ...placeKnowledge(pictureLists)],
        outputs: ["build/static/cards", "build/knowledge/cards.json"],
      },
      run: async () => (await import("../social/main.ts")).drawSocialImages(root),
    },
    {
      name: "hugo",
      dependencies: {
        programs: ["tools/site/pages/markdown.ts", "tools/site/pages/redirects.ts", "tools/site/pages/units.ts"],
        inputs: [
          ...["CITATION.cff", "config.toml", "content", "layouts", "assets"],
          ...["build/knowledge", "build/static", "build/css", "build/charts", "data/redirects"],
        ],
        settings: [baseUrl ?? "", describeProgram(hugo), ...listHugoSettings(env)],
        outputs: ["public"],
      },
      run: async () => {
        const base = baseUrl === undefined ? [] : ["--baseURL", baseUrl];
        const site = startReplacement(join(root, "public"));
        execute(hugo, ["--destination", site.path, "--minify", "--panicOnWarning", "--logLevel", "error", ...base], {
          cwd: root,
          env,
        });
        const { openMarkdown, writeMarkdownCopies } = await import("../pages/markdown.ts");
        writeMarkdownCopies(root, site.path, await openMarkdown(root));
        (await import("../pages/units.ts")).keepUnitsTogether(site.path);
        const { readRedirects, writeRedirects } = await import("../pages/redirects.ts");
        const { "redirect.js": script } = readAssets(root);
        writeRedirects(readRedirects(root), site.path, script);
        site.swap();
      },
    },
  ];
  return steps.map((step) => ({ ...step, dependencies: complete(step, steps) }));
}

/** Adds the inputs that all steps share, and excludes files that other steps write into a step's folders. */
function complete({ name, dependencies }: Step, steps: readonly Step[]): Dependencies {
  const isWithin = (file: string): boolean => dependencies.outputs.some((folder) => file.startsWith(`${folder}/`));
  return {
    ...dependencies,
    inputs: [...dependencies.inputs, "package-lock.json", "tools/site/pipeline/steps.ts"],
    except: steps.flatMap((other) => (other.name === name ? [] : other.dependencies.outputs.filter(isWithin))),
  };
}

/** Reads the paths of the bundled page scripts. */
function readAssets(root: string): Partial<Record<string, { path: string; integrity: string }>> {
  const file = join(root, "build/knowledge/assets.json");
  return JSON.parse(readFileSync(file, "utf8")) as ReturnType<typeof readAssets>;
}

/** Paths of lists of the compiled knowledge. */
function placeKnowledge(names: readonly string[]): string[] {
  return names.map((name) => `build/knowledge/${name}.json`);
}

/** Hugo takes any of its settings from the environment, as in HUGO_PARAMS_REPOSITORY or HUGOxPARAMSxREPOSITORY. */
function listHugoSettings(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env)
    .flatMap(([name, value]) => (/^HUGO./.test(name) ? `${name}=${value}` : []))
    .sort();
}

/** Size and time of a program: another version may replace it at the same path. */
function describeProgram(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${path} ${found.size} ${found.mtimeMs}` : path;
}

/** Runs a program with its output on standard error, so that standard output stays free for the caller of the build. */
function execute(command: string, args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }): void {
  const { status, error } = spawnSync(command, args, { ...options, stdio: ["ignore", 2, 2] });
  if (error)
    throw new StepFailed(`${command} cannot be run (${error.message}); run npm run build to install missing programs`);
  if (status !== 0) throw new StepFailed(`${command} failed with code ${status}; see its message above`);
}
