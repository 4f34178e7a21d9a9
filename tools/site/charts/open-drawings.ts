import { join } from "node:path";
import { FileCache } from "../pipeline/file-cache.ts";
import { hashPrograms } from "../pipeline/find-modules.mjs";

/** Opens the drawings that a repository keeps: one that was made from the same input by the same program is not drawn again. */
export async function openDrawings(root: string): Promise<FileCache> {
  return new FileCache(join(root, ".cache/charts"), await hashPrograms(root, ["tools/site/charts/draw-task.ts"]));
}
