import { readdirSync } from "node:fs";
import { join } from "node:path";

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
  return listFiles(root, folder).filter((file) => pattern.test(file));
}

/**
 * Lists all files below a folder, relative to the root, with forward slashes.
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
export function listFiles(root, folder) {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) =>
        entry.isDirectory() ? listFiles(root, `${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
      );
  } catch {
    return [];
  }
}
