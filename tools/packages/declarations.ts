import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { ToolError } from "../records/command-line.mjs";
import { listFiles } from "../records/list-files.mjs";

/**
 * The types of entry modules and of all that they mention, by path from the repository's root. The compiler writes them; a
 * bundler of types would need a TypeScript whose compiler can be called from JavaScript, which version 7 is not.
 */
export function writeDeclarations(root: string, entries: readonly string[]): Map<string, string> {
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
