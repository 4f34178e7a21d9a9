import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findProseProblems } from "../tools/check/prose.ts";

/** Lists the schemas in a folder, at any depth. */
export function listSchemaFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".schema.json"))
    .map((file) => join(folder, file))
    .sort();
}

/** Finds the wording problems in the titles and descriptions of JSON files, each problem once. */
export function findSchemaProseProblems(files: readonly string[]): string[] {
  const problems = files.flatMap((file) =>
    listTexts(JSON.parse(readFileSync(file, "utf8"))).flatMap((text) =>
      findProseProblems(text).map(({ sentence, problem, instead }) => `${problem} in "${sentence}"; write ${instead}`),
    ),
  );
  return [...new Set(problems)];
}

function listTexts(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(listTexts);
  if (node === null || typeof node !== "object") return [];
  return Object.entries(node).flatMap(([keyword, value]) =>
    (keyword === "description" || keyword === "title") && typeof value === "string" ? [value] : listTexts(value),
  );
}
