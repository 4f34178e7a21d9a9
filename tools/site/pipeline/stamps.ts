import { createHash } from "node:crypto";
import { readFileSync, rmSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { listFiles, writeFiles } from "../../records/write-files.ts";

/** What a step's result depends on, and all that it writes. */
export interface Dependencies {
  /** Files and folders, relative to the repository. */
  inputs: readonly string[];
  /** Files among the inputs or the outputs that other steps write there. */
  except?: readonly string[];
  /** Settings that change the result. */
  settings?: readonly string[];
  /** Files and folders, relative to the repository. A folder counts with everything in it. */
  outputs: readonly string[];
}

/** What a step was made from, and what it left: a hash of each. */
interface Stamp {
  inputs: string;
  outputs: string;
}

/** Says whether a step is done: it ran to its end with these inputs, and what it wrote is still there, byte by byte. */
export function isDone(root: string, name: string, dependencies: Dependencies, inputs: string): boolean {
  const stamp = readStamp(root, name);
  return stamp?.inputs === inputs && stamp.outputs === hashOutputs(root, dependencies);
}

/** Forgets that a step is done. Call this before the step starts: if the step is interrupted, the next build repeats it. */
export function removeStamp(root: string, name: string): void {
  rmSync(join(root, "build", stampFile(name)), { force: true });
}

/** Notes that a step is done. */
export function writeStamp(root: string, name: string, dependencies: Dependencies, inputs: string): void {
  const stamp: Stamp = { inputs, outputs: hashOutputs(root, dependencies) };
  writeFiles(join(root, "build"), new Map([[stampFile(name), JSON.stringify(stamp)]]));
}

/** Lists the outputs that are not there. */
export function listMissing(root: string, { outputs }: Dependencies): string[] {
  return outputs.filter((output) => listPlace(join(root, output)).length === 0);
}

/** Hashes the names and contents of a step's inputs, and its settings. */
export function hashInputs(root: string, { inputs, except, settings = [] }: Dependencies): string {
  return hashFiles(root, inputs, except, settings);
}

function hashOutputs(root: string, { outputs, except }: Dependencies): string {
  return hashFiles(root, outputs, except, []);
}

/** Contents rather than times: a file may be cut off or overwritten within a clock's tick, and a copy has other times. */
function hashFiles(
  root: string,
  places: readonly string[],
  except: readonly string[] = [],
  settings: readonly string[],
): string {
  const hash = createHash("sha256").update(JSON.stringify(settings));
  for (const place of places) {
    for (const file of listPlace(join(root, place))) {
      const path = relative(root, file).split(sep).join("/");
      if (!except.includes(path)) hash.update(`${path}\0`).update(readFileSync(file)).update("\0");
    }
  }
  return hash.digest("hex");
}

/** A place may be a file, a folder, or not there yet. */
function listPlace(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  return found.isDirectory() ? listFiles(path) : [path];
}

function readStamp(root: string, name: string): Partial<Stamp> | undefined {
  try {
    return JSON.parse(readFileSync(join(root, "build", stampFile(name)), "utf8")) as Partial<Stamp>;
  } catch {
    // Not there, or not whole.
    return undefined;
  }
}

function stampFile(name: string): string {
  return `.stamps/${name}`;
}
