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
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
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
