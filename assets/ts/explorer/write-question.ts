import { joinWords } from "../../../advisor/text.ts";
import type { FacetName } from "./measurement-file.ts";
import type { Wanted } from "./filter.ts";
import { upperFirst } from "../../../tools/records/words.ts";

/** What the page calls a value of a facet. */
export type NameValue = (facet: FacetName, value: string) => string;

/** The years from which what was found comes. */
interface Years {
  first: number;
  last: number;
}

/**
 * Puts the filters into words, as a question would be asked: what, with which adapters, where, when.
 * @param years of the measurements that were found; left out if there is none
 * @param isCompared whether some study measured more than one of the adapters
 */
export function writeQuestion(
  { facets }: Wanted,
  years: Years | undefined,
  isCompared: boolean,
  name: NameValue,
): string {
  const named = (facet: FacetName): string[] => (facets.get(facet) ?? []).map((value) => name(facet, value));
  const metrics = joinWords(named("metric"), "and");
  const adapters = joinWords(named("adapter"), isCompared && named("adapter").length === 2 ? "against" : "and");
  const parts = [
    (metrics || (years ? "All measurements" : "")) + prefix(": ", joinWords(named("workload"), "and")).join(""),
    adapters,
    ...prefix("on ", joinWords(named("platform"), "and")),
    ...prefix("guest ", joinWords(named("guest"), "or")),
    joinWords(named("topology"), "or"),
    ...prefix("link ", joinWords(named("link"), "or")),
    joinWords(named("part"), "or"),
    joinWords(named("grade"), "or"),
    ...prefix("from ", joinWords(named("origin"), "or")),
    joinWords(named("kind"), "or"),
    ...prefix("in ", joinWords(named("study"), "and")),
    years === undefined ? "" : writeYears(years),
  ];
  const asked = parts
    .filter((part) => part !== "")
    .join(", ")
    .replace(/^: /, "");
  if (years) return upperFirst(asked);
  return `No measurement${prefix(metrics || adapters ? " of " : ", ", asked).join("")}`;
}

function writeYears({ first, last }: Years): string {
  return first === last ? String(first) : `${first} to ${last}`;
}

function prefix(before: string, words: string): string[] {
  return words === "" ? [] : [before + words];
}
