import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv, type ValidateFunction } from "ajv";
import type { ChartSpec } from "./chart.ts";

/** Lists what Vega-Lite's own schema finds wrong with a specification. */
export function findSpecProblems(spec: ChartSpec): string[] {
  const validate = (validator ??= compileSchema());
  if (validate(spec)) return [];
  // Each alternative of a union reports; the deepest place is the one that was meant.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== "anyOf");
  const deepest = Math.max(...errors.map(depthOf));
  const messages = errors
    .filter((error) => depthOf(error) === deepest)
    .map(
      ({ instancePath, message, params }) =>
        `${instancePath || "/"}  ${message ?? "is not valid"}${writeParams(params)}`,
    );
  return [...new Set(messages)].slice(0, 3);
}

/** Compiled once per process, because it takes seconds. */
let validator: ValidateFunction | undefined;

function compileSchema(): ValidateFunction {
  const file = fileURLToPath(import.meta.resolve("vega-lite/vega-lite-schema.json"));
  // A validator that serves a few specifications need not be quick: without these two it is made in a third of the time.
  const quickly = { code: { optimize: false }, inlineRefs: false };
  const formats = { "color-hex": true, uri: true, "uri-reference": true } as const;
  const ajv = new Ajv({ ...quickly, strict: false, formats });
  return ajv.compile(JSON.parse(readFileSync(file, "utf8")) as object);
}

function depthOf({ instancePath }: { instancePath: string }): number {
  return instancePath.split("/").length;
}

function writeParams(params: Record<string, unknown>): string {
  const found = params.additionalProperty ?? params.allowedValues;
  return found === undefined ? "" : `: ${JSON.stringify(found)}`;
}
