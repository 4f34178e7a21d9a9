import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Clean-up at the end, also after an error or a signal; the latest entry first. */
export interface Tidy {
  /** Registers a synchronous clean-up action. The returned function runs it now, and only once. */
  add(undo: () => void): () => void;
  undoAll(): void;
}

/** Makes a list of things to undo. */
export function makeTidy(): Tidy {
  const open = new Set<() => void>();
  const add = (undo: () => void): (() => void) => {
    const once = () => {
      if (open.delete(once)) undo();
    };
    open.add(once);
    return once;
  };
  const undoAll = () => {
    for (const undo of [...open].reverse()) {
      try {
        undo();
      } catch {
        // A failed clean-up action must not prevent the others.
      }
    }
  };
  return { add, undoAll };
}

/** Makes a folder that is removed on clean-up. Paths of sockets in it must stay below 108 characters. */
export function makeTemporaryFolder(tidy: Tidy, parent: string): string {
  const folder = mkdtempSync(join(parent, "nic-lab-"));
  tidy.add(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An interrupt, an order to end, and a terminal or connection that was closed. */
const endSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type EndSignal = (typeof endSignals)[number];

/**
 * Tidies up when this process ends, by itself or by a signal; a second signal changes nothing.
 * Returns a function that takes the handlers away again.
 */
export function tidyAtEnd(tidy: Tidy, interrupted: (signal: EndSignal) => void): () => void {
  const atExit = () => tidy.undoAll();
  const handlers = endSignals.map((signal) => {
    const atSignal = () => {
      tidy.undoAll();
      interrupted(signal);
    };
    process.on(signal, atSignal);
    return () => process.off(signal, atSignal);
  });
  process.on("exit", atExit);
  return () => {
    process.off("exit", atExit);
    for (const takeAway of handlers) takeAway();
  };
}
