import { build } from "esbuild";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { listFiles } from "../records/list-files.mjs";
import { commonOptions } from "../site/bundle/options.ts";
import { importTexts, readCompiledOf } from "../site/bundle/texts.ts";
import { nameDeclaration, writeDeclarations } from "./declarations.ts";
import { type Files, readManifest, writeLicences } from "./manifest.ts";

const entry = "advisor/package/index.ts";

/** Schemas of what goes into the engine and comes out of it, where the build has put them. */
const schemas = ["situation", "policy", "audit", "api/advice", "api/lean-advice", "api/knowledge"];

/** The files of `@vnic-atlas/advisor`: the engine and its command line as modules without dependencies, types, knowledge and schemas. */
export async function buildAdvisorPackage(root: string): Promise<Files> {
  const { outputFiles, metafile } = await build({
    ...commonOptions,
    absWorkingDir: root,
    plugins: [importTexts(readCompiledOf(root), { isParted: false })],
    entryPoints: { index: join(root, entry), cli: join(root, "advisor/cli.ts") },
    outdir: join(root, "build/packages/advisor"),
    // What only the audit needs is loaded with the first audit.
    splitting: true,
    chunkNames: "parts/[name]-[hash]",
    platform: "neutral",
    mainFields: ["module", "main"],
    external: ["node:*"],
    format: "esm",
    target: "node20",
    metafile: true,
  });
  const out = join(root, "build/packages/advisor");
  const files: Files = new Map(
    outputFiles.map(({ path, contents }) => [relative(out, path).replaceAll("\\", "/"), contents]),
  );
  for (const [path, text] of writeDeclarations(root, [entry])) files.set(`types/${path}`, text);
  const types = `./types/${nameDeclaration(entry)}`;
  files.set("knowledge.json", readCompiledOf(root)("knowledge"));
  files.set("knowledge.json.d.cts", describeData("Knowledge", "Everything that the engine reads.", types));
  files.set("fleet.json", readCompiledOf(root)("fleet"));
  files.set("fleet.json.d.cts", describeData("FleetKnowledge", "What the audit reads besides the knowledge.", types));
  for (const name of schemas) {
    const file = `${name}.schema.json`;
    files.set(`schemas/${file.replace(/^api\//, "")}`, readFileSync(join(root, "build/static/schema/v1", file)));
  }
  files.set("README.md", readFileSync(join(root, "advisor/package/README.md")));
  for (const path of listFiles(join(root, "LICENSES"))) files.set(relative(root, path), readFileSync(path));
  const licences = writeLicences(root, Object.keys(metafile.inputs));
  if (licences !== undefined) files.set("THIRD-PARTY-LICENSES.txt", licences);
  files.set("package.json", writeManifest(root, types));
  return files;
}

/** Types of a JSON file: what its text alone would say is wider than what the engine takes. Loaders treat such a file as CommonJS. */
function describeData(type: string, about: string, types: string): string {
  const from = `"${types.replace(/\.d\.ts$/, ".js")}" with { "resolution-mode": "import" }`;
  return `import type { ${type} } from ${from};\n\n/** ${about} */\ndeclare const data: ${type};\nexport = data;\n`;
}

function writeManifest(root: string, types: string): string {
  const data = (name: string) => ({ types: `./${name}.d.cts`, default: `./${name}` });
  const manifest = {
    ...readManifest(root),
    keywords: ["vsphere", "kvm", "vmxnet3", "virtio-net", "sr-iov", "virtual network adapter"],
    sideEffects: ["./cli.js"],
    bin: { "vnic-advisor": "./cli.js" },
    exports: {
      ".": { types, default: "./index.js" },
      "./knowledge.json": data("knowledge.json"),
      "./fleet.json": data("fleet.json"),
      "./schemas/*": "./schemas/*",
      "./package.json": "./package.json",
    },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
