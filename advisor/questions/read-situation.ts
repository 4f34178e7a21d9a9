import { groupDigits, shorten } from "../text.ts";
import type { Advisor } from "../advisor.ts";
import { isRecord } from "../collections.ts";
import { guestsWithWords } from "../guests/find-guests.ts";
import {
  isUnknownOsinfo,
  LONGEST_SPELLING,
  normalise,
  shortenOsinfoAddress,
  usualBitness,
  withoutOtherProcessor,
} from "../guests/guests.ts";
import type { Question } from "../knowledge/knowledge.ts";
import { adapterNames, normaliseAdapter } from "../knowledge/adapter-names.ts";
import { findNearest } from "./nearest.mjs";
import {
  assumedPlatform,
  featureIds,
  hasReleasesOf,
  platformIds,
  questionsByField,
  situationFields,
  spellAsId,
} from "./questions.ts";
import type { Situation } from "./situation.ts";

/** An input that cannot be used. */
export interface Problem {
  /** Field of the situation. */
  field: string;
  /** The value found, as written. */
  found: string;
  /** The accepted values. */
  expected: string;
  /** The accepted value nearest to the value found. */
  nearest?: string;
}

/** Stands between the values of a field that was given twice. No name of a guest has it. */
export const BETWEEN_VALUES = " | ";
/** Guests that a refusal names. */
const MOST_CHOICES = 5;
/** More fields, or more required features, than any situation has. */
export const MOST_ENTRIES = 100;
/** Characters of a value that a message shows. */
const MOST_SHOWN = 80;

/**
 * Checks input of any origin; gives the situation with ids in the atlas's spelling, or every problem at once. Guests, releases and
 * adapters are read for the usual platform if the input names none; the situation does not get that platform.
 */
export function readSituation(
  advisor: Advisor,
  input: unknown,
  usualPlatform?: string,
): { situation: Situation; problems: Problem[] } {
  const fields = copyFields(input, usualPlatform);
  if ("problem" in fields) return { situation: {}, problems: fields.problem };
  const { names, values, around } = fields.value;
  const situation: Situation = {};
  const problems: Problem[] = [];
  const questions = questionsByField(advisor.knowledge.questions);
  for (let at = 0; at < names.length; at++) {
    const field = names[at] as string;
    const value = values[at];
    if (isUnknown(field, value)) continue;
    const result = readField(advisor, questions.get(field), field, value, around);
    if ("problem" in result) problems.push(...result.problem);
    // Only a field that there is has no problem.
    else situation[field as keyof Situation] = result.value as never;
  }
  return { situation, problems };
}

function isUnknown(field: string, value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === "unknown" ||
    (field === "guest" && typeof value === "string" && value.length <= LONGEST_SPELLING && isUnknownOsinfo(value))
  );
}

/** One line for a problem, ready to print. */
export function describeProblem(problem: Problem): string {
  const hint = problem.nearest === undefined ? "" : `; nearest: ${problem.nearest}`;
  return `${problem.field}: found ${problem.found}, expected ${problem.expected}${hint}`;
}

/** What of the input bears on how other fields are read. */
interface Around {
  platform: unknown;
  bitness: unknown;
}

type Result<Value = unknown> = { value: Value } | { problem: Problem[] };

/** The fields as they are now, read once: an object of another program may have accessors that throw or change their minds. */
function copyFields(
  input: unknown,
  usualPlatform: string | undefined,
): Result<{ names: string[]; values: unknown[]; around: Around }> {
  const refuse = (found: string, expected: string): Result<never> => ({
    problem: [{ field: "situation", found, expected }],
  });
  try {
    if (!isRecord(input)) return refuse(show(input), "a JSON object");
    const names = Object.keys(input);
    if (names.length > MOST_ENTRIES) return refuse(`${names.length} fields`, `at most ${MOST_ENTRIES}`);
    const around: Around = { platform: undefined, bitness: undefined };
    const values = names.map((name) => {
      const value = input[name];
      if (name === "platform" || name === "bitness") around[name] = value;
      return Array.isArray(value) ? copyList(value) : value;
    });
    if (isUnknown("platform", around.platform)) around.platform = usualPlatform;
    return { value: { names, values, around } };
  } catch {
    return refuse("an object that cannot be read", "a JSON object");
  }
}

/** The entries of a list, of one that is too long so many as show that it is. */
function copyList(list: unknown[]): unknown[] {
  return Array.from({ length: Math.min(list.length, MOST_ENTRIES + 1) }, (_, at) => list[at]);
}

function readField(
  advisor: Advisor,
  question: Question | undefined,
  field: string,
  value: unknown,
  input: Around,
): Result {
  const { knowledge } = advisor;
  const refuse = (expected: string, near?: string): Result => ({ problem: [problemOf(field, value, expected, near)] });
  if (question && typeof value === "string" && value.includes(BETWEEN_VALUES)) return refuse("one value");
  switch (question?.kind) {
    case "yes-no":
      return typeof value === "boolean" ? { value } : refuse("true or false");
    case "version":
      return field === "platformVersion" ? readRelease(advisor, value, input, refuse) : readVersion(value, refuse);
    case "guest":
      return readGuest(advisor, value, input, refuse);
    case "number":
      return readNumber(question, value, refuse);
    case "choice":
      return readChoice(advisor, question, value, input, refuse);
    case "features":
      return readRequires(advisor, value, refuse);
    default: {
      const known = situationFields(knowledge);
      const closest = near(field, known);
      // Whoever misspelt a field needs its name, not all of them.
      return refuse(`a field that exists${closest ? "" : ` (${known.join(", ")})`}`, closest);
    }
  }
}

function readNumber({ bounds, unit }: Question, value: unknown, refuse: Refuse): Result {
  const { least = 0, most = Infinity, whole = false } = bounds ?? {};
  const isTaken = typeof value === "number" && value >= least && value <= most && (!whole || Number.isInteger(value));
  if (isTaken) return { value };
  const what = `${whole ? "a whole number" : "a number"}${unit === undefined ? "" : ` of ${unit}`}`;
  return refuse(`${what}, ${groupDigits(least)} to ${groupDigits(most)}`);
}

function readChoice(
  advisor: Advisor,
  { choices, choicesFrom }: Question,
  value: unknown,
  input: Around,
  refuse: Refuse,
): Result {
  const { knowledge } = advisor;
  if (choicesFrom === "platforms") {
    const ids = platformIds(knowledge.platforms);
    const id = findId(ids, value);
    if (id !== undefined) return { value: id };
    const products = [...ids.keys()].filter((name) => ids.get(name) !== name);
    const orProduct = products.length === 0 ? "" : `, or a product (${products.join(", ")})`;
    return refuse(`one of ${knowledge.platforms.map((one) => one.id).join(", ")}${orProduct}`, near(value, ids.keys()));
  }
  if (choices) {
    const values = choices.map((choice) => choice.value);
    return values.includes(value as number) ? { value } : refuse(values.sort((a, b) => a - b).join(" or "));
  }
  const platform = platformOf(advisor, input);
  const adapters = knowledge.adapters.filter((adapter) => platform === undefined || adapter.platforms[platform.id]);
  const ids = adapters.map(({ id }) => id);
  const known = ids.includes(value as string) ? value : platform && findAdapterId(knowledge, platform.id, value);
  if (known === undefined) return refuse(`one of ${ids.join(", ")}`, near(value, ids));
  // Which adapters there are is known once the platform is, and its problem is named already.
  return platform === undefined ? { problem: [] } : { value: known };
}

/** The id of the adapter that a platform, or an inventory of it, calls so. */
function findAdapterId({ adapters }: Advisor["knowledge"], platform: string, value: unknown): string | undefined {
  return typeof value === "string" ? adapterNames(adapters, platform).get(normaliseAdapter(value)) : undefined;
}

/** The id that a word means, in any case and with spaces for hyphens: inventories print vSphere and vMotion. */
function findId(ids: ReadonlyMap<string, string>, value: unknown): string | undefined {
  return typeof value === "string" ? (ids.get(value) ?? ids.get(spellAsId(value))) : undefined;
}

/** The platform of the input, or the assumed one; undefined if the input names one that is not known. */
function platformOf({ knowledge }: Advisor, input: Around): Advisor["knowledge"]["platforms"][number] | undefined {
  const named = isUnknown("platform", input.platform) ? assumedPlatform(knowledge) : input.platform;
  const known = findId(platformIds(knowledge.platforms), named);
  return knowledge.platforms.find(({ id }) => id === known);
}

type Refuse = (expected: string, near?: string) => Result;

function readVersion(value: unknown, refuse: Refuse): Result {
  const match = typeof value === "string" ? /^v?(\d{1,5}(?:\.\d{1,5}){0,3})$/.exec(value.trim()) : null;
  return match ? { value: match[1] } : refuse('a version such as "12.3.5" (text)');
}

function readRelease(advisor: Advisor, value: unknown, input: Around, refuse: Refuse): Result {
  const platform = platformOf(advisor, input);
  if (
    platform &&
    typeof input.platform === "string" &&
    !isUnknown("platform", input.platform) &&
    !hasReleasesOf(platform, spellAsId(input.platform))
  )
    return refuse(
      `a release of ${platform.releaseName}, given with the platform ${platform.id}. Releases of ${input.platform} are not recorded`,
    );
  const match =
    typeof value === "string" ? /^(\d{1,4}(?:\.\d{1,4}){0,2})(?:\s*u(\d{1,2}))?$/i.exec(value.trim()) : null;
  if (match) return { value: match[2] ? `${match[1]}.${match[2]}` : match[1] };
  const versions = platform?.versions.map((release) => release.version) ?? [];
  const known = versions.length === 0 ? "" : `; known: ${versions.join(", ")}`;
  return refuse(`a release such as "${platform?.current ?? "8.0"}" (text${known})`, nearRelease(value, versions));
}

/** The release of which a text has the number, such as "v8" or "ESXi 8"; else the one that is spelt alike. */
function nearRelease(value: unknown, versions: readonly string[]): string | undefined {
  const [number] = (typeof value === "string" && /\d{1,4}(?:\.\d{1,4})?/.exec(value)) || [];
  return versions.find((version) => `${version}.`.startsWith(`${number}.`)) ?? near(value, versions);
}

function readGuest(advisor: Advisor, value: unknown, input: Around, refuse: Refuse): Result {
  if (typeof value !== "string" || value.trim() === "") return refuse("an id or name of a guest, as text");
  if (value.length > LONGEST_SPELLING)
    return refuse(`an id or name of a guest of at most ${LONGEST_SPELLING} characters`);
  const bitness = typeof input.bitness === "number" ? input.bitness : undefined;
  const { set, named, claimed, otherwise, id } = advisor.findGuest(value, platformOf(advisor, input)?.id, bitness);
  if (id !== undefined) return { value: id };
  // What means several, a bare name, and what follows, as it was written, so that the advice can say what it was taken for.
  const isUsable = set.guests.length > 0 || claimed || named.length === 1 || usualBitness(named, bitness);
  if (isUsable) return { value: value.trim() };
  if (named.length > 1)
    return refuse(
      `one guest; this names ${named.map((guest) => guest.id).join(" and ")}: give the bitness`,
      named.at(-1)?.id,
    );
  if (withoutOtherProcessor(value) !== undefined)
    return refuse("a guest on x86: none on ARM or another processor is recorded", otherwise?.id);
  if (otherwise) return refuse(`${otherwise.name} with ${otherwise.bitness} bits: no other is recorded`, otherwise.id);
  const alike = guestsWithWords(advisor, shortenOsinfoAddress(advisor.guests, value) ?? value).filter(
    (guest) => bitness === undefined || guest.bitness === bitness,
  );
  if (alike.length > 0) {
    const ids = alike
      .slice(0, MOST_CHOICES)
      .map(({ id }) => id)
      .join(", ");
    return refuse(
      `one guest: ${ids}${alike.length > MOST_CHOICES ? " or another" : ""} (list them with: guests ${value.trim()})`,
      alike[0]?.id,
    );
  }
  // A slip seldom hits the first letter; without this "vyos" would be taken for a misspelt "dos".
  const [first] = normalise(value);
  return refuse(
    "a guest id or name; for an appliance that is not listed, ask its vendor (list them with: guests)",
    near(
      value,
      [...advisor.guests.keys()].filter((key) => key[0] === first),
    ),
  );
}

function readRequires(advisor: Advisor, value: unknown, refuse: Refuse): Result {
  if (!Array.isArray(value)) return refuse("a list of feature ids");
  if (value.length > MOST_ENTRIES) return refuse(`at most ${MOST_ENTRIES} feature ids`);
  const known = featureIds(advisor.knowledge);
  const unknown = value.filter((entry) => findId(known, entry) === undefined);
  return unknown.length > 0
    ? { problem: unknown.map((entry) => refuseFeature(advisor, entry)) }
    : { value: [...new Set(value.map((entry) => findId(known, entry)))] };
}

function refuseFeature({ knowledge }: Advisor, entry: unknown): Problem {
  const { features } = knowledge;
  // A name is not accepted: its id is.
  const names = new Map(
    features.flatMap(({ id, name, platforms }) => [name, ...Object.values(platforms)].map((word) => [word, id])),
  );
  const closest = near(entry, [...featureIds(knowledge).keys(), ...names.keys()]);
  return problemOf(
    "requires",
    entry,
    `one of ${features.map((one) => one.id).join(", ")}`,
    names.get(closest ?? "") ?? closest,
  );
}

function near(value: unknown, candidates: Iterable<string>): string | undefined {
  return typeof value === "string" || typeof value === "number" ? findNearest(String(value), candidates) : undefined;
}

function problemOf(field: string, value: unknown, expected: string, nearest: string | undefined): Problem {
  return {
    field: shorten(field, MOST_SHOWN),
    found: show(value),
    expected,
    ...(nearest === undefined ? {} : { nearest }),
  };
}

/** A value for a message. Of lists and objects their kind alone, for these may be nested without end. */
export function show(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (typeof value === "string") return shorten(JSON.stringify(value.slice(0, MOST_SHOWN)), MOST_SHOWN);
  if (Array.isArray(value) && value.length === 0) return "an empty list";
  if (Array.isArray(value))
    return value.length > MOST_ENTRIES ? `a list of more than ${MOST_ENTRIES} entries` : `a list of ${value.length}`;
  if (isRecord(value)) return "an object";
  return typeof value === "function" ? "a function" : shorten(String(value), MOST_SHOWN);
}
