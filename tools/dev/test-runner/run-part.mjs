import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { execute, executeTypeScript, root } from "../setup/execute.mjs";
import { withTimeLimit } from "../setup/time-limit.mjs";
import { provideAdvisor } from "../tasks/advisor.mjs";
import { runBiome } from "../tasks/programs.mjs";
import { parts } from "./parts.mjs";
import { listTestFiles, testPlaces } from "./test-files.mjs";
import { findEmptyFiles, groupTestFiles } from "./groups.mjs";

/**
 * @typedef {{ passed: number, failed: number, skipped: number, failures?: readonly string[] }} Counts
 * @typedef {{ code: number, counts: Counts | null, said?: string }} PartOutcome counts are null for a part that has no tests;
 *   said is what a part has printed that runs beside another
 */

const results = join(root, "build", "test-results");

/**
 * How a part is run.
 * @typedef {object} PartCall
 * @property {readonly string[]} rest further words for its runner
 * @property {NodeJS.ProcessEnv} env
 * @property {boolean} isBeside whether another part has the screen
 * @property {boolean} isShared whether other parts run meanwhile
 * @property {readonly string[]} [files] the only ones to look at, and the only tests to run
 */

/**
 * Runs one part of the tests, and stops it when its time is over.
 * @param {import('./parts.mjs').Part} part
 * @param {PartCall} call
 * @returns {Promise<PartOutcome>}
 */
export function runPart(part, call) {
  const running = clearReport(`${part}-running.txt`);
  const limit = {
    name: part,
    minutes: parts[part].minutes,
    describe: () => (existsSync(running) ? readFileSync(running, "utf8") : ""),
  };
  const env = { ...call.env, RUNNING_TESTS_FILE: running };
  return withTimeLimit(limit, () => {
    if (!call.isBeside) return runProgramOf(part, { ...call, env, stdio: "inherit" });
    return keepOutput(part, (stdio) => runProgramOf(part, { ...call, env, stdio }));
  });
}

/**
 * Keeps what a part says until its turn.
 * @param {import('./parts.mjs').Part} part
 * @param {(stdio: import('node:child_process').StdioOptions) => Promise<PartOutcome>} run
 * @returns {Promise<PartOutcome>}
 */
async function keepOutput(part, run) {
  const log = clearReport(`${part}.log`);
  const file = openSync(log, "a");
  try {
    const outcome = await run(["ignore", file, file]);
    return { ...outcome, said: readFileSync(log, "utf8") };
  } finally {
    closeSync(file);
  }
}

/**
 * @param {import('./parts.mjs').Part} part
 * @param {PartCall & { stdio: import('node:child_process').StdioOptions }} call
 * @returns {Promise<PartOutcome>}
 */
async function runProgramOf(part, { rest, env, stdio, isShared, files }) {
  switch (part) {
    case "style":
      return { code: await runBiome(["check", ...rest, ...(files ?? [])], env), counts: null };
    case "types":
      return { code: await checkTypes(rest, env), counts: null };
    case "records":
      return { code: await executeTypeScript("tools/check/main.ts", rest, { env }), counts: null };
    case "build":
      return { code: await executeTypeScript("tools/site/pipeline/main.ts", rest, { env }), counts: null };
    case "bundle":
      return { code: await provideAdvisor(env).then(() => 0), counts: null };
    case "lab":
      return runLab(rest, { env, stdio });
    case "unit":
    case "data":
    case "site":
      return runNodeTests(part, rest, { env, stdio }, isShared, files);
    case "e2e":
      return runBrowserTests(rest, env);
  }
}

/** @param {readonly string[]} rest @param {NodeJS.ProcessEnv} env */
async function checkTypes(rest, env) {
  const code = await executeTypeScript("tools/records/types/main.ts", [], { env });
  if (code !== 0) return code;
  const known = ["--incremental", "--tsBuildInfoFile", join("build", "types.tsbuildinfo")];
  const compiler = join("node_modules", "typescript", "bin", "tsc");
  return execute(process.execPath, [compiler, "-p", ".", ...known, ...rest], { env });
}

/**
 * @param {'unit' | 'data' | 'site'} part
 * @param {readonly string[]} words parts of file names, to run only those files
 * @param {import('node:child_process').SpawnOptions} options
 * @param {boolean} isShared
 * @param {readonly string[]} [only]
 */
async function runNodeTests(part, words, options, isShared, only) {
  const all = listTestFiles(root, testPlaces[part]);
  const files = (only?.filter((file) => all.includes(file)) ?? all).filter(
    (file) => words.length === 0 || words.some((word) => file.includes(word)),
  );
  if (files.length === 0) {
    process.stderr.write(
      `There is no test file in ${testPlaces[part].folder}${words.length ? ` for ${words.join(", ")}` : ""}.\n`,
    );
    return { code: 1, counts: { passed: 0, failed: 0, skipped: 0 } };
  }
  const groups = groupTestFiles(root, files, { isOrdered: only !== undefined });
  const report = clearReport(`${part}.json`);
  const code = await execute(
    process.execPath,
    [
      // V8 optimised what few tests call often, for an eighth of the time: it waits 15 times as long before it does.
      "--interrupt-budget=1000000",
      // One process per processor, and one more where no other part has work for it: some wait for real time to pass.
      ...["--import", "tsx", "--test", `--test-concurrency=${availableParallelism() + (isShared ? 0 : 1)}`],
      ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
      ...["--test-reporter=./tools/dev/test-runner/count-reporter.mjs", `--test-reporter-destination=${report}`],
      ...groups.map(({ entry }) => entry),
    ],
    options,
  );
  /** @type {import('./count-reporter.mjs').TestCounts | null} */
  const counts = readReport(report);
  if (!counts) return { code, counts: { passed: 0, failed: 0, skipped: 0 } };
  const empty = findEmptyFiles(groups, counts.files);
  const failures = [...counts.failures, ...empty.map((file) => `${file} has no test in it`)];
  return { code, counts: { ...counts, failed: counts.failed + empty.length, failures } };
}

/**
 * Where the lab cannot be had there are no counts, and it says why.
 * @param {readonly string[]} args @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<PartOutcome>}
 */
async function runLab(args, options) {
  const report = clearReport("lab.json");
  const code = await executeTypeScript("tools/lab/main.ts", ["gate", "--report", report, ...args], options);
  return { code, counts: readReport(report) };
}

/** @param {readonly string[]} args @param {NodeJS.ProcessEnv} env */
async function runBrowserTests(args, env) {
  const report = clearReport("e2e.json");
  const cli = join("node_modules", "@playwright", "test", "cli.js");
  const code = await execute(process.execPath, [cli, "test", ...args], { env });
  /** @type {import('@playwright/test/reporter').JSONReport | null} */
  const read = readReport(report);
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = read?.stats ?? {};
  return {
    code,
    counts: { passed: expected, failed: unexpected + flaky, skipped, failures: listFailures(read?.suites) },
  };
}

/** @param {readonly import('@playwright/test/reporter').JSONReportSuite[]} [suites] @returns {string[]} */
function listFailures(suites = []) {
  return suites.flatMap((suite) => [
    ...suite.specs.flatMap(({ ok, file, line, title }) => (ok ? [] : [`${file}:${line} ${title}`])),
    ...listFailures(suite.suites),
  ]);
}

/** A report left by an earlier run must not be taken for this one's. @param {string} name */
function clearReport(name) {
  const file = join(results, name);
  mkdirSync(results, { recursive: true });
  rmSync(file, { force: true });
  return file;
}

/** @param {string} file */
function readReport(file) {
  if (!existsSync(file)) return null;
  const text = readFileSync(file, "utf8");
  return text === "" ? null : JSON.parse(text);
}
