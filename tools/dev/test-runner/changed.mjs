import { ToolError } from "../../records/command-line.mjs";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findImports } from "../../site/pipeline/find-modules.mjs";
import { listTestFiles, testPlaces } from "./test-files.mjs";

/**
 * @typedef {{ parts: import('./parts.mjs').Part[], files: string[] }} Choice
 *   files are those of the style part and those of the tests, the closest to the change first
 */

/** What only the built site shows: its own parts look at it. */
const ofSite =
  /^(?:content|layouts|tests\/(?:site|e2e))\/|^config\.toml$|^assets\/(?!charts|coverage|examples|gaps|guides|kit|ts)/;
/** Read by tests of all kinds. */
const ofAll = /^(?:data|assets|tools|advisor|package(?:-lock)?\.json)(?:\/|$)/;
const isModule = (/** @type {string} */ path) => /\.(?:ts|mjs)$/.test(path);

/**
 * Lists the files that differ from a revision, new ones too, relative to the root.
 * @param {string} root
 * @param {string} revision
 */
export function listChanged(root, revision) {
  const ask = (/** @type {string[]} */ ...args) => {
    const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
    if (status !== 0) throw new ToolError(`git ${args[0]} failed for "${revision}": ${stderr.trim()}`, 2);
    return stdout.split("\0").filter((path) => path !== "");
  };
  return [
    ...ask("diff", "--name-only", "-z", revision, "--"),
    ...ask("ls-files", "--others", "--exclude-standard", "-z"),
  ];
}

/**
 * Chooses what to run after a change: the style of the changed files, the types, and the unit and data tests that the change
 * can touch. Tests of the built site are left out, which takes longer to build than one waits for.
 * @param {string} root
 * @param {readonly string[]} changed relative to the root
 * @returns {Promise<Choice>}
 */
export async function chooseByChange(root, changed) {
  const tests = [...listTestFiles(root, testPlaces.unit), ...listTestFiles(root, testPlaces.data)];
  const touched = await findTouched(root, tests, changed);
  const there = changed.filter((path) => existsSync(join(root, path)) && /\.(?:ts|mjs|js|css|json|jsonc)$/.test(path));
  const has = (/** @type {'unit' | 'data'} */ part) =>
    touched.some((file) => file.startsWith(`${testPlaces[part].folder}/`));
  /** @type {[import('./parts.mjs').Part, boolean][]} */
  const wanted = [
    ["style", there.length > 0],
    ["types", changed.some(isModule) || changed.some((path) => path.startsWith("data/"))],
    ["records", changed.some((path) => path.startsWith("data/"))],
    ["bundle", has("unit")],
    ["unit", has("unit")],
    ["data", has("data")],
  ];
  return { parts: wanted.flatMap(([part, isWanted]) => (isWanted ? [part] : [])), files: [...there, ...touched] };
}

/** @param {string} root @param {readonly string[]} tests @param {readonly string[]} changed */
async function findTouched(root, tests, changed) {
  const rest = changed.filter((path) => !isModule(path) && !ofSite.test(path));
  if (rest.some((path) => ofAll.test(path))) return [...tests];
  const imports = await findImports(root, tests);
  for (const [file, modules] of imports) if (file.startsWith("tests/")) modules.push(...listNamed(root, file));
  const importers = new Map();
  for (const [file, modules] of imports)
    for (const module of modules) importers.set(module, [...(importers.get(module) ?? []), file]);
  // Breadth first, so that the modules are met from the closest to the farthest.
  const reached = new Set(changed.filter(isModule));
  for (const module of reached) for (const file of importers.get(module) ?? []) reached.add(file);
  // What lies beside tests is theirs.
  const isOfTests = (/** @type {string} */ path) => path.startsWith("tests/");
  const folders = rest.filter(isOfTests).map((path) => path.split("/").slice(0, 3).join("/"));
  const beside = tests.filter((file) => folders.some((folder) => file.startsWith(folder)));
  const documents = rest.filter((path) => !isOfTests(path));
  const reading = tests.filter((file) => documents.length > 0 && namesSome(documents, join(root, file)));
  return [...new Set([...beside, ...[...reached].filter((file) => tests.includes(file)), ...reading])];
}

/** Whether a test names one of these files, or the folder of one, such as `.github`. @param {readonly string[]} paths @param {string} test */
function namesSome(paths, test) {
  const text = readFileSync(test, "utf8");
  return paths.some((path) => text.includes(path) || (path.includes("/") && text.includes(`"${path.split("/")[0]}`)));
}

/** Modules that a test runs as programs, by their path; the bundled command line stands for what it is made of. @param {string} root @param {string} file */
function listNamed(root, file) {
  const text = readFileSync(join(root, file), "utf8").replaceAll("build/advisor/cli.mjs", "advisor/cli.ts");
  return [...text.matchAll(/\b(?:advisor|assets|tools)\/[\w/.-]+\.(?:ts|mjs)\b/g)].map(([path]) => path);
}
