/** Words that people type, as the build compiles them from assets/search/words.yaml: each phrase as it is compared. */
export interface Words {
  /** Groups of words that mean the same. */
  same: readonly (readonly string[])[];
  /** Word to further words that it finds. */
  also: Readonly<Record<string, readonly string[]>>;
  ignored: readonly string[];
  /** Symptom of a known problem to the words for it. */
  symptoms: Readonly<Record<string, readonly string[]>>;
}

/** One thing that the query asks for: a word, or a phrase that counts as one. */
export interface Unit {
  /** As it was typed. */
  typed: string;
  /** What finds it: each phrase as its words. */
  phrases: readonly (readonly string[])[];
  /** Symptoms of known problems that it describes. */
  symptoms: readonly string[];
}

/** Writes every phrase as it is compared. */
export function normaliseWords({ same, also, ignored, symptoms }: Words): Words {
  const normalise = (phrase: string): string => splitTyped(phrase).join(" ");
  const normaliseAll = (phrases: readonly string[]): string[] => phrases.map(normalise);
  return {
    same: same.map(normaliseAll),
    also: Object.fromEntries(Object.entries(also).map(([word, others]) => [normalise(word), normaliseAll(others)])),
    ignored,
    symptoms: Object.fromEntries(Object.entries(symptoms).map(([name, phrases]) => [name, normaliseAll(phrases)])),
  };
}

/** The longest phrase that is looked up, in words. */
const longest = 4;

/** Reads a query as units, phrases before words; what says nothing is left out unless nothing else was typed. */
export function readUnits(query: string, words: Words): Unit[] {
  const typed = splitTyped(query);
  const known = listPhrases(words);
  const units: Unit[] = [];
  for (let at = 0; at < typed.length; ) {
    const length = findLength(typed.slice(at), known);
    units.push(makeUnit(typed.slice(at, at + length), words));
    at += length;
  }
  const significant = units.filter((unit) => !words.ignored.includes(unit.typed));
  return significant.length > 0 ? significant : units;
}

/** Every phrase that the words know. */
function listPhrases({ same, also, symptoms }: Words): ReadonlySet<string> {
  return new Set([...same.flat(), ...Object.keys(also), ...Object.values(symptoms).flat()]);
}

function findLength(typed: readonly string[], known: ReadonlySet<string>): number {
  for (let length = Math.min(longest, typed.length); length > 1; length -= 1)
    if (known.has(typed.slice(0, length).join(" "))) return length;
  return 1;
}

/** Takes phrases that were typed apart into units of a word each, which can be left out one by one. */
export function splitUnits(units: readonly Unit[], words: Words): Unit[] {
  const split = units.flatMap(({ typed }) => typed.split(" ").map((word) => makeUnit([word], words)));
  return split.filter(({ typed }) => !words.ignored.includes(typed));
}

function makeUnit(typed: readonly string[], { same, also, symptoms }: Words): Unit {
  const asked = typed.join(" ");
  const others = [...same.filter((group) => group.includes(asked)).flat(), ...(also[asked] ?? [])];
  const described = Object.entries(symptoms)
    .filter(([, phrases]) => phrases.includes(asked))
    .map(([symptom]) => symptom);
  const phrases = new Set([asked, ...others, ...described.map(nameSymptom)]);
  return { typed: asked, phrases: [...phrases].map((phrase) => phrase.split(" ")), symptoms: described };
}

/** The word of the index for a symptom: one that no text has by chance. */
export function nameSymptom(symptom: string): string {
  return `symptom${symptom.replaceAll("-", "")}`;
}

/** The words as they were typed, in lower case and without marks. */
export function splitTyped(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}.]+/u)
    .map((word) => word.replace(/^\.+|\.+$/g, ""))
    .filter((word) => word !== "");
}
