import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/**
 * A process that says nothing for so long hangs. Node keeps back the events of a file until those before it have ended, so that
 * the limit exceeds the time of all of them. On a machine that is busy with others it is longer.
 */
const SILENCE_MINUTES = 15;

/**
 * A process of the test runner: since when it has said nothing, the tests that run in it, and the file of the last one.
 * @typedef {{ since: number, running: Map<string, string>, last: string | undefined }} TestProcess
 */

/** Follows the events of Node's test runner: which tests run, and which process has said nothing for long. */
export class RunningTests {
  /** By the file that a process was started with. @type {Map<string, TestProcess>} */
  #processes = new Map();
  /** The file that a process was started with, by each file that this one imports. @type {Map<string, string>} */
  #entries = new Map();

  /** @param {import('node:test/reporters').TestEvent} event @param {number} now */
  note({ type, data }, now) {
    const { file, name, line } = /** @type {{ file?: string, name?: string, line?: number }} */ (data ?? {});
    if (file === undefined || name === undefined) return;
    if (name === file) {
      if (type === "test:dequeue") this.#begin(file, now);
      else if (type === "test:complete") this.#processes.delete(file);
      return;
    }
    const found = this.#processes.get(this.#entries.get(file) ?? file);
    if (!found) return;
    found.since = now;
    const key = `${file}:${line} ${name}`;
    if (type === "test:dequeue") {
      found.running.set(key, `${relative(".", file)}: ${name}`);
      found.last = relative(".", file);
    } else if (type === "test:complete") found.running.delete(key);
  }

  /** @param {string} entry @param {number} now */
  #begin(entry, now) {
    this.#processes.set(entry, { since: now, running: new Map(), last: undefined });
    for (const file of listGrouped(entry)) this.#entries.set(file, entry);
  }

  /** Lists what runs, a line for each process. */
  describe() {
    return [...this.#processes].map((one) => `  ${describeProcess(one)}\n`).join("");
  }

  /** Names the processes that say nothing any more; nothing while there is none. @param {number} now @param {number} [slowness] of the machine */
  describeHung(now, slowness = 1) {
    const minutes = Math.round(SILENCE_MINUTES * slowness);
    return [...this.#processes]
      .filter(([, { since }]) => now - since > minutes * 60_000)
      .map((one) => `No test has begun or ended for ${minutes} minutes in ${describeProcess(one)}\n`)
      .join("");
  }
}

/** @param {[string, TestProcess]} process */
function describeProcess([entry, { running, last }]) {
  const name = relative(".", entry);
  if (running.size > 0) return `${name}, at ${[...running.values()].join(" > ")}`;
  return last === undefined || last === name
    ? `${name}, where no test is running`
    : `${name}, where no test is running after those of ${last}`;
}

/** The test files that a file of several imports (groups.mjs). @param {string} entry */
function listGrouped(entry) {
  if (!entry.endsWith(".mjs") || !existsSync(entry)) return [];
  return [...readFileSync(entry, "utf8").matchAll(/^import "(\..*)";$/gm)].map(([, path = ""]) =>
    join(dirname(entry), path),
  );
}
