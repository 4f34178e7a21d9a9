/** A boot to come. */
export interface Turn<T> {
  subject: T;
  /** Counted from 1. */
  repetition: number;
}

/** Lets the subjects take turns (A, B, C, A, B, C), so that whatever drifts meets them all alike. */
export function takeTurns<T>(subjects: readonly T[], repetitions: number): Turn<T>[] {
  return Array.from({ length: repetitions }, (_, index) =>
    subjects.map((subject) => ({ subject, repetition: index + 1 })),
  ).flat();
}

/** Works through a list in order, so many at a time. */
export async function workThrough<T>(
  list: readonly T[],
  jobs: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...list];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: Math.min(jobs, list.length) }, worker));
}
