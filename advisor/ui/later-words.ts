import type { Advice } from "../advice.ts";
import { ASSUMED_PLATFORM } from "../fields.ts";
import { tellSteps, type StepWords } from "../step-words.ts";

/** Words of the steps that come apart from the knowledge, platform by platform, once somebody is there to read them. */
export interface LaterWords {
  /** The words of a platform's steps, when they are there. */
  known: (platform: string) => StepWords | undefined;
  /** The same when they have come; asked for once, and again after that failed. */
  load: (platform: string) => Promise<StepWords>;
  /** Whether some have come or are on their way: then those of another platform are wanted as soon as the answer is for it. */
  readonly isWanted: boolean;
}

/** Words that a function fetches for one platform. */
export function laterWords(fetchWords: (platform: string) => Promise<StepWords>): LaterWords {
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
    get isWanted() { return asked.size > 0; },
  };
}

/** Whether the advice has steps and nobody knows yet what they say. */
export function isWordless(advice: Advice, later: LaterWords | null): later is LaterWords {
  return later !== null && later.known(platformOf(advice)) === undefined && advice.steps.length > 0;
}

/** Advice with what its steps say, where that is known apart from the knowledge. */
export function withWords(advice: Advice, later: LaterWords | null): Advice {
  const words = later?.known(platformOf(advice));
  return words ? { ...advice, steps: tellSteps(advice.steps, words) } : advice;
}

/** Hands over advice with what its steps say: at once where that is known, else as soon as it has come. */
export function whenTold<Result>(advice: Advice, later: LaterWords | null, use: (advice: Advice) => Result): Result | Promise<Result> {
  return isWordless(advice, later) ? later.load(platformOf(advice)).then(() => use(withWords(advice, later))) : use(withWords(advice, later));
}

/** The platform that an answer, or what was asked, is for. */
export function platformOf({ situation }: Pick<Advice, "situation">): string {
  return situation.platform ?? ASSUMED_PLATFORM;
}
