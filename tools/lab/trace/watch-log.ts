import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { pause } from "../within.ts";
import { classify, endOfInterrupt } from "./count.ts";
import { readAccess } from "./read-line.ts";

/** Watches the growing log for interrupts: the messages that raise them, and the guest's writes that end them. */
export interface LogWatcher {
  /** Counts only what comes from now on. */
  mark(): void;
  /** Waits until an interrupt has been raised since the mark and all that were raised have ended, at most so long; says whether it is so. */
  waitUntilHandled(limitMilliseconds: number): Promise<boolean>;
  close(): void;
}

/** Opens a log for watching. */
export function watchLog(file: string): LogWatcher {
  const descriptor = openSync(file, "r");
  let [at, cut, raised, ended] = [0, "", 0, 0];
  const readOn = (): void => {
    const text = Buffer.alloc(Math.max(0, fstatSync(descriptor).size - at));
    at += readSync(descriptor, text, 0, text.length, at);
    const lines = (cut + text.toString("latin1")).split("\n");
    cut = lines.pop() ?? "";
    for (const line of lines) {
      const access = readAccess(line);
      if (!access) continue;
      const place = classify(access, []);
      if (place.kind === "msi") raised += 1;
      else if (place.kind === "apic" && place.offset === endOfInterrupt && access.operation === "write") ended += 1;
    }
  };
  return {
    mark: () => void ([at, cut, raised, ended] = [fstatSync(descriptor).size, "", 0, 0]),
    async waitUntilHandled(limitMilliseconds) {
      const end = performance.now() + limitMilliseconds;
      for (;;) {
        readOn();
        if (raised > 0 && ended >= raised) return true;
        if (performance.now() > end) return false;
        await pause(1);
      }
    },
    close: () => closeSync(descriptor),
  };
}
