import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { ToolError } from "../records/command-line.mjs";
import { listFiles } from "../records/list-files.mjs";
import { commonOptions } from "../site/bundle/options.ts";
import { importTexts, readCompiledOf } from "../site/bundle/plugins.ts";

/** The files of a package by their paths within it. */
export type Files = Map<string, string | Uint8Array>;

/**
 * Bundles the modules of a package and adds what every package has: the types of these entries, and the README beside the first
 * one, and licences. What not every reader needs is in parts that are loaded later.
 */
export async function bundlePackage(
  root: string,
  name: string,
  entries: readonly [string, ...string[]],
  options: Pick<BuildOptions, "entryPoints" | "external" | "inject" | "mainFields" | "platform" | "target">,
): Promise<Files> {
  const out = join(root, "build/packages", name);
  const { outputFiles, metafile } = await build({
    ...{ ...commonOptions, ...options },
    absWorkingDir: root,
    plugins: [importTexts(readCompiledOf(root), { isParted: false })],
    outdir: out,
    splitting: true,
    chunkNames: "parts/[name]-[hash]",
    format: "esm",
    metafile: true,
  });
  const files: Files = new Map();
  for (const { path, contents } of outputFiles) files.set(relative(out, path).replaceAll("\\", "/"), contents);
  for (const [path, text] of writeDeclarations(root, entries)) files.set(`types/${path}`, text);
  files.set("README.md", readFileSync(join(root, dirname(entries[0]), "README.md")));
  for (const path of listFiles(join(root, "LICENSES"))) files.set(relative(root, path), readFileSync(path));
  const licences = writeLicences(root, Object.keys(metafile.inputs));
  return licences === undefined ? files : files.set("THIRD-PARTY-LICENSES.txt", licences);
}

/** What every package's manifest says alike; the version is the repository's. */
interface Manifest {
  name: string;
  version: string;
  description: string;
  license: string;
  type: "module";
  engines: { node: string };
}

/** The manifest of the advisor's package, from that of its folder. */
export function readManifest(root: string): Manifest {
  const read = (file: string): Manifest => JSON.parse(readFileSync(join(root, file), "utf8")) as Manifest;
  const { name, description } = read("advisor/package.json");
  const { version, engines } = read("package.json");
  return { name, version, description, license: "Apache-2.0 AND CC-BY-4.0", type: "module", engines };
}

interface Package {
  version: string;
  license: string;
  author?: string | { name: string };
}

/** The licences of the packages that a bundle contains, as one text; nothing if it contains none. */
function writeLicences(root: string, inputs: readonly string[]): string | undefined {
  const names = new Set(inputs.flatMap((path) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));
  if (names.size === 0) return undefined;
  const parts = [...names].sort().map((name) => {
    const folder = join(root, "node_modules", name);
    const { version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Package;
    const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:\.|$)/i.test(entry));
    const by = typeof author === "string" ? author : (author?.name ?? "its authors");
    // Some packages come without the text of their licence.
    const text = file === undefined ? `Copyright ${by}` : readFileSync(join(folder, file), "utf8").trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return `This package contains code of the following packages.\n\n${parts.join("\n---\n\n")}`;
}

/**
 * The types of entry modules and of all that they mention, by path from the repository's root. The compiler writes them; a
 * bundler of types would need a TypeScript whose compiler can be called from JavaScript, which version 7 is not.
 */
function writeDeclarations(root: string, entries: readonly string[]): Map<string, string> {
  mkdirSync(join(root, "build"), { recursive: true });
  const folder = mkdtempSync(join(root, "build/types-"));
  try {
    const config = {
      extends: relative(folder, join(root, "tsconfig.json")),
      compilerOptions: {
        ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: root, outDir: join(folder, "out") },
        ...{ types: ["node"], typeRoots: [join(root, "node_modules/@types")] },
      },
      include: [],
      files: [...entries, "tools/site/bundle/modules.d.ts"].map((file) => join(root, file)),
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    // It also writes types of tools that modules.d.ts mentions, and complains of one that it cannot name; only what the entries reach counts.
    const { stdout } = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", folder], { encoding: "utf8" });
    const made = new Map(
      listFiles(join(folder, "out")).map((file) => [
        relative(join(folder, "out"), file).replaceAll("\\", "/"),
        readFileSync(file, "utf8"),
      ]),
    );
    return pickReached(made, entries.map(nameDeclaration), stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The declarations that the entries reach, with addresses that every resolution understands. */
function pickReached(made: ReadonlyMap<string, string>, entries: readonly string[], said: string): Map<string, string> {
  const reached = new Map<string, string>();
  const open = [...entries];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const text = made.get(file);
    if (text === undefined) throw new ToolError(`tsc wrote no types of ${file}:\n${said}`);
    if (reached.has(file)) continue;
    const from = dirname(file);
    reached.set(
      file,
      text.replace(specifier, (_, before: string, path: string, quote: string) => {
        open.push(nameDeclaration(posix.join(from, path)));
        return `${before}${nameScript(path)}${quote}`;
      }),
    );
  }
  return reached;
}

/** A relative path in an import, an export or a type that is imported in place. */
const specifier = /((?:from |import\(|import )")(\.[^"]+)(")/g;

/** The file with the types of a module. */
export function nameDeclaration(module: string): string {
  return module.replace(/\.(m?)[tj]s$/, ".d.$1ts");
}

function nameScript(module: string): string {
  return module.replace(/\.(m?)ts$/, ".$1js");
}
