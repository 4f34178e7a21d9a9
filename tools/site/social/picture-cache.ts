import { createHash } from "node:crypto";
import { FileCache } from "../pipeline/file-cache.ts";

/** Keeps pictures by the hash of the drawing that they show and of what draws them, and forgets those that no run asked for. */
export class PictureCache {
  private readonly files: FileCache;

  constructor(
    folder: string,
    private readonly program: string,
  ) {
    this.files = new FileCache(folder);
  }

  /** Returns the picture of a drawing, made before or now. */
  async get(drawing: string, render: (drawing: string) => Promise<Uint8Array>): Promise<Uint8Array> {
    const name = createHash("sha256").update(`${this.program}\0${drawing}`).digest("hex");
    const kept = this.files.find(name);
    if (kept) return kept;
    const picture = await render(drawing);
    this.files.keep(name, picture);
    return picture;
  }

  /** Removes the pictures that nobody asked for since this cache was opened. */
  prune(): void {
    this.files.prune();
  }
}
