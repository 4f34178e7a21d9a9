import { executeTypeScript, Interrupted, execute } from "../setup/execute.mjs";
import { join } from "node:path";
import { readCommandLine, UsageError } from "../../records/command-line.mjs";
import { readReleaseOptions } from "../release/options.mjs";

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

/**
 * Whether a task without arguments of its own is asked for help; any other argument is refused.
 * @param {readonly string[]} args
 * @param {string} usage one line
 */
export function readHelpOnly(args, usage) {
  const { values, positionals } = readCommandLine(args, {}, usage);
  if (positionals.length > 0) throw new UsageError(`found "${positionals.join(" ")}", expected no arguments; ${usage}`);
  return values.help === true;
}

/** @param {readonly string[]} args */
const asksForHelp = (args) => args.includes("--help") || args.includes("-h");

const buildUsage = "usage: npm run build";
const buildHelp = `${buildUsage}

Builds the site into public/. Steps whose inputs are unchanged are skipped.
BASE_URL sets the address of the site: BASE_URL=https://example.org/atlas/ npm run build
`;

const buildSite = makeTask("tools/site/pipeline/main.ts");

/** Builds the site into public/. @type {TaskModule} */
export const build = {
  listNeeds: (args) => (readHelpOnly(args, buildUsage) ? [] : ["dependencies", "hugo"]),
  async run({ args, env }) {
    if (!readHelpOnly(args, buildUsage)) return buildSite.run({ args: [], env });
    process.stdout.write(buildHelp);
    return 0;
  },
};

/** Measures the site, the engine and the checker and prints the figures; the checker needs neither a site nor a browser. */
export const bench = makeTask("tools/dev/bench/main.ts", (args) => {
  const isChecker = args.length > 0 && args.every((part) => part === "checker");
  return asksForHelp(args) || isChecker ? ["dependencies"] : ["dependencies", "hugo", "browser"];
});

/** Help needs no site. @type {TaskModule["listNeeds"]} */
const listNeedsOfSite = (args) => (asksForHelp(args) ? ["dependencies"] : build.listNeeds([]));

/** Serves the pages of some records and follows their changes until it is stopped. @type {TaskModule} */
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
    // A misspelt option is refused before the build, which takes most of a minute.
    const code = readReleaseOptions(args).help ? 0 : await build.run({ args: [], env });
    return code === 0 ? executeTypeScript("tools/dev/release/main.ts", args, { env }) : code;
  },
};

/** Formats the code and fixes what the linter can fix without changing its meaning; says what is left. @type {TaskModule} */
export const fix = {
  listNeeds: () => ["dependencies"],
  async run({ args, env }) {
    if (!args.some((word) => word === "--help" || word === "-h")) return runBiome(["check", "--write", ...args], env);
    process.stdout.write(
      "usage: npm run fix [-- PATH...]\nFormats the code and fixes what the linter can fix. Default: all files.\n",
    );
    return 0;
  },
};

/** @param {readonly string[]} args @param {NodeJS.ProcessEnv} env */
export function runBiome(args, env) {
  return execute(process.execPath, [join("node_modules", "@biomejs", "biome", "bin", "biome"), ...args], { env });
}
