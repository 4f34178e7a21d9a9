/**
 * @typedef {{ part: string, ok: boolean, passed: number, failed: number, skipped: number, seconds: number, failures: readonly string[] }} PartResult
 *   failures name the tests that failed
 */

/**
 * Judges a part from its runner's exit code and its counts; a part that should run tests and ran none has failed.
 * Whatever failed counts at least once, so that the number of failures is zero only when everything passed.
 * @param {{ part: string, code: number, seconds: number,
 *   counts: import('./run-part.mjs').Counts | null }} outcome counts are null for a part without tests
 * @returns {PartResult}
 */
export function judgePart({ part, code, seconds, counts }) {
  const { passed, failed, skipped, failures = [] } = counts ?? { passed: 0, failed: 0, skipped: 0 };
  const ok = code === 0 && failed === 0 && (counts === null || passed > 0);
  return { part, ok, passed, failed: ok ? 0 : Math.max(1, failed), skipped, seconds, failures };
}

/**
 * Writes the summary: a line per part, the tests that failed, and at the end the number of tests over all parts.
 * @param {readonly PartResult[]} results
 */
export function describeResults(results) {
  const rows = [
    ["part", "result", "passed", "failed", "skipped", "seconds"],
    ...results.map(({ part, ok, passed, failed, skipped, seconds }) => [
      part,
      ok ? "passed" : "FAILED",
      String(passed),
      String(failed),
      String(skipped),
      seconds.toFixed(1),
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  "),
  );
  const sum = (/** @type {'passed' | 'failed'} */ key) => results.reduce((total, result) => total + result[key], 0);
  const failures = results.flatMap(({ part, failures }) => failures.map((failure) => `${part}: ${failure}`));
  return [...lines, ...failures, `${sum("passed")} passed, ${sum("failed")} failed`, ""].join("\n");
}
