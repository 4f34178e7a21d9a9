/** Work that is asked for at any time and never done twice at once. */
export interface Queue {
  /** Asks for the work: now, or again once what is being done is over. */
  ask: () => void;
  /** Waits until nothing is asked for any more. */
  idle: () => Promise<void>;
}

/** Does a piece of work whenever it is asked for; however often that was during the last one, it is done once more. */
export function oneAfterAnother(work: () => Promise<void>): Queue {
  let isAsked = false;
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    try {
      while (isAsked) {
        isAsked = false;
        await work();
      }
    } finally {
      running = undefined;
    }
  };
  return {
    ask() {
      isAsked = true;
      // Not at once: work that asks again while it starts would find nothing running.
      running ??= Promise.resolve().then(run);
    },
    idle: () => running ?? Promise.resolve(),
  };
}
