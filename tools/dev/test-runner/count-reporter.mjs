import { relative, resolve } from "node:path";

/** @typedef {{ passed: number, failed: number, skipped: number, files: string[] }} TestCounts files are those that tests came from, and those that could not be run */

/**
 * A reporter for Node's test runner that counts tests for the summary of `npm test`; suites are not tests.
 * The runner reports a file without any test as a test that passed: it is none, and the file is not named.
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} events
 */
export default async function* countTests(events) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  /** @type {Set<string>} */
  const files = new Set();
  for await (const event of events) {
    if (event.type !== "test:pass" && event.type !== "test:fail") continue;
    const { name, file, skip, todo, details } = event.data;
    if (details.type === "suite") continue;
    if (event.type === "test:pass" && file !== undefined && resolve(name) === resolve(file)) continue;
    if (file !== undefined) files.add(relative(".", file));
    if (event.type === "test:fail") counts.failed += 1;
    else if (skip !== undefined || todo !== undefined) counts.skipped += 1;
    else counts.passed += 1;
  }
  yield JSON.stringify({ ...counts, files: [...files] });
}
