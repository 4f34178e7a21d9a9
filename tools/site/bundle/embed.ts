import { build } from "esbuild";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { commonOptions, shrinkScript } from "./options.ts";
import type { BundledFile } from "./pages.ts";
import { importTexts, readCompiledOf } from "./texts.ts";

/** Bundles the web component with its knowledge and styles into one classic script, or nothing while there is none. */
export async function bundleEmbed(root: string): Promise<BundledFile[]> {
  const entry = join(root, "advisor/ui/component.ts");
  if (!existsSync(entry)) return [];
  const { outputFiles } = await build({
    ...commonOptions,
    absWorkingDir: root,
    plugins: [importTexts(readCompiledOf(root), { isParted: false })],
    entryPoints: [entry],
    outfile: join(root, "build/static/embed/vnic-advisor.js"),
    format: "iife",
    banner: { js: writeNotice() },
  });
  return outputFiles.map(({ contents }) => ({ path: "/embed/vnic-advisor.js", bytes: shrinkScript(contents, "iife") }));
}

/** Says in the file itself whose it is: it is copied to other sites without the page that says so. */
function writeNotice(): string {
  const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  return `/*! vNIC Atlas ${version} | code: Apache-2.0 | data: CC-BY-4.0 | The vNIC Atlas maintainers */`;
}
