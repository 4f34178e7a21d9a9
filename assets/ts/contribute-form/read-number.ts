/** How numbers are written: which sign comes before decimals. */
export type Notation = "point" | "comma";

/** A number as somebody wrote it. */
interface ReadNumber {
  value: number;
  /** What was taken for granted, in words; empty where nothing was. */
  note: string;
}

/**
 * Reads a number as spreadsheets and papers write it: `2.65`, `2,65`, `1,234.5`, `1.234,5`, `10 000`, `1e6`.
 * Where a comma could be either, the notation decides; undefined for what is no number.
 */
export function readNumber(text: string, notation: Notation = "point"): ReadNumber | undefined {
  const bare = text
    .trim()
    .replace(/[\u2212\u2013]/g, "-")
    .replace(/(?<=\d)[\s\u00A0\u202F'’](?=\d{3}(?:\D|$))/g, "");
  const read = (number: string, why: string): ReadNumber | undefined => {
    const value = Number(number);
    if (number === "" || !Number.isFinite(value)) return undefined;
    return { value, note: why === "" ? "" : `Read as ${value}: ${why}.` };
  };
  const spaces = bare === text.trim().replace(/[\u2212\u2013]/g, "-") ? "" : "spaces separate thousands";
  // No group of thousands begins with a zero.
  if (/^[+-]?0+,\d+$/.test(bare)) return read(bare.replace(",", "."), "the comma is the decimal point");
  if (/^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(bare) || /^[+-]?\.\d+$/.test(bare)) {
    if (notation === "comma" && /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(bare))
      return read(bare.replace(".", ""), "the point separates thousands");
    return read(bare, spaces);
  }
  if (/^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare) && !(notation === "comma" && /^[+-]?\d{1,3},\d{3}$/.test(bare)))
    return read(bare.replaceAll(",", ""), "the comma separates thousands");
  if (/^[+-]?\d{1,3}(\.\d{3})+(,\d+)?$/.test(bare))
    return read(
      bare.replaceAll(".", "").replace(",", "."),
      "points separate thousands, the comma is the decimal point",
    );
  if (/^[+-]?\d*,\d+$/.test(bare)) return read(bare.replace(",", "."), "the comma is the decimal point");
  return undefined;
}

/** Whether one sign before three digits leaves open what the number is: 9.412 is 9412 in half of the world. */
export function isAmbiguous(text: string): boolean {
  return /^[+\-\u2212]?[1-9]\d{0,2}[.,]\d{3}$/.test(text.trim());
}

/**
 * Finds how a table writes its numbers, where one of them leaves no doubt. Where none does, or where they disagree,
 * semicolons between the cells show that the comma belongs to the numbers.
 */
export function findNotation(cells: readonly string[], separator = ""): Notation {
  const isComma = (cell: string): boolean =>
    /^\D*(?:\d+,(?:\d{1,2}|\d{4,})|0,\d+|\d{1,3}\.\d{3}\.\d{3})\D*$/.test(cell) || /\d\.\d{3},\d/.test(cell);
  const isPoint = (cell: string): boolean =>
    /^\D*(?:\d*\.(?:\d{1,2}|\d{4,})|0\.\d+|\d{1,3},\d{3},\d{3})\D*$/.test(cell) || /\d,\d{3}\.\d/.test(cell);
  const [hasComma, hasPoint] = [cells.some(isComma), cells.some(isPoint)];
  if (hasComma !== hasPoint) return hasComma ? "comma" : "point";
  return separator === ";" ? "comma" : "point";
}
