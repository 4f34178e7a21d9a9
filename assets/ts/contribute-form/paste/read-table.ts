import { isAmbiguous, type Notation, readNumber } from "../read-number.ts";
import { findSynonym } from "../../../../tools/check/synonyms.ts";
import { type Column, findMetric, type Names, findUnit, splitUnit } from "./columns.ts";
import type { Cells } from "./split-table.ts";

/** A row for the form: texts by the path of their field. */
export type PastedRow = ReadonlyMap<string, string>;

/** What holds for every row whose line does not say otherwise: texts by the path of their field. */
type Defaults = ReadonlyMap<string, string>;

export interface TableReading {
  rows: PastedRow[];
  /** What was made of cells that are not plain: the first of each sort, and how many more there are. */
  notes: string[];
  /** Cells that are in no row, or that are there as they were pasted because nobody could read them. */
  unread: string[];
}

/** Turns lines of cells into rows, one for each result of each line. */
export function readTable(
  cells: Cells,
  isHeaded: boolean,
  columns: readonly Column[],
  notation: Notation,
  defaults: Defaults,
  names: Names,
): TableReading {
  const notes = new Map<string, { text: string; others: number }>();
  const unread: string[] = [];
  const lines = isHeaded ? cells.slice(1) : cells;
  const rows = lines.flatMap((line, index) => {
    const place = (column: number): string =>
      `Line ${index + (isHeaded ? 2 : 1)}, ${columns[column]?.header ? `column "${columns[column].header}"` : `column ${column + 1}`}`;
    const note = (sort: string, text: string): void => {
      const known = notes.get(sort);
      if (known) known.others++;
      else notes.set(sort, { text, others: 0 });
    };
    const read = makeReader(notation, names, note, unread, place);
    return readLine(line, columns, defaults, read, (text) =>
      unread.push(`Line ${index + (isHeaded ? 2 : 1)}: ${text}`),
    );
  });
  for (const [index, column] of columns.entries()) {
    const count = lines.filter((line) => (line[index] ?? "") !== "").length;
    if (column.role === "skip" && count > 0)
      unread.push(
        `${column.header === "" ? `Column ${index + 1}` : `Column "${column.header}"`} is ignored. To include the column, choose its content.`,
      );
  }
  return {
    rows,
    notes: [...notes].map(([sort, { text, others }]) =>
      others === 0 || sort.startsWith("adapter ")
        ? text
        : `${text} So ${others === 1 ? "is another cell" : `are ${others} more cells`}.`,
    ),
    unread,
  };
}

/** A result as a cell gives it: number, unit and qualification as far as they stand there. */
interface Result {
  value: string;
  unit: string;
  precision: string;
}

interface Reader {
  result(cell: string, column: number): Result | undefined;
  /** What a cell says of its field, and of the unit if it names that as well, as "Throughput (MB/s)" does. */
  field(cell: string, path: string, column: number): { text: string; unit?: string };
}

function makeReader(
  notation: Notation,
  names: Names,
  note: (sort: string, text: string) => void,
  unread: string[],
  place: (column: number) => string,
): Reader {
  const number = (text: string, column: number): string | undefined => {
    const read = readNumber(text, notation);
    const why =
      read?.note === "" && isAmbiguous(text)
        ? 'the point is the decimal point. If it separates thousands, set "Decimals are written" to 2,65.'
        : (read?.note.replace(/^.*?: /, "") ?? "");
    if (read && why !== "") note(why, `${place(column)}: "${text}" is read as ${read.value}; ${why}`);
    return read && String(read.value);
  };
  return {
    result(cell, column) {
      if (/^(?:n\/?a|nan|none|[-–—.?]+|#[A-Z0-9/]+[!?]?)$/i.test(cell)) {
        unread.push(`${place(column)}: "${cell}" is not a number: ignored.`);
        return undefined;
      }
      const [, sign = "", rest = ""] = /^(~|≈|ca\.?|about|approx\.?|around|>=|≥|<=|≤|>|<)?\s*(.*)$/i.exec(cell) ?? [];
      const [, digits = rest, end = ""] =
        /^([+\-\u2212]?[\d.,'\s\u00A0\u202F]*\d(?:e[+-]?\d+)?)\s*([^\d\s].*)?$/i.exec(rest) ?? [];
      const unit = end === "" ? "" : findUnit(end, names.units);
      const value = unit === undefined || sign === "<" ? undefined : number(digits, column);
      if (value === undefined || unit === undefined) {
        unread.push(`${place(column)}: "${cell}" could not be read as a number. The row keeps the text.`);
        return { value: cell, unit: "", precision: "" };
      }
      const precision = qualifiers[sign.toLowerCase()] ?? (sign === "" ? "" : "about");
      if (precision !== "") note(`sign ${sign}`, `${place(column)}: "${sign}" is read as ${precision}.`);
      return { value, unit, precision };
    },
    field(cell, path, column) {
      if (path === "unit") {
        const unit = findUnit(cell, names.units);
        if (unit === undefined) unread.push(`${place(column)}: ${describeUnknownUnit(cell)} The row keeps the text.`);
        return { text: unit ?? cell };
      }
      if (path === "metric") {
        const { words, unit } = splitUnit(cell, names.units);
        const metric = findMetric(words, names.units) ?? findMetric(cell, names.units);
        const [bracket, inside = ""] = /[([]\s*([^()[\]]*)[)\]]/.exec(cell) ?? [];
        if (metric === undefined)
          unread.push(`${place(column)}: "${cell}" is not a metric of the atlas. The row keeps the text.`);
        else if (unit === "" && bracket !== undefined)
          unread.push(`${place(column)}: ${describeUnknownUnit(inside)} The row has no unit from this cell.`);
        return { text: metric ?? cell, ...(metric !== undefined && unit !== "" && { unit }) };
      }
      const choices = names.fields.find((field) => field.path === path)?.choices ?? [];
      if (choices.length > 0) return { text: findSynonym(cell, choices)?.word ?? cell };
      if (path !== "adapter" && path !== "relativeTo")
        return { text: /^[\d.,'\s]+$/.test(cell) ? (number(cell, column) ?? cell) : cell };
      const adapter = names.findAdapter(cell);
      if (adapter === undefined)
        unread.push(`${place(column)}: "${cell}" is not an adapter of the atlas. The row keeps the text.`);
      else if (adapter !== cell) note(`adapter ${cell}`, `"${cell}" is read as ${adapter}.`);
      return { text: adapter ?? cell };
    },
  };
}

/** Tools that print bytes count them in thousands or in 1024s, and do not say which. */
function describeUnknownUnit(unit: string): string {
  const [, size] = /^([kmg])bytes?\/s(?:ec)?$/i.exec(unit) ?? [];
  if (size === undefined) return `"${unit}" is not a unit of the atlas.`;
  const [decimal, binary] = [
    `${size.toLowerCase() === "k" ? "k" : size.toUpperCase()}B/s`,
    `${size.toUpperCase()}iB/s`,
  ];
  return `"${unit}" can be ${decimal} or ${binary} (iperf prints ${binary}). Choose the unit.`;
}

const qualifiers: { readonly [sign: string]: string } = {
  ">": "more-than",
  ">=": "at-least",
  "≥": "at-least",
  "<=": "at-most",
  "≤": "at-most",
};

function readLine(
  line: readonly string[],
  columns: readonly Column[],
  defaults: Defaults,
  read: Reader,
  complain: (text: string) => void,
): PastedRow[] {
  const shared = new Map<string, string>();
  let unitOfMetric: string | undefined;
  for (const [index, { role }] of columns.entries()) {
    const cell = line[index] ?? "";
    if (!role.startsWith("field:") || cell === "") continue;
    const { text, unit } = read.field(cell, role.slice(6), index);
    shared.set(role.slice(6), text);
    unitOfMetric ??= unit;
  }
  if (unitOfMetric !== undefined && !shared.has("unit")) shared.set("unit", unitOfMetric);
  for (const [path, text] of defaults) if (!shared.has(path)) shared.set(path, text);
  const groups = new Map<
    string,
    { column: Column; samples: Result[]; values: { label: string; result: Result }[]; stats: Map<string, Result> }
  >();
  for (const [index, column] of columns.entries()) {
    const cell = line[index] ?? "";
    if (cell === "" || column.role === "skip" || column.role.startsWith("field:")) continue;
    const result = read.result(cell, index);
    if (!result) continue;
    const key = JSON.stringify([column.adapter, column.metric, column.unit || result.unit]);
    const group = groups.get(key) ?? { column, samples: [], values: [], stats: new Map<string, Result>() };
    groups.set(key, group);
    if (column.role === "sample") group.samples.push(result);
    else if (column.role === "value") group.values.push({ label: column.label, result });
    else group.stats.set(column.role.slice(5), result);
  }
  const rows = [...groups.values()].flatMap(({ column, samples, values, stats }) => {
    const made: Map<string, string>[] = [];
    const start = (kind: string, result: Result | undefined): Map<string, string> => {
      const row = new Map([...shared, ["kind", kind]]);
      for (const [path, text] of [
        ["adapter", column.adapter],
        ["metric", column.metric],
        ["unit", column.unit || (result?.unit ?? "")],
      ] as const)
        if (text !== "") row.set(path, text);
      if (result && result.precision !== "") row.set("precision", result.precision);
      made.push(row);
      return row;
    };
    if (samples.length > 1) {
      const row = start("samples", samples[0]);
      row.set("samples", samples.map(({ value }) => value).join(" "));
      for (const [name, { value }] of stats) row.set(`summary.${name}`, value);
    } else if (stats.size > 0) {
      const row = start("summary", [...stats.values()][0]);
      for (const [name, { value }] of stats) row.set(`summary.${name}`, value);
    }
    const single = samples.length === 1 ? samples.map((result) => ({ label: "", result })) : [];
    for (const { label, result } of [...values, ...single]) {
      const row = start("value", result);
      row.set("value", result.value);
      // What tells two columns of one metric apart must not be lost.
      if (label !== "" && values.length > 1 && !row.has("note")) row.set("note", label);
    }
    return made;
  });
  const cells = line.filter((cell) => cell !== "");
  if (rows.length === 0 && cells.length > 0) complain(`no result, so no row (${cells.slice(0, 4).join(", ")}).`);
  return rows;
}
