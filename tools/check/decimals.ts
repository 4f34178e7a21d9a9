/**
 * Reads a number that was written as text, `2.65`, or with a comma before its decimals, `2,65`, and spells it with a point.
 * Three digits after the only comma could be thousands as well as decimals: both spellings are given then.
 */
export function readDecimal(text: string): readonly string[] {
  const [, sign = "", whole = "", mark, decimals = ""] = /^(-?)(\d+)(?:([.,])(\d+))?$/.exec(text) ?? [];
  // A zero in front belongs to a code, and what has more digits than a number can hold is none.
  if (whole === "" || (whole.length > 1 && whole.startsWith("0")) || whole.length + decimals.length > 15) return [];
  const spelling = `${sign}${whole}${decimals && `.${decimals}`}`;
  const isGrouped = mark === "," && decimals.length === 3 && whole.length <= 3 && whole !== "0";
  return isGrouped ? [spelling, `${sign}${whole}${decimals}`] : [spelling];
}
