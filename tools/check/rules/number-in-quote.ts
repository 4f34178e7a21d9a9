import type { AnyRecord, Path } from "../../records/record.ts";
import { findMisfits, findUnquoted } from "../quoted-numbers.ts";
import { type Figure, listRows, type Row } from "../rows.ts";
import type { Complaint, RecordRule } from "../rule.ts";
import { findNegative } from "./values-in-range.ts";

/**
 * A row's numbers stand in the words that are quoted for it, with their unit; where these write them in another way, quotedAs
 * says how.
 * The samples themselves need not: no quote holds many.
 *
 * Good: `value: 2.65` with the quote "a total throughput of 2.65 Gbit per second".
 * Good: `value: 50000`, `quotedAs: 50k` with a quote that says "50k".
 * Good: a summary with min 1200 and max 1400, `quotedAs: 1.2 to 1.4` with a quote that says so in Gbit/s.
 * Bad: `value: 565`, `unit: MB/s` with a quote that says "565 Mbit/s".
 * Bad: `value: 2.56` with the quote "a total throughput of 2.65 Gbit per second".
 */
export const numberInQuote: RecordRule = {
  name: "number-in-quote",
  summary: "The quote of a row contains its number and unit.",
  scope: "dataset",
  check: ({ data, spellingOf }) =>
    listRows(data).flatMap((row) => {
      // A sign that no such number has is the mistake; values-in-range names it.
      if (findNegative(row)) return [];
      const missing = checkRow(row, spellingOf);
      return missing.length > 0 ? missing : checkUnit(row, spellingOf);
    }),
};

/** One mistake in a unit puts every figure of a row in doubt, so one of them stands for all. */
function checkUnit(row: Row, spellingOf: AnyRecord["spellingOf"]): Complaint[] {
  const { path, row: fields } = row;
  const asQuoted = fields.quotedAs !== undefined;
  const [misfit] = findMisfits(row, spellingOf);
  if (!misfit) return [];
  const number = `${spellingOf([...path, ...misfit.field]) ?? misfit.number}${typeof fields.unit === "string" ? ` ${fields.unit}` : ""}`;
  return [
    {
      path: asQuoted ? [...path, "quotedAs"] : [...path, ...(fields.unit === undefined ? misfit.field : ["unit"])],
      restsOn: [...["quote", "unit", "form", "quotedAs"].map((field) => [...path, field]), [...path, ...misfit.field]],
      message: asQuoted
        ? `"${misfit.printed}" in the quote is not ${number}`
        : `the quote writes ${misfit.printed}, and the row says ${number}`,
      help: asQuoted
        ? "copy number and unit from the quote, or convert the value to another unit"
        : "use the unit of the quote; if the value is converted, add quotedAs with the number as printed",
    },
  ];
}

function checkRow({ path, row }: Row, spellingOf: AnyRecord["spellingOf"]): Complaint[] {
  const { quote, quotedAs } = row;
  const asQuoted: Path = [...path, "quotedAs"];
  const restsOn = [[...path, "quote"], asQuoted];
  if (quote === undefined && typeof quotedAs === "string")
    return [
      {
        path: asQuoted,
        restsOn,
        message: "quotedAs needs a quote, and there is none",
        help: "add the quote, or remove quotedAs",
      },
    ];
  if (typeof quote !== "string") return [];
  if (typeof quotedAs === "string" && !collapse(quote).includes(collapse(quotedAs)))
    return [
      {
        path: asQuoted,
        restsOn,
        message: `"${quotedAs}" does not occur in the quote`,
        help: "copy the number exactly as the quote prints it",
      },
    ];
  const missing = findUnquoted(row);
  if (typeof quotedAs !== "string") return complainOfMissing(missing, path, quote, spellingOf);
  // Whether a word means a number nobody can tell, but a word for each there has to be.
  if (missing.length <= countWords(quotedAs)) return [];
  const numbers = missing.map(({ number }) => number).join(", ");
  return [
    {
      path: asQuoted,
      restsOn: [...restsOn, [...path, "summary"]],
      message: `the quote lacks ${numbers}, and "${quotedAs}" cannot match all of them`,
      help: "set quotedAs to the part of the quote with all numbers, or extend the quote",
    },
  ];
}

/** One complaint for a row: of many numbers that the quote lacks the reason is one quote. */
function complainOfMissing(
  missing: readonly Figure[],
  path: Path,
  quote: string,
  spellingOf: AnyRecord["spellingOf"],
): Complaint[] {
  const [first] = missing;
  if (!first) return [];
  const numbers = missing.map(({ field, number }) => spellingOf([...path, ...field]) ?? String(number));
  const fields = missing.map(({ field }) => field.at(-1)).join(", ");
  const isOne = missing.length === 1;
  return [
    {
      path: [...path, ...first.field],
      restsOn: [[...path, "quote"], ...missing.map(({ field }) => [...path, ...field])],
      message: `${isOne ? numbers[0] : `${numbers.join(", ")} (${fields})`} ${isOne ? "does" : "do"} not occur in the quote "${shorten(quote)}"`,
      help: isOne
        ? "quote the words with the number, or add quotedAs with the number as printed"
        : "quote the words with all numbers, or set quotedAs to the words that mean them",
    },
  ];
}

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}.,]*/gu)?.length ?? 0;
}

function collapse(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function shorten(text: string): string {
  return text.length <= 70 ? text : `${text.slice(0, 67)}...`;
}
