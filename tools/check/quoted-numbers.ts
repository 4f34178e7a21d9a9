import { findNumbers } from "./numbers-in-text.ts";
import { listFigures } from "./rows.ts";
import type { Figure, Row } from "./rows.ts";

/** Finds the figures of a row that its quote does not hold. A sign does not count: a dash in a text is many things. */
export function findUnquoted(row: Row["row"]): Figure[] {
  if (typeof row["quote"] !== "string") return [];
  const inQuote = findNumbers(row["quote"]);
  return listFigures(row).filter(({ number }) => !inQuote.has(Math.abs(number)));
}

/** Whether a row's figures are in doubt, because its quote says other numbers: what else does not fit them follows from that. */
export function hasDoubtfulFigures(row: Row["row"]): boolean {
  return row["quotedAs"] === undefined && findUnquoted(row).length > 0;
}
