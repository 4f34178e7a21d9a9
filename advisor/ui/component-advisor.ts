import knowledge from "atlas:knowledge";
import { createUncheckedAdvisor, type Advisor } from "../advisor.ts";
import { getOrCompute } from "../collections.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { createPolicyAdvisor, type Policy } from "../policy/policy.ts";
import { english, type Language, type OwnTexts, translateKnowledge, withOwnTexts } from "./language.ts";

/** The language of an element: that of a language pack, else English, with the page's own texts; unusable texts are faults. */
export function chooseLanguage(lang: string, ownTexts: OwnTexts): { language: Language; faults: string[] } {
  return withOwnTexts(findPack(lang) ?? english, ownTexts);
}

/** What is wrong with the attribute lang, one line: there is no pack for the language. English needs none. */
export function checkLanguage(lang: string): string[] {
  if (/^(?:en\b.*)?$/i.test(lang) || findPack(lang)) return [];
  return [
    `attribute lang: found "${lang}", expected en or a language whose pack the page loads before the component; frames have none`,
  ];
}

/** The language pack that the page has loaded for a language or its region; tags may be in capitals. */
function findPack(lang: string): Language | undefined {
  const { vnicAdvisorLanguages = {} } = globalThis as { vnicAdvisorLanguages?: Record<string, Language> };
  const find = (tag: string): Language | undefined =>
    Object.entries(vnicAdvisorLanguages).find(([name]) => name.toLowerCase() === tag)?.[1];
  const tag = lang.toLowerCase();
  return find(tag) ?? find(tag.split("-")[0] ?? "");
}

/** Advisors of all elements, by their language and the hash of their policy: their tables are built once. */
const advisors = new WeakMap<Language, Map<string, Advisor>>();

/** The advisor that answers in a language and applies a policy. */
export function getAdvisor(language: Language, policy: Policy | null): Advisor {
  const known = advisors.get(language) ?? new Map<string, Advisor>();
  advisors.set(language, known);
  return getOrCompute(known, policy?.sha256 ?? "", () => makeAdvisor(knowledge, language, policy));
}

/** Makes an advisor of a knowledge that answers in a language and applies a policy. */
export function makeAdvisor(known: Knowledge, language: Language, policy: Policy | null): Advisor {
  const spoken = language === english ? known : translateKnowledge(known, language);
  return policy
    ? createPolicyAdvisor(spoken, policy, language.messages)
    : createUncheckedAdvisor(spoken, language.messages);
}
