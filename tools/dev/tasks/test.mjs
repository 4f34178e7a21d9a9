import { watch } from "node:fs";
import { join } from "node:path";
import { Interrupted, root } from "../setup/execute.mjs";
import { chooseByChange, listChanged } from "../test-runner/changed.mjs";
import { readOptions, writeHelp } from "../test-runner/options.mjs";
import { allParts, listPartNeeds } from "../test-runner/parts.mjs";
import { runInTurn } from "../test-runner/run-in-turn.mjs";
import { runPart } from "../test-runner/run-part.mjs";
import { describeResults, judgePart } from "../test-runner/summary.mjs";

/** @typedef {{ parts: readonly import('../test-runner/parts.mjs').Part[], rest?: readonly string[], files?: readonly string[] }} Chosen */

/** @param {readonly string[]} args */
export function listNeeds(args) {
  const { parts, wantsHelp, isExhaustive } = readOptions(args, process.env);
  if (wantsHelp) return [];
  const wanted = parts ?? ["types", "unit"];
  return [
    ...listPartNeeds(wanted),
    ...(isExhaustive && wanted.includes("unit") ? /** @type {const} */ (["spark"]) : []),
  ];
}

/**
 * Runs the tests that the arguments ask for, and with --watch again after each change.
 * @param {import('../setup/prepare.mjs').TaskCall} call
 */
export async function run({ args, env: given }) {
  const options = readOptions(args, given);
  if (options.wantsHelp) return void process.stdout.write(writeHelp());
  // Tests of chance, of every page and of SQL ask for it (tests/thorough.ts, tests/chance.ts).
  const env = {
    ...given,
    ...(options.isThorough && { THOROUGH: "yes" }),
    ...(options.isExhaustive && { EXHAUSTIVE: "yes" }),
  };
  const choose = async (/** @type {readonly string[]} */ changed) =>
    options.parts === null ? chooseByChange(root, changed) : { parts: options.parts, rest: options.rest };
  const first = options.parts === null ? listChanged(root, options.since) : [];
  if (options.isWatching) return watchTests(first, async (changed) => runParts(await choose(changed), env));
  const chosen = await choose(first);
  if (options.parts === null) sayChoice(chosen, first);
  return chosen.parts.length === 0 ? 0 : runParts(chosen, env);
}

/** @param {Chosen} chosen @param {readonly string[]} changed */
function sayChoice({ parts, files = [] }, changed) {
  const left = allParts.filter((part) => !parts.includes(part)).join(", ");
  const tests = files.filter((file) => file.startsWith("tests/")).length;
  process.stdout.write(
    `${count(changed.length, "changed file")} can touch ${count(tests, "test file")}. Left out: ${left}.\n`,
  );
}

/** @param {number} number @param {string} noun */
function count(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/**
 * Runs parts, all of them even when one fails, and sums them up.
 * @param {Chosen} chosen
 * @param {NodeJS.ProcessEnv} env
 */
async function runParts({ parts, rest = [], files }, env) {
  const outcomes = await runInTurn(parts, {
    run: async (part, isBeside) => {
      const begin = performance.now();
      const isShared = parts.includes("build") && parts.includes("unit");
      const call = { rest: part === parts.at(-1) ? rest : [], env, isBeside, isShared, ...(files ? { files } : {}) };
      const outcome = await runPart(part, call).catch(reportCrash);
      return { part, ...outcome, seconds: (performance.now() - begin) / 1000 };
    },
    print: (text) => void process.stdout.write(text),
  });
  const results = outcomes.map(judgePart);
  process.stdout.write(`\n${describeResults(results)}`);
  return results.every(({ ok }) => ok) ? 0 : 1;
}

/**
 * A part that could not be run at all has failed, and the others still run; only an interruption ends them all.
 * @param {unknown} error
 * @returns {import('../test-runner/run-part.mjs').PartOutcome}
 */
function reportCrash(error) {
  if (error instanceof Interrupted) throw error;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return { code: 1, counts: null };
}

/** Folders that tests depend on. */
const watched = ["advisor", "assets", "content", "data", "layouts", "tests", "tools"];

/** Time without a further event before a change counts as done: editors write a file in several steps. */
const quietMs = 100;

/**
 * Runs tests for what has changed, and again after each change, until it is told to stop. What failed is run again.
 * @param {readonly string[]} first
 * @param {(changed: readonly string[]) => Promise<number>} runFor
 * @returns {Promise<number>}
 */
async function watchTests(first, runFor) {
  const changed = new Set(first);
  let events = 0;
  let wake = () => {};
  const watchers = watched.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_, name) => {
      if (name === null) return;
      changed.add(`${folder}/${name.replaceAll("\\", "/")}`);
      events += 1;
      wake();
    }),
  );
  try {
    for (;;) {
      const [now, seen] = [[...changed], events];
      changed.clear();
      if ((await runFor(now)) !== 0) for (const path of now) changed.add(path);
      process.stdout.write("\nWaiting for a change (Ctrl-C stops).\n");
      if (events === seen) await waitFor((done) => (wake = done));
    }
  } finally {
    for (const watcher of watchers) watcher.close();
  }
}

/** Waits until something has happened, and nothing more for a moment. @param {(happened: () => void) => void} listen */
function waitFor(listen) {
  return new Promise((resolve) => {
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    listen(() => {
      clearTimeout(timer);
      timer = setTimeout(resolve, quietMs);
    });
  });
}
