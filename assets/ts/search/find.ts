import MiniSearch from "minisearch";
import type { QueryCombination, SearchOptions } from "minisearch";
import { indexOptions, type SearchDocument, type Shown } from "./index-options.ts";

/** Finds documents by what somebody typed, best first. */
export type Find = (query: string) => Hit[];

/** A document that was found, with the words of it that match. */
export interface Hit extends Shown {
  /** Words of the index that the query matched, lower case. */
  matched: string[];
}

/** How much a kind counts: what a reader chooses between comes before what it rests on. */
const weights: Readonly<Record<string, number>> = {
  Adapter: 2,
  Guest: 1.6,
  Feature: 1.5,
  Page: 1.3,
  Rule: 1.2,
  Dataset: 1.1,
  Finding: 1,
  Step: 0.9,
  Source: 0.6,
};

/** Words that people type, and what pages call the same. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  psod: ["purple"],
  vf: ["sriov"],
  win2k19: ["2019"],
  w2k19: ["2019"],
  redhat: ["rhel"],
  suse: ["sles"],
  nic: ["adapter"],
  vnic: ["adapter"],
  pps: ["packet"],
};

/** Reads the index that the build wrote. */
export async function loadIndex(json: string): Promise<Find> {
  const index = await MiniSearch.loadJSONAsync<SearchDocument>(json, indexOptions);
  return (query) => find(index, query);
}

/** All words must match; where nothing has them all, what has some of them. */
export function find(index: MiniSearch<SearchDocument>, query: string): Hit[] {
  const words = splitTyped(query);
  if (words.length === 0) return [];
  const queries = words.map(
    (word): QueryCombination => ({ combineWith: "OR", queries: [word, ...(otherWords[word] ?? [])] }),
  );
  const together = index.search({ combineWith: "AND", queries }, searchOptions);
  const found = together.length > 0 ? together : index.search({ combineWith: "OR", queries }, searchOptions);
  const asked = words.join(" ");
  const isCalledSo = ({ title }: Hit): boolean => listNames(title).some((name) => splitTyped(name).join(" ") === asked);
  return (
    found
      .map(({ id, kind, title, note, match }) => ({
        path: id as string,
        kind: kind as string,
        title: title as string,
        note: note as string,
        matched: Object.keys(match),
      }))
      // What is called exactly so comes before what only speaks of it.
      .sort((a, b) => Number(isCalledSo(b)) - Number(isCalledSo(a)))
  );
}

const searchOptions: SearchOptions = {
  // What was typed, not its parts: the parts of "windows2019srv_64Guest" are in the index for those who type less.
  tokenize: (word) => [word],
  prefix: (term) => term.length > 1,
  fuzzy: allowSlips,
  boost: { title: 5, names: 4, note: 2 },
  boostDocument: (_, __, stored) => weights[stored?.kind as string] ?? 1,
};

/** How many letters may be wrong: in a short word, or in a number, a wrong one makes another word. */
function allowSlips(term: string): number | false {
  const letters = term.replace(/\d/g, "").length;
  if (letters < 5) return false;
  return letters > 8 ? 2 : 1;
}

/** A title, and what stands before and in its brackets: "Live migration (vMotion)" is called by either. */
function listNames(title: string): string[] {
  const [, before, within] = /^(.+) \(([^()]+)\)$/.exec(title) ?? [];
  return [title, before, ...(within?.split(", ") ?? [])].filter((name) => name !== undefined);
}

/** The words as they were typed, in lower case and without marks. */
function splitTyped(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}.]+/u)
    .map((word) => word.replace(/^\.+|\.+$/g, ""))
    .filter((word) => word !== "");
}
