import { createUncheckedAdvisor } from "../advisor.ts";
import type { Knowledge, Rule } from "../knowledge/knowledge.ts";
import type { Situation } from "../questions/situation.ts";
import type { Pair } from "../ui/form/pairs.ts";
import type { Advice } from "../explain/advice.ts";
import { type Messages, messages } from "../explain/messages.ts";
import { type CheckedAdvisor, checkInput } from "../index.ts";
import { readSituation } from "../questions/read-situation.ts";

/** Rules of a company that come on top of the knowledge; schema/v1/policy.schema.json describes the file. */
export interface Policy {
  name: string;
  /** Platform of a situation or a file that names none. */
  platform?: string;
  /** Version of a situation or a file that names none, on that platform. */
  platformVersion?: string;
  /** Features that every machine must keep. */
  requires: string[];
  /** Adapter id to the reason why nobody may use it. */
  exclude: Record<string, string>;
  /** SHA-256 of the file's bytes, in hexadecimal. */
  sha256: string;
}

/** Begins the id of each rule that a policy adds. */
const PREFIX = "policy-exclude-";

/** Whether a rule's id is that of a policy's rule. */
export function isPolicyRule(id: string): boolean {
  return id.startsWith(PREFIX);
}

/** The knowledge with the rules of a policy at the end of its table. */
export function addPolicy(knowledge: Knowledge, { name, exclude }: Policy): Knowledge {
  const rules = Object.entries(exclude).map(
    ([adapter, reason]): Rule => ({
      id: `${PREFIX}${adapter}`,
      title: `${name} excludes ${adapter}`,
      when: {},
      then: { exclude: [adapter] },
      because: reason,
      change: `Change the policy "${name}".`,
      strength: "hard-constraint",
      contested: false,
      evidence: [],
    }),
  );
  return { ...knowledge, rules: [...knowledge.rules, ...rules] };
}

/** A situation with what a policy fills in: platform and version where none is given, and the features that it requires. */
export function fillFromPolicy(situation: Situation, policy: Policy): Situation {
  const platform = situation.platform ?? policy.platform;
  const isPlatforms = policy.platform === undefined || platform === policy.platform;
  const version = situation.platformVersion ?? (isPlatforms ? policy.platformVersion : undefined);
  const requires = [...new Set([...(situation.requires ?? []), ...policy.requires])];
  return {
    ...situation,
    ...(platform !== undefined && { platform }),
    ...(version !== undefined && { platformVersion: version }),
    ...(requires.length > 0 && { requires }),
  };
}

/** An advisor that applies a company policy. Each advice names the policy and its hash. */
export function createPolicyAdvisor(knowledge: Knowledge, policy: Policy, own: Messages = messages): CheckedAdvisor {
  const advisor = createUncheckedAdvisor(addPolicy(knowledge, policy), own);
  const fill = (situation: Situation): Situation => fillFromPolicy(situation, policy);
  // Filled in after reading: a field that is null or "unknown" is left out only then, and "vSphere" is vsphere.
  const checked = checkInput(advisor, (input) => {
    const { situation, problems } = readSituation(advisor, input, policy.platform);
    return { situation: fill(situation), problems };
  });
  const sign = (advice: Advice): Advice => ({ ...advice, policy: { name: policy.name, sha256: policy.sha256 } });
  return {
    ...checked,
    advise: (situation) => sign(checked.advise(situation)),
    *adviseInParts(situation) {
      return sign(yield* checked.adviseInParts(situation));
    },
    brief: (situation) => checked.brief(fill(situation)),
    currentProblems: (situation) => checked.currentProblems(fill(situation)),
  };
}

/** Pairs with what a policy fills in: platform and version where none is given, and the features that it requires. */
export function fillPairs(pairs: readonly Pair[], policy: Policy | null): Pair[] {
  if (!policy) return [...pairs];
  const valueOf = (name: string): string | undefined => pairs.findLast(([field]) => field === name)?.[1];
  const { platform = valueOf("platform"), platformVersion = valueOf("platformVersion") } = fillFromPolicy(
    { ...optional("platform", valueOf("platform")), ...optional("platformVersion", valueOf("platformVersion")) },
    policy,
  );
  const required = policy.requires.filter(
    (id) => !pairs.some(([field, value]) => field === "requires" && value === id),
  );
  return [
    ...pairs.filter(([field]) => field !== "platform" && field !== "platformVersion"),
    ...(platform === undefined ? [] : [["platform", platform] as const]),
    ...(platformVersion === undefined ? [] : [["platformVersion", platformVersion] as const]),
    ...required.map((id): Pair => ["requires", id]),
  ];
}

function optional(field: "platform" | "platformVersion", value: string | undefined): Situation {
  return value === undefined ? {} : { [field]: value };
}
