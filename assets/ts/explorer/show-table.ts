import { h } from "../../../advisor/ui/dom.ts";
import { addressOf, type Measurements, textAt } from "./measurements.ts";
import { upperFirst } from "../../../tools/records/words.ts";
import type { NameValue } from "./write-question.ts";
import { type CsvValue, writeCsv } from "../../../advisor/csv.ts";
import { facetNames, numberNames } from "./measurement-file.ts";

/** Rows that are shown at once; a button brings the next ones. */
export const pageSize = 200;

/** What drawing rows needs besides them. */
interface TableParts {
  measurements: Measurements;
  name: NameValue;
  /** The site's root. */
  base: string;
}

/** Draws some of the rows of a table. */
export function drawRows(rows: ArrayLike<number>, from: number, to: number, parts: TableParts): DocumentFragment {
  const drawn = document.createDocumentFragment();
  for (let at = from; at < Math.min(rows.length, to); at++) drawn.append(drawRow(rows[at] as number, parts));
  return drawn;
}

function drawRow(row: number, { measurements, name, base }: TableParts): HTMLElement {
  const { facets, texts, studies } = measurements;
  const study = studies[facets.study.codes[row] as number];
  const workload = textAt(facets.workload, row);
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, name("adapter", textAt(facets.adapter, row))),
    h(
      "td",
      {},
      upperFirst(name("metric", textAt(facets.metric, row))),
      workload === "other" ? "" : `, ${name("workload", workload)}`,
    ),
    h("td", {}, h("strong", {}, textAt(texts.result, row))),
    h("td", {}, textAt(texts.conditions, row)),
    h("td", {}, study && h("a", { href: addressOf(row, measurements, base) }, study.name)),
  );
}

/** Columns of a download; the same names as in the address, the API and the records. */
const columns = ["id", ...facetNames, "result", "unit", ...numberNames, "conditions", "source", "url", "page"] as const;

type Entry = Record<(typeof columns)[number], CsvValue>;

/** Writes rows as a table, each with its source and the address of the page that has its words. */
export function writeRowsCsv(rows: Iterable<number>, measurements: Measurements, site: string): string {
  const entries = [...rows].map((row) => toEntry(row, measurements, site));
  return writeCsv(
    columns,
    entries.map((entry) => columns.map((column) => entry[column])),
  );
}

/** Writes rows as JSON, with what was asked for and the licence. */
export function writeRowsJson(
  rows: Iterable<number>,
  measurements: Measurements,
  site: string,
  question: string,
  address: string,
): string {
  const { knowledgeVersion, licence } = measurements;
  return `${JSON.stringify({ question, address, knowledgeVersion, licence, measurements: [...rows].map((row) => toEntry(row, measurements, site)) }, null, 1)}\n`;
}

function toEntry(row: number, measurements: Measurements, site: string): Entry {
  const { facets, numbers, texts, rows, studies } = measurements;
  const study = studies[facets.study.codes[row] as number];
  const words = Object.fromEntries(facetNames.map((name) => [name, textAt(facets[name], row)]));
  const figures = Object.fromEntries(
    numberNames.map((name) => [name, numbers[name][row]]).filter(([, value]) => !Number.isNaN(value)),
  );
  return {
    id: rows[row],
    ...words,
    result: textAt(texts.result, row).replaceAll("\u00A0", " "),
    unit: textAt(texts.unit, row) || undefined,
    ...figures,
    conditions: textAt(texts.conditions, row).replaceAll("\u00A0", " "),
    source: study?.source,
    url: study?.url,
    page: addressOf(row, measurements, site),
  } as Entry;
}
