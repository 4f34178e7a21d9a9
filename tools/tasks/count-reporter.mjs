import { relative, resolve } from "node:path";

/** @typedef {{ passed: number, failed: number, skipped: number, emptyFiles: string[] }} TestCounts */

/**
 * A reporter for Node's test runner that counts tests for the summary of `npm test`; suites are not tests.
 * The runner reports a file without any test as a test that passed: here it is a failure, for it tests nothing.
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} events
 */
export default async function* countTests(events) {
  /** @type {TestCounts} */
  const counts = { passed: 0, failed: 0, skipped: 0, emptyFiles: [] };
  for await (const event of events) {
    if (event.type !== "test:pass" && event.type !== "test:fail") continue;
    const { name, file, skip, todo, details } = event.data;
    if (details.type === "suite") continue;
    if (event.type === "test:fail") counts.failed += 1;
    else if (file !== undefined && resolve(name) === resolve(file)) counts.emptyFiles.push(relative(".", file));
    else if (skip !== undefined || todo !== undefined) counts.skipped += 1;
    else counts.passed += 1;
  }
  counts.failed += counts.emptyFiles.length;
  yield JSON.stringify(counts);
}
