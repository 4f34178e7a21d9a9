import { build } from "esbuild";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { commonOptions } from "./options.ts";

/** A bundled file: where it lies below the site's root, and what it is. */
export interface BundledFile { path: string; bytes: Uint8Array }

/** Bundles each script of assets/ts, not of its folders, into a module of its own; the entry comes first in its list. */
export async function bundlePages(root: string): Promise<Map<string, BundledFile[]>> {
  const bundles = new Map<string, BundledFile[]>();
  for (const file of listEntries(join(root, "assets/ts"))) {
    const name = basename(file, ".ts");
    // One build per entry: what pages share is small, and a shared chunk would be one more request for each of them.
    const { outputFiles } = await build({
      ...commonOptions,
      absWorkingDir: root,
      entryPoints: { [name]: file },
      outdir: join(root, "build/static/js"),
      entryNames: "[name].[hash]",
      chunkNames: "[name].[hash]",
      format: "esm",
      splitting: true,
    });
    const files = outputFiles.map(({ path, contents }) => ({ path: `/js/${basename(path)}`, bytes: contents }));
    const isEntry = ({ path }: BundledFile): boolean => path.startsWith(`/js/${name}.`);
    bundles.set(name, [...files.filter(isEntry), ...files.filter((other) => !isEntry(other))]);
  }
  return bundles;
}

function listEntries(folder: string): string[] {
  try {
    const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && /(?<!\.d)\.ts$/.test(entry.name));
    return names.map((entry) => join(folder, entry.name)).sort();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
