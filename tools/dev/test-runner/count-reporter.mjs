import { writeFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { slowness } from "../setup/time-limit.mjs";
import { RunningTests } from "./running-tests.mjs";

/**
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[], files: string[] }} TestCounts
 *   failures name the tests that failed; files are those that tests came from, and those that could not be run
 */

/** Where what is running is written, for whoever stops it; not for runners inside of tests. */
const runningFile = process.env.RUNNING_TESTS_FILE;
delete process.env.RUNNING_TESTS_FILE;

const CHECK_MS = 5000;

/**
 * Watches the tests: if a test process says nothing for so long that it must hang, all are stopped, and its tests are named.
 * @param {RunningTests} running
 * @param {string} file
 */
function watch(running, file) {
  return setInterval(() => {
    writeFileSync(file, running.describe());
    const hung = running.describeHung(Date.now(), slowness());
    if (hung === "") return;
    process.stderr.write(hung);
    // Its processes end with its group (execute.mjs).
    process.exit(1);
  }, CHECK_MS);
}

/**
 * A reporter for Node's test runner that counts tests for the summary of `npm test`; suites are not tests.
 * The runner reports a file without any test as a test that passed: it is none, and the file is not named.
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} events
 */
export default async function* countTests(events) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  const failures = [];
  /** @type {Set<string>} */
  const files = new Set();
  const running = new RunningTests();
  const timer = runningFile === undefined ? undefined : watch(running, runningFile);
  for await (const event of events) {
    running.note(event, Date.now());
    if (event.type !== "test:pass" && event.type !== "test:fail") continue;
    const { name, file, skip, todo, details } = event.data;
    if (details.type === "suite") continue;
    if (event.type === "test:pass" && file !== undefined && resolve(name) === resolve(file)) continue;
    if (file !== undefined) files.add(relative(".", file));
    if (event.type === "test:fail") {
      counts.failed += 1;
      failures.push(describeTest(name, file));
    } else if (skip !== undefined || todo !== undefined) counts.skipped += 1;
    else counts.passed += 1;
  }
  clearInterval(timer);
  yield JSON.stringify({ ...counts, failures, files: [...files] });
}

/** @param {string} name @param {string} [file] */
function describeTest(name, file) {
  if (file === undefined) return name;
  // A file that could not be run is reported under its own name. Lines are those of the program that tsx made, so they say nothing.
  return resolve(name) === resolve(file) ? relative(".", file) : `${relative(".", file)} ${name}`;
}
