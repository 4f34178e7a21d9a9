import { ToolError } from "../../records/command-line.mjs";
import { findNearest } from "../../../advisor/questions/nearest.mjs";

/**
 * @typedef {'style' | 'types' | 'records' | 'build' | 'bundle' | 'unit' | 'data' | 'lab' | 'site' | 'e2e'} Part
 * @typedef {import('../setup/prepare.mjs').Need} Need
 * @typedef {object} PartDescription
 * @property {string} about what it does, for the help
 * @property {Need[]} needs what has to be set up for it
 * @property {number} minutes after which it is stopped: several times what it takes on two busy processors
 * @property {Part[]} [after] parts that it makes no sense without
 */

/** The parts of `npm test` in the order they run. @type {Record<Part, PartDescription>} */
export const parts = {
  style: { about: "Biome: format and lint rules", minutes: 5, needs: ["dependencies"] },
  types: { about: "the TypeScript compiler", minutes: 10, needs: ["dependencies"] },
  records: { about: "every record of data/ against its schema and the checks", minutes: 5, needs: ["dependencies"] },
  bundle: { about: "bundles the advisor's command line", minutes: 5, needs: ["dependencies"] },
  build: { about: "builds the site", minutes: 20, needs: ["dependencies", "hugo"] },
  // They run the advisor's command line, and must not each bundle it while they run side by side.
  unit: { about: "tests/unit", minutes: 40, needs: ["dependencies", "commands", "python"], after: ["bundle"] },
  data: {
    about: "tests/data: records that must fail, and that must pass",
    minutes: 10,
    needs: ["dependencies"],
    after: ["records"],
  },
  lab: { about: "counts in emulated machines", minutes: 30, needs: ["dependencies", "emulator"] },
  site: {
    about: "tests/site: the built pages",
    minutes: 25,
    needs: ["dependencies", "commands", "python"],
    after: ["build"],
  },
  e2e: {
    about: "tests/e2e: a real browser",
    minutes: 40,
    needs: ["dependencies", "browser"],
    after: ["build", "bundle"],
  },
};

export const allParts = /** @type {Part[]} */ (Object.keys(parts));

/**
 * Chooses the parts to run: all of them, or the named one with what it stands on. Further words go to that part's runner.
 * @param {readonly string[]} words
 * @returns {{ parts: Part[], rest: string[] }}
 */
export function chooseParts([name, ...rest]) {
  if (name === undefined) return { parts: allParts, rest: [] };
  const part = allParts.find((candidate) => candidate === name);
  if (!part) {
    const nearest = findNearest(name, allParts);
    const hint = nearest ? ` Did you mean "${nearest}"?` : "";
    throw new ToolError(`"${name}" is not a part of the tests. Parts: ${allParts.join(", ")}.${hint}`, 2);
  }
  return { parts: [...(parts[part].after ?? []), part], rest };
}

/**
 * Lists what the parts need, each once.
 * @param {readonly Part[]} chosen
 */
export function listPartNeeds(chosen) {
  return [...new Set(chosen.flatMap((part) => parts[part].needs))];
}
