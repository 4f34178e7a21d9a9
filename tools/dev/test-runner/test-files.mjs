import { join, relative } from "node:path";
import { listFiles } from "../../records/list-files.mjs";

/** @typedef {{ folder: string, pattern: RegExp }} TestPlace */

/** Where each runner finds its tests. A test file that is in none of these places fails the unit tests. */
export const testPlaces = {
  unit: { folder: "tests/unit", pattern: /\.test\.ts$/ },
  data: { folder: "tests/data", pattern: /\.test\.ts$/ },
  site: { folder: "tests/site", pattern: /\.test\.ts$/ },
  e2e: { folder: "tests/e2e", pattern: /\.(?:spec|test)\.ts$/ },
};

/**
 * Lists the test files of a place, relative to the root and in order.
 * Node 20 does not expand patterns for its test runner, so the files are listed here.
 * @param {string} root
 * @param {TestPlace} place
 */
export function listTestFiles(root, { folder, pattern }) {
  return listFiles(join(root, folder))
    .map((file) => relative(root, file).replaceAll("\\", "/"))
    .filter((file) => pattern.test(file));
}
