import { build } from "esbuild";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { listEntries } from "../pipeline/find-modules.mjs";
import { commonOptions, shrink } from "./options.ts";
import { type BundledFile, hashIntegrity } from "./pages.ts";
import { importTexts, readCompiledOf } from "./plugins.ts";

/**
 * Bundles the web component with its knowledge and styles into one classic script, or nothing while there is none. The script
 * has two addresses: one that always holds the newest, and one with the version, whose hash is in integrity.json.
 */
export async function bundleEmbed(root: string): Promise<BundledFile[]> {
  const entry = join(root, "advisor/ui/component.ts");
  if (!existsSync(entry)) return [];
  const version = readVersion();
  const { outputFiles } = await build({
    ...commonOptions,
    absWorkingDir: root,
    plugins: [importTexts(readCompiledOf(root), { isParted: false })],
    entryPoints: [entry],
    outfile: join(root, "build/static/embed/vnic-advisor.js"),
    format: "iife",
    banner: { js: writeNotice(version) },
  });
  const languages = await Promise.all(
    listEntries(join(root, "advisor/ui/languages")).map((file) => bundleLanguage(root, file, version)),
  );
  const [component] = outputFiles;
  const bytes = shrink(component?.contents ?? new Uint8Array(), "iife", { isAscii: true });
  const versioned = [{ path: `/embed/${version}/vnic-advisor.js`, bytes }, ...languages];
  return [{ path: "/embed/vnic-advisor.js", bytes }, ...versioned, writeIntegrity(version, versioned)];
}

/** Bundles the texts of a language into a script; a page loads it before the component, which then uses them. */
async function bundleLanguage(root: string, file: string, version: string): Promise<BundledFile> {
  const name = basename(file, ".ts");
  const { outputFiles } = await build({
    ...commonOptions,
    absWorkingDir: root,
    stdin: {
      contents: `import { language } from ${JSON.stringify(file)}; (globalThis.vnicAdvisorLanguages ??= {})[language.lang] = language;`,
      resolveDir: root,
    },
    outfile: join(root, `build/static/embed/${version}/languages/${name}.js`),
    format: "iife",
    banner: { js: writeNotice(version) },
  });
  const [script] = outputFiles;
  return {
    path: `/embed/${version}/languages/${name}.js`,
    bytes: shrink(script?.contents ?? new Uint8Array(), "iife", { isAscii: true }),
  };
}

/** The hashes by which a page holds a versioned file to its content; names are relative to the file itself. */
function writeIntegrity(version: string, files: readonly BundledFile[]): BundledFile {
  const listed = files.map(({ path, bytes }) => [
    path.replace("/embed/", ""),
    { integrity: hashIntegrity(bytes), bytes: bytes.length },
  ]);
  const text = `${JSON.stringify({ version, files: Object.fromEntries(listed) }, null, 2)}\n`;
  return { path: "/embed/integrity.json", bytes: new TextEncoder().encode(text) };
}

/** Says in the file itself whose it is: it is copied to other sites without the page that says so. */
function writeNotice(version: string): string {
  return `/*! vNIC Atlas ${version} | code: Apache-2.0 | data: CC-BY-4.0 | The vNIC Atlas maintainers */`;
}

/** The version of this repository, under which a release is published. */
function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  return version;
}
