import type { Atlas } from "../atlas.ts";
import { dropUndefined } from "../../../records/drop-undefined.ts";
import { describeEvidence, quoteOf, resolveEvidence } from "../evidence.ts";
import { pathOf } from "../paths.ts";
import { strengthTexts, writeConditionsOfRule, writeConsequence } from "../rule-text.ts";

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
