import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "./bundle-schemas.ts";
import { writeTypes } from "./write-types.ts";

/** Writes build/types/records.ts from data/schema, unless it is already of these schemas and this program. */
export async function updateTypes(root: string): Promise<"written" | "unchanged"> {
  const schemaTexts = readTexts(join(root, "data/schema"), ".schema.json");
  const programTexts = readTexts(dirname(fileURLToPath(import.meta.url)), ".ts");
  const stamp = createHash("sha256")
    .update(JSON.stringify([...schemaTexts, ...programTexts]))
    .digest("hex");
  const header = `// Generated from data/schema by tools/types; do not edit.\n// ${stamp}\n\n`;
  const target = join(root, "build/types/records.ts");
  if (readOrNothing(target).startsWith(header)) return "unchanged";
  const schemas = new Map(schemaTexts.map(([file, text]) => [file, JSON.parse(text) as JsonObject]));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, header + (await writeTypes(schemas)));
  return "written";
}

function readTexts(folder: string, ending: string): [string, string][] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort();
  return names.map((name) => [name, readFileSync(join(folder, name), "utf8")]);
}

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const outcome = await updateTypes(root);
  if (outcome === "written") process.stdout.write("build/types/records.ts written\n");
}
