import { executeTypeScript, Interrupted, execute } from "../setup/execute.mjs";
import { join } from "node:path";

/** @typedef {import('../setup/prepare.mjs').TaskModule} TaskModule */

/**
 * A task that hands its arguments to a TypeScript program.
 * @param {string} program
 * @param {TaskModule["listNeeds"]} [listNeeds] most programs need packages only
 * @returns {TaskModule}
 */
export function makeTask(program, listNeeds = () => ["dependencies"]) {
  return { listNeeds, run: ({ args, env }) => executeTypeScript(program, args, { env }) };
}

/** Builds the site into public/. */
export const build = makeTask("tools/site/pipeline/main.ts", () => ["dependencies", "hugo"]);

/** Measures the site, the engine and the checker and prints the figures; the checker needs neither a site nor a browser. */
export const bench = makeTask("tools/dev/bench/main.ts", (args) => {
  const isChecker = args.length > 0 && args.every((part) => part === "checker");
  return args.includes("--help") || isChecker ? ["dependencies"] : ["dependencies", "hugo", "browser"];
});

/** Help needs no site. @type {TaskModule["listNeeds"]} */
const listNeedsOfSite = (args) => (args.includes("--help") ? ["dependencies"] : build.listNeeds(args));

/** Serves the pages of some records and follows their changes; to be stopped is how it ends. @type {TaskModule} */
export const preview = {
  listNeeds: listNeedsOfSite,
  run: ({ args, env }) =>
    executeTypeScript("tools/dev/preview/main.ts", args, { env }).catch((error) => {
      if (error instanceof Interrupted) return 0;
      throw error;
    }),
};

/** Builds the site and writes a release of it. @type {TaskModule} */
export const release = {
  listNeeds: listNeedsOfSite,
  async run({ args, env }) {
    const code = args.includes("--help") ? 0 : await build.run({ args: [], env });
    return code === 0 ? executeTypeScript("tools/dev/release/main.ts", args, { env }) : code;
  },
};

/** Formats the code and fixes what the linter can fix without changing its meaning; says what is left. @type {TaskModule} */
export const fix = {
  listNeeds: () => ["dependencies"],
  run: ({ args, env }) => runBiome(["check", "--write", ...args], env),
};

/** @param {readonly string[]} args @param {NodeJS.ProcessEnv} env */
export function runBiome(args, env) {
  return execute(process.execPath, [join("node_modules", "@biomejs", "biome", "bin", "biome"), ...args], { env });
}
