import { readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Lists the files below a folder, in a stable order, each as the folder's path and its own; none when there is no folder.
 * @param {string} folder
 * @returns {string[]}
 */
export function listFiles(folder) {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    return entries.flatMap((entry) =>
      entry.isDirectory() ? listFiles(join(folder, entry.name)) : [join(folder, entry.name)],
    );
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
