// Rules about the records that the advisor decides by: rules and questions.

import { findNearest } from "../../../advisor/questions/nearest.mjs";
import type { Complaint, RecordRule } from "../rule.ts";
import { isMapping, select, type Selected, selectText } from "../select.ts";
import { compareVersions } from "../../records/words.ts";

/**
 * A rule can apply and say something: its ranges hold at least one value, what it excludes comes with what would have
 * to change, and no adapter is placed before itself.
 */
export const ruleConditionsPossible: RecordRule = {
  name: "rule-conditions-possible",
  summary: "A rule can apply and has an effect.",
  scope: "rule",
  check: ({ data }) => [
    // A range of numbers has numbers as bounds, one of versions texts: each check passes over the other's.
    ...select(data, "when.*").flatMap((condition) => [checkNumbers(condition), checkVersions(condition)]),
    checkChange(data),
    checkTested(data),
    ...checkPreference(data),
  ],
};

/** All bounds are whole numbers, so "above 5 and below 6" is empty too. */
function checkNumbers({ path, value }: Selected): Complaint | undefined {
  if (!isMapping(value)) return undefined;
  const bound = (name: string, shift: number, none: number): number =>
    typeof value[name] === "number" ? value[name] + shift : none;
  const lowest = Math.max(bound("above", 1, 0), bound("atLeast", 0, 0));
  const highest = Math.min(bound("below", -1, Infinity), bound("atMost", 0, Infinity));
  if (lowest <= highest) return undefined;
  return {
    path,
    message: `no number is in this range of "${String(path.at(-1))}"`,
    help: "above and atLeast are the lower bounds, below and atMost the upper ones",
  };
}

function checkVersions({ path, value }: Selected): Complaint | undefined {
  if (!isMapping(value) || (compareVersions(value.atLeast, value.below) ?? -1) < 0) return undefined;
  return {
    path,
    message: `no version is in this range of "${String(path.at(-1))}"`,
    help: "atLeast is included, below is not",
  };
}

/** The advice names the bound as the rate that the test reached. */
function checkTested(data: unknown): Complaint | undefined {
  const [tested] = select(data, "then.testedWith");
  if (!tested || select(data, "when.packetRate.above").length > 0) return undefined;
  return {
    path: tested.path,
    onKey: true,
    // The rate may be there under a wrong name, or not be a range.
    restsOn: [["when"], ...select(data, "when.*").map((condition) => condition.path)],
    message: 'a rule with testedWith requires packetRate with "above" under when',
    help: "add packetRate: {above: …} with the rate that the test reached, or remove testedWith",
  };
}

function checkChange(data: unknown): Complaint | undefined {
  const [exclude] = select(data, "then.exclude");
  const [change] = select(data, "change");
  if (exclude && !change) {
    return {
      path: exclude.path,
      onKey: true,
      restsOn: [["change"]],
      message: "a rule with exclude requires change",
      help: "add change: the condition under which the excluded adapter would fit",
    };
  }
  if (change && !exclude)
    return {
      path: change.path,
      onKey: true,
      restsOn: [["then", "exclude"]],
      message: "change is valid only with exclude",
      help: "move the text to because, or exclude an adapter",
    };
  return undefined;
}

function checkPreference(data: unknown): Complaint[] {
  const preferred = new Set(selectText(data, "then.prefer.*").map(({ value }) => value));
  return selectText(data, "then.over.*")
    .filter(({ value }) => preferred.has(value))
    .map(({ path, value }) => ({
      path,
      message: `"${value}" is in both prefer and over`,
      help: "remove it from prefer or from over",
    }));
}

/** The kinds of questions to which a field belongs that not all have. */
const kindsOf: { readonly [field: string]: readonly string[] } = {
  bounds: ["number"],
  unit: ["number"],
  choices: ["choice"],
  choicesFrom: ["choice"],
  open: ["choice"],
  means: ["yes-no"],
  need: ["yes-no"],
  remedy: ["yes-no"],
  condition: ["choice", "number", "version", "guest", "features"],
};

/** Placeholders that a field may use, by a pattern of select. */
const filledIn: { readonly [pattern: string]: readonly string[] } = {
  hint: ["fullPacketsPerGbit"],
  "assumed.text": ["value", "platform", "drivers"],
  "assumed.instead.*.text": ["value", "platform", "drivers", "update"],
  need: ["adapter", "platform", "drivers"],
  "remedy.*": ["platform", "drivers"],
  condition: ["value"],
};

/** Kinds of which the engine decides by every question. Of other kinds it knows only the questions named below. */
const decidingKinds: readonly string[] = ["yes-no", "number"];
const decidingByName: readonly string[] = [
  "platform",
  "platform-version",
  "guest",
  "bitness",
  "current-adapter",
  "requires",
];

/** A question has the fields of its kind, and its sentences leave open only what is filled in. */
export const questionFitsKind: RecordRule = {
  name: "question-fits-kind",
  summary: "A question has the fields of its kind, and its sentences use only known placeholders.",
  scope: "question",
  check: ({ id, data }) => [
    ...checkFields(id, data),
    checkWhetherItDecides(id, data),
    checkChoices(data),
    ...checkFieldsOfDeciding(id, data),
    checkWholeNumbers(data),
    ...checkSentences(data),
  ],
};

function checkFields(id: string, data: unknown): Complaint[] {
  const [kind] = select(data, "kind");
  // The schema asks for a kind that is missing.
  if (!kind) return [];
  const own = String(kind.value);
  return Object.entries(kindsOf).flatMap(([field, kinds]) =>
    select(data, field)
      .filter(() => !kinds.includes(own))
      .map(
        ({ path }): Complaint => ({
          path,
          onKey: true,
          restsOn: [["kind"]],
          message: `"${field}" is not valid for the kind ${own}`,
          help: helpOutOfPlace(id, field, kinds, own),
        }),
      ),
  );
}

/** A condition on a new question must be of a kind by which the engine decides. */
function helpOutOfPlace(id: string, field: string, kinds: readonly string[], own: string): string {
  const isNew = field === "condition" && !decidingByName.includes(id);
  const suitable = isNew ? kinds.filter((kind) => decidingKinds.includes(kind)) : kinds;
  const instead = field === "condition" && own === "yes-no" ? " (a yes-or-no uses means)" : "";
  return `remove it${instead}, or change the question to the kind ${suitable.join(" or ")}`;
}

/** Rules on a question that the engine does not read would apply whatever its answer is. */
function checkWhetherItDecides(id: string, data: unknown): Complaint | undefined {
  const [kind] = select(data, "kind");
  const [found] = ["condition", "assumed"].flatMap((field) => select(data, field));
  if (!kind || !found || canDecide(id, kind)) return undefined;
  return {
    path: found.path,
    onKey: true,
    restsOn: [["kind"]],
    message: `"${String(found.path[0])}" has no effect: rules cannot depend on a new question of the kind ${String(kind.value)}`,
    help: `remove condition and assumed, or change the question to the kind ${decidingKinds.join(" or ")}`,
  };
}

function canDecide(id: string, kind: Selected): boolean {
  return decidingKinds.includes(String(kind.value)) || decidingByName.includes(id);
}

/** A choice has its values from one place. */
function checkChoices(data: unknown): Complaint | undefined {
  const [kind] = select(data, "kind");
  const given = ["choices", "choicesFrom"].flatMap((field) => select(data, field));
  if (kind?.value !== "choice" || given.length === 1) return undefined;
  return {
    path: given[1]?.path ?? kind.path,
    restsOn: [["choices"], ["choicesFrom"]],
    message: given.length === 0 ? "the choice has no values" : "the values of the choice are given twice",
    help: "write either choices (a list) or choicesFrom (platforms or adapters)",
  };
}

/** What a field on which rules may depend must have, with what it is for. */
const neededToDecide = {
  priority: "its order among equally decisive questions, such as 50",
  assumed: "the assumed answer: value, and text with the assumption in a sentence",
};

/** The advisor assumes an answer to each question on which rules may depend, and tells the questions apart by their priority. */
function checkFieldsOfDeciding(id: string, data: unknown): Complaint[] {
  const [kind] = select(data, "kind");
  const field = kind?.value === "yes-no" ? "means" : "condition";
  const [words] = ["yes-no", "number", "version"].includes(String(kind?.value)) ? select(data, field) : [];
  if (!words || !kind || !canDecide(id, kind)) return [];
  return Object.entries(neededToDecide)
    .filter(([needed]) => select(data, needed).length === 0)
    .map(
      ([needed, what]): Complaint => ({
        path: words.path,
        onKey: true,
        restsOn: [["kind"]],
        message: `"${needed}" is missing: required with "${field}", because rules may then depend on the question`,
        help: `add ${needed}, ${what}`,
      }),
    );
}

/** The engine compares whole numbers: 2.5 would lie neither above 2 nor at most 2. */
function checkWholeNumbers(data: unknown): Complaint | undefined {
  const [whole] = select(data, "bounds.whole");
  const [condition] = select(data, "condition");
  if (!condition || whole?.value !== false) return undefined;
  return {
    path: whole.path,
    restsOn: [["condition"]],
    message: '"condition" requires whole numbers, because rules compare whole numbers only',
    help: "set whole: true, or remove condition",
  };
}

function checkSentences(data: unknown): Complaint[] {
  return Object.entries(filledIn).flatMap(([pattern, names]) =>
    select(data, pattern).flatMap(({ path, value }) =>
      [...String(value).matchAll(/\{([^}]*)\}/g)]
        .filter(([, name = ""]) => !names.includes(name))
        .map(([braces, name = ""]): Complaint => {
          const meant = findNearest(name, names);
          return {
            path,
            message: `${braces} is not a placeholder of this field`,
            help: meant ? `write {${meant}}` : `write one of ${names.map((known) => `{${known}}`).join(", ")}`,
          };
        }),
    ),
  );
}
