import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { adaptConfig } from "../../../tools/dev/preview/workshop.ts";
import { provideHugo } from "../../../tools/dev/setup/hugo.mjs";
import { writeFiles } from "../../../tools/records/write-files.ts";
import type { Outputs } from "../../../tools/site/compile/compile.ts";

/** What later steps of the build write beside the compiled records. */
const later = ["assets", "cards", "changes", "charts", "checks", "fonts", "guides", "search"].map(
  (name) => `knowledge/${name}.json`,
);

/** Renders pages of compiled records into FOLDER/site, with scripts and drawings of the repository's own build. */
export async function renderSite(
  root: string,
  folder: string,
  compiled: Outputs,
  paths: readonly string[],
): Promise<void> {
  const [build, site] = [join(folder, "build"), join(folder, "site")];
  const built = later
    .filter((file) => !compiled.has(file))
    .map((file) => [file, readFileSync(join(root, "build", file), "utf8")] as const);
  writeFiles(build, new Map([...[...compiled].filter(([file]) => file.startsWith("knowledge/")), ...built]));
  for (const name of ["charts", "css"]) cpSync(join(root, "build", name), join(build, name), { recursive: true });
  mkdirSync(site, { recursive: true });
  const { HUGO } = await provideHugo(process.env);
  const config = join(folder, "hugo.toml");
  writeFileSync(config, adaptConfig(readFileSync(join(root, "config.toml"), "utf8"), build, paths));
  execFileSync(
    HUGO,
    [
      "--source",
      root,
      "--config",
      config,
      "--destination",
      site,
      "--baseURL",
      "http://localhost:8080/",
      "--renderSegments",
      "preview",
      "--minify",
      "--noBuildLock",
      "--panicOnWarning",
    ],
    // Hugo's errors belong to the test's output; its statistics do not.
    { stdio: ["ignore", "ignore", "inherit"] },
  );
}
