import { ToolError } from "../../records/command-line.mjs";
import { parseArgs } from "node:util";
import { findNearest } from "../../../advisor/questions/nearest.mjs";
import { allParts, chooseParts, parts } from "./parts.mjs";

const own = /** @type {const} */ ({
  changed: { type: "boolean", about: "only tests that the change since the last commit can affect, by imports" },
  since: { type: "string", value: "REVISION", about: "like --changed, since another revision" },
  watch: {
    type: "boolean",
    about: "repeat after each change, until Ctrl-C; alone, it runs tests that the change can affect",
  },
  thorough: {
    type: "boolean",
    about: "every page and all random runs, as CI=true does, with a new seed; and SQL at full size",
  },
  help: { type: "boolean", about: "show this" },
});

/**
 * What `npm test` is asked for.
 * @typedef {object} TestOptions
 * @property {import('./parts.mjs').Part[] | null} parts null where the change decides
 * @property {string[]} rest words for the runner of the last part
 * @property {string} since revision that the change is counted from
 * @property {boolean} isWatching
 * @property {boolean} isThorough
 * @property {boolean} isExhaustive whether SQL is compared at full size too, which takes most of an hour and Spark
 * @property {boolean} wantsHelp
 */

/**
 * Reads the arguments of `npm test`. Behind the name of a part stand words for its runner, also those that look like options.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {TestOptions}
 */
export function readOptions(args, env) {
  const { values, tokens } = parseArgs({
    args: [...args],
    options: own,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const taken = new Set(
    tokens.flatMap((token) => (token.kind === "option" && token.name in own ? placesOf(token) : [])),
  );
  const words = args.filter((_, place) => !taken.has(place));
  const [first] = words;
  if (first?.startsWith("-")) throw new ToolError(describeUnknown(first), 2);
  if (values.since === true) throw new ToolError("--since needs a revision. Example: --since main.", 2);
  const byChange =
    values.changed === true || values.since !== undefined || (values.watch === true && first === undefined);
  if (byChange && first !== undefined)
    throw new ToolError(
      `--changed chooses the tests by the change. Leave out "${first}", or use it without --changed.`,
      2,
    );
  const chosen = byChange ? { parts: null, rest: [] } : chooseParts(words);
  return {
    ...chosen,
    since: typeof values.since === "string" ? values.since : "HEAD",
    isWatching: values.watch === true,
    isThorough: values.thorough === true || Boolean(env.CI),
    isExhaustive: values.thorough === true,
    wantsHelp: values.help === true,
  };
}

/** An option's value is a word of its own, or stands in the same one. @param {{ index: number, value: string | undefined, inlineValue: boolean | undefined }} token */
function placesOf({ index, value, inlineValue }) {
  return value === undefined || inlineValue ? [index] : [index, index + 1];
}

/** @param {string} option */
function describeUnknown(option) {
  const nearest = findNearest(option.replace(/^-+/, ""), Object.keys(own));
  return `${option} is not an option of npm test.${nearest ? ` Did you mean --${nearest}?` : ""} See npm test -- --help.`;
}

/** Writes the help of `npm test`. */
export function writeHelp() {
  const line = (/** @type {string} */ name, /** @type {string} */ about) => `  ${name.padEnd(20)} ${about}`;
  return [
    "Usage: npm test -- [PART [WORD...]] [OPTION...]",
    "",
    "Runs every part of the tests, or one with the parts that it needs. WORDs choose files by their names (unit, data, site),",
    "or go to the part's program: npm test -- e2e search.spec, npm test -- style advisor.",
    "",
    "Parts, in their order:",
    ...allParts.map((part) => line(part, parts[part].about)),
    "",
    "Options:",
    ...Object.entries(own).map(([name, option]) =>
      line(`--${name}${"value" in option ? ` ${option.value}` : ""}`, option.about),
    ),
    "",
  ].join("\n");
}
