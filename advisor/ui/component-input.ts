import knowledge from "atlas:knowledge";
import type { Advisor } from "../advisor.ts";
import { describeProblem, type Problem } from "../questions/read-situation.ts";
import type { Situation } from "../questions/situation.ts";
import { toText } from "../questions/text-fields.ts";
import { attributeOf, readFields, webAddress } from "./attributes.ts";
import { readLeniently } from "./form/form-values.ts";
import { normalisePairs, type Pair, parsePairs } from "./form/pairs.ts";

/** The pairs that the attributes of an element give, and what in them cannot be used: as problems, and one line each that names the attribute. */
export function readAttributePairs(
  read: (attribute: string) => string | null,
  advisor: Advisor,
): { pairs: Pair[]; problems: Problem[]; faults: string[] } {
  const pairs = normalisePairs(knowledge, readFields(read));
  const { problems } = readLeniently(advisor, pairs);
  return { pairs, problems, faults: problems.map((problem) => `attribute ${describeProblem(asAttribute(problem))}`) };
}

/** The pairs of a situation that a page sets, which may be anything, and what in it cannot be used, one line each. */
export function readSituationPairs(situation: unknown): { pairs: Pair[]; faults: string[] } {
  const { pairs, refused } = parsePairs(situation);
  return { pairs, faults: refused.map((refusal) => `property situation: ${refusal}`) };
}

function asAttribute(problem: Problem): Problem {
  return {
    ...problem,
    field: attributeOf(problem.field),
    ...(problem.field === "guest" ? { expected: "an id or a name of a guest" } : {}),
  };
}

/**
 * The address of the same answer in the atlas. A link leads to the same answer only if the atlas can apply the same policy:
 * it accepts files of its own site. Without a policy its source is null.
 */
export function writePermalink(atlas: string, situation: Situation, policySource: string | null): string | null {
  const query = new URLSearchParams(toText(situation));
  if (policySource !== null) {
    const address = policySource === "" ? null : webAddress(policySource, document.baseURI);
    if (address?.origin !== new URL(atlas).origin) return null;
    query.set("policy", address.pathname + address.search);
  }
  return `${atlas}advisor/?${query}`;
}
