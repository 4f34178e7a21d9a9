import { ToolError } from "../records/command-line.mjs";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { LabResult } from "./result.ts";

const schema: object = JSON.parse(readFileSync(new URL("./result.schema.json", import.meta.url), "utf8"));

/** Reads a result file; one that is not of the lab's form is refused with the place of the mistake. */
export function readResult(file: string, root: string): LabResult {
  const path = resolve(root, file);
  let text: unknown;
  try {
    text = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new ToolError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, 2);
  }
  const fault = findFault(text);
  if (fault !== null) throw new ToolError(`${file} is not a result of the lab: ${fault}`, 2);
  return text as LabResult;
}

/** Says what is wrong with a result, or null when it is one. */
export function findFault(result: unknown): string | null {
  const ajv = new Ajv2020({ strict: true, allErrors: false });
  addFormats.default(ajv);
  const isValid = ajv.compile(schema);
  if (isValid(result)) return null;
  const [error] = isValid.errors ?? [];
  return `${error?.instancePath || "the file"} ${error?.message ?? "does not match the schema"}`;
}
