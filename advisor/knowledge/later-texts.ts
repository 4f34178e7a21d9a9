import type { AdapterOnPlatform, Cell, Evidence, Knowledge, Problem, Rule } from "./knowledge.ts";

/** Texts that nobody sees before the reasons of an answer are opened; the answer itself does not depend on them. */
export interface LaterTexts {
  /** Titles of what is cited, by reference. */
  titles: Record<string, string>;
  /** Grounds of rules, by rule. */
  grounds: Record<string, string>;
  /** Notes of cells, by adapter, platform and feature, or mode and feature with a stroke between them. */
  notes: Record<string, Record<string, Record<string, string>>>;
  /** Versions that have known problems, and what helps, by the reference of their finding. */
  problems: Record<string, Pick<Problem, "affects" | "workaround">>;
}

/** Words of the line that says why. */
export const MOST_WORDS = 20;

/** A knowledge without the texts that come later, and those texts: a sixth of its weight. */
export function partTexts(knowledge: Knowledge): { knowledge: Knowledge; texts: LaterTexts } {
  const texts: LaterTexts = { titles: {}, grounds: {}, notes: {}, problems: {} };
  const named = listNamed(knowledge);
  const evidence = Object.fromEntries(
    Object.entries(knowledge.evidence).map(([reference, one]): [string, Evidence] => {
      if (named.has(reference)) return [reference, one];
      texts.titles[reference] = one.title;
      return [reference, { ...one, title: "" }];
    }),
  );
  const rules = knowledge.rules.map((rule): Rule => {
    const because = shortGround(rule);
    if (because === rule.because) return rule;
    texts.grounds[rule.id] = rule.because;
    return { ...rule, because };
  });
  const adapters = knowledge.adapters.map(({ platforms, ...adapter }) => ({
    ...adapter,
    platforms: Object.fromEntries(
      Object.entries(platforms).map(([platform, section]) => [
        platform,
        withCells(section, (cells, mode) =>
          Object.fromEntries(
            Object.entries(cells).map(([feature, { note, ...cell }]): [string, Cell] => {
              if (note === undefined) return [feature, cell];
              const ofAdapter = (texts.notes[adapter.id] ??= {});
              (ofAdapter[platform] ??= {})[noteKey(feature, mode)] = note;
              return [feature, cell];
            }),
          ),
        ),
      ]),
    ),
  }));
  const problems = knowledge.problems.map(({ affects, workaround, ...problem }): Problem => {
    texts.problems[problem.evidence[0]] = { affects, ...(workaround !== undefined && { workaround }) };
    // In view is only what helps until there is a fix, in a sentence.
    const isOpen = problem.fixedIn === "none" || problem.fixedIn === "unknown";
    return {
      ...problem,
      affects: "",
      ...(isOpen && workaround !== undefined && { workaround: firstSentence(workaround) }),
    };
  });
  return { knowledge: { ...knowledge, evidence, rules, adapters, problems }, texts };
}

/** Puts the texts into the knowledge itself, from which an advisor that runs already takes them. */
export function addTexts({ evidence, rules, adapters, problems }: Knowledge, texts: LaterTexts): void {
  const { titles, grounds, notes } = texts;
  for (const [reference, title] of Object.entries(titles)) if (evidence[reference]) evidence[reference].title = title;
  for (const rule of rules) rule.because = grounds[rule.id] ?? rule.because;
  for (const problem of problems) Object.assign(problem, texts.problems[problem.evidence[0]]);
  for (const { id, platforms } of adapters)
    for (const [platform, ofFeatures] of Object.entries(notes[id] ?? {})) {
      const section = platforms[platform];
      if (!section) continue;
      // Cells that say alike things are one object, so that a note needs a cell of its own.
      const noted = withCells(section, (cells, mode) =>
        Object.fromEntries(
          Object.entries(cells).map(([feature, cell]) => {
            const note = ofFeatures[noteKey(feature, mode)];
            return [feature, note === undefined ? cell : { ...cell, note }];
          }),
        ),
      );
      Object.assign(section, noted);
    }
}

type Cells = Record<string, Cell>;

/** A section with other cells in the place of its own and of those of the modes that rules demand. */
function withCells(section: AdapterOnPlatform, change: (cells: Cells, mode?: string) => Cells): AdapterOnPlatform {
  const { cells, demandedModes } = section;
  return {
    ...section,
    cells: change(cells),
    ...(demandedModes && {
      demandedModes: demandedModes.map((mode) => ({ ...mode, cells: change(mode.cells, mode.id) })),
    }),
  };
}

/** Name of a cell's note among those of its section. */
function noteKey(feature: string, mode?: string): string {
  return mode === undefined ? feature : `${mode}/${feature}`;
}

/** Of a rule's ground what an answer may show at first sight: its first sentence, if it excludes an adapter or warns of one, or prefers one in few enough words for the line that says why. */
function shortGround({ because, then }: Rule): string {
  const first = firstSentence(because);
  return then.exclude || then.warn || (then.prefer && countWords(first) <= MOST_WORDS) ? first : "";
}

/** The first sentence of a text; those behind it say why. */
export function firstSentence(text = ""): string {
  return /^.*?[.?!](?=\s+[A-Z])/s.exec(text)?.[0] ?? text;
}

/** Words of a text. */
export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

/** What an answer names at first sight: known problems by their titles, and studies that contradict each other. */
function listNamed({ problems, evidence }: Knowledge): Set<string> {
  return new Set([
    ...problems.flatMap((one) => one.evidence),
    ...Object.entries(evidence).flatMap(([reference, { contradictedBy = [] }]) =>
      contradictedBy.flatMap((other) => [recordOf(reference), other.evidence]),
    ),
  ]);
}

/** The record of a reference, which may name a row of it. */
export function recordOf(reference: string): string {
  return reference.split("/")[0] ?? reference;
}
