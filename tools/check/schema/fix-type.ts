import type { ErrorObject } from "ajv";
import type { AnyRecord, Path, Tombstone } from "../../records/record.ts";
import { readDate } from "../dates.ts";
import type { Fix } from "../fix/fix.ts";
import { wrapInList, writeValue } from "../fix/write-value.ts";

/** Writes a value of the wrong type as the right one, where it can say one thing only. */
export function fixType(
  error: ErrorObject,
  path: Path,
  value: unknown,
  record: AnyRecord | Tombstone,
): Fix | undefined {
  switch (error.params.type) {
    case "string":
      return typeof value === "number" ? fixText(error, path, record) : undefined;
    case "number":
    case "integer":
      return typeof value === "string" ? fixNumber(error, path, value, record) : undefined;
    case "boolean":
      return typeof value === "string" ? fixSwitch(path, value, record) : undefined;
    case "array":
      return isSingle(value) ? wrapInList(record, path, value) : undefined;
    default:
      return undefined;
  }
}

/** A number that should be text is put in quotes, digit by digit as it is written. */
function fixText({ parentSchema }: ErrorObject, path: Path, record: AnyRecord | Tombstone): Fix | undefined {
  const spelling = record.spellingOf(path) ?? "";
  const pattern = new RegExp(String(parentSchema?.pattern ?? ""), "u");
  if (pattern.test(spelling)) return writeValue(record, path, spelling);
  const dates = parentSchema?.title === "Date" ? readDate(spelling) : [];
  return dates.length === 1 && dates[0] !== undefined ? writeValue(record, path, dates[0]) : undefined;
}

function fixNumber({ params }: ErrorObject, path: Path, value: string, record: AnyRecord | Tombstone): Fix | undefined {
  const spellings = readDecimal(value);
  const [spelling] = spellings;
  if (spelling === undefined || spellings.length > 1) return undefined;
  if (params.type === "integer" && !Number.isInteger(Number(spelling))) return undefined;
  return writeValue(record, path, Number(spelling), spelling);
}

function fixSwitch(path: Path, value: string, record: AnyRecord | Tombstone): Fix | undefined {
  if (!/^(yes|no|on|off|true|false)$/i.test(value)) return undefined;
  return writeValue(record, path, /^(yes|on|true)$/i.test(value));
}

/** Text with a comma or semicolon in it may be several entries. */
function isSingle(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && value !== "" && !/[,;]/.test(value));
}

/**
 * Reads a number that was written as text, `2.65`, or with a comma before its decimals, `2,65`, and spells it with a point.
 * Three digits after the only comma could be thousands as well as decimals: both spellings are given then.
 */
export function readDecimal(text: string): readonly string[] {
  const [, sign = "", whole = "", mark, decimals = ""] = /^(-?)(\d+)(?:([.,])(\d+))?$/.exec(text) ?? [];
  // A zero in front belongs to a code, and what has more digits than a number can hold is none.
  if (whole === "" || (whole.length > 1 && whole.startsWith("0")) || whole.length + decimals.length > 15) return [];
  const spelling = `${sign}${whole}${decimals && `.${decimals}`}`;
  const isGrouped = mark === "," && decimals.length === 3 && whole.length <= 3 && whole !== "0";
  return isGrouped ? [spelling, `${sign}${whole}${decimals}`] : [spelling];
}
