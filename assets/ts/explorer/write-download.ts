import { type CsvValue, writeCsv } from "../../../tools/records/csv.ts";
import { facetNames, numberNames } from "./measurement-file.ts";
import { type Measurements, textAt } from "./measurements.ts";

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

function toEntry(row: number, { facets, numbers, texts, rows, studies }: Measurements, site: string): Entry {
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
    page: study && `${site}${study.path.slice(1)}#${rows[row] ?? ""}`,
  } as Entry;
}
