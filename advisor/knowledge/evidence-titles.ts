import type { Evidence, Knowledge } from "./knowledge.ts";

/** What is cited in reasons, by reference, and what it is called: no advice depends on it. */
export type EvidenceTitles = Record<string, string>;

/** A knowledge that calls by title only what an answer names at first sight, and apart from it the other titles: a seventh of its weight, for those who open the reasons. */
export function partTitles(knowledge: Knowledge): { knowledge: Knowledge; titles: EvidenceTitles } {
  const named = listNamed(knowledge);
  const titles: EvidenceTitles = {};
  const evidence = Object.fromEntries(
    Object.entries(knowledge.evidence).map(([reference, one]): [string, Evidence] => {
      if (named.has(reference)) return [reference, one];
      titles[reference] = one.title;
      return [reference, { ...one, title: "" }];
    }),
  );
  return { knowledge: { ...knowledge, evidence }, titles };
}

/** Gives what is cited its titles in the knowledge itself, to which answers that are shown already refer. */
export function addTitles({ evidence }: Knowledge, titles: EvidenceTitles): void {
  for (const [reference, title] of Object.entries(titles)) if (evidence[reference]) evidence[reference].title = title;
}

/** What confidence names where studies contradict each other, what stands behind figures and ways to drive an adapter, and what known problems are called. */
function listNamed({ adapters, effects, problems, evidence }: Knowledge): Set<string> {
  const modes = adapters.flatMap(({ platforms }) => Object.values(platforms).flatMap((section) => section.modes ?? []));
  return new Set([
    ...[
      ...effects.ratios,
      ...effects.savings,
      ...problems,
      ...modes.flatMap(({ keeps }) => Object.values(keeps)),
    ].flatMap((one) => one.evidence),
    ...Object.entries(evidence).flatMap(([reference, { contradictedBy = [] }]) =>
      contradictedBy.flatMap((other) => [recordOf(reference), other.evidence]),
    ),
  ]);
}

/** The record of a reference, which may name a row of it. */
export function recordOf(reference: string): string {
  return reference.split("/")[0] ?? reference;
}
