import type { Advice } from "../../../advisor/explain/advice.ts";

/** Every text of an answer that a reader sees, by the field it is in. Names, code and commands are left out. */
export function listAnswerTexts(advice: Advice): [field: string, text: string | null | undefined][] {
  return [
    ["headline", advice.headline.text],
    ["why", advice.why],
    ["current", advice.current?.text],
    ["confidence", advice.confidence.text],
    ["validation.prepare", advice.validation?.prepare],
    ["validation.otherEnd", advice.validation?.otherEnd],
    ["validation.expect", advice.validation?.expect],
    ["savings", advice.effects.savings?.here],
    ...(advice.price?.needs ?? []).map((text): [string, string] => ["needs", text]),
    ...advice.warnings.flatMap(({ text, contradiction }): [string, string | undefined][] => [
      ["warnings", text],
      ["contradiction", contradiction],
    ]),
    ...advice.assumptions.map(({ text }): [string, string] => ["assumptions", text]),
    ...advice.problems.flatMap(({ text, affects, workaround }): [string, string | undefined][] => [
      ["problems", text],
      ["problems.affects", affects],
      ["problems.workaround", workaround],
    ]),
    ...advice.verdicts.flatMap(({ reasons }) =>
      reasons.flatMap(({ kind, text, change }): [string, string | undefined][] => [
        [`reasons.${kind}`, text],
        [`change.${kind}`, change],
      ]),
    ),
    ...advice.openQuestions.map(({ text }): [string, string] => ["openQuestions", text]),
    ...advice.conflicts.map(({ text }): [string, string] => ["conflicts", text]),
    ...advice.turningPoints.map(({ text }): [string, string] => ["turningPoints", text]),
    ...advice.confidence.contradictions.map(({ text }): [string, string] => ["contradictions", text]),
    ...advice.effects.measured.map(({ text }): [string, string] => ["measured", text]),
    ...(advice.effects.savings?.points ?? []).map(({ text }): [string, string] => ["savings", text]),
    ...advice.effects.modes.map(({ text }): [string, string] => ["modes", text]),
    ...advice.steps.flatMap(({ id, title, text, pitfalls }): [string, string | undefined][] => [
      [`steps/${id}`, title],
      [`steps/${id}`, text],
      ...pitfalls.map((pitfall): [string, string] => [`steps/${id}`, pitfall]),
    ]),
  ];
}
