import MiniSearch from "minisearch";
import type { Query, QueryCombination, SearchOptions } from "minisearch";
import { type NamesFile, type SearchDocument, type TextsFile, unpackDocuments } from "./documents.ts";
import { indexOptions, nameOptions, type Shown } from "./index-options.ts";
import { type Unit, type Words, readUnits, splitTyped, splitUnits } from "./units.ts";

/** The search: names first, texts once they are loaded. */
interface Search {
  /** Finds documents for a query, best first; undefined if the names alone cannot decide the order. */
  find(query: string): Found | undefined;
  /** Indexes the file of texts in short tasks. */
  addTexts(json: string): Promise<void>;
}

/** What a query found. */
export interface Found {
  /** Documents that answer the query by themselves: a known problem with its fix, a guest with its adapter. */
  answers: Hit[];
  /** All documents that were found, answers included. Loading the texts only appends to this list. */
  hits: Hit[];
  /** Words of the query that no document has together with the others; the results go without them. */
  leftOut: string[];
  /** Whether the texts were searched too. */
  isWhole: boolean;
}

/** A document that was found, with the words of it that match. */
export interface Hit extends Shown {
  /** Words of the index that the query matched, lower case. */
  matched: string[];
}

type Index = MiniSearch<SearchDocument>;

/** The index of names, and the index of everything once the texts are loaded. */
interface Indexes {
  names: Index;
  all?: Index;
}

/** How much a kind counts: what a reader chooses between comes before what it rests on. */
const weights: Readonly<Record<string, number>> = {
  Adapter: 2,
  Comparison: 1.7,
  Problem: 1.8,
  Guest: 1.6,
  Feature: 1.5,
  Page: 1.3,
  Rule: 1.2,
  Study: 1.1,
  Finding: 1,
  Step: 0.9,
  Support: 0.9,
  Source: 0.6,
};

/** Documents per task, so that the page stays responsive while it indexes. */
const chunkSize = 20;

/** Reads the file of names that the build wrote. */
export function openSearch(json: string): Search {
  const { words, documents } = JSON.parse(json) as NamesFile;
  const named = unpackDocuments(documents);
  const indexes: Indexes = { names: indexNames(named) };
  return {
    find: (query) => find(indexes, query, words),
    async addTexts(later) {
      const file = JSON.parse(later) as TextsFile;
      const whole = named.map((document, at) => ({ ...document, text: file.texts[at] ?? "" }));
      indexes.all = await indexAll([...whole, ...unpackDocuments(file.documents)]);
    },
  };
}

/** Indexes the names of documents. */
export function indexNames(documents: readonly SearchDocument[]): Index {
  const index = new MiniSearch<SearchDocument>(nameOptions);
  index.addAll(documents);
  return index;
}

/** Indexes all fields of documents in short tasks. */
export async function indexAll(documents: readonly SearchDocument[]): Promise<Index> {
  const index = new MiniSearch<SearchDocument>(indexOptions);
  await index.addAllAsync(documents, { chunkSize });
  return index;
}

/** Ranks matching names above matching texts, so that loading the texts moves no result. */
export function find({ names, all }: Indexes, query: string, words: Words): Found | undefined {
  const read = readUnits(query, words);
  if (read.length === 0) return { answers: [], hits: [], leftOut: [], isWhole: true };
  const named = searchAll(names, read, nameSearch);
  if (!all) {
    if (named.length === 0 || mayNameCell(names, read)) return undefined;
    return { ...rankHits([named], query, read), leftOut: [], isWhole: false };
  }
  const together = searchAll(all, read);
  const units = together.length > 0 ? read : splitUnits(read, words);
  const { kept, results } = together.length > 0 ? { kept: read, results: together } : searchTogether(all, units);
  const first = new Set(named.map(({ id }) => id as string));
  return {
    ...rankHits([named, results.filter(({ id }) => !first.has(id as string))], query, kept),
    leftOut: units.filter((unit) => !kept.includes(unit)).map(({ typed }) => typed),
    isWhole: true,
  };
}

/** Joins groups of results, the best group first, and puts the answers on top. */
function rankHits(groups: readonly Results[], query: string, kept: readonly Unit[]): Pick<Found, "answers" | "hits"> {
  const asked = splitTyped(query).join(" ");
  const isCalledSo = ({ title }: Hit): boolean => listNames(title).some((name) => splitTyped(name).join(" ") === asked);
  const sorted = groups.map((results) =>
    results
      .map(({ id, kind, title, note, match }) => ({
        path: id as string,
        kind: kind as string,
        title: title as string,
        note: note as string,
        matched: Object.keys(match),
      }))
      // Exact names first.
      .sort((a, b) => Number(isCalledSo(b)) - Number(isCalledSo(a))),
  );
  const hits = sorted.flat();
  const answers = chooseAnswers(sorted, kept);
  return { answers, hits: [...answers, ...hits.filter((hit) => !answers.includes(hit))] };
}

type Results = ReturnType<MiniSearch<SearchDocument>["search"]>;

function searchAll(index: Index, units: readonly Unit[], options = searchOptions): Results {
  return index.search({ combineWith: "AND", queries: units.map(toQuery) }, options);
}

/** Leaves out one word after another until something has all that are left; the least telling words go first. */
function searchTogether(index: Index, units: readonly Unit[]): { kept: readonly Unit[]; results: Results } {
  for (let missing = 0; missing < units.length; missing += 1) {
    for (const kept of chooseKept(index, units, missing)) {
      const results = searchAll(index, kept);
      if (results.length > 0) return { kept, results };
    }
  }
  return { kept: units, results: [] };
}

/** More words than this are not tried in every combination. */
const mostTried = 7;

/** The units without so many of them: first without numbers, last without what names an adapter or a symptom. */
function chooseKept(index: Index, units: readonly Unit[], missing: number): (readonly Unit[])[] {
  if (missing === 0) return [units];
  const worth = new Map(units.map((unit) => [unit, weighUnit(index, unit)]));
  const cost = (kept: readonly Unit[]): number =>
    units.filter((unit) => !kept.includes(unit)).reduce((sum, unit) => sum + (worth.get(unit) ?? 0), 0);
  const sorted = [...units].sort((a, b) => (worth.get(b) ?? 0) - (worth.get(a) ?? 0));
  if (units.length > mostTried) return [sorted.slice(0, units.length - missing)];
  return combine(units, units.length - missing).sort((a, b) => cost(a) - cost(b));
}

function combine<T>(items: readonly T[], size: number): T[][] {
  const [first, ...rest] = items;
  if (size === 0) return [[]];
  if (first === undefined || items.length < size) return [];
  return [...combine(rest, size - 1).map((others) => [first, ...others]), ...combine(rest, size)];
}

function weighUnit(index: Index, unit: Unit): number {
  if (unit.symptoms.length > 0) return 4;
  const named = index.search(toQuery(unit), {
    ...searchOptions,
    fields: ["title"],
    prefix: false,
    fuzzy: false,
    filter: ({ kind }) => kind === "Adapter",
  });
  if (named.length > 0) return 8;
  return /^[\d.]+$/.test(unit.typed) ? 1 : 2;
}

function toQuery({ phrases }: Unit): Query {
  return {
    combineWith: "OR",
    queries: phrases.map((phrase): QueryCombination => ({ combineWith: "AND", queries: [...phrase] })),
  };
}

/** Kinds whose title and note answer a question by themselves. */
const answering: ReadonlySet<string> = new Set(["Guest", "Comparison", "Problem"]);

/** At most this many answers stand on top. */
const mostAnswers = 2;

/** Who describes a symptom looks for the known problem, who names an adapter and a feature for the cell of the matrix, and who names a guest for its adapter. */
function chooseAnswers(groups: readonly (readonly Hit[])[], kept: readonly Unit[]): Hit[] {
  const isProblem = ({ kind }: Hit): boolean => kind === "Problem";
  // From one group only, so that loading the texts adds no answer above results on screen.
  const best = groups.find((hits) => hits.length > 0) ?? [];
  if (kept.some(({ symptoms }) => symptoms.length > 0)) return best.filter(isProblem).slice(0, mostAnswers);
  const cells = kept.length < 2 ? [] : groups.flat().filter((hit) => hit.kind === "Support" && isNamedIn(hit, kept));
  if (cells.length > 0) return sortByCloseness(cells, kept).slice(0, mostAnswers);
  const [first] = best;
  return first && answering.has(first.kind) ? [first] : [];
}

/** Whether the answer may be a cell of the matrix, which only the texts have: the query names a feature and more. */
function mayNameCell(names: Index, units: readonly Unit[]): boolean {
  return (
    units.length > 1 &&
    !units.some(({ symptoms }) => symptoms.length > 0) &&
    units.some(
      (unit) =>
        searchAll(names, [unit], { ...nameSearch, prefix: false, filter: ({ kind }) => kind === "Feature" }).length > 0,
    )
  );
}

/** Titles with the words as they were typed come first, and among these the shortest, which are about the fewest adapters. */
function sortByCloseness(hits: readonly Hit[], units: readonly Unit[]): Hit[] {
  const countTyped = ({ title }: Hit): number => {
    const text = ` ${splitTyped(title).join(" ")} `;
    return units.filter(({ typed }) => text.includes(` ${typed} `)).length;
  };
  return [...hits].sort((a, b) => countTyped(b) - countTyped(a) || a.title.length - b.title.length);
}

/** Whether a cell of the matrix is about what was asked: its feature is one of the units, and its title has the others word for word. */
function isNamedIn({ title }: Hit, units: readonly Unit[]): boolean {
  const [feature = ""] = title.split(":");
  const [named, words] = [splitTyped(feature).join(" "), splitTyped(title)];
  return (
    units.some(({ phrases }) => phrases.some((phrase) => phrase.join(" ") === named)) &&
    units.every(({ phrases }) => phrases.some((phrase) => phrase.every((word) => words.includes(word))))
  );
}

const searchOptions: SearchOptions = {
  // What was typed, not its parts: the parts of "windows2019srv_64Guest" are in the index for those who type less.
  tokenize: (word) => [word],
  prefix: (term) => term.length > 1,
  fuzzy: allowTypos,
  boost: { title: 5, names: 4, note: 2 },
  boostDocument: (_, __, stored) => weights[stored?.kind as string] ?? 1,
};

/** Names must match as typed; misspellings are searched in the texts. */
const nameSearch: SearchOptions = { ...searchOptions, fuzzy: false };

/** How many letters may be wrong: in a short word, or in a number, a wrong one makes another word. */
function allowTypos(term: string): number | false {
  const letters = term.replace(/\d/g, "").length;
  if (letters < 5) return false;
  return letters > 8 ? 2 : 1;
}

/** A title, and what stands before and in its brackets: "Live migration (vMotion)" is called by either. */
function listNames(title: string): string[] {
  const [, before, within] = /^(.+) \(([^()]+)\)$/.exec(title) ?? [];
  return [title, before, ...(within?.split(", ") ?? [])].filter((name) => name !== undefined);
}
