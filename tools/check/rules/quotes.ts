// Rules about where a number comes from: quoted or located, or named as unknown.

import { shorten } from "../../../advisor/text.ts";
import { collapse, findMisfits, findUnquoted } from "../quoted-numbers.ts";
import { type Figure, listRows, type Row } from "../rows.ts";
import type { Complaint, RecordRule } from "../rule.ts";
import { findNegative } from "./amounts.ts";
import { isMapping, select } from "../select.ts";
import type { AnyRecord, Path } from "../../records/record.ts";

/**
 * The quote of a row contains the row's numbers and their unit. If the quote writes them in another way, quotedAs says how.
 * Samples are exempt: no quote contains many numbers.
 */
export const numberInQuote: RecordRule = {
  name: "number-in-quote",
  summary: "The quote of a row contains its number and unit.",
  scope: "dataset",
  check: ({ data, spellingOf }) =>
    listRows(data)
      // The rule values-in-range reports a wrong sign.
      .filter((row) => !findNegative(row))
      .map((row) => checkRow(row, spellingOf) ?? checkUnit(row, spellingOf)),
};

/** A wrong unit affects every figure of a row, so only one of them gets a complaint. */
function checkUnit(row: Row, spellingOf: AnyRecord["spellingOf"]): Complaint | undefined {
  const { path, row: fields } = row;
  const asQuoted = fields.quotedAs !== undefined;
  const [misfit] = findMisfits(row, spellingOf);
  if (!misfit) return undefined;
  const number = `${spellingOf([...path, ...misfit.field]) ?? misfit.number}${typeof fields.unit === "string" ? ` ${fields.unit}` : ""}`;
  return {
    path: asQuoted ? [...path, "quotedAs"] : [...path, ...(fields.unit === undefined ? misfit.field : ["unit"])],
    restsOn: [...["quote", "unit", "form", "quotedAs"].map((field) => [...path, field]), [...path, ...misfit.field]],
    message: asQuoted
      ? `"${misfit.printed}" in the quote is not ${number}`
      : `the quote has ${misfit.printed}, but the row has ${number}`,
    help: asQuoted
      ? "copy number and unit from the quote, or convert the value to another unit"
      : "use the unit of the quote; if the value is converted, add quotedAs with the number as printed",
  };
}

function checkRow({ path, row }: Row, spellingOf: AnyRecord["spellingOf"]): Complaint | undefined {
  const { quote, quotedAs } = row;
  const asQuoted: Path = [...path, "quotedAs"];
  const restsOn = [[...path, "quote"], asQuoted];
  if (quote === undefined && typeof quotedAs === "string")
    return {
      path: asQuoted,
      restsOn,
      message: "quotedAs requires a quote, but the row has none",
      help: "add the quote, or remove quotedAs",
    };
  if (typeof quote !== "string") return undefined;
  if (typeof quotedAs === "string" && !collapse(quote).includes(collapse(quotedAs)))
    return {
      path: asQuoted,
      restsOn,
      message: `"${quotedAs}" does not occur in the quote`,
      help: "copy the number exactly as the quote prints it",
    };
  const missing = findUnquoted(row);
  if (typeof quotedAs !== "string") return complainOfMissing(missing, path, quote, spellingOf);
  // A program cannot tell whether a word means a number, but there must be a word for each number.
  if (missing.length <= countWords(quotedAs)) return undefined;
  const numbers = missing.map(({ number }) => number).join(", ");
  return {
    path: asQuoted,
    restsOn: [...restsOn, [...path, "summary"]],
    message: `the quote lacks ${numbers}, and "${quotedAs}" cannot match all of them`,
    help: "set quotedAs to the part of the quote with all numbers, or extend the quote",
  };
}

/** One complaint for each row: if many numbers are missing, the quote is the one mistake. */
function complainOfMissing(
  missing: readonly Figure[],
  path: Path,
  quote: string,
  spellingOf: AnyRecord["spellingOf"],
): Complaint | undefined {
  const [first] = missing;
  if (!first) return undefined;
  const numbers = missing.map(({ field, number }) => spellingOf([...path, ...field]) ?? String(number));
  const fields = missing.map(({ field }) => field.at(-1)).join(", ");
  const isOne = missing.length === 1;
  return {
    path: [...path, ...first.field],
    restsOn: [[...path, "quote"], ...missing.map(({ field }) => [...path, ...field])],
    message: `${isOne ? numbers[0] : `${numbers.join(", ")} (${fields})`} ${isOne ? "does" : "do"} not occur in the quote "${shorten(quote, 70)}"`,
    help: isOne
      ? "quote the words with the number, or add quotedAs with the number as printed"
      : "quote the words with all numbers, or set quotedAs to the words that mean them",
  };
}

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}.,]*/gu)?.length ?? 0;
}

/**
 * Every row of a dataset can be found in its source: it quotes the words that carry it, or a locator names the place.
 */
export const quotedOrLocated: RecordRule = {
  name: "quoted-or-located",
  summary: "Every row has a quote or a locator.",
  scope: "dataset",
  check: ({ data }) =>
    listRows(data)
      .filter(({ row }) => row.quote === undefined && row.locator === undefined)
      .map(({ path }) => ({
        path,
        message: "this row has neither a quote nor a locator",
        help: "quote the source, or name the place (section, page, table, figure)",
      })),
};

/** Numbers that readers need to judge a result, by their mapping. */
const needed: { readonly [holder: string]: readonly string[] } = {
  testbed: ["linkGbps"],
  method: ["runs", "durationSeconds"],
};

/** A number that readers need is stated, or the list unknown names it as not stated by the source; never both. */
export const statedOrUnknown: RecordRule = {
  name: "stated-or-unknown",
  summary: "A number that readers need is stated, or named as unknown; never both.",
  scope: "dataset",
  check: ({ data }) => Object.entries(needed).flatMap(([holder, names]) => checkHolder(data, holder, names)),
};

function checkHolder(data: unknown, holder: string, names: readonly string[]): Complaint[] {
  const [found] = select(data, holder);
  if (!found || !isMapping(found.value)) return [];
  const { value: mapping, path } = found;
  const unknown = select(mapping, "unknown.*");
  const isNamed = (name: string): boolean => unknown.some(({ value }) => value === name);
  const silent = names
    .filter((name) => mapping[name] === undefined && !isNamed(name))
    .map(
      (name): Complaint => ({
        path,
        onKey: true,
        restsOn: [[...path, name], [...path, "unknown"], ...unknown.map((entry) => [...path, ...entry.path])],
        message: `"${name}" is missing and not listed as unknown`,
        help: `add ${name}, or "unknown: [${name}]" if the source does not state it`,
      }),
    );
  const contradicted = unknown
    .filter(({ value: name }) => typeof name === "string" && mapping[name] !== undefined)
    .map(
      (entry): Complaint => ({
        path: [...path, ...entry.path],
        restsOn: [[...path, String(entry.value)]],
        message: `"${String(entry.value)}" is stated and also listed as unknown`,
        help: "remove one of the two",
      }),
    );
  return [...silent, ...contradicted];
}

/** Every number found in a source is a measurement, is in a finding, or is left out for a reason. */
export const numbersAccounted: RecordRule = {
  name: "numbers-accounted",
  summary: "Every number that was found in a source is shown, or left out for a reason.",
  scope: "source",
  check({ data }) {
    const [numbers] = select(data, "review.numbers");
    if (!numbers) return [];
    const parts = ["review.asMeasurements", "review.asFindings", "review.leftOut.*.count"];
    const sum = parts.flatMap((part) => select(data, part)).reduce((total, { value }) => total + Number(value), 0);
    if (sum === numbers.value) return [];
    const reasons = select(data, "review.leftOut.*").flatMap(({ path }) => [path, [...path, "count"]]);
    return [
      {
        path: numbers.path,
        restsOn: [["review", "asMeasurements"], ["review", "asFindings"], ["review", "leftOut"], ...reasons],
        message: `${String(numbers.value)} numbers were found, but ${sum} are accounted for`,
        help: "asMeasurements, asFindings and the counts of leftOut must add up to numbers",
      },
    ];
  },
};
