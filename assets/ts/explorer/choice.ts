import type { Wanted } from "./filter.ts";
import { type ConditionName, conditionNames, type FacetName, facetNames } from "./measurement-file.ts";

/** How the charts are laid out: a panel for each study, everything over its year, or over a condition that is a number. */
export type Layout = "study" | "year" | ConditionName;

/** What the reader chose on the explorer's page. */
export interface Choice extends Wanted {
  by: Layout;
}

/** What there is to choose from. */
export interface Choices {
  facets: Readonly<Record<FacetName, readonly string[]>>;
  years: readonly number[];
}

const layouts: readonly Layout[] = ["study", "year", ...conditionNames];

/** Reads a choice from an address; what is not among the choices is left out. */
export function readChoice(search: string, { facets, years }: Choices): Choice {
  const query = new URLSearchParams(search);
  const chosen = facetNames.flatMap((name): [FacetName, readonly string[]][] => {
    const asked = (query.get(name) ?? "").split(",");
    const values = facets[name].filter((value) => asked.includes(value));
    return values.length === 0 ? [] : [[name, values]];
  });
  const [from, to] = (["from", "to"] as const).map((name) => years.find((year) => String(year) === query.get(name)));
  return {
    facets: new Map(chosen),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    by: layouts.find((layout) => layout === query.get("by")) ?? "study",
  };
}

/** Writes a choice as the query of an address, short and readable; nothing chosen is no query. */
export function writeChoice({ facets, from, to, by }: Choice): string {
  const parts = [
    ...facetNames.flatMap((name) => {
      const values = facets.get(name) ?? [];
      return values.length === 0 ? [] : [`${name}=${values.map(encodeURIComponent).join(",")}`];
    }),
    ...(from === undefined ? [] : [`from=${from}`]),
    ...(to === undefined ? [] : [`to=${to}`]),
    ...(by === "study" ? [] : [`by=${by}`]),
  ];
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}
