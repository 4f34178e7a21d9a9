import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Outputs } from "../../site/compile/compile.ts";

/**
 * A folder that nobody else writes into: what is in it need not be read to know what has changed.
 */
export class Folder {
  private written: Outputs = new Map();

  constructor(private readonly path: string) {}

  /** Makes the folder hold these files and no others. */
  hold(files: Outputs): void {
    for (const [name, content] of files) {
      if (isSame(this.written.get(name), content)) continue;
      const target = join(this.path, name);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
    }
    for (const name of this.written.keys()) if (!files.has(name)) rmSync(join(this.path, name), { force: true });
    this.written = files;
  }
}

function isSame(before: string | Uint8Array | undefined, now: string | Uint8Array): boolean {
  if (before === undefined || typeof before !== typeof now) return false;
  return typeof now === "string" ? before === now : Buffer.compare(before as Uint8Array, now) === 0;
}
