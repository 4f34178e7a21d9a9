import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "../../records/write-files.ts";

const hashLength = 32;

/**
 * Keeps files by name, and forgets those that no run asked for. A kept file begins with the hash of its content,
 * so a file that a full disk or a crash has cut off counts as missing.
 */
export class FileCache {
  private readonly asked = new Set<string>();

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true });
  }

  /** Returns the content kept under a name, if it is there and whole. */
  find(name: string): Buffer | undefined {
    this.asked.add(name);
    const kept = readIfThere(join(this.folder, name));
    const content = kept?.subarray(hashLength);
    return content && kept && hashOf(content).equals(kept.subarray(0, hashLength)) ? content : undefined;
  }

  /** Keeps content under a name. A cache only saves time: if the disk is full, the next run makes the content again. */
  keep(name: string, content: string | Uint8Array): void {
    this.asked.add(name);
    const bytes = Buffer.from(content);
    try {
      writeWhole(join(this.folder, name), Buffer.concat([hashOf(bytes), bytes]));
    } catch {
      // What was kept under the name before, if anything, still says whether it is whole.
    }
  }

  /** Removes the files that nobody asked for since this cache was opened. */
  prune(): void {
    for (const name of readdirSync(this.folder))
      if (!this.asked.has(name)) rmSync(join(this.folder, name), { force: true });
  }
}

function hashOf(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
