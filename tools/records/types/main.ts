import { runProgram } from "../command-line.mjs";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readOrNothing, writeFiles } from "../write-files.ts";
import { fieldOf, readQuestions, readSchemas, type QuestionData } from "../read-schemas.ts";
import type { compile as Compile } from "json-schema-to-typescript";
import { bundleSchemas, type JsonObject } from "./bundle-schemas.ts";

/** Writes build/types from data/schema and data/questions; the types, which take a second, unless they are already whole, and of these schemas and this program. */
export async function updateTypes(root: string): Promise<"written" | "unchanged"> {
  updateQuestionWords(root);
  const schemas = readSchemas(root);
  const programTexts = readTexts(dirname(fileURLToPath(import.meta.url)), ".ts");
  const stamp = hash(JSON.stringify([...schemas, ...programTexts]));
  const sign = (types: string): string =>
    `// Generated from data/schema and data/questions by tools/records/types; do not edit.\n// ${stamp}\n// ${hash(types)}\n\n${types}`;
  const written = readOrNothing(join(root, "build/types/records.ts"))?.toString() ?? "";
  if (written === sign(written.replace(/^(?:\/\/ .*\n){3}\n/, ""))) return "unchanged";
  writeFiles(join(root, "build"), new Map([["types/records.ts", sign(await writeTypes(schemas))]]));
  return "written";
}

/** Writes build/types/questions.ts, which the bundles need. */
export function updateQuestionWords(root: string): void {
  writeFiles(join(root, "build"), new Map([["types/questions.ts", writeQuestions(readQuestions(root))]]));
}

/** The words of flags and attributes, for what has to know them before it has the knowledge: a class has its attributes from the start. */
function writeQuestions(questions: readonly QuestionData[]): string {
  const rows = [...questions]
    .sort((a, b) => Number(a.order) - Number(b.order))
    .map(
      ({ id, kind, flag = id }) => `  { field: "${fieldOf(id)}", flag: "${String(flag)}", kind: "${String(kind)}" },`,
    );
  return [
    "// Generated from data/questions by tools/records/types; do not edit.",
    'import type { Records, Situation } from "./records.ts";',
    "",
    "/** Every field of a situation with the word of its flag and attribute, in the order in which they are asked. */",
    'export const questionWords: readonly { field: keyof Situation; flag: string; kind: Records["question"]["kind"] }[] = [',
    ...rows,
    "];",
    "",
  ].join("\n");
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

/** Writes the TypeScript types of all records from their schemas. */
async function writeTypes(schemas: ReadonlyMap<string, JsonObject>): Promise<string> {
  // Imported only when types are written: it brings a formatter that takes a second to load.
  const { compile } = await import("json-schema-to-typescript");
  const bundle = bundleSchemas(schemas);
  return compile(bundle as Parameters<typeof Compile>[0], "Records", {
    bannerComment: "",
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    unknownAny: true,
    style: { printWidth: 120 },
    $refOptions: { resolve: { external: false } },
  });
}

await runProgram(import.meta.url, "types", async (root) => {
  if ((await updateTypes(root)) === "written") process.stdout.write("build/types/records.ts written\n");
});
