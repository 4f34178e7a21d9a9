import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { listFiles } from "../../records/list-files.mjs";

/**
 * What a step's result depends on, and all that it writes. Places are files and folders, relative to the repository;
 * a folder counts with everything in it.
 * @typedef {object} Dependencies
 * @property {readonly string[]} programs modules that do the work; what they import counts with them
 * @property {readonly string[]} inputs what the programs read
 * @property {readonly string[]} [except] places among the inputs or the outputs where other steps write
 * @property {readonly string[]} [settings] what else changes the result
 * @property {readonly string[]} outputs
 */

/**
 * What a step was made from, and what it left.
 * @typedef {object} Stamp
 * @property {readonly string[]} modules files that its programs are made of
 * @property {string} inputs hash of them, of the inputs and of the settings
 * @property {string} outputs hash of the outputs
 */

/**
 * Says why a step has to run, or nothing if it is done: it ran to its end with these inputs and modules, and what it wrote is
 * still there, byte by byte.
 * @param {string} root
 * @param {string} name
 * @param {Dependencies} dependencies
 */
export function findReason(root, name, dependencies) {
  const stamp = readStamp(root, name);
  if (listMissing(root, dependencies).length > 0) return "its output is missing";
  if (!stamp) return "no finished run is recorded";
  // As long as none of the modules has changed, they import the same ones.
  if (stamp.inputs !== hashInputs(root, dependencies, stamp.modules)) return "its inputs have changed";
  return stamp.outputs === hashOutputs(root, dependencies) ? undefined : "its files have changed";
}

/**
 * Forgets that a step is done. Call this before the step starts: if the step is interrupted, the next build repeats it.
 * @param {string} root
 * @param {string} name
 */
export function removeStamp(root, name) {
  rmSync(stampFile(root, name), { force: true });
}

/**
 * Notes that a step is done.
 * @param {string} root
 * @param {string} name
 * @param {Dependencies} dependencies
 * @param {Omit<Stamp, "outputs">} madeFrom as it was before the step ran: what changes during a run is new to the next build
 */
export function writeStamp(root, name, dependencies, madeFrom) {
  const file = stampFile(root, name);
  mkdirSync(dirname(file), { recursive: true });
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, JSON.stringify({ ...madeFrom, outputs: hashOutputs(root, dependencies) }));
  renameSync(partial, file);
}

/**
 * Lists the outputs that are not there.
 * @param {string} root
 * @param {Dependencies} dependencies
 */
export function listMissing(root, { outputs }) {
  return outputs.filter((output) => listPlace(join(root, output)).length === 0);
}

/**
 * Hashes the names and contents of a step's inputs and modules, and its settings.
 * @param {string} root
 * @param {Dependencies} dependencies
 * @param {readonly string[]} modules
 */
export function hashInputs(root, { programs, inputs, except, settings = [] }, modules) {
  // A program that is new is among no known modules.
  return hashFiles(root, [...new Set([...inputs, ...programs, ...modules])], except, settings);
}

/** @param {string} root @param {Dependencies} dependencies */
function hashOutputs(root, { outputs, except }) {
  return hashFiles(root, outputs, except, []);
}

/**
 * Contents rather than times: a file may be cut off or overwritten within a clock's tick, and a copy has other times.
 * @param {string} root
 * @param {readonly string[]} places
 * @param {readonly string[]} [except]
 * @param {readonly string[]} [settings]
 */
function hashFiles(root, places, except = [], settings = []) {
  const hash = createHash("sha256").update(JSON.stringify(settings));
  for (const place of places) {
    for (const file of listPlace(join(root, place))) {
      const path = relative(root, file).split(sep).join("/");
      if (!except.some((other) => path === other || path.startsWith(`${other}/`)))
        hash.update(`${path}\0`).update(readFileSync(file)).update("\0");
    }
  }
  return hash.digest("hex");
}

/** A place may be a file, a folder, or not there yet. @param {string} path */
function listPlace(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  return found.isDirectory() ? listFiles(path) : [path];
}

/** @param {string} root @param {string} name @returns {Stamp | undefined} */
function readStamp(root, name) {
  try {
    const stamp = JSON.parse(readFileSync(stampFile(root, name), "utf8"));
    return Array.isArray(stamp.modules) ? stamp : undefined;
  } catch {
    // Not there, or not whole; an older program's says nothing of modules.
    return undefined;
  }
}

/** @param {string} root @param {string} name */
function stampFile(root, name) {
  return join(root, "build/.stamps", name);
}
