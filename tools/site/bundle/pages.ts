import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transformSync } from "esbuild";
import { hashContent } from "../../records/write-files.ts";
import { listEntries } from "../pipeline/find-modules.mjs";
import { commonOptions, shrink } from "./options.ts";
import { importForm, importTexts, pruneVega, type ReadCompiled, readCompiledOf } from "./plugins.ts";

/** A bundled file: where it lies below the site's root, and what it is. */
export interface BundledFile {
  path: string;
  bytes: Uint8Array;
}

/** Bundles each script of assets/ts, not of its folders; the script itself comes first in its list, then what it loads later. */
export async function bundlePages(
  root: string,
  { readCompiled = readCompiledOf(root), isShrunk = true } = {},
): Promise<Map<string, BundledFile[]>> {
  const bundles = new Map<string, BundledFile[]>();
  for (const file of listEntries(join(root, "assets/ts"))) {
    const name = basename(file, ".ts");
    bundles.set(`${name}.js`, await bundlePage(root, name, file, { readCompiled, isShrunk }));
  }
  return bundles;
}

/** One build per script: what pages share is small, and a shared file would be one more request for each of them. */
async function bundlePage(
  root: string,
  name: string,
  file: string,
  { readCompiled, isShrunk }: { readCompiled: ReadCompiled; isShrunk: boolean },
): Promise<BundledFile[]> {
  // A worker is a classic script, and may load nothing later.
  const isWorker = name.endsWith("-worker");
  const options = {
    ...commonOptions,
    absWorkingDir: root,
    loader: { ".csv": "text", ".xml": "text" } as const,
    plugins: [importTexts(readCompiled, { isParted: !isWorker }), importForm(root), pruneVega(root)],
    entryPoints: { [name]: file },
    outdir: join(root, "build/static/js"),
    entryNames: "[name].[hash]",
    chunkNames: "[name].[hash]",
  };
  const { outputFiles } = await build({ ...options, format: "esm", splitting: !isWorker });
  // A script in one piece is wrapped, so that it also runs as a classic one, in a sandboxed frame or before the first paint.
  const format = outputFiles.length === 1 ? "iife" : "esm";
  const whole = format === "iife" ? (await build({ ...options, format })).outputFiles : outputFiles;
  const files = checkImports(
    whole.map(({ path, contents }) => ({
      path: `/js/${basename(path)}`,
      bytes: isShrunk ? shrink(contents, format) : contents,
    })),
  );
  const isEntry = ({ path }: BundledFile): boolean => path.startsWith(`/js/${name}.`);
  return [...files.filter(isEntry), ...files.filter((other) => !isEntry(other))];
}

const preloader = fileURLToPath(new URL("../../../assets/ts/page/preload-module.ts", import.meta.url));
/** How a bundle imports another: by a call, or by a statement. */
const calls = /\bimport\("\.\/([^"]+)"\)/g;
const statements = /\b(from|import)"\.\/([^"]+)"/g;

/** Has each dynamic import among these files hold what it loads to its integrity, and names each file by its content. */
function checkImports(files: readonly BundledFile[]): BundledFile[] {
  const sources = new Map(files.map((file) => [basename(file.path), file]));
  const checked = new Map<string, BundledFile>();
  const check = (name: string): BundledFile => {
    const known = checked.get(name);
    if (known) return known;
    const file = sources.get(name);
    if (!file) throw new Error(`${name} is imported, but was not bundled`);
    const result = checkFile(file, check);
    for (const other of [name, basename(result.path)]) checked.set(other, result);
    return result;
  };
  return [...sources.keys()].map(check);
}

function checkFile(file: BundledFile, check: (name: string) => BundledFile): BundledFile {
  const text = new TextDecoder().decode(file.bytes);
  const renamed = text.replace(
    statements,
    (_, keyword: string, name: string) => `${keyword}"./${basename(check(name).path)}"`,
  );
  const linked = renamed.replace(calls, (_, name: string) => {
    const module = check(name);
    return `(${[...listModules(module, check).map(writePreload), `import("./${basename(module.path)}")`].join(",")})`;
  });
  const bytes = new TextEncoder().encode(linked === renamed ? linked : writePreloader() + linked);
  const [name] = basename(file.path).split(".");
  return {
    path: posix.join(posix.dirname(file.path), `${name}.${hashContent(bytes).slice(0, 8).toUpperCase()}.js`),
    bytes,
  };
}

/** A module, with those that it imports itself. */
function listModules(module: BundledFile, check: (name: string) => BundledFile): BundledFile[] {
  const text = new TextDecoder().decode(module.bytes);
  return [
    ...new Set([
      module,
      ...[...text.matchAll(statements)].flatMap(([, , name = ""]) => listModules(check(name), check)),
    ]),
  ];
}

function writePreload({ path, bytes }: BundledFile): string {
  return `preloadModule(new URL("./${basename(path)}",import.meta.url).href,"${hashIntegrity(bytes)}")`;
}

/** The function that preloads, as it stands in a module. */
function writePreloader(): string {
  const { code } = transformSync(readFileSync(preloader, "utf8"), {
    loader: "ts",
    target: "es2022",
    minifyWhitespace: true,
    minifySyntax: true,
  });
  return code.trim().replace(/^export /, "");
}

/** The value that browsers hold a file to. */
export function hashIntegrity(bytes: Uint8Array): string {
  return `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
}
