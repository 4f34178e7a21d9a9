import knowledge from "atlas:knowledge";
import { createAdvisor, type Advisor } from "../advisor.ts";
import { getOrCompute } from "../collections.ts";
import { createPolicyAdvisor, type Policy } from "../policy/policy.ts";
import { english, type Language, type OwnTexts, translateKnowledge, withOwnTexts } from "./language.ts";

/** The language of an element: that of a language pack, else English, with the page's own texts; unusable texts are faults. */
export function chooseLanguage(lang: string, ownTexts: OwnTexts): { language: Language; faults: string[] } {
  const packs = (globalThis as { vnicAdvisorLanguages?: Record<string, Language> }).vnicAdvisorLanguages ?? {};
  const pack = (Object.hasOwn(packs, lang) ? packs[lang] : packs[lang.split("-")[0] ?? ""]) ?? english;
  return Object.keys(ownTexts).length === 0 ? { language: pack, faults: [] } : withOwnTexts(pack, ownTexts);
}

/** Advisors of all elements, by their language and the hash of their policy: their tables are built once. */
const advisors = new WeakMap<Language, Map<string, Advisor>>();

/** The advisor that answers in a language and applies a policy. */
export function getAdvisor(language: Language, policy: Policy | null): Advisor {
  const known = advisors.get(language) ?? new Map<string, Advisor>();
  advisors.set(language, known);
  return getOrCompute(known, policy?.sha256 ?? "", () => {
    const spoken = language === english ? knowledge : translateKnowledge(knowledge, language);
    return policy ? createPolicyAdvisor(spoken, policy, language.messages) : createAdvisor(spoken, language.messages);
  });
}
