import type { LaterTexts } from "../../../advisor/knowledge/later-texts.ts";
import type { Knowledge, Platform } from "../../../advisor/knowledge/knowledge.ts";
import { platformOfPart } from "../../../advisor/knowledge/part-platform.ts";
import { type Advisor, createAdvisor } from "../../../advisor/index.ts";
import { getOrCompute } from "../../../advisor/collections.ts";
import { assumedPlatform, platformIds } from "../../../advisor/questions/questions.ts";
import type { PlatformSwitch } from "../../../advisor/ui/session.ts";

/** Where a page's advisor gets what is known of a platform. */
export interface KnowledgeSource {
  fetch: (platform: string) => Promise<Knowledge>;
  /** The same while the page waits; left out in a sandbox, where a page has no origin to which its files would be given. */
  readNow?: (platform: string) => Knowledge;
}

/** The advisor of a page: it knows one platform at a time, the one that it was switched to last. */
interface PageAdvisor extends Advisor, PlatformSwitch {
  /** What is known of a platform that has been loaded. */
  knowledgeOf: (platform: string) => Knowledge;
}

/** How a page's advisor is made: with a company policy, or without. */
export interface PageAdvisorOptions {
  create: (knowledge: Knowledge) => Advisor;
  /** The platform of a situation that names none; left out is the assumed one. */
  platform?: string | undefined;
}

/** Makes the advisor of a page, which knows one platform to begin with. */
export function createPageAdvisor(
  source: KnowledgeSource,
  first: Knowledge,
  { create, platform: usual = assumedPlatform(first) }: PageAdvisorOptions = { create: createAdvisor },
): PageAdvisor {
  let advisor = create(first);
  let texts: LaterTexts | undefined;
  const known = new Map([[platformOfPart(first), advisor]]);
  const coming = new Map<string, Promise<void>>();
  const add = (platform: string, part: Knowledge): void => {
    const loaded = create(part);
    if (texts) loaded.addTexts(texts);
    known.set(platform, loaded);
  };
  const load = async (platform: string): Promise<void> => {
    try {
      add(platform, await source.fetch(platform));
    } finally {
      coming.delete(platform);
    }
  };
  const find = (name = usual): Platform | undefined => {
    const id = platformIds(first.platforms).get(name) ?? usual;
    return first.platforms.find((platform) => platform.id === id);
  };
  return {
    get knowledge() {
      return advisor.knowledge;
    },
    get guests() {
      return advisor.guests;
    },
    findGuest: (...words) => advisor.findGuest(...words),
    advise: (situation) => advisor.advise(situation),
    adviseInParts: (situation) => advisor.adviseInParts(situation),
    recommend: (situation) => advisor.recommend(situation),
    brief: (situation) => advisor.brief(situation),
    currentProblems: (situation) => advisor.currentProblems(situation),
    addTexts(later) {
      texts = later;
      for (const one of known.values()) one.addTexts(later);
    },
    switchTo(wanted) {
      const { id = usual, name = "" } = find(wanted) ?? {};
      const loaded = known.get(id);
      if (!loaded) return { name, loaded: getOrCompute(coming, id, () => load(id)) };
      advisor = loaded;
      return undefined;
    },
    loadNow(wanted) {
      const { id = usual } = find(wanted) ?? {};
      if (known.has(id)) return;
      if (!source.readNow) throw new Error("nothing can be read at once here");
      add(id, source.readNow(id));
    },
    knowledgeOf(platform) {
      const one = known.get(platform);
      if (!one) throw new Error(`nothing of ${platform} has been loaded`);
      return one.knowledge;
    },
  };
}
