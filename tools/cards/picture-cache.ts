import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Keeps pictures by the hash of the drawing that they show and of what draws them, and forgets those that no run asked for. */
export class PictureCache {
  private readonly asked = new Set<string>();

  constructor(private readonly folder: string, private readonly program: string) {
    mkdirSync(folder, { recursive: true });
  }

  /** Returns the picture of a drawing, made before or now. */
  async get(drawing: string, render: (drawing: string) => Promise<Uint8Array>): Promise<Uint8Array> {
    const name = `${createHash("sha256").update(`${this.program}\0${drawing}`).digest("hex")}.png`;
    this.asked.add(name);
    const file = join(this.folder, name);
    if (existsSync(file)) return readFileSync(file);
    const picture = await render(drawing);
    writeFileSync(file, picture);
    return picture;
  }

  /** Removes the pictures that nobody asked for since this cache was opened. */
  prune(): void {
    for (const name of readdirSync(this.folder)) if (!this.asked.has(name)) rmSync(join(this.folder, name));
  }
}
