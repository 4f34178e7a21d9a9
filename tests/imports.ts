import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const there =
  /^(?:import|export) (?!type\b)(?:[^;"]*? from )?"(\.[^"]*)"|\bimport\(\s*"(\.[^"]*)"|new URL\("(\.[^"]*\.(?:ts|mjs))", import\.meta\.url\)/gm;
const ofTypes = /^(?:import|export) type [^;"]*? from "(\.[^"]*)"|\bimport\(["'](\.[^"']*)["']\)/gm;

/**
 * Lists what a module names by a path, by its text alone: what is there at run time, imports made later and threads, and on
 * request types. Paths are relative to the root.
 */
export function readImports(root: string, file: string, { types = false } = {}): string[] {
  if (!/\.(?:ts|mjs)$/.test(file)) return [];
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(there), ...(types ? text.matchAll(ofTypes) : [])]
    .map(([, ...paths]) => join(dirname(file), paths.find((one) => one !== undefined) ?? "").replaceAll("\\", "/"))
    .filter((path) => existsSync(join(root, path)));
}
