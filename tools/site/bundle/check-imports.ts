import { transformSync } from "esbuild";
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path/posix";
import { fileURLToPath } from "node:url";
import { hashContent } from "../../records/hash-content.ts";
import { hashIntegrity } from "./integrity.ts";
import type { BundledFile } from "./pages.ts";

const preloader = fileURLToPath(new URL("../../../assets/ts/page/preload-module.ts", import.meta.url));
/** How a bundle imports another: by a call, or by a statement. */
const calls = /\bimport\("\.\/([^"]+)"\)/g;
const statements = /\b(from|import)"\.\/([^"]+)"/g;

/** Has each dynamic import among these files hold what it loads to its integrity; what that changes is named anew by its content. */
export function checkImports(files: readonly BundledFile[]): BundledFile[] {
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
  if (linked === text) return file;
  const bytes = new TextEncoder().encode(linked === renamed ? linked : writePreloader() + linked);
  const [name] = basename(file.path).split(".");
  return { path: join(dirname(file.path), `${name}.${hashContent(bytes).slice(0, 8).toUpperCase()}.js`), bytes };
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
