import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { readCommandLine, runProgram, UsageError } from "../records/command-line.mjs";
import { removeOthers, writeFiles } from "../records/write-files.ts";
import { withBuildLock } from "../site/pipeline/lock.ts";
import { runSteps } from "../site/pipeline/run-steps.mjs";
import { listSteps } from "../site/pipeline/steps.ts";
import { buildAdvisorPackage } from "./advisor-package.ts";
import { buildElementPackage } from "./element-package.ts";
import type { Files } from "./package-files.ts";

/** The packages by the names of their folders. */
const packages: Readonly<Record<string, (root: string) => Promise<Files>>> = {
  advisor: buildAdvisorPackage,
  element: buildElementPackage,
};

/** Steps of the build whose files go into the packages. */
const needed = ["types", "compile", "responses"];

/** Builds every npm package into build/packages, and gives their folders. */
export async function buildPackages(root: string): Promise<string[]> {
  const folders = Object.keys(packages).map((name) => join(root, "build/packages", name));
  await withBuildLock(root, async () => {
    const steps = listSteps(root, process.env).filter(({ name }) => needed.includes(name));
    await runSteps(root, steps, (text) => void process.stderr.write(text));
    for (const [name, make] of Object.entries(packages)) {
      const files = new Map([...(await make(root))].map(([path, content]) => [`packages/${name}/${path}`, content]));
      removeOthers(join(root, "build"), [`packages/${name}`], files);
      writeFiles(join(root, "build"), files);
    }
  });
  return folders;
}

/** Packs a package as npm would publish it, and gives the tarball's path. */
export function packPackage(folder: string, destination: string): string {
  mkdirSync(destination, { recursive: true });
  const [{ filename } = { filename: "" }] = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--pack-destination", destination], { cwd: folder, encoding: "utf8" }),
  ) as { filename: string }[];
  return join(destination, filename);
}

const USAGE = "npm run packages [-- --pack FOLDER]";

await runProgram(import.meta.url, "packages", async (root, words) => {
  const { values, positionals } = readCommandLine(words, { pack: { type: "string" } }, USAGE);
  if (positionals.length > 0)
    throw new UsageError(`found "${positionals.join(" ")}", expected no more words; ${USAGE}`);
  if (values.help)
    return void process.stdout.write(
      `${USAGE}: builds the npm packages. With --pack, also packs tarballs into FOLDER\n`,
    );
  for (const folder of await buildPackages(root))
    process.stdout.write(`${values.pack === undefined ? folder : packPackage(folder, resolve(String(values.pack)))}\n`);
});
