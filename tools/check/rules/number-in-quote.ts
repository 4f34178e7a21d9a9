import { findNumbers } from "../numbers-in-text.ts";
import type { Complaint, RecordRule } from "../rule.ts";
import { isMapping, select } from "../select.ts";
import type { Selected } from "../select.ts";

/**
 * A row's number stands in the words that are quoted for it; when they write it in another way, quotedAs says how.
 *
 * Good: `value: 2.65` with the quote "a total throughput of 2.65 Gbit per second".
 * Good: `value: 50000`, `quotedAs: 50k` with a quote that says "50k".
 * Bad: `value: 2.56` with the quote "a total throughput of 2.65 Gbit per second".
 */
export const numberInQuote: RecordRule = {
  name: "number-in-quote",
  scope: "record",
  fixable: false,
  check: (record) => (record.kind === "dataset" ? select(record.data, "measurements.*").flatMap(checkRow) : []),
};

function checkRow({ path, value: row }: Selected): Complaint[] {
  if (!isMapping(row) || typeof row["quote"] !== "string") return [];
  const { quote, quotedAs } = row;
  if (typeof quotedAs === "string") {
    if (collapse(quote).includes(collapse(quotedAs))) return [];
    return [
      {
        path: [...path, "quotedAs"],
        restsOn: [[...path, "quote"]],
        message: `"${quotedAs}" does not occur in the quote`,
        help: "quotedAs repeats the number exactly as the quote writes it",
      },
    ];
  }
  const inQuote = findNumbers(quote);
  return findRowNumbers(row)
    .filter(([, number]) => !inQuote.has(number))
    .map(([where, number]) => ({
      path: [...path, ...where],
      restsOn: [[...path, "quote"]],
      message: `${number} does not occur in the quote "${shorten(quote)}"`,
      help: "quote the words that hold the number, or add quotedAs with the number as the quote writes it",
    }));
}

function findRowNumbers(row: { [key: string]: unknown }): [path: string[], number: number][] {
  const summary = isMapping(row["summary"]) ? row["summary"] : {};
  const numbers: [string[], unknown][] = [
    [["value"], row["value"]],
    ...Object.entries(summary).map(([name, value]): [string[], unknown] => [["summary", name], value]),
  ];
  return numbers.filter((entry): entry is [string[], number] => typeof entry[1] === "number");
}

function collapse(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function shorten(text: string): string {
  return text.length <= 70 ? text : `${text.slice(0, 67)}...`;
}
