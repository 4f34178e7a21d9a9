import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeFiles } from "../../../../tools/records/write-files.ts";
import { withBuildLock } from "../../../../tools/site/pipeline/lock.ts";
import { runSteps } from "../../../../tools/site/pipeline/run-steps.mjs";
import type { Step } from "../../../../tools/site/pipeline/run-steps.mjs";
import { startReplacement } from "../../../../tools/site/pipeline/swap-folder.ts";

/** Points that a small build passes, in their order. */
export const points = [
  "half of the compilation",
  "end of the compilation",
  "page a",
  "page b",
  "end of the site",
] as const;

/** Builds a small site: two files are compiled from two records, then two pages are made of them for a base address. */
export async function buildSmallSite(
  root: string,
  base: string,
  pass: (point: string) => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const read = (path: string): string => readFileSync(join(root, path), "utf8");
  const steps: Step[] = [
    {
      name: "compile",
      dependencies: { programs: [], inputs: ["data"], outputs: ["build/a.json", "build/b.json"] },
      async run() {
        writeFiles(join(root, "build"), new Map([["a.json", read("data/a")]]));
        await pass("half of the compilation");
        writeFiles(join(root, "build"), new Map([["b.json", read("data/b")]]));
        await pass("end of the compilation");
      },
    },
    {
      name: "site",
      dependencies: { programs: [], inputs: ["build/a.json", "build/b.json"], settings: [base], outputs: ["public"] },
      async run() {
        const site = startReplacement(join(root, "public"));
        for (const name of ["a", "b"]) {
          mkdirSync(join(site.path, name), { recursive: true });
          writeFileSync(join(site.path, name, "index.html"), base + read(`build/${name}.json`));
          await pass(`page ${name}`);
        }
        site.swap();
        await pass("end of the site");
      },
    },
  ];
  let printed = "";
  await withBuildLock(root, () => runSteps(root, steps, (text) => (printed += text)));
  return printed;
}
