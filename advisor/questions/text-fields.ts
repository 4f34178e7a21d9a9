import type { Knowledge } from "../knowledge/knowledge.ts";
import { featureWords, isYesNo, platformIds, questionOf, spellAsId } from "./questions.ts";
import { BETWEEN_VALUES, type Problem } from "./read-situation.ts";
import { findNearest } from "./nearest.mjs";

type Questions = Pick<Knowledge, "questions">;
type Named = Pick<Knowledge, "questions" | "features" | "platforms">;

/** What a yes-or-no field takes as text. */
export const YES_OR_NO = ["yes", "no", "unknown"];

/**
 * Turns fields that arrive as text (a query string, a form, flags) into the types of a situation. Platforms and features may be
 * called as people call them, in any case: "KVM", "Fault Tolerance".
 * What cannot be turned stays text, so that readSituation can name it as it was written, and so do the
 * values of a field that is given twice with different ones. Empty text means unknown.
 */
export function fromText(knowledge: Named, fields: Iterable<readonly [string, string]>): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [field, raw] of fields) {
    const text = raw.trim();
    if (text === "" || text === "unknown") continue;
    if (questionOf(knowledge, field)?.kind === "features") {
      const listed = text
        .split(",")
        .map((entry) => featureWords(knowledge.features).get(spellAsId(entry)) ?? entry.trim())
        .filter(Boolean);
      input[field] = [...((input[field] as string[] | undefined) ?? []), ...listed];
    } else {
      const value = typed(knowledge, field, text);
      const other = input[field] ?? value;
      input[field] = other === value ? value : `${String(other)}${BETWEEN_VALUES}${text}`;
    }
  }
  return input;
}

/** The fields of a situation as text, in a form that fromText reads back; unknown fields are left out. */
export function toText(situation: object): [string, string][] {
  return Object.entries(situation).flatMap(([field, value]: [string, unknown]) =>
    [value ?? []].flat().map((entry): [string, string] => [field, String(entry)]),
  );
}

/** A refusal in the words of text, where a yes-or-no field takes other words than JSON. */
export function asTextTakesIt(knowledge: Questions, problem: Problem, input: Record<string, unknown>): Problem {
  if (!isYesNo(knowledge, problem.field)) return problem;
  const closest = suggestYesOrNo(String(input[problem.field]));
  return { ...problem, expected: "yes, no or unknown", ...(closest ? { nearest: closest } : {}) };
}

function typed(knowledge: Named, field: string, text: string): unknown {
  const { kind, bounds, choices, choicesFrom } = questionOf(knowledge, field) ?? {};
  if (choicesFrom === "platforms") {
    const id = spellAsId(text);
    return platformIds(knowledge.platforms).has(id) ? id : text;
  }
  if (kind === "yes-no")
    return text === "yes" || text === "true" ? true : text === "no" || text === "false" ? false : text;
  if (kind === "number" && bounds?.whole === false) return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (kind !== "number" && choices === undefined) return text;
  // A comma between thousands, not the one of 2,5.
  const digits = text.replace(/[,_\s](?=\d{3}(?!\d))/g, "");
  return /^\d+$/.test(digits) ? Number(digits) : text;
}

/** Words that a yes-or-no field is given in other places, by the word that it takes here. */
const MEANINGS: Readonly<Record<string, readonly string[]>> = {
  yes: ["yes", "y", "true", "t", "1", "on", "enabled", "present", "available"],
  no: ["no", "n", "false", "f", "0", "off", "disabled", "none", "absent"],
  unknown: ["unknown", "not known", "null", "undefined", "?"],
};
/** Words long enough that a slip in one of them is not another word: one slip away from "on" is "no". */
const MISSPELT = ["yes", "true", "false", "enabled", "disabled", "unknown"];

/** The word that a yes-or-no field takes for what was written, or undefined if it could mean either. */
function suggestYesOrNo(written: string): string | undefined {
  const text = written.trim().toLowerCase();
  const meaningOf = (word: string | undefined): string | undefined =>
    Object.keys(MEANINGS).find((meaning) => word !== undefined && MEANINGS[meaning]?.includes(word));
  return meaningOf(text) ?? meaningOf(findNearest(text, MISSPELT));
}
