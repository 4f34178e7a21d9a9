import { build, transform } from "esbuild";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { compileKnowledge } from "../../site/compile/engine-knowledge.ts";
import { createAtlas, groupRecords } from "../../site/compile/records.ts";
import { loadRecords } from "../../records/load-records.ts";

/** The engine and its tests as texts of CommonJS modules, and what the tests read of the records: built once for all mutants. */
export interface Program {
  /** File of advisor/ without its ending to its code. */
  modules: Record<string, string>;
  /** Name of a test file to its code; modules of advisor/ are left to be required. */
  tests: Record<string, string>;
  /** Files of the engine, without their ending: those that its bundle holds. */
  engine: string[];
  knowledge: unknown;
  records: unknown;
}

/** Builds the program from the sources as they stand. */
export async function buildProgram(root: string, testNames: readonly string[]): Promise<Program> {
  const loaded = loadRecords(root);
  const knowledge = compileKnowledge(createAtlas(groupRecords(loaded)), {
    schemaVersion: "1.0.0",
    knowledgeVersion: "test",
  });
  // A test may ask for any module, not only for those that the engine is made of; what starts the command line is none that can be required.
  const all = readdirSync(join(root, "advisor"), { recursive: true, encoding: "utf8" }).filter((file) =>
    /^(?!cli).*(?<!\.d)\.(?:ts|mjs)$/.test(file),
  );
  const modules = await Promise.all(
    all.map(
      async (file) =>
        [file.replace(/\.\w+$/, ""), await compileModule(readFileSync(join(root, "advisor", file), "utf8"))] as const,
    ),
  );
  const tests = await Promise.all(testNames.map(async (name) => [name, await bundleTest(root, name)] as const));
  return {
    modules: Object.fromEntries(modules),
    tests: Object.fromEntries(tests),
    engine: await filesOf(root, [
      "advisor/engine/engine.ts",
      "advisor/explain/reasons.ts",
      "advisor/explain/changes.ts",
    ]),
    knowledge,
    records: loaded.records.map(({ kind, id, data, text }) => ({ kind, id, data, text })),
  };
}

/** The source of a module of advisor/. */
export function readModule(root: string, name: string): string {
  return readFileSync(join(root, "advisor", `${name}.ts`), "utf8");
}

/** TypeScript as a CommonJS module. */
export async function compileModule(source: string): Promise<string> {
  return (await transform(source, { loader: "ts", format: "cjs", target: "es2022" })).code;
}

/** The modules of advisor/ that are bundled for some entries. */
async function filesOf(root: string, entryPoints: string[]): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    bundle: true,
    write: false,
    metafile: true,
    outdir: "build",
    format: "esm",
  });
  return Object.keys(metafile.inputs)
    .map((path) => path.replace(/^advisor\/|\.ts$/g, ""))
    .sort();
}

async function bundleTest(root: string, name: string): Promise<string> {
  const folder = join(root, "tests/unit/advisor");
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(folder, `${name}.test.ts`)],
    bundle: true,
    write: false,
    outdir: "build",
    format: "cjs",
    platform: "node",
    target: "es2022",
    external: ["fast-check"],
    define: {
      "import.meta.url": JSON.stringify(pathToFileURL(join(folder, "x.ts")).href),
      "import.meta.dirname": JSON.stringify(folder),
    },
    plugins: [
      {
        name: "leave the engine out",
        setup({ onResolve }) {
          onResolve({ filter: /\/advisor\/[\w/-]+\.ts$/ }, ({ path }) => ({
            path: path.replace(/^.*\/(advisor\/.*)\.ts$/, "$1"),
            external: true,
          }));
          onResolve({ filter: /^\.\/knowledge\.ts$/ }, () => ({ path: "given/knowledge", external: true }));
          onResolve({ filter: /\/load-records\.ts$/ }, () => ({ path: "given/records", external: true }));
        },
      },
    ],
  });
  return outputFiles[0]?.text ?? "";
}
