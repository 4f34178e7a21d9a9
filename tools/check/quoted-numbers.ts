import {
  findNumbers,
  lastDigitOf,
  listLooseUnits,
  listPrintedNumbers,
  type PrintedNumber,
  readWords,
} from "./numbers-in-text.ts";
import { type Figure, listFigures, type Row } from "./rows.ts";
import { scaleOf } from "./unit-table.ts";

/** Finds the figures of a row that its quote does not hold. A sign does not count: a dash in a text is many things. */
export function findUnquoted(row: Row["row"]): Figure[] {
  if (typeof row.quote !== "string") return [];
  const inQuote = findNumbers(row.quote);
  return listFigures(row).filter(({ number }) => !inQuote.has(Math.abs(number)));
}

/** A figure that the quote writes with another unit, or that is not the number it is quoted as. */
interface Misfit extends Figure {
  /** The number and unit as the quote writes them. */
  printed: string;
}

/**
 * Finds the figures whose number and unit are not those of the quote. Words that are given as quotedAs may write the number
 * in another unit of the same sort, rounded as the row writes it; a number without a unit beside it is taken as it stands.
 */
export function findMisfits({ row, path }: Row, spellingOf: (path: Row["path"]) => string | undefined): Misfit[] {
  const quote = collapse(row.quote);
  const quotedAs = collapse(row.quotedAs);
  if (quote === "") return [];
  const unit = unitOf(row);
  const all = listPrintedNumbers(quote);
  const named = quotedAs === "" ? [] : listNamed(quote, quotedAs, all);
  const other = findOtherUnit(quote, unit);
  return listFigures(row).flatMap((figure): Misfit[] => {
    const number = Math.abs(figure.number);
    const isAmount = !unitless.has(String(figure.field.at(-1)));
    const same = all.filter(({ readings }) => readings.includes(number));
    const slack = lastDigitOf(spellingOf([...path, ...figure.field]) ?? String(figure.number)) / 2;
    const fitting = same.filter((printed) => !isAmount || isSame(printed, number, unit, 0));
    const [loose] = isAmount && other !== undefined && fitting.every(({ units }) => units.length === 0) ? fitting : [];
    if (loose) return [{ ...figure, printed: `${sayPrinted(quote, loose)}, in ${other}` }];
    if (fitting.length > 0) return [];
    if (named.some((printed) => isSame(printed, number, isAmount ? unit : undefined, slack))) return [];
    const [wrong] = named.length > 0 ? named : same;
    return wrong ? [{ ...figure, printed: quotedAs === "" ? sayPrinted(quote, wrong) : quotedAs }] : [];
  });
}

/** Whether a row's figures are in doubt because its quote has other numbers. Further mismatches would follow from that. */
export function hasDoubtfulFigures(row: Row): boolean {
  return (
    (row.row.quotedAs === undefined && findUnquoted(row.row).length > 0) || findMisfits(row, () => undefined).length > 0
  );
}

/** Figures that count or measure something else than the row's unit does. */
const unitless = new Set(["count", "levelPercent"]);

/** The unit of a row's numbers; that of a ratio or percentage follows from its form. */
function unitOf(row: Row["row"]): unknown {
  if (row.form === "ratio") return "times";
  return String(row.form).startsWith("percent") ? "percent" : row.unit;
}

/** A unit of the same sort that the quote names apart from numbers, as a table's head does, if it does not name the row's own. */
function findOtherUnit(quote: string, unit: unknown): string | undefined {
  const { base, factor } = scaleOf(unit);
  const alike = listLooseUnits(quote).filter((name) => unit !== undefined && scaleOf(name).base === base);
  return alike.some((name) => scaleOf(name).factor === factor) ? undefined : alike[0];
}

/** The numbers that stand in the words of quotedAs, or the one that these words say. */
function listNamed(quote: string, quotedAs: string, all: readonly PrintedNumber[]): PrintedNumber[] {
  const start = quote.indexOf(quotedAs);
  if (start === -1) return [];
  const end = start + quotedAs.length;
  const within = all.filter((number) => number.start >= start && number.end <= end);
  const words = within.length === 0 ? readWords(quotedAs, quote.slice(end)) : undefined;
  return words ? [words] : within;
}

function isSame(
  { readings, factor, units, spelling }: PrintedNumber,
  number: number,
  unit: unknown,
  slack: number,
): boolean {
  const { base, factor: scale } = scaleOf(unit);
  const equals = (printed: number): boolean =>
    Math.abs(printed - number * scale) <= slack * scale + 1e-9 * Math.abs(printed);
  if (units.length > 0 && unit !== undefined)
    return units.some(
      (name) =>
        scaleOf(name).base === base && readings.some((reading) => equals(reading * factor * scaleOf(name).factor)),
    );
  if (factor !== 1) return readings.some((reading) => equals(reading * factor));
  return (
    (spelling === "" || unit === undefined) &&
    readings.some((reading) => Math.abs(reading - number) <= slack + 1e-9 * number)
  );
}

function sayPrinted(quote: string, { start, end, spelling }: PrintedNumber): string {
  return spelling === "" ? quote.slice(start, end) : `${quote.slice(start, end)} ${spelling}`;
}

/** A text with single spaces, as it is compared; nothing for what is no text. */
export function collapse(text: unknown): string {
  return typeof text === "string" ? text.replace(/\s+/g, " ").trim() : "";
}
