import { show } from "../questions/read-situation.ts";
import { isRecord } from "../collections.ts";
import { GAINS, type Knowledge, type Question, STRENGTHS } from "../knowledge/knowledge.ts";
import { expectOneOf, suggest } from "../questions/nearest.mjs";

/** Lists what is wrong with a value at a place in a rule, one line each. The place of the rule itself is empty. */
type Check = (found: unknown, place: string) => string[];

/** A longer list of accepted words says less than the nearest ones. */
const MOST_LISTED = 40;
/** Fields of a consequence that do nothing without others. */
const NEEDED_BESIDE: Record<string, string[]> = {
  prefer: ["over", "gain"],
  over: ["prefer"],
  gain: ["prefer"],
  require: ["for"],
  for: ["require"],
  provided: ["for"],
  testedWith: ["over", "warn"],
  loses: ["warn"],
  beside: ["loses"],
  unlessRequired: ["require"],
};

/** Every problem with rules that somebody adds to a knowledge; rule.schema.json describes the fields of a rule. */
export function checkRules(rules: unknown, knowledge: Knowledge): string[] {
  if (!Array.isArray(rules)) return [refuse("rules", show(rules), "a list of rules")];
  const check = ruleCheck(knowledge);
  const taken = new Set(knowledge.rules.map(({ id }) => id));
  // Not flatMap: it passes over the holes of a list.
  return Array.from(rules as unknown[], (rule, at) => {
    const id = isRecord(rule) && isText(rule.id) ? rule.id : undefined;
    const isTaken = id !== undefined && taken.has(id);
    if (id !== undefined) taken.add(id);
    const problems = [...(isTaken ? ["found the id of another rule, expected a new one"] : []), ...check(rule, "")];
    return problems.map((problem) => `${id ?? `rules[${at}]`}: ${problem}`);
  }).flat();
}

function ruleCheck(knowledge: Knowledge): Check {
  const idsOf = (records: readonly { id: string }[]): string[] => records.map(({ id }) => id);
  const adapters = listOf("an adapter id", idsOf(knowledge.adapters));
  const features = listOf("a feature id", idsOf(knowledge.features));
  const version = text('a version as text, such as "8.0"', /^\d+(\.\d+)*$/);
  const versions = fields("a range of versions", { atLeast: version, below: version });
  const numbers = fields("a range of numbers", {
    above: wholeNumber,
    atLeast: wholeNumber,
    below: wholeNumber,
    atMost: wholeNumber,
  });
  const conditionOn = ({ kind, choices, choicesFrom }: Question): Check => {
    switch (kind) {
      case "yes-no":
        return yesOrNo;
      case "number":
        return numbers;
      case "version":
        return versions;
      case "guest":
        return listOf("a guest id", idsOf(knowledge.guests));
      case "features":
        return features;
      case "choice":
        return choices
          ? oneOf(choices.map(({ value }) => value))
          : listOf(`an id of ${choicesFrom}`, idsOf(knowledge[choicesFrom ?? "platforms"]));
    }
  };
  const asked = knowledge.questions.filter(({ means, condition }) => means !== undefined || condition !== undefined);
  const consequence = fields("a consequence", {
    exclude: adapters,
    prefer: adapters,
    over: adapters,
    gain: oneOf(GAINS),
    warn: adapters,
    testedWith: oneOf(["dpdk", "dpdk-vhost-user"]),
    loses: features,
    beside: text("the name of a setting"),
    require: listOf("a step id", idsOf(knowledge.steps)),
    for: adapters,
    provided: text("words that follow the adapter's name"),
    unlessRequired: features,
  });
  return fields(
    "a rule",
    {
      id: text("an id of your own as text"),
      title: text("a title as text"),
      when: fields(
        "conditions, or {} if the rule always holds",
        {
          ...Object.fromEntries(asked.map((question) => [question.field, conditionOn(question)])),
          // They follow from the guest.
          guestFamily: listOf("a guest family", [...new Set(knowledge.guests.map(({ family }) => family))]),
          guestRelease: versions,
        },
        { mayBeEmpty: true },
      ),
      then: (found, place) => [...consequence(found, place), ...listMissing(found, place)],
      because: text("the reason as text"),
      change: text("the change as text"),
      strength: oneOf(STRENGTHS),
      contested: yesOrNo,
      since: version,
      until: version,
      evidence: listOf("an evidence reference", Object.keys(knowledge.evidence), { mayBeEmpty: true }),
    },
    { required: ["id", "when", "then", "because"] },
  );
}

/** Fields of a consequence without which others do nothing. */
function listMissing(then: unknown, place: string): string[] {
  if (!isRecord(then)) return [];
  return Object.entries(NEEDED_BESIDE).flatMap(([field, others]) =>
    then[field] === undefined
      ? []
      : others
          .filter((other) => then[other] === undefined)
          .map((other) => refuse(`${place}.${other}`, "nothing", `${other} beside ${field}`)),
  );
}

/** An object with some of the fields; undefined counts as left out. */
function fields(
  expected: string,
  checks: Record<string, Check>,
  { required = [], mayBeEmpty = false }: { required?: string[]; mayBeEmpty?: boolean } = {},
): Check {
  const known = Object.keys(checks);
  const what = `${expected} with fields (${known.join(", ")})`;
  return (found, place) => {
    if (!isRecord(found)) return [refuse(place, show(found), what)];
    const given = Object.entries(found).filter(([, value]) => value !== undefined);
    if (given.length === 0 && !mayBeEmpty) return [refuse(place, "no fields", what)];
    const missing = required.filter((field) => found[field] === undefined);
    return [...given, ...missing.map((field): [string, undefined] => [field, undefined])].flatMap(([field, value]) =>
      Object.hasOwn(checks, field)
        ? (checks[field] as Check)(value, place === "" ? field : `${place}.${field}`)
        : [`${begin(place)}found ${show(field)}, ${expectOneOf(field, known)}`],
    );
  };
}

/** A list of accepted words. */
function listOf(what: string, accepted: readonly string[], { mayBeEmpty = false } = {}): Check {
  const list = `a list such as ${JSON.stringify(accepted.slice(0, 1))}`;
  return (found, place) => {
    if (!Array.isArray(found)) return [refuse(place, show(found), list)];
    if (found.length === 0 && !mayBeEmpty) return [refuse(place, "an empty list", list)];
    return Array.from(found as unknown[]).flatMap((entry) => {
      if (typeof entry !== "string") return [refuse(place, show(entry), `${what} as text`)];
      if (accepted.includes(entry)) return [];
      return [`${begin(place)}found ${show(entry)}, ${expectWord(what, entry, accepted)}`];
    });
  };
}

function expectWord(what: string, entry: string, accepted: readonly string[]): string {
  if (accepted.length <= MOST_LISTED) return expectOneOf(entry, accepted);
  const hint = suggest(entry, accepted);
  return `expected ${what}${hint === "" ? "" : `; ${hint}`}`;
}

function oneOf(accepted: readonly (string | number)[]): Check {
  return (found, place) =>
    accepted.includes(found as string) ? [] : [refuse(place, show(found), `one of ${accepted.join(", ")}`)];
}

function text(expected: string, pattern = /\S/): Check {
  return (found, place) =>
    typeof found === "string" && pattern.test(found) ? [] : [refuse(place, show(found), expected)];
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function yesOrNo(found: unknown, place: string): string[] {
  return typeof found === "boolean" ? [] : [refuse(place, show(found), "true or false")];
}

function wholeNumber(found: unknown, place: string): string[] {
  return Number.isInteger(found) && Number(found) >= 0 ? [] : [refuse(place, show(found), "a whole number from 0 on")];
}

function refuse(place: string, found: string, expected: string): string {
  return `${begin(place)}found ${found}, expected ${expected}`;
}

function begin(place: string): string {
  return place === "" ? "" : `${place}: `;
}
