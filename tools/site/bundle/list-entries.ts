import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Lists the scripts of pages: the modules of a folder, not of its folders. */
export function listEntries(folder: string): string[] {
  try {
    const names = readdirSync(folder, { withFileTypes: true }).filter(
      (entry) => entry.isFile() && /(?<!\.d)\.ts$/.test(entry.name),
    );
    return names.map((entry) => join(folder, entry.name)).sort();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
