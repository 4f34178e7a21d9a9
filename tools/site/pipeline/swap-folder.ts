import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, realpathSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** A folder that is built beside the one that it replaces. */
interface Replacement {
  /** Where to build it. The path does not exist yet. */
  path: string;
  /** Replaces the old folder. A reader finds the old folder, the new one or, for an instant, none: never a mixture. */
  swap(): void;
}

/** Starts a replacement for a folder, and removes what interrupted builds left. */
export function startReplacement(folder: string): Replacement {
  // A link is followed: the folder that it leads to is the one that is served.
  const place = existsSync(folder) ? realpathSync(folder) : folder;
  for (const name of readdirSync(dirname(place)))
    if (isLeftOver(name, basename(place))) tidyAway(join(dirname(place), name));
  // A name of its own: a program that an interrupted build has started may still write into that build's folder.
  const id = randomBytes(4).toString("hex");
  const [next, old] = [`${place}.next-${id}`, `${place}.old-${id}`];
  return {
    path: next,
    swap() {
      if (existsSync(place)) moveAway(place, old);
      renameSync(next, place);
      tidyAway(old);
    },
  };
}

function isLeftOver(name: string, place: string): boolean {
  return name.startsWith(`${place}.`) && /^\.(?:next|old)-[0-9a-f]{8}$/.test(name.slice(place.length));
}

/** A folder of a lower layer, as in a container's image, cannot be renamed; it can be removed. */
function moveAway(place: string, old: string): void {
  try {
    renameSync(place, old);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EXDEV")) throw error;
    rmSync(place, { recursive: true });
  }
}

/** Something may still write or read there; then the next build removes it. */
function tidyAway(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Nobody looks for it under this name.
  }
}
