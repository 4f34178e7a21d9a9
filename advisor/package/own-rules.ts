import type { Knowledge, Rule } from "../knowledge/knowledge.ts";
import { findNearest } from "../questions/nearest.mjs";
import { situationFields } from "../questions/questions.ts";

/** A rule of your own: conditions, consequence and reason. It is a hard constraint unless it says otherwise. */
export type OwnRule = Pick<Rule, "id" | "when" | "then" | "because"> & Partial<Rule>;

/** Rules that cannot be used; the message has a line for each problem. */
export class InvalidRules extends Error {
  override readonly name = "InvalidRules";
}

/** Conditions that are no field of a situation, because they follow from its guest. */
const OF_GUEST = ["guestFamily", "guestRelease"];

/** The knowledge with further rules at the end of its table; throws InvalidRules if one names what does not exist. */
export function addRules(knowledge: Knowledge, rules: readonly OwnRule[]): Knowledge {
  const problems = rules.flatMap((rule) => listProblems(rule, knowledge).map((problem) => `${rule.id}: ${problem}`));
  if (problems.length > 0) throw new InvalidRules(problems.join("\n"));
  const whole = rules.map(
    (rule): Rule => ({ title: rule.because, strength: "hard-constraint", contested: false, evidence: [], ...rule }),
  );
  return { ...knowledge, rules: [...knowledge.rules, ...whole] };
}

function listProblems({ id, when, then }: OwnRule, knowledge: Knowledge): string[] {
  const adapters = knowledge.adapters.map((adapter) => adapter.id);
  const { exclude = [], prefer = [], over = [], warn = [], for: ones = [] } = then;
  const fields = [...situationFields(knowledge), ...OF_GUEST];
  return [
    ...(knowledge.rules.some((rule) => rule.id === id) ? ["found the id of another rule, expected a new one"] : []),
    ...Object.keys(when).flatMap((field) => refuse("when", field, fields)),
    ...[exclude, prefer, over, warn, ones].flat().flatMap((adapter) => refuse("then", adapter, adapters)),
    ...(when.requires ?? []).flatMap((feature) =>
      refuse(
        "when.requires",
        feature,
        knowledge.features.map((one) => one.id),
      ),
    ),
  ];
}

function refuse(place: string, found: string, accepted: readonly string[]): string[] {
  if (accepted.includes(found)) return [];
  const nearest = findNearest(found, accepted);
  return [
    `${place}: found ${JSON.stringify(found)}, expected one of ${accepted.join(", ")}${nearest ? `; nearest: ${nearest}` : ""}`,
  ];
}
