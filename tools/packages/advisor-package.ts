import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readCompiledOf } from "../site/bundle/plugins.ts";
import { bundlePackage, type Files, nameDeclaration, readManifest } from "./package-files.ts";

const entry = "advisor/package/index.ts";

/** Schemas of what goes into the engine and comes out of it, where the build has put them. */
const schemas = ["situation", "policy", "audit", "api/advice", "api/lean-advice", "api/batch-error", "api/knowledge"];

/** The files of `@vnic-atlas/advisor`: the engine and its command line as modules without dependencies, types, knowledge and schemas. */
export async function buildAdvisorPackage(root: string): Promise<Files> {
  const files = await bundlePackage(root, "advisor", [entry], {
    entryPoints: { index: join(root, entry), cli: join(root, "advisor/cli.ts") },
    platform: "neutral",
    mainFields: ["module", "main"],
    external: ["node:*"],
    target: "node20",
  });
  const types = `./types/${nameDeclaration(entry)}`;
  files.set("knowledge.json", writeKnowledge(root));
  files.set("knowledge.json.d.cts", describeData("Knowledge", "Everything that the engine reads.", types));
  files.set("fleet.json", readCompiledOf(root)("fleet"));
  files.set("fleet.json.d.cts", describeData("FleetKnowledge", "What the audit reads besides the knowledge.", types));
  for (const name of schemas) {
    const file = `${name}.schema.json`;
    files.set(`schemas/${file.replace(/^api\//, "")}`, readFileSync(join(root, "build/static/schema/v1", file)));
  }
  return files.set("package.json", writeManifest(root, types));
}

/** The engine's knowledge with the release and the licence of its data, as its schema asks and the API has it. */
function writeKnowledge(root: string): string {
  const { knowledgeRelease, licence } = JSON.parse(
    readFileSync(join(root, "build/knowledge/meta.json"), "utf8"),
  ) as Record<"knowledgeRelease" | "licence", string>;
  const knowledge = JSON.parse(readCompiledOf(root)("knowledge")) as object;
  return `${JSON.stringify({ ...knowledge, knowledgeRelease, licence })}\n`;
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
