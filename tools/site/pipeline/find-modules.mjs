import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Names that a bundle fills in when it is made (tools/site/bundle/modules.d.ts); what they hold is among a step's inputs. */
const made = ["atlas:*"];

/**
 * Lists the modules that programs are made of, themselves among them: what they import, at once or later, at any depth.
 * @param {string} root
 * @param {readonly string[]} programs relative to the root
 * @returns {Promise<string[]>} relative to the root, in order
 */
export async function findModules(root, programs) {
  return [...(await findImports(root, programs)).keys()].sort();
}

/**
 * Finds which modules each module of some programs imports. The bundler that makes the site's scripts follows the imports.
 * Packages are left out: package-lock.json stands for them.
 * @param {string} root
 * @param {readonly string[]} programs relative to the root
 * @returns {Promise<Map<string, string[]>>} paths relative to the root
 */
export async function findImports(root, programs) {
  if (programs.length === 0) return new Map();
  // Loaded only when a program has changed: a build without work is quick.
  const { build } = await import("esbuild");
  const { metafile } = await build({
    absWorkingDir: root,
    stdin: { contents: programs.map((path) => `import ${JSON.stringify(`./${path}`)};`).join("\n"), resolveDir: root },
    outdir: "unused",
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    packages: "external",
    // Modules keep their names in a copy of the repository that links to them, and with them what was made by them.
    preserveSymlinks: true,
    external: made,
    // As scripts of pages are bundled: samples are taken in as text.
    loader: { ".csv": "text", ".xml": "text" },
    logLevel: "silent",
  });
  const inputs = Object.entries(metafile.inputs).filter(([path]) => path !== "<stdin>");
  return new Map(inputs.map(([path, { imports }]) => [path, imports.flatMap((one) => (one.external ? [] : one.path))]));
}

/**
 * Lists the modules of a folder, not of its folders: each of them is a program of its own.
 * @param {string} folder
 */
export function listEntries(folder) {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  const modules = entries.filter((entry) => entry.isFile() && /(?<!\.d)\.ts$/.test(entry.name));
  return modules.map(({ name }) => join(folder, name)).sort();
}

/**
 * Hashes all that programs are made of, packages included: a result that one of them made holds as long as this does.
 * @param {string} root
 * @param {readonly string[]} programs relative to the root
 */
export async function hashPrograms(root, programs) {
  const hash = createHash("sha256");
  for (const path of ["package-lock.json", ...(await findModules(root, programs))])
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
  return hash.digest("hex");
}
