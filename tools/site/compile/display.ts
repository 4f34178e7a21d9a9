import { formatNumber, formatQuantity, noBreakSpace, withUnit } from "../../records/numbers.ts";
import type { Measurement } from "./records.ts";
import { summarize } from "../../records/samples.ts";

/** Returns what an adapter is called, given its id. */
export type NameAdapter = (id: string) => string;

/** Writes the result of a measurement for a table's cell, with every digit that the source printed and the adapter that it is compared with. */
export function displayResult(row: Measurement, nameAdapter: NameAdapter): string {
  if (row.kind === "ordinal") return displayOrder(row, nameOther(row.relativeTo, nameAdapter));
  if (row.kind === "relative") return displayRelative(row, nameBase(row, nameAdapter));
  return displayFigure(row);
}

function displayFigure(row: Exclude<Measurement, { kind: "ordinal" | "relative" }>): string {
  switch (row.kind) {
    case "value":
      return qualifiers[row.precision] + formatQuantity(row.value, row.unit);
    case "summary":
      return displaySummary(row.summary, row.unit, formatNumber);
    case "samples":
      return displaySummary(summarize(row.samples), row.unit, (value) => formatNumber(Number(value.toFixed(2))));
  }
}

type Relative = Extract<Measurement, { kind: "relative" }>;
type Order = Extract<Measurement, { kind: "ordinal" }>;

function displayRelative({ form, value, unit, precision }: Relative, other: string): string {
  const qualifier = qualifiers[precision];
  switch (form) {
    case "ratio":
      return `${qualifier}${formatNumber(value)} times that of ${other}`;
    case "percent-more":
      return `${qualifier}${formatQuantity(value, "percent")} more than ${other}`;
    case "percent-less":
      return `${qualifier}${formatQuantity(value, "percent")} less than ${other}`;
    case "difference-more":
      return `${qualifier}${formatQuantity(value, unit ?? "")} more than ${other}`;
    case "difference-less":
      return `${qualifier}${formatQuantity(value, unit ?? "")} less than ${other}`;
  }
}

function displayOrder({ relation, extent }: Order, other: string): string {
  return extent === undefined ? relations[relation](other) : `${relations[relation](other)} in ${extents[extent]}`;
}

const extents: Record<NonNullable<Order["extent"]>, string> = {
  "all-cases": "all cases",
  "most-cases": "most cases",
  "some-cases": "some cases",
};

const qualifiers: Record<Extract<Measurement, { kind: "value" }>["precision"], string> = {
  "as-printed": "",
  about: "about ",
  "at-least": "at least ",
  "at-most": "at most ",
  almost: "almost ",
  "more-than": "more than ",
};

const relations: Record<Order["relation"], (other: string) => string> = {
  better: (other) => `ahead of ${other}`,
  worse: (other) => `behind ${other}`,
  similar: (other) => `on a par with ${other}`,
  mixed: (other) => `now ahead of, now behind ${other}`,
  "smaller-gain": (other) => `ahead of ${other}, by less than elsewhere`,
};

/** In the order in which a reader wants them. */
const statistics = {
  mean: "mean",
  median: "median",
  min: "min",
  p5: "5th percentile",
  p25: "25th percentile",
  p75: "75th percentile",
  p90: "90th percentile",
  p95: "95th percentile",
  p99: "99th percentile",
  p999: "99.9th percentile",
  p9999: "99.99th percentile",
  p99999: "99.999th percentile",
  max: "max",
  standardDeviation: "standard deviation",
} as const;

type Summary = Extract<Measurement, { kind: "summary" }>["summary"];

function displaySummary(summary: Summary, unit: string, format: (value: number) => string): string {
  const parts = Object.entries(statistics).flatMap(([name, word]) => {
    const value = summary[name as keyof typeof statistics];
    return value === undefined ? [] : [`${word} ${format(value)}`];
  });
  const interval = summary.confidenceInterval;
  if (interval)
    parts.push(`${interval.levelPercent}${noBreakSpace}% interval ${format(interval.low)} to ${format(interval.high)}`);
  const text = withUnit(parts.join(", "), unit);
  return summary.count === undefined ? text : `${text} (${formatNumber(summary.count)} samples)`;
}

/** The same adapter with another setting is named with that setting. */
function nameBase({ relativeTo, baseline }: Relative, nameAdapter: NameAdapter): string {
  const other = nameOther(relativeTo, nameAdapter);
  return baseline === undefined ? other : `${other} with ${baseline}`;
}

function nameOther(id: string, nameAdapter: NameAdapter): string {
  return unnamed[id] ?? nameAdapter(id);
}

/** Whether a row's adapter is one that a record describes; else it is one of the schema's words, such as unknown or native. */
export function isAdapterId(id: string): boolean {
  return !Object.hasOwn(unnamed, id);
}

/** What a row's adapter is called in tables. */
export function nameRowAdapter(id: string, nameAdapter: NameAdapter): string {
  if (isAdapterId(id)) return nameAdapter(id);
  return id === "native" ? "bare metal" : "not named";
}

/** Words of the schema that stand for no adapter record. */
const unnamed: { readonly [word: string]: string } = {
  unknown: "an adapter that is not named",
  "paravirtual-unnamed": "a paravirtual adapter that is not named",
  native: "a machine without virtualization",
};
