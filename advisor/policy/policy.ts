import type { Knowledge, Rule } from "../knowledge/knowledge.ts";
import type { Situation } from "../questions/situation.ts";

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
