import { getOrCompute } from "./collections.ts";
import { prepareAlike } from "./engine/alike.ts";
import type { Findings } from "./engine/engine.ts";
import { needsOf } from "./engine/rows.ts";
import type { Advice, ConfidenceLevel, Headline, Status } from "./explain/advice.ts";
import { contradictionsOf } from "./explain/summary.ts";
import type { Knowledge } from "./knowledge/knowledge.ts";
import type { Situation } from "./questions/situation.ts";

/** The short form of an advice: the same recommendation, without reasons and texts. */
export interface BriefAdvice {
  situation: Situation;
  /** Kind of the headline. With ask and contradiction, the recommendation is preliminary. */
  kind: Headline["kind"];
  recommended: string | null;
  current?: { adapter: string; status: Status };
  confidence: ConfidenceLevel;
  /** Contradictions between inputs, one sentence each. */
  contradictions?: string[];
  /** Field of the first open question. It is the most likely to change the recommendation. */
  question?: string;
  /** Yes-or-no fields that must be true for the recommended adapter. */
  needs?: string[];
}

/** Answers that are remembered at most; a fleet has far fewer kinds of VMs. */
const MOST_KNOWN = 10_000;

/**
 * Answers situations in brief, and those that differ only in numbers without a bound between them from memory: a fleet has
 * thousands of VMs and few kinds of them. Each answer has the situation's own numbers.
 */
export function shareBriefs(
  knowledge: Knowledge,
  write: (situation: Situation) => BriefAdvice,
): (given: Situation) => BriefAdvice {
  const alikeRate = prepareAlike(knowledge, "packetRate");
  const alikeVcpus = prepareAlike(knowledge, "vcpus");
  const known = new Map<string, BriefAdvice>();
  return (given) => {
    const { packetRate, vcpus, linkGbps, throughputGbps } = given;
    const alike = { ...given };
    // Any rate may be too much for a link, or contradict a throughput.
    if (packetRate !== undefined && linkGbps === undefined && throughputGbps === undefined)
      alike.packetRate = alikeRate(packetRate);
    if (vcpus !== undefined) alike.vcpus = alikeVcpus(vcpus);
    if (known.size >= MOST_KNOWN) known.clear();
    const shared = getOrCompute(known, JSON.stringify(alike), () => write(alike));
    const situation = { ...shared.situation };
    if (packetRate !== undefined) situation.packetRate = packetRate;
    if (vcpus !== undefined) situation.vcpus = vcpus;
    return { ...shared, situation };
  };
}

/** The short form of a whole advice, without what the recommended adapter needs: one that is kept needs nothing. */
export function shortFormOf({
  situation,
  headline,
  recommended,
  current,
  confidence,
  warnings,
  openQuestions,
}: Advice): BriefAdvice {
  const contradictions = contradictionsOf(warnings);
  const question = openQuestions[0]?.field;
  return {
    situation,
    kind: headline.kind,
    recommended,
    ...(current ? { current: { adapter: current.adapter, status: current.status } } : {}),
    confidence: confidence.level,
    ...(contradictions.length > 0 ? { contradictions } : {}),
    ...(question ? { question } : {}),
  };
}

/** Yes-or-no fields that must be true for the recommended adapter. */
export function needsOfBest({ table, filled: { view } }: Findings, best: number): string[] {
  const section = table.adapters[best]?.platforms[table.platform.id];
  if (!section) return [];
  return [...(((view.tools | view.vendor) >> best) & 1 ? ["guestDrivers"] : []), ...needsOf(section)];
}
