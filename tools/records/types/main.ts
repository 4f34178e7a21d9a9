import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeFiles } from "../write-files.ts";
import type { JsonObject } from "./bundle-schemas.ts";
import { writeTypes } from "./write-types.ts";

/** Writes build/types/records.ts from data/schema, unless it is already whole, and of these schemas and this program. */
export async function updateTypes(root: string): Promise<"written" | "unchanged"> {
  const schemaTexts = readTexts(join(root, "data/schema"), ".schema.json");
  const programTexts = readTexts(dirname(fileURLToPath(import.meta.url)), ".ts");
  const stamp = hash(JSON.stringify([...schemaTexts, ...programTexts]));
  const sign = (types: string): string =>
    `// Generated from data/schema by tools/records/types; do not edit.\n// ${stamp}\n// ${hash(types)}\n\n${types}`;
  const written = readOrNothing(join(root, "build/types/records.ts"));
  if (written === sign(written.replace(/^(?:\/\/ .*\n){3}\n/, ""))) return "unchanged";
  const schemas = new Map(schemaTexts.map(([file, text]) => [file, JSON.parse(text) as JsonObject]));
  writeFiles(join(root, "build"), new Map([["types/records.ts", sign(await writeTypes(schemas))]]));
  return "written";
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
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
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const outcome = await updateTypes(root);
  if (outcome === "written") process.stdout.write("build/types/records.ts written\n");
}
