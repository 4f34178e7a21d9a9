import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "./write-files.ts";

const hashLength = 32;

/**
 * Keeps what a program has made from an input, under the hash of both, and forgets what no run asked for. A kept file begins
 * with the hash of its content, so a file that a full disk or a crash has cut off counts as missing.
 */
export class FileCache {
  private readonly asked = new Set<string>();

  /**
   * @param folder only caches write into it; a build and a preview may share it
   * @param program what hashPrograms says of the program
   */
  constructor(
    private readonly folder: string,
    private readonly program: string,
  ) {
    mkdirSync(folder, { recursive: true });
  }

  /** Returns what was made from an input, before or now. */
  async get(input: string, make: (input: string) => Promise<Uint8Array>): Promise<Uint8Array> {
    const kept = this.find(input);
    if (kept) return kept;
    const made = await make(input);
    this.keep(input, made);
    return made;
  }

  /** Returns what was made from an input, if it is there and whole. */
  find(input: string): Buffer | undefined {
    const kept = readIfThere(this.fileOf(input));
    if (!kept) return undefined;
    const content = kept.subarray(hashLength);
    return hashOf(content).equals(kept.subarray(0, hashLength)) ? content : undefined;
  }

  /** Keeps what was made from an input. A cache only saves time: if the disk is full, the next run makes the content again. */
  keep(input: string, content: string | Uint8Array): void {
    const bytes = Buffer.from(content);
    try {
      writeWhole(this.fileOf(input), Buffer.concat([hashOf(bytes), bytes]));
    } catch {
      // What was kept for the input before, if anything, still says whether it is whole.
    }
  }

  /** Removes what nobody asked for since this cache was opened; what cannot be removed only takes room. */
  prune(): void {
    try {
      for (const name of readdirSync(this.folder))
        if (!this.asked.has(name)) rmSync(join(this.folder, name), { force: true, recursive: true });
    } catch {
      // The folder is gone, or somebody else's.
    }
  }

  private fileOf(input: string): string {
    const name = hashOf(Buffer.from(`${this.program}\0${input}`)).toString("hex");
    this.asked.add(name);
    return join(this.folder, name);
  }
}

/** Between a look and a read, a build may prune the file that a preview asks for: so the file is read without a look. */
function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

function hashOf(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}
