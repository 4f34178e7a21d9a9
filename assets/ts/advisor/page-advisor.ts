import type { LaterTexts } from "../../../advisor/knowledge/later-texts.ts";
import type { Knowledge } from "../../../advisor/knowledge/knowledge.ts";
import { platformOfPart } from "../../../advisor/knowledge/part-platform.ts";
import { type CheckedAdvisor, createAdvisor } from "../../../advisor/index.ts";
import { getOrCompute } from "../../../advisor/collections.ts";
import { assumedPlatform, platformIds } from "../../../advisor/questions/questions.ts";
import { fetchKnowledge } from "./fetch-knowledge.ts";

/** The advisor of a page: it knows one platform at a time, the one that it was turned to last. */
export interface PageAdvisor extends CheckedAdvisor {
  /**
   * Turns to the platform of this name. If nothing is known of it yet, it is loaded first: that gives a promise, after which it
   * is to be called again, as the reader may have gone on to another platform.
   * @param name undefined or one that no platform has: the usual platform
   */
  turnTo: (name: string | undefined) => Promise<void> | undefined;
  /** What is known of a platform that has been loaded. */
  knowledgeOf: (platform: string) => Knowledge;
}

/** How a page's advisor is made: with a company policy, or without. */
export interface AdvisorMaking {
  create: (knowledge: Knowledge) => CheckedAdvisor;
  /** The platform of a situation that names none; left out is the assumed one. */
  platform?: string | undefined;
}

/**
 * Makes the advisor of a page, which knows one platform to begin with.
 * @param place the element that names the files of all platforms
 */
export function createPageAdvisor(
  place: HTMLElement,
  first: Knowledge,
  { create, platform: usual = assumedPlatform(first) }: AdvisorMaking = { create: createAdvisor },
): PageAdvisor {
  let advisor = create(first);
  let texts: LaterTexts | undefined;
  const known = new Map([[platformOfPart(first), advisor]]);
  const coming = new Map<string, Promise<void>>();
  const load = async (platform: string): Promise<void> => {
    try {
      const loaded = create(await fetchKnowledge(place, platform));
      if (texts) loaded.addTexts(texts);
      known.set(platform, loaded);
    } finally {
      coming.delete(platform);
    }
  };
  return {
    get knowledge() {
      return advisor.knowledge;
    },
    get guests() {
      return advisor.guests;
    },
    findGuest: (...words) => advisor.findGuest(...words),
    parse: (input) => advisor.parse(input),
    advise: (situation) => advisor.advise(situation),
    adviseInParts: (situation) => advisor.adviseInParts(situation),
    recommend: (situation) => advisor.recommend(situation),
    brief: (situation) => advisor.brief(situation),
    currentProblems: (situation) => advisor.currentProblems(situation),
    addTexts(later) {
      texts = later;
      for (const one of known.values()) one.addTexts(later);
    },
    turnTo(name) {
      const ids = platformIds(first.platforms);
      const platform = ids.get(name ?? usual) ?? usual;
      const turned = known.get(platform);
      if (!turned) return getOrCompute(coming, platform, () => load(platform));
      advisor = turned;
      return undefined;
    },
    knowledgeOf(platform) {
      const one = known.get(platform);
      if (!one) throw new Error(`nothing of ${platform} has been loaded`);
      return one.knowledge;
    },
  };
}
