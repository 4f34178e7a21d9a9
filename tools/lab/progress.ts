/** Tells what is going on: a line that is overwritten on a terminal, a line per boot elsewhere. */
export interface Progress {
  step(adapter: string, repetition: number, doing: string): void;
  /** A boot and its workloads are over. */
  done(adapter: string, repetition: number, outcome: string): void;
}

export interface ProgressOutput {
  write(text: string): void;
  isTerminal: boolean;
  now(): number;
}

/** Makes the teller for so many boots, of which so many run side by side. */
export function makeProgress(boots: number, jobs: number, { write, isTerminal, now }: ProgressOutput): Progress {
  const begin = now();
  let over = 0;
  const left = () => {
    if (over === 0) return "";
    const seconds = ((now() - begin) / 1000 / over) * (boots - over);
    return seconds < 1 ? "" : `, about ${describeTime(seconds)} left`;
  };
  const place = () => `${Math.min(boots, over + 1)}/${boots}`;
  return {
    step(adapter, repetition, doing) {
      if (isTerminal) write(`\r\x1b[K${place()} ${adapter} (repetition ${repetition}): ${doing}${left()}`);
    },
    done(adapter, repetition, outcome) {
      over += 1;
      const clear = isTerminal ? "\r\x1b[K" : "";
      const beside = jobs > 1 ? `, ${jobs} at a time` : "";
      write(
        `${clear}${over}/${boots} ${adapter} (repetition ${repetition}): ${outcome}${left()}${left() ? beside : ""}\n`,
      );
    },
  };
}

/** Writes a time in the unit a reader plans with. */
function describeTime(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
