import { formatNumber, formatQuantity, withUnit } from "./numbers.ts";
import type { Measurement } from "./records.ts";
import { summarize } from "./samples.ts";

/** Returns what an adapter is called, given its id. */
export type NameAdapter = (id: string) => string;

/** Writes the result of a measurement for a table's cell, with the adapter that it is compared with. */
export function displayResult(row: Measurement, nameAdapter: NameAdapter): string {
  if (row.kind === "ordinal") return relations[row.relation](nameOther(row.relativeTo, nameAdapter));
  const figure = displayFigure(row);
  return row.relativeTo === undefined ? figure : `${figure}, compared with ${nameOther(row.relativeTo, nameAdapter)}`;
}

function displayFigure(row: Exclude<Measurement, { kind: "ordinal" }>): string {
  switch (row.kind) {
    case "value":
      return qualifiers[row.precision] + formatQuantity(row.value, row.unit);
    case "summary":
      return displaySummary(row.summary, row.unit, formatNumber);
    case "samples":
      return displaySummary(summarize(row.samples), row.unit, (value) => formatNumber(Number(value.toFixed(2))));
  }
}

const qualifiers: Record<Extract<Measurement, { kind: "value" }>["precision"], string> = {
  "as-printed": "",
  about: "about ",
  "at-least": "at least ",
  "at-most": "at most ",
  almost: "almost ",
  "more-than": "more than ",
};

const relations: Record<Extract<Measurement, { kind: "ordinal" }>["relation"], (other: string) => string> = {
  better: (other) => `ahead of ${other}`,
  worse: (other) => `behind ${other}`,
  similar: (other) => `on a par with ${other}`,
  mixed: (other) => `now ahead of, now behind ${other}`,
  "smaller-gain": (other) => `ahead of ${other}, by less than elsewhere`,
};

type Summary = Extract<Measurement, { kind: "summary" }>["summary"];

function displaySummary(summary: Summary, unit: string, format: (value: number) => string): string {
  const parts = (["mean", "median", "min", "max"] as const).flatMap((name) => {
    const value = summary[name];
    return value === undefined ? [] : [`${name} ${format(value)}`];
  });
  const text = withUnit(parts.join(", "), unit);
  return summary.count === undefined ? text : `${text} (${formatNumber(summary.count)} samples)`;
}

function nameOther(id: string, nameAdapter: NameAdapter): string {
  if (id === "unknown") return "an adapter that is not named";
  return id === "paravirtual-unnamed" ? "a paravirtual adapter that is not named" : nameAdapter(id);
}
