import { watch } from "node:fs";
import type { FSWatcher } from "node:fs";

/** Time without a further event before a change counts as done: editors write a file in several steps. */
const quietMs = 20;

/** Calls back after something in one of the folders has changed; returns how to stop. */
export function watchFolders(folders: readonly string[], onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watchers = folders.flatMap((folder): FSWatcher[] => {
    try {
      const watcher = watch(folder, () => {
        clearTimeout(timer);
        timer = setTimeout(onChange, quietMs);
      });
      // A folder that goes away takes its watcher with it; the other folders go on.
      return [watcher.on("error", () => watcher.close())];
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
      throw error;
    }
  });
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
