import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { suggest } from "../../advisor/questions/nearest.mjs";

/** An error that the user can fix: printed without a stack. Base class of all errors in tools/. */
export class ToolError extends Error {
  /**
   * @param {string} message
   * @param {number} [exitCode] 1 when something is missing, wrong or failed, 2 when it could not be found out
   */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The request cannot be carried out, such as an invalid option: exit code 2. */
export class UsageError extends ToolError {
  /** @param {string} message */
  constructor(message) {
    super(message, 2);
  }
}

/**
 * Reads a command line with node's parseArgs; `--help` is taken everywhere. What it refuses is a UsageError that says how the
 * command is called.
 * @template {NonNullable<import("node:util").ParseArgsConfig["options"]>} const T
 * @param {readonly string[]} words
 * @param {T} options
 * @param {string} usage one line
 */
export function readCommandLine(words, options, usage) {
  const known = /** @type {T & { help: { type: "boolean", short: "h" } }} */ ({
    ...options,
    help: { type: "boolean", short: "h" },
  });
  try {
    return parseArgs({ args: [...words], options: known, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(join(describeRefusal(error, Object.keys(known)), usage));
  }
}

/** @param {unknown} error @param {readonly string[]} names */
function describeRefusal(error, names) {
  const said = error instanceof Error ? error.message : String(error);
  const [, unknown] = /^Unknown option '(-+[^']*)'/.exec(said) ?? [];
  const flags = names.map((name) => `--${name}`);
  if (unknown !== undefined) return join(`unknown option "${unknown}"`, suggest(unknown, flags));
  const [, wanting, isAmbiguous] =
    /^Option '(?:-\w, )?(--[\w.-]+)(?: <value>)?' argument (?:missing|(is ambiguous))/.exec(said) ?? [];
  if (wanting === undefined) return said;
  return `${wanting} needs a value${isAmbiguous ? `; one that begins with a dash is ${wanting}=VALUE` : ""}`;
}

/**
 * The word among those that are accepted; else a UsageError that names them.
 * @template {string} T
 * @param {string} what such as "format"
 * @param {string} word
 * @param {readonly T[]} accepted
 * @returns {T}
 */
export function choose(what, word, accepted) {
  const found = accepted.find((candidate) => candidate === word);
  if (found !== undefined) return found;
  throw new UsageError(
    join(`unknown ${what} "${word}"`, suggest(word, accepted), `expected one of ${accepted.join(", ")}`),
  );
}

/**
 * The text printed for an error: only the message if the user can act on it, otherwise with the stack.
 * @param {unknown} error
 */
export function describeError(error) {
  if (error instanceof ToolError) return error.message;
  return `it failed: ${error instanceof Error ? error.stack : String(error)}`;
}

/**
 * Runs a module as a program if node was started with it: sets the exit code, and prints what it throws.
 * @param {string} url of the module: import.meta.url
 * @param {string} name stands before what is printed of an error
 * @param {(root: string, words: string[]) => number | void | Promise<number | void>} run gets the repository's folder
 */
export async function runProgram(url, name, run) {
  if (!process.argv[1] || realpathSync(process.argv[1]) !== fileURLToPath(url)) return;
  try {
    const code = await run(root, process.argv.slice(2));
    if (code !== undefined) process.exitCode = code;
  } catch (error) {
    process.stderr.write(`${describeError(error).replace(/^/gm, `${name}: `)}\n`);
    process.exitCode = error instanceof ToolError ? error.exitCode : 1;
  }
}

/** @param {string[]} parts of a message; empty ones are left out */
function join(...parts) {
  return parts.filter((part) => part !== "").join("; ");
}

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, "");
