import { findNearest } from "../setup/nearest.mjs";
import { SetupError } from "../setup/say.mjs";

/**
 * @typedef {'style' | 'types' | 'records' | 'build' | 'bundle' | 'unit' | 'data' | 'lab' | 'site' | 'e2e'} Part
 * @typedef {import('../setup/prepare.mjs').Need} Need
 */

/** The parts of `npm test` in the order they run, with what each needs to be set up. @type {Record<Part, Need[]>} */
const needs = {
  style: ["dependencies"],
  types: ["dependencies"],
  records: ["dependencies"],
  build: ["dependencies", "hugo"],
  bundle: ["dependencies"],
  unit: ["dependencies", "commands"],
  data: ["dependencies"],
  lab: ["dependencies", "emulator"],
  site: ["dependencies", "commands"],
  e2e: ["dependencies", "browser"],
};

/**
 * Parts that make no sense without others before them. Unit and browser tests run the advisor's command line,
 * and must not each bundle it while they run side by side.
 * @type {Partial<Record<Part, Part[]>>}
 */
const precededBy = { unit: ["bundle"], data: ["records"], site: ["build"], e2e: ["build", "bundle"] };

const allParts = /** @type {Part[]} */ (Object.keys(needs));

/**
 * Chooses the parts to run from the arguments of `npm test`: all of them, or the named one with what it stands on.
 * Further words go to that part's runner.
 * @param {readonly string[]} args
 * @returns {{ parts: Part[], rest: string[] }}
 */
export function chooseParts([name, ...rest]) {
  if (name === undefined) return { parts: allParts, rest: [] };
  const part = allParts.find((candidate) => candidate === name);
  if (!part) {
    const nearest = findNearest(name, allParts);
    const hint = nearest ? ` Did you mean "${nearest}"?` : "";
    throw new SetupError(`There is no part "${name}" of the tests, expected one of ${allParts.join(", ")}.${hint}`, 2);
  }
  return { parts: [...(precededBy[part] ?? []), part], rest };
}

/**
 * Lists what the parts need, each once.
 * @param {readonly Part[]} parts
 */
export function listPartNeeds(parts) {
  return [...new Set(parts.flatMap((part) => needs[part]))];
}
