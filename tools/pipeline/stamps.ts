import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { listFiles } from "../compile/write-files.ts";

/** What a step's result depends on, and what it leaves behind. */
export interface Dependencies {
  /** Files and folders, relative to the repository. */
  inputs: readonly string[];
  /** Files among the inputs that other steps write there for others. */
  except?: readonly string[];
  /** Settings that change the result. */
  settings?: readonly string[];
  /** Files that must be there for the step to count as done. */
  outputs: readonly string[];
}

/** Says whether a step has to run: its outputs are missing, or its inputs are not those of its last run. */
export function isStale(root: string, name: string, dependencies: Dependencies): boolean {
  if (!dependencies.outputs.every((output) => existsSync(join(root, output)))) return true;
  const stamp = join(root, stampFile(name));
  return !existsSync(stamp) || readFileSync(stamp, "utf8") !== hashInputs(root, dependencies);
}

/** Notes what a step that has just run was made from. */
export function stamp(root: string, name: string, hash: string): void {
  const file = join(root, stampFile(name));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, hash);
}

/** Hashes the names and contents of a step's inputs, and its settings. */
export function hashInputs(root: string, { inputs, except = [], settings = [] }: Dependencies): string {
  const hash = createHash("sha256").update(JSON.stringify(settings));
  for (const input of inputs) {
    for (const file of listInput(join(root, input))) {
      const path = relative(root, file).split(sep).join("/");
      if (!except.includes(path)) hash.update(`${path}\0`).update(readFileSync(file)).update("\0");
    }
  }
  return hash.digest("hex");
}

/** An input may be a file, a folder, or not there yet. */
function listInput(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  return found.isDirectory() ? listFiles(path) : [path];
}

function stampFile(name: string): string {
  return `build/.stamps/${name}`;
}
