import { joinWords } from "../../../advisor/text.ts";
import type { AuthoredChart, ChartRow, ChartWords, Each, SampleData, StudyData } from "./chart.ts";
import { findTable } from "./compare-rows.ts";
import { findUnfairRows, listDatasets, listRows } from "./rows.ts";
import { isChartable, listStudyRows } from "./study-rows.ts";
import { upperFirst } from "../../records/words.ts";
import { nameMeasured } from "../compile/words.ts";
import { type ChartKnowledge, type KnownDataset, shortenName } from "./knowledge.ts";

/** Fewer rows than this are a sentence, not a chart. */
const fewestRows = 3;

/**
 * Makes the charts that the files stand for: one of most, one for each adapter, platform or study of those with "each". What
 * their words leave open is filled in from the rows, so that a new record changes the words with the drawing.
 */
export function expandCharts(
  charts: readonly AuthoredChart[],
  knowledge: ChartKnowledge,
  all = charts,
): AuthoredChart[] {
  const charted = new Set(all.flatMap(({ words }) => words.datasets));
  return charts
    .flatMap((chart) => {
      const { each, ...words } = chart.words;
      if (each === undefined) return [{ ...chart, facts: {} }];
      return listMembers(each, knowledge, charted).map(({ id, facts, study }) => ({
        id: `${chart.id}-${id}`,
        words,
        spec: chart.spec,
        file: chart.id,
        ...(study === undefined ? {} : { study }),
        facts,
      }));
    })
    .flatMap(({ facts, ...chart }) => {
      if (!isOpen(chart)) return [chart];
      // The data come first: they say which rows the other words are filled from.
      const located = { ...chart, words: { ...chart.words, data: fillWords(chart.words.data, facts) } };
      const rows = listRows(located, knowledge);
      if (rows.length < fewestRows) return [];
      const filled = fillWords(
        { words: located.words, spec: located.spec },
        { ...facts, ...describeRows(located, rows, knowledge) },
      );
      return [{ ...chart, ...filled, words: addColumns(filled.words, knowledge) }];
    });
}

/** A table of all adapters of a platform has a column for each. */
function addColumns(words: ChartWords, { compare }: ChartKnowledge): ChartWords {
  const { data, table } = words;
  if (data.kind !== "compare" || data.adapters !== undefined) return words;
  const columns = findTable(compare, data.platform).adapters.map(({ id, name }) => ({ key: id, title: name }));
  return { ...words, table: { ...table, columns: [...table.columns, ...columns] } };
}

interface Member {
  id: string;
  facts: Facts;
  study?: string;
}

function listMembers(each: Each, knowledge: ChartKnowledge, charted: ReadonlySet<string>): Member[] {
  switch (each) {
    case "adapter":
      return knowledge.adapters.map((adapter) => ({
        id: adapter.id,
        facts: { adapter: adapter.id, ...namePair(adapter) },
      }));
    case "platform":
      return knowledge.compare.map(({ platform, name }) => ({ id: platform, facts: { platform, platformName: name } }));
    case "values":
    case "relatives":
    case "samples":
      return knowledge.datasets
        .filter(({ id }) => !charted.has(id))
        .flatMap((dataset) => listMetrics(each, dataset, knowledge));
  }
}

/** The two sides of the ratios of one adapter: what it is set against where it is not emulated, and what is set against it where it is. */
function namePair({ name, kind }: ChartKnowledge["adapters"][number]): Facts {
  const own = shortenName(name);
  return kind === "emulated"
    ? { beside: own, does: "do", carrier: "other adapters", Carrier: "Other adapters" }
    : { beside: "an emulated adapter", does: "does", carrier: own, Carrier: own };
}

/** The metrics of a study of which it has rows of the kind; adapters that it does not compare get no chart that does. */
function listMetrics(
  kind: (StudyData | SampleData)["kind"],
  dataset: KnownDataset,
  knowledge: ChartKnowledge,
): Member[] {
  const { id, title, sharedText } = dataset;
  const rows = dataset.measurements.filter(
    (row) => isChartable(row) && (row.kind === "samples") === (kind === "samples"),
  );
  return [...new Set(rows.map(({ metric }) => metric))].flatMap((metric) => {
    if (kind !== "samples") {
      const drawn = listStudyRows({ kind, dataset: id, metric }, knowledge);
      if (findUnfairRows(drawn, knowledge).length > 0) return [];
    }
    const facts = {
      dataset: id,
      metric,
      metricName: upperFirst(nameMeasured(metric)),
      study: title,
      held: sharedText === "" ? "" : `; ${sharedText}`,
    };
    return [{ id: `${id}-${metric}`, facts, study: id }];
  });
}

function isOpen({ words, spec }: AuthoredChart): boolean {
  return /\{[a-z]+\}/i.test(JSON.stringify([words, spec]).replace(/"[^"]*\$schema[^"]*"/g, ""));
}

/** What the words of a chart may say of its rows. */
function describeRows({ words }: AuthoredChart, rows: readonly ChartRow[], knowledge: ChartKnowledge): Facts {
  const { data } = words;
  const described = { rows: String(rows.length), list: rows.map(writeRow).join("; ") };
  // Where a source reports nothing but the ends, the upper one stands for the row.
  const sizeOf = ({ value, end }: ChartRow): number => Number(value ?? end);
  const sorted = [...rows].sort((a, b) => sizeOf(a) - sizeOf(b));
  const [least = {}, most = {}] = [sorted[0], sorted.at(-1)];
  switch (data.kind) {
    case "ratios":
    case "settings":
      return { ...described, ...describeRatios(rows, sorted, knowledge) };
    case "samples": {
      const wholes = rows.filter(({ sample }) => sample === 1);
      const list = wholes.map((row) => `${nameRow(row)}: ${String(row.short)}`).join("; ");
      return {
        ...described,
        list,
        lowestOf: nameRow(wholes.at(-1) ?? {}),
        highestOf: nameRow(wholes[0] ?? {}),
        carried: data.direction === "transmit" ? "sent" : "received",
        unit: unitOf(rows),
      };
    }
    case "values":
    case "relatives":
      return {
        ...described,
        unit: unitOf(rows),
        answer: writeSpan(
          least,
          sorted.filter((row) => sizeOf(row) === sizeOf(most)),
          sorted,
        ),
      };
    case "timeline": {
      const { releases } = findTable(knowledge.compare, data.platform);
      const newest = releases.at(-1)?.name ?? "";
      return {
        ...described,
        stated: String(rows.filter(({ start }) => start === "stated").length),
        releases: releases.map(({ version }) => version).join("|"),
        end: String(releases.length),
        newest,
        product: newest.replace(/ [\d.]+$/, ""),
      };
    }
    case "compare": {
      const count = (support: string): string => String(rows.filter((row) => row.support === support).length);
      const disputed = rows.filter(({ isDisputed }) => isDisputed === true).length;
      return {
        ...described,
        yes: count("yes"),
        partial: count("partial"),
        no: count("no"),
        unknown: count("unknown"),
        disputed: String(disputed),
        list: listByAdapter(rows),
      };
    }
    case "pings":
    case "records":
      return described;
  }
}

/** What words may say of rows of ratios. */
function describeRatios(rows: readonly ChartRow[], sorted: readonly ChartRow[], { adapters }: ChartKnowledge): Facts {
  const [least = {}, most = {}] = [sorted[0], sorted.at(-1)];
  const [lowest, highest] = [String(least.display), String(most.display)];
  const ahead = rows.filter(({ value }) => Number(value) > 1);
  const axisMax = findAxisEnd(rows.map(({ end, value }) => Number(end ?? value)));
  const kinds = new Set(rows.map(({ adapter }) => adapters.find(({ id }) => id === adapter)?.kind ?? "unknown"));
  const studies = listDatasets(rows).length;
  return {
    lowest,
    highest,
    highestOf: nameRow(most),
    kinds: kinds.size === 1 && kinds.has("paravirtual") ? "Paravirtual adapters" : "Other adapters",
    next: String(sorted.at(-2)?.display),
    highestSetting: String(most.setting ?? ""),
    highestAdapter: shortenName(String(most.adapterName)),
    span: lowest === highest ? lowest : `${lowest}–${highest}`,
    ahead: ahead.length === rows.length ? `all ${rows.length}` : `${ahead.length} of ${rows.length}`,
    overlap: writeOverlap(ahead),
    axisMin: String(2 ** Math.floor(Math.log2(Math.min(0.5, ...rows.map(({ low, value }) => Number(low ?? value)))))),
    axisMax: String(axisMax),
    beyond: rows.some(({ value }) => Number(value) > axisMax)
      ? " A number at the right edge lies beyond the axis."
      : "",
    studies: studies === 1 ? "one study" : `${studies} studies`,
    years: spanOf(rows.map(({ year }) => Number(year))),
  };
}

/** Names the ratios above 1 whose single runs point both ways; empty if there are none. */
function writeOverlap(ahead: readonly ChartRow[]): string {
  const mixed = ahead.filter(({ low }) => low !== null && Number(low) < 1);
  if (mixed.length === 0) return "";
  const pairs = mixed.map(({ label }) => `${String(label).replace("\n", " (")})`);
  const which = `The ${pairs.length === 1 ? "pair is" : "pairs are"} ${joinWords(pairs, "and")}.`;
  return ` In ${mixed.length} of them, the best run of the emulated adapter beat the worst run of the other. ${which}`;
}

/** "2.7 to 60.8 Gbit/s, highest with VMXNET3": from the least to the most, and what the rows with the most have in common. */
function writeSpan(least: ChartRow, most: readonly ChartRow[], rows: readonly ChartRow[]): string {
  const [low, high] = [least, most[0] ?? least].map(({ short, display }) => String(short ?? display));
  if (low === undefined || high === undefined || low === high) return `${high} in every row`;
  const unit = /\s\D*$/.exec(high)?.[0] ?? "";
  const from = unit !== "" && low.endsWith(unit) ? low.slice(0, -unit.length) : low;
  const adapters = new Set(most.map(({ adapterName }) => shortenName(String(adapterName))));
  const what = most.length === 1 ? nameApart(most[0] ?? least, rows) : adapters.size === 1 ? [...adapters].join() : "";
  return `${from} to ${high}${what === "" ? "" : `, highest with ${what}`}`;
}

/** How many times the next largest number one may be before the axis ends without it: it would press all others together. */
const farther = 4;

/** The power of two at which the axis of ratios ends: beyond all of them, but for the largest where that one lies far off. */
export function findAxisEnd(ends: readonly number[]): number {
  const [most = 1, next = most] = [...ends].sort((a, b) => b - a);
  return 2 ** Math.ceil(Math.log2(most > farther * next ? next : most));
}

function nameRow({ group, label }: ChartRow): string {
  return [label, group]
    .filter((part) => typeof part === "string" && part !== "")
    .join(", ")
    .replaceAll("\n", ", ");
}

/** The name of a row without the parts that the names of all rows share. */
function nameApart(row: ChartRow, rows: readonly ChartRow[]): string {
  const parts = (one: ChartRow): string[] => nameRow(one).split(", ");
  const own = parts(row).filter((part) => !rows.every((other) => parts(other).includes(part)));
  return own.length === 0 ? nameRow(row) : own.join(", ");
}

function writeRow(row: ChartRow): string {
  return `${nameRow(row)}: ${row.display ?? row.version ?? row.word ?? ""}`;
}

function listByAdapter(rows: readonly ChartRow[]): string {
  return [...new Set(rows.map(({ adapterName }) => adapterName))]
    .map((name) => {
      const count = (support: string): number =>
        rows.filter((row) => row.adapterName === name && row.support === support).length;
      return `${name}: yes ${count("yes")}, partial ${count("partial")}, no ${count("no")}, unknown ${count("unknown")}`;
    })
    .join("; ");
}

function unitOf(rows: readonly ChartRow[]): string {
  const unit = String(rows[0]?.unit ?? "");
  return { percent: "%", us: "µs" }[unit] ?? unit;
}

function spanOf(years: readonly number[]): string {
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return first === last ? String(first) : `${first} to ${last}`;
}

/** Replacements for the words in braces. */
type Facts = Readonly<Record<string, string>>;

/** Fills in the words in braces in every text of a value. An unknown word is an error that lists the known ones. */
export function fillWords<T>(value: T, facts: Facts): T {
  // Every text is replaced by a text, so the shape stays.
  return fill(value, facts) as T;
}

function fill(value: unknown, facts: Facts): unknown {
  if (typeof value === "string") return fillText(value, facts);
  if (Array.isArray(value)) return value.map((part) => fill(part, facts));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fill(part, facts)]));
}

function fillText(text: string, facts: Facts): string {
  return text.replace(/\{([a-z]+)\}/gi, (_, name: string) => {
    const fact = facts[name];
    if (fact === undefined)
      throw new Error(
        `{${name}} stands for nothing here; known are ${Object.keys(facts)
          .sort()
          .map((known) => `{${known}}`)
          .join(", ")}`,
      );
    return fact;
  });
}
