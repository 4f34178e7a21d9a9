import { Interrupted } from "../setup/execute.mjs";
import { runInTurn } from "./run-in-turn.mjs";
import { runPart } from "./run-part.mjs";
import { chooseParts, listPartNeeds } from "./test-parts.mjs";
import { describeResults, judgePart } from "./test-summary.mjs";

/** @param {readonly string[]} args */
export function listNeeds(args) {
  return listPartNeeds(chooseParts(args).parts);
}

/**
 * Runs the parts of the tests, all of them even when one fails, and sums them up.
 * @param {import('./table.mjs').TaskCall} call
 */
export async function run({ args, env }) {
  const { parts, rest } = chooseParts(args);
  const outcomes = await runInTurn(parts, {
    run: async (part, isBeside) => {
      const begin = performance.now();
      const outcome = await runPart(part, part === parts.at(-1) ? rest : [], env, isBeside).catch(reportCrash);
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
 * @returns {import('./run-part.mjs').PartOutcome}
 */
function reportCrash(error) {
  if (error instanceof Interrupted) throw error;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return { code: 1, counts: null };
}
