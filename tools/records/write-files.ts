import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { listFiles } from "./list-files.mjs";
import { createHash } from "node:crypto";
import { threadId } from "node:worker_threads";

/** Unique per thread: the threads of one process share its process id. */
const writer = `${process.pid}-${threadId}`;

/**
 * Writes files below a folder; one that holds the same bytes is left alone, so that its readers need not start again.
 * A reader finds a file as it was or as it will be, never half of it.
 */
export function writeFiles(folder: string, files: ReadonlyMap<string, string | Uint8Array>): number {
  let written = 0;
  for (const [path, content] of files) {
    const target = join(folder, path);
    const bytes = Buffer.from(content);
    if (readOrNothing(target)?.equals(bytes)) continue;
    const partial = join(folder, ".partial", writer);
    for (const file of [target, partial]) mkdirSync(dirname(file), { recursive: true });
    writeWhole(target, bytes, partial);
    written += 1;
  }
  return written;
}

/** Writes a temporary file and renames it, so that an interruption leaves the old file as it was. */
export function writeWhole(target: string, bytes: Uint8Array, partial = `${target}.${writer}`): void {
  try {
    writeFileSync(partial, bytes);
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** Removes files of owned folders that were not just written, except in places that other steps write. */
export function removeOthers(
  folder: string,
  owned: readonly string[],
  files: ReadonlyMap<string, unknown>,
  others: readonly string[] = [],
): void {
  for (const place of owned) {
    for (const file of listFiles(join(folder, place))) {
      const path = relative(folder, file).split(sep).join("/");
      if (!files.has(path) && !others.some((other) => path.startsWith(other))) rmSync(file);
    }
  }
}

/** The bytes of a file; undefined for one that cannot be read. */
export function readOrNothing(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Names a content by the first twelve hexadecimal digits of its SHA-256. */
export function hashContent(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 12);
}
