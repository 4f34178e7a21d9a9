import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { pause } from "../within.ts";

/** Watches the growing log for the end of an interrupt: the guest's write to the local APIC's end-of-interrupt register. */
export interface LogWatcher {
  /** Looks only at what comes from now on. */
  mark(): void;
  /** Waits until an interrupt has ended since the mark, at most so long; says whether one has. */
  waitForInterrupt(limitMilliseconds: number): Promise<boolean>;
  close(): void;
}

const endOfInterrupt = /_write cpu \d+ mr \S+ addr 0xfee000b0 /;
/** Longer than a line, so that one that is cut between two looks is seen whole in the second. */
const overlap = 200;

/** Opens a log for watching. */
export function watchLog(file: string): LogWatcher {
  const descriptor = openSync(file, "r");
  let from = 0;
  const hasEnded = (): boolean => {
    const { size } = fstatSync(descriptor);
    if (size <= from) return false;
    const text = Buffer.alloc(size - from);
    readSync(descriptor, text, 0, text.length, from);
    if (endOfInterrupt.test(text.toString("latin1"))) return true;
    from = Math.max(from, size - overlap);
    return false;
  };
  return {
    mark: () => void (from = fstatSync(descriptor).size),
    async waitForInterrupt(limitMilliseconds) {
      const end = performance.now() + limitMilliseconds;
      while (!hasEnded()) {
        if (performance.now() > end) return false;
        await pause(1);
      }
      return true;
    },
    close: () => closeSync(descriptor),
  };
}
