import type { MeasurementAnswers } from "../../../../tools/kit/import/draft-dataset.ts";
import { openId } from "../../../../tools/check/placeholders.ts";

/** Fields of a row by their paths, as the form's controls hold them: plain text, several values with spaces between. */
export function listRowFields(measurement: MeasurementAnswers): [path: string, text: string][] {
  // The form makes ids that are free in it.
  return Object.entries(measurement).flatMap(([name, value]) => (name === "id" ? [] : flatten(name, value)));
}

function flatten(path: string, value: unknown): [string, string][] {
  if (value === undefined || value === null || value === openId) return [];
  if (Array.isArray(value)) return [[path, value.join(" ")]];
  if (typeof value === "object")
    return Object.entries(value).flatMap(([name, inner]) => flatten(`${path}.${name}`, inner));
  return [[path, String(value)]];
}
