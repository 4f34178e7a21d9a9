import type { Advice } from "../../explain/advice.ts";
import { addStepWords, type StepWords } from "../../steps/fill-steps.ts";

/** What comes apart from the knowledge once somebody is there to read it: words of the steps, platform by platform, and texts of the reasons. */
export interface LaterWords {
  /** The words of a platform's steps, when they are there. */
  known: (platform: string) => StepWords | undefined;
  /** The same when they have come; asked for once, and again after that failed. */
  load: (platform: string) => Promise<StepWords>;
  /** Whether some have come or are on their way: then those of another platform are wanted as soon as the answer is for it. */
  readonly isWanted: boolean;
  /** Whether all that is cited has its title in the knowledge. */
  readonly hasTexts: boolean;
  /** Whether they could not be had: a copy is made without them, in the very click. */
  readonly textsFailed: boolean;
  /** Has it get them; asked for once, and again after that failed. */
  loadTexts: () => Promise<void>;
  /** Has all of it there when it returns, for a page that the browser prints this moment; throws where that fails or the place cannot. */
  loadNow: (platform: string) => void;
}

/** How a place gets what comes later. */
interface LaterSources {
  /** Fetches the words of a platform's steps. */
  fetchWords: (platform: string) => Promise<StepWords>;
  /** Fetches the texts of reasons and puts them into the knowledge; left out where they are there. */
  fetchTexts?: () => Promise<void>;
  /** The same for a place that can wait for nothing. */
  now?: { readWords: (platform: string) => StepWords; readTexts: () => void };
}

/** What comes later, from these sources. */
export function laterWords({ fetchWords, fetchTexts, now }: LaterSources): LaterWords {
  const texts = loadOnce(fetchTexts);
  const known = new Map<string, StepWords>();
  const asked = new Map<string, Promise<StepWords>>();
  async function fetchOnce(platform: string): Promise<StepWords> {
    try {
      const words = await fetchWords(platform);
      known.set(platform, words);
      return words;
    } catch (error) {
      asked.delete(platform);
      throw error;
    }
  }
  return {
    known: (platform) => known.get(platform),
    load(platform) {
      const coming = asked.get(platform) ?? fetchOnce(platform);
      asked.set(platform, coming);
      return coming;
    },
    get isWanted() {
      return asked.size > 0;
    },
    get hasTexts() {
      return texts.isHere;
    },
    get textsFailed() {
      return texts.hasFailed;
    },
    loadTexts: texts.load,
    loadNow(platform) {
      if (!known.has(platform)) {
        if (!now) throw new Error("nothing can be loaded at once here");
        known.set(platform, now.readWords(platform));
        asked.set(platform, Promise.resolve(known.get(platform) as StepWords));
      }
      if (!texts.isHere) now?.readTexts();
      texts.isHere = true;
    },
  };
}

/** Something that is fetched once, and again after that failed; without a way to fetch it, it is here. */
function loadOnce(fetch?: () => Promise<void>): { isHere: boolean; hasFailed: boolean; load: () => Promise<void> } {
  let coming: Promise<void> | null = null;
  const asked = { isHere: fetch === undefined, hasFailed: false, load: () => (coming ??= get()) };
  async function get(): Promise<void> {
    try {
      await fetch?.();
      asked.isHere = true;
    } catch (error) {
      asked.hasFailed = true;
      coming = null;
      throw error;
    }
  }
  return asked;
}

/** Whether the advice has steps and nobody knows yet what they say. */
export function isWordless(advice: Advice, later: LaterWords | null): later is LaterWords {
  return later !== null && later.known(platformOf(advice)) === undefined && advice.steps.length > 0;
}

/** Advice with what its steps say, where that is known apart from the knowledge. */
export function withWords(advice: Advice, later: LaterWords | null): Advice {
  const words = later?.known(platformOf(advice));
  return words ? { ...advice, steps: addStepWords(advice, words) } : advice;
}

/**
 * Hands over the current advice with what its steps say: at once if all of it is known, else as soon as it has come. Texts of
 * reasons are waited for, and done without.
 */
export function withLaterWords<Result>(
  current: () => Advice,
  later: LaterWords | null,
  use: (advice: Advice) => Result | Promise<Result>,
): Result | Promise<Result> {
  const advice = current();
  const waits = [
    ...(isWordless(advice, later) ? [later.load(platformOf(advice))] : []),
    ...(lacksTexts(later) && !later.textsFailed ? [later.loadTexts().catch(() => undefined)] : []),
  ];
  if (waits.length === 0) return use(withWords(advice, later));
  return Promise.all(waits).then(() => use(withWords(current(), later)));
}

/** Whether the reasons are still without some of their texts. */
export function lacksTexts(later: LaterWords | null): later is LaterWords {
  return later !== null && !later.hasTexts;
}

/** The platform that an answer is for: its situation always names one. */
export function platformOf({ situation }: Pick<Advice, "situation">): string {
  return situation.platform ?? "";
}
