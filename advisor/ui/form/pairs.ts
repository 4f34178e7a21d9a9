import { show } from "../../questions/read-situation.ts";
import { isRecord } from "../../collections.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import { MOST_ENTRIES, type Problem } from "../../questions/read-situation.ts";
import { featureIds, hasReleasesOf, platformIds, questionOf } from "../../questions/questions.ts";
import type { Situation } from "../../questions/situation.ts";
import { fromText, toText } from "../../questions/text-fields.ts";

/** A field of the situation and its value as text; a field with several values comes several times. */
export type Pair = readonly [field: string, value: string];

/**
 * Pairs as a form holds them: lists taken apart, yes and no as true and false, features and the platform by their ids. A product
 * stays beside a release of its own, which cannot be read as one of the platform.
 */
export function normalisePairs(knowledge: Knowledge, pairs: readonly Pair[]): Pair[] {
  const read = fromText(knowledge, pairs);
  const ids = new Map([["requires", featureIds(knowledge)]]);
  if (read.platformVersion === undefined || hasOwnReleases(knowledge, read.platform))
    ids.set("platform", platformIds(knowledge.platforms));
  return toText(read).map(([field, value]): Pair => [field, ids.get(field)?.get(value) ?? value]);
}

function hasOwnReleases({ platforms }: Knowledge, name: unknown): boolean {
  return platforms.some((platform) => hasReleasesOf(platform, String(name)));
}

/** Characters of a text in a program's situation. */
const LONGEST_TEXT = 1_000;
/** Characters that a message shows of what is no situation. */

/**
 * The pairs of a situation that another program sets, which may be anything. Texts, numbers, yes and no, and lists of these are kept;
 * the rest has no place in a form, and `refused` has a line for each.
 */
export function parsePairs(situation: unknown): { pairs: Pair[]; refused: string[] } {
  const pairs: Pair[] = [];
  const refused: string[] = [];
  try {
    const given = situation ?? {};
    if (!isRecord(given)) return { pairs, refused: [`found ${show(given)}, expected a JSON object`] };
    const fields = Object.entries(given);
    if (fields.length > MOST_ENTRIES) refused.push(`found ${fields.length} fields, expected at most ${MOST_ENTRIES}`);
    for (const [field, value] of fields.slice(0, MOST_ENTRIES)) {
      if (value === undefined || value === null) continue;
      const values: unknown[] = Array.isArray(value)
        ? Array.from({ length: Math.min(value.length, MOST_ENTRIES) }, (_, at) => value[at] as unknown)
        : [value];
      const plain = values.filter(isPlain).map((one): Pair => [field, String(one)]);
      pairs.push(...plain);
      if (plain.length < values.length)
        refused.push(`${field}: expected a short text, a number, true or false, or a list of these`);
    }
  } catch {
    refused.push("found an object that cannot be read, expected fields of the situation");
  }
  return { pairs, refused };
}

function isPlain(value: unknown): boolean {
  return typeof value === "string"
    ? value.length <= LONGEST_TEXT
    : typeof value === "number" || typeof value === "boolean";
}

/** Pairs of the form together with those that no field holds; these win over what their field says instead. */
export function joinPairs(form: readonly Pair[], unplaced: readonly Pair[]): Pair[] {
  const replaced = new Set(unplaced.map(([field]) => field).filter((field) => field !== "requires"));
  return [...form.filter(([field]) => !replaced.has(field)), ...unplaced];
}

/** What the pairs call the platform, as a situation is read from them. */
export function platformIn(knowledge: Knowledge, pairs: readonly Pair[]): string | undefined {
  return fromText(
    knowledge,
    pairs.filter(([field]) => field === "platform"),
  ).platform as string | undefined;
}

/** The pairs with one field set anew. */
export function withField(pairs: readonly Pair[], field: string, values: readonly string[]): Pair[] {
  return [...pairs.filter(([name]) => name !== field), ...values.map((value): Pair => [field, value])];
}

/** The changed pairs with some fields as they were before. */
export function keepFields(before: readonly Pair[], changed: readonly Pair[], fields: ReadonlySet<string>): Pair[] {
  return [...changed.filter(([field]) => !fields.has(field)), ...before.filter(([field]) => fields.has(field))];
}

/** The pairs with a problem solved by the value that was offered: a field's name is put right, or its value, or one of its values. */
export function repairPairs(
  knowledge: Knowledge,
  pairs: readonly Pair[],
  { field, found }: Problem,
  value: string,
): Pair[] {
  if (questionOf(knowledge, field) === undefined)
    return pairs.map(([name, old]): Pair => [name === field ? value : name, old]);
  if (field !== "requires") return withField(pairs, field, [value]);
  return pairs.map(([name, old]): Pair => [name, name === field && JSON.stringify(old) === found ? value : old]);
}

/**
 * The pairs with ids in the atlas's spelling where they are known, and as they were written where not. Features and the
 * platform stay as normalisePairs left them.
 */
export function spellOut(pairs: readonly Pair[], situation: Situation): Pair[] {
  const known = new Map(toText(situation).filter(([field]) => field !== "requires" && field !== "platform"));
  return pairs.map(([field, value]): Pair => [field, known.get(field) ?? value]);
}
