import { build } from "esbuild";
import { basename, join } from "node:path";
import { checkImports } from "./check-imports.ts";
import { importForm } from "./form.ts";
import { listEntries } from "./list-entries.ts";
import { commonOptions } from "./options.ts";
import { pruneVega } from "./prune-vega.ts";
import { importTexts, knowledgeOf } from "./texts.ts";

/** A bundled file: where it lies below the site's root, and what it is. */
export interface BundledFile {
  path: string;
  bytes: Uint8Array;
}

/** Bundles each script of assets/ts, not of its folders; the script itself comes first in its list, then what it loads later. */
export async function bundlePages(
  root: string,
  readKnowledge = knowledgeOf(root),
): Promise<Map<string, BundledFile[]>> {
  const bundles = new Map<string, BundledFile[]>();
  for (const file of listEntries(join(root, "assets/ts"))) {
    const name = basename(file, ".ts");
    bundles.set(`${name}.js`, await bundlePage(root, name, file, readKnowledge));
  }
  return bundles;
}

/** One build per script: what pages share is small, and a shared file would be one more request for each of them. */
async function bundlePage(
  root: string,
  name: string,
  file: string,
  readKnowledge: () => string,
): Promise<BundledFile[]> {
  const options = {
    ...commonOptions,
    absWorkingDir: root,
    plugins: [importTexts(readKnowledge, { isParted: true }), importForm(root), pruneVega(root)],
    entryPoints: { [name]: file },
    outdir: join(root, "build/static/js"),
    entryNames: "[name].[hash]",
    chunkNames: "[name].[hash]",
  };
  const { outputFiles } = await build({ ...options, format: "esm", splitting: true });
  // A script in one piece is wrapped, so that it also runs as a classic one, in a sandboxed frame or before the first paint.
  const whole = outputFiles.length === 1 ? (await build({ ...options, format: "iife" })).outputFiles : outputFiles;
  const files = checkImports(whole.map(({ path, contents }) => ({ path: `/js/${basename(path)}`, bytes: contents })));
  const isEntry = ({ path }: BundledFile): boolean => path.startsWith(`/js/${name}.`);
  return [...files.filter(isEntry), ...files.filter((other) => !isEntry(other))];
}
