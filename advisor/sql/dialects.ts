import { quoteCsv } from "../csv.ts";

/** How a database writes what standard SQL leaves open. */
export interface Dialect {
  /** Makes a name for the rows that a script carries. */
  constant: (name: string, query: string) => string;
  /** Makes a name for a query that is computed once. */
  keep: (name: string, query: string) => string[];
  /** Makes the table with the result. */
  publish: (name: string, query: string) => string[];
  /** The step that removes what `keep` left behind; none if that ends with the session. */
  remove: (names: readonly string[]) => { comment: string; statements: string[] }[];
  /** A query that gives columns as text; a column that the table does not have is NULL. */
  readColumns: (table: string, id: string, columns: readonly string[]) => string;
  /** A query for the names of the other columns of a table; undefined if the database cannot query them. */
  otherColumns?: (table: string, columns: readonly string[]) => string;
  /** A text literal. */
  text: (text: string) => string;
  /** Replaces every match of a pattern. `firstGroup` is what the pattern's group matched, with a text before it. */
  replaceAll: (value: string, pattern: string, by: string) => string;
  firstGroup: (before: string) => string;
  /** The texts of a list, joined. */
  join: (list: string, separator: string) => string;
  /** The different texts of a group, sorted and joined by commas. */
  sortedTexts: (value: string) => string;
  /** One row for each entry of a list. */
  each: (list: string) => string;
}

const asText = (column: string): string => `NULLIF(CAST(${column} AS STRING), 'unknown') AS ${column}`;

const dropTable = (name: string): string => `DROP TABLE IF EXISTS ${name}`;
/** Spark analyses a view anew for each use, with all views in it; of a table it reads the rows. */
const makeTable = (name: string, query: string): string[] => [
  dropTable(name),
  `CREATE TABLE ${name} USING parquet AS\n${query}`,
];

/** The databases for which decide.sql is written, by the names that --dialect takes. */
export const dialects: Readonly<Record<string, Dialect>> = {
  duckdb: {
    constant: (name, query) => `CREATE OR REPLACE TEMPORARY TABLE ${name} AS\n${query}`,
    keep: (name, query) => [`CREATE OR REPLACE TEMPORARY TABLE ${name} AS\n${query}`],
    publish: (name, query) => [`CREATE OR REPLACE TABLE ${name} AS\n${query}`],
    remove: () => [],
    readColumns: (table, id, columns) =>
      [
        `SELECT ${[id, ...columns.map(asText)].join(",\n  ")}`,
        "FROM (",
        `  SELECT ${columns.map((column) => `NULL AS ${column}`).join(", ")} WHERE FALSE`,
        `  UNION ALL BY NAME SELECT * FROM ${table}`,
        ")",
      ].join("\n"),
    otherColumns: (table, columns) =>
      `SELECT column_name FROM (DESCRIBE ${table})\nWHERE lower(column_name) NOT IN (${columns.map((name) => `'${name}'`).join(", ")})`,
    text: (text) => `'${text.replaceAll("'", "''")}'`,
    replaceAll: (value, pattern, by) => `regexp_replace(${value}, ${pattern}, ${by}, 'g')`,
    firstGroup: (before) => `${before}\\1`,
    join: (list, separator) => `array_to_string(${list}, ${separator})`,
    sortedTexts: (value) => `array_to_string(list_sort(list(DISTINCT ${value})), ',')`,
    each: (list) => `unnest(${list})`,
  },
  spark: {
    constant: (name, query) => `CREATE OR REPLACE TEMPORARY VIEW ${name} AS\n${query}`,
    keep: makeTable,
    publish: makeTable,
    remove: (names) => [{ comment: "Removes the tables of the steps.", statements: names.map(dropTable) }],
    readColumns: (table, id, columns) =>
      [
        "-- A column that the inner query lacks comes from the outer query, where it is NULL.",
        "SELECT given.*",
        `FROM (SELECT ${columns.map((column) => `NULL AS ${column}`).join(", ")}) AS missing`,
        "JOIN LATERAL (",
        `  SELECT ${[id, ...columns.map(asText)].join(",\n    ")}`,
        `  FROM ${table}`,
        ") AS given",
      ].join("\n"),
    text: (text) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`,
    replaceAll: (value, pattern, by) => `regexp_replace(${value}, ${pattern}, ${by})`,
    firstGroup: (before) => `${before}$1`,
    join: (list, separator) => `array_join(${list}, ${separator})`,
    sortedTexts: (value) => `array_join(array_sort(collect_set(${value})), ',')`,
    each: (list) => `explode(${list})`,
  },
};

/** What a column of an exported table holds; versions and sets of adapters are whole numbers. */
export type SqlType = "STRING" | "BIGINT" | "BOOLEAN";
export type SqlValue = string | number | boolean | undefined;

/** A table of the export, written both as CSV and into decide.sql. */
export interface SqlTable {
  name: string;
  /** What a row says, for the comment above it. */
  about: string;
  columns: Record<string, SqlType>;
  rows: Record<string, SqlValue>[];
}

/** A table as CSV; an empty field is NULL, and an empty text is quoted. */
export function toCsv({ columns, rows }: SqlTable): string {
  const names = Object.keys(columns);
  const line = (values: SqlValue[]): string => `${values.map(csvField).join(",")}\n`;
  return line(names) + rows.map((row) => line(names.map((name) => row[name]))).join("");
}

function csvField(value: SqlValue): string {
  if (value === undefined) return "";
  const text = String(value);
  return text === "" ? '""' : quoteCsv(text);
}

/** A table as a query that carries its rows; each column has its type, also where all values are NULL. */
export function toQuery({ columns, rows }: SqlTable, writeText: (text: string) => string): string {
  const names = Object.keys(columns);
  const literal = (value: SqlValue): string =>
    value === undefined ? "NULL" : typeof value === "string" ? writeText(value) : String(value);
  const typed = Object.entries(columns).map(([name, type]) => `CAST(${name} AS ${type}) AS ${name}`);
  const lines = rows.map((row) => `  (${names.map((name) => literal(row[name])).join(", ")})`);
  return `SELECT ${typed.join(", ")}\nFROM (VALUES\n${lines.join(",\n")}\n) AS listed(${names.join(", ")})`;
}
