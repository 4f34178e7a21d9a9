import type { Advice } from "../../explain/advice.ts";
import { addStepWords, type StepWords } from "../../steps/fill-steps.ts";

/** What loads only when somebody reads the answer: the words of each platform's steps, and the texts of reasons. */
export interface LaterWords {
  /** The words of a platform's steps, or undefined before they have loaded. */
  known: (platform: string) => StepWords | undefined;
  /** Loads the same words: once, and again after a failure. */
  load: (platform: string) => Promise<StepWords>;
  /** Whether the steps of any platform were asked for. If so, those of another platform load as soon as the answer is for it. */
  readonly isWanted: boolean;
  /** Whether the knowledge has the texts of reasons and the titles of sources. */
  readonly hasTexts: boolean;
  /** Whether the texts failed to load. A copy then does without them, because a copy that waits may be refused. */
  readonly textsFailed: boolean;
  /** Loads the texts: once, and again after a failure. */
  loadTexts: () => Promise<void>;
  /** Loads everything before it returns, for a page that the browser is about to print. Throws if that fails or is not possible here. */
  loadNow: (platform: string) => void;
}

/** How a place gets what comes later. */
interface LaterSources {
  /** Fetches the words of a platform's steps. */
  fetchWords: (platform: string) => Promise<StepWords>;
  /** Fetches the texts of reasons and puts them into the knowledge; left out if the knowledge has them. */
  fetchTexts?: () => Promise<void>;
  /** The same without waiting, for a page that the browser is about to print. */
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

/** Something that is fetched once, and again after a failure; without a way to fetch it, it counts as loaded. */
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
