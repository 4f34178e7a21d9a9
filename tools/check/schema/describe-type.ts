import type { Path } from "../../records/record.ts";
import type { Words } from "../rule.ts";
import type { FaultContext } from "./describe-fault.ts";
import type { Fault } from "./find-faults.ts";
import { readDecimal } from "../decimals.ts";
import { fixType } from "./fix-type.ts";
import { sayUnknown } from "./say-unknown.ts";
import { nameField, nameFound, nameType } from "./words.ts";

/** Says that a value is of the wrong type, and how the same thing is written rightly where that is clear. */
export function describeType({ error, alternatives }: Fault, path: Path, value: unknown, context: FaultContext): Words {
  const { record } = context;
  const spelling = record.spellingOf(path);
  if (path.length === 0 && (value === null || value === undefined)) {
    return { message: "the record is empty", help: "look at another record of this kind for what it holds" };
  }
  if (path.length === 0)
    return {
      message: `the record must be a mapping, found ${nameFound(value, spelling)}`,
      help: "write its fields one below the other, each as `name: value`",
    };
  const expected = [nameType(error.params.type), ...alternatives].join(" or ");
  const isOpen = typeof value === "string" && /^(unknown|n\/?a|none|\?+|-+)$/i.test(value);
  const help = (isOpen ? sayUnknown(path, context) : undefined) ?? suggestSpelling(expected, value, spelling);
  const fix = fixType(error, path, value, record);
  return {
    message: `${nameField(path)} must be ${expected}, found ${nameFound(value, spelling)}`,
    ...(help ? { help } : {}),
    ...(fix ? { fix } : {}),
  };
}

function suggestSpelling(expected: string, value: unknown, spelling: string | undefined): string | undefined {
  if (/\btext\b/.test(expected) && (typeof value === "number" || typeof value === "boolean")) {
    return `put it in quotes: '${spelling ?? String(value)}'`;
  }
  if (/\bnumber\b/.test(expected) && typeof value === "string") return suggestNumber(value);
  if (typeof value === "number" && !Number.isFinite(value))
    return "leave out a number that is not known; a calculation that ended like this has no result to record";
  if (/\btrue\b/.test(expected) && typeof value === "string" && /^(yes|no|on|off|true|false)$/i.test(value)) {
    return `write ${/^(yes|on|true)$/i.test(value)} without quotes`;
  }
  if (/\blist\b/.test(expected) && typeof value === "string")
    return `start the entry with "- " on a line of its own, also when it is the only one`;
  if (value === null) return "give it a value, or remove the key where it is optional";
  return undefined;
}

const months = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*";
/** 1-Feb, 09. Apr, Apr 09 and 1/2/13: what spreadsheets make of 1.2 and the like. */
const spreadsheetDate = new RegExp(`^(?:\\d{1,2}[-. /]+(?:${months}|\\d{1,2}[-./])|${months}[-. /]+\\d)`, "i");

function suggestNumber(value: string): string {
  if (/^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)/.test(value))
    return "a spreadsheet writes this for an error; take the number from the source";
  if (spreadsheetDate.test(value)) return "a spreadsheet makes dates of numbers; take the number from the source";
  if (/^[+-]?\d+([.,]\d+)?\s?[kKMG]$/.test(value.trim()))
    return "k, M and G are factors: write all digits, or use a unit that holds the factor, such as kpackets/s";
  const compact = value.trim().replace(/^~|\s/g, "");
  const readings = readDecimal(compact);
  if (readings.length > 1) return `it may be ${readings.join(" or ")}: write the one that the source means`;
  const grouped = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(compact)
    ? compact.replaceAll(",", "")
    : compact.replace(/^([+-]?\d+),(\d+)$/, "$1.$2");
  const numbers = grouped.match(/(?:^[+-])?\d+(\.\d+)?/g) ?? [];
  const number = numbers.length === 1 ? numbers[0] : undefined;
  if (number === undefined) return "write digits only, with a point before decimals";
  return `write ${number} without quotes, with a point before decimals and without its unit`;
}
