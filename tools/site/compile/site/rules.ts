import { dropUndefined } from "../../../records/objects.ts";
import { describeEvidence, quoteOf, resolveEvidence } from "../evidence.ts";
import { pathOf } from "../paths.ts";
import { strengthTexts, writeConditionsOfRule, writeConsequence } from "../rule-text.ts";
import type { Atlas, RecordOf } from "../records.ts";

/** Rules in words, with the evidence that they rest on. */
export function compileRules(atlas: Atlas) {
  return atlas.rules.map((rule) => ({
    ...rule,
    path: pathOf("rules", rule),
    whenText: writeConditionsOfRule(rule, atlas),
    thenText: writeConsequence(rule.then, atlas),
    strengthText: strengthTexts[rule.strength],
    evidenceList: rule.evidence.map((ref) => {
      const { kind, title, source, year, path } = describeEvidence(ref, atlas);
      return dropUndefined({ ref, kind, title, source, year, path, quote: quoteOf(resolveEvidence(ref, atlas)) });
    }),
  }));
}

type Rule = RecordOf<"rules">;

/** Part of the decision table, under a heading of its own, with the ids of its rules. */
interface RuleGroup {
  id: string;
  title: string;
  rules: string[];
}

/** What a rule does; the first that fits has it. */
const effects: { id: string; title: string; holds: (then: Rule["then"]) => boolean }[] = [
  { id: "exclude", title: "exclusions", holds: ({ exclude }) => exclude !== undefined },
  { id: "prefer", title: "preferences", holds: ({ prefer }) => prefer !== undefined },
  { id: "require", title: "requirements", holds: ({ require }) => require !== undefined },
];
const caution = { id: "warn", title: "cautions" };

/** Puts the rules into groups by platform and effect; groups stand in the order of their first rules, and rules in their own. */
export function groupRules({ rules, platforms }: Pick<Atlas, "rules" | "platforms">): RuleGroup[] {
  const groups = new Map<string, RuleGroup>();
  for (const { id, when, then } of rules) {
    const [only, ...others] = when.platform ?? [];
    const platform = others.length === 0 ? platforms.find((one) => one.id === only) : undefined;
    const effect = effects.find(({ holds }) => holds(then)) ?? caution;
    const group = `${platform?.id ?? "any"}-${effect.id}`;
    const title = `${platform?.name ?? "Any platform"}: ${effect.title}`;
    groups.set(group, { id: group, title, rules: [...(groups.get(group)?.rules ?? []), id] });
  }
  return [...groups.values()];
}
