import type { Advice } from "../advice.ts";
import { tellSteps, type StepWords } from "../step-words.ts";

/** Words of the steps that come apart from the knowledge, once somebody is there to read them. */
export interface LaterWords {
  /** The words, when they are there. */
  readonly known: StepWords | null;
  /** The words when they have come; asked for once, and again after that failed. */
  load: () => Promise<StepWords>;
  /** Waits for them if they have been asked for, be it in vain. */
  settle: () => Promise<void>;
}

/** Words that a function fetches. */
export function laterWords(fetchWords: () => Promise<StepWords>): LaterWords {
  let known: StepWords | null = null;
  let asked: Promise<StepWords> | null = null;
  return {
    get known() { return known; },
    load() {
      asked ??= fetchWords().then((words) => (known = words)).finally(() => { if (!known) asked = null; });
      return asked;
    },
    settle: async () => void await asked?.catch(() => undefined),
  };
}

/** Whether the advice has steps and nobody knows yet what they say. */
export function isWordless({ steps }: Advice, later: LaterWords | null): later is LaterWords {
  return later !== null && later.known === null && steps.length > 0;
}

/** Advice with what its steps say, where that is known apart from the knowledge. */
export function withWords(advice: Advice, later: LaterWords | null): Advice {
  return later?.known ? { ...advice, steps: tellSteps(advice.steps, later.known) } : advice;
}

/** Hands over advice with what its steps say: at once where that is known, else as soon as it has come. */
export function whenTold<Result>(advice: Advice, later: LaterWords | null, use: (advice: Advice) => Result): Result | Promise<Result> {
  return isWordless(advice, later) ? later.load().then(() => use(withWords(advice, later))) : use(withWords(advice, later));
}
