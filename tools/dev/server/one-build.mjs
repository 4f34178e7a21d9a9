import { stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

/** A swap takes well below a millisecond; where a folder has to be removed first, some tenths of a second. */
const longestMs = 5000;
const pauseMs = 10;

/** The folder of the site is not there, and did not come back. */
export class NoSite extends Error {}

/**
 * Reads from a folder that a build may swap for its successor at any moment: all that is read comes from the same one.
 * If the folder was swapped meanwhile, it is read again.
 * @template T
 * @param {string} folder
 * @param {() => Promise<T>} read
 * @returns {Promise<T>}
 */
export async function readOneBuild(folder, read) {
  const deadline = performance.now() + longestMs;
  for (;;) {
    const before = await identify(folder);
    const outcome =
      before === null
        ? null
        : await read().then(
            (value) => ({ value }),
            (error) => ({ error }),
          );
    const isOne = before !== null && before === (await identify(folder));
    const isLast = performance.now() > deadline;
    if (outcome && "value" in outcome && (isOne || isLast)) return outcome.value;
    if (outcome && "error" in outcome && (isOne || isLast)) throw outcome.error;
    if (isLast) throw new NoSite(`${folder} is not there. Run npm run build.`);
    if (before === null) await pause(pauseMs);
  }
}

/** @param {string} folder */
async function identify(folder) {
  const found = await stat(folder).catch(() => null);
  return found && `${found.dev}-${found.ino}-${found.ctimeMs}`;
}
