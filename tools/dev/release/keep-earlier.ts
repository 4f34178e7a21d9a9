import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "../../records/command-line.mjs";
import { listFiles } from "../../records/list-files.mjs";

/** Copies the versioned scripts of earlier sites into a new one, so that pages that name them go on working. */
export function keepEarlier(site: string, earlier: readonly string[]): void {
  for (const folder of earlier) {
    const versions = existsSync(join(folder, "embed"))
      ? readdirSync(join(folder, "embed")).filter((name) => /^\d+\.\d+\.\d+$/.test(name))
      : [];
    for (const version of versions) {
      const [from, to] = [folder, site].map((place) => join(place, "embed", version)) as [string, string];
      if (!existsSync(to)) cpSync(from, to, { recursive: true });
      else if (!isSame(from, to))
        throw new ToolError(
          `embed/${version} has other content in ${folder}. What is published under a version never changes: raise the version in package.json.`,
        );
    }
  }
}

/** Whether a folder has every file of another one, with the same content; compressed copies do not count. */
function isSame(one: string, other: string): boolean {
  return listFiles(one)
    .filter((file) => !/\.(?:br|gz)$/.test(file))
    .every((file) => {
      const twin = other + file.slice(one.length);
      return existsSync(twin) && readFileSync(twin).equals(readFileSync(file));
    });
}
