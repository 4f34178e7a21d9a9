import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

/** @typedef {{ entry: string, files: string[] }} TestGroup what one process runs: a file of its own, or one that imports several */

/**
 * Folders and files whose tests run in one process: they stand on the same modules and records, which it reads once. Those of the
 * engine and of the kit take so long that they are dealt out to two.
 */
export const sharedProcesses = {
  advisor: ["tests/unit/advisor"],
  build: ["tests/unit/site/bundle", "tests/unit/site/feeds", "tests/unit/site/pipeline"],
  charts: ["tests/unit/site/charts", "tests/unit/site/social", "tests/unit/explorer"],
  check: ["tests/unit/check"],
  compile: [
    "tests/unit/site/compile",
    "tests/unit/compare",
    "tests/unit/records",
    "tests/unit/guests",
    "tests/unit/race",
    "tests/unit/site/fonts",
    "tests/unit/site/pages",
    "tests/unit/site/report-advice.test.ts",
    "tests/unit/site/search",
  ],
  dev: ["tests/unit/dev", "tests/unit/editor", "tests/unit/forge"],
  fleet: ["tests/unit/fleet"],
  kit: ["tests/unit/kit"],
  site: ["tests/site"],
  ui: ["tests/unit/form", "tests/unit/site/guides", "tests/unit/lab", "tests/unit/ui"],
};

/** They wait for real time to pass, so they start first. */
const early = { "real-run": "tests/unit/kit/real-run.test.ts", faults: "tests/unit/kit/faults.test.ts" };

/** The first compares what its process draws with what a fresh thread draws; the others keep a process busy for long. */
const alone = ["tests/unit/site/charts/meaning.test.ts", "tests/site/html.test.ts", "tests/site/same-bytes.test.ts"];

/** Imported before the test files: a hook applies only to tests that are defined after it. */
const flushEvents = import.meta.resolve("./flush-events.mjs");

/** What would reach the tests of other files in the process: a hook before each or all outside a `describe`, or waiting while they begin. */
const reachesOthers = /^(?:before|beforeEach|afterEach)\(|^(?:[^\s/*].* )?await /m;

/**
 * Groups test files by the process that runs them, and writes the files that import more than one. The runner takes files in
 * the order of their names, so those of groups begin with their place.
 * @param {string} root
 * @param {readonly string[]} files relative to the root
 * @param {{ isOrdered?: boolean }} [options] isOrdered: what comes first in the list runs first
 * @returns {TestGroup[]}
 */
export function groupTestFiles(root, files, { isOrdered = false } = {}) {
  const shared = Object.entries(sharedProcesses).flatMap(([name, folders]) => {
    const own = files.filter(
      (file) => folders.some((folder) => `${file}/`.startsWith(`${folder}/`)) && canShare(root, file),
    );
    return deal(own, name === "advisor" || name === "kit" ? 2 : 1).flatMap((dealt) =>
      dealt.length > 1 ? [{ name, dealt }] : [],
    );
  });
  const first = Object.entries(early).flatMap(([name, file]) =>
    files.includes(file) ? [{ name, dealt: [file] }] : [],
  );
  const placeOf = (/** @type {{ dealt: string[] }} */ { dealt: [file = ""] }) => files.indexOf(file);
  const ordered = isOrdered ? [...first, ...shared].sort((a, b) => placeOf(a) - placeOf(b)) : [...first, ...shared];
  const groups = ordered.map(({ name, dealt }, place) => ({
    entry: writeEntry(root, `${place + 10}-${name}`, dealt),
    files: dealt,
  }));
  const taken = new Set(groups.flatMap((group) => group.files));
  return [...groups, ...files.filter((file) => !taken.has(file)).map((file) => ({ entry: file, files: [file] }))];
}

/** @param {readonly string[]} files @param {number} hands @returns {string[][]} */
function deal(files, hands) {
  return Array.from({ length: hands }, (_, hand) => files.filter((_, index) => index % hands === hand));
}

/**
 * Lists the files of the groups that no test came from. A group whose file could not be run is not asked: it has failed already.
 * @param {readonly TestGroup[]} groups
 * @param {readonly string[]} reported files that the reporter names
 */
export function findEmptyFiles(groups, reported) {
  const seen = new Set(reported);
  return groups.filter(({ entry }) => !seen.has(entry)).flatMap(({ files }) => files.filter((file) => !seen.has(file)));
}

/** @param {string} root @param {string} file */
function canShare(root, file) {
  return (
    !alone.includes(file) &&
    !Object.values(early).includes(file) &&
    !reachesOthers.test(readFileSync(join(root, file), "utf8"))
  );
}

/** @param {string} root @param {string} name @param {readonly string[]} files */
function writeEntry(root, name, files) {
  const folder = "build/test-groups";
  mkdirSync(join(root, folder), { recursive: true });
  const lines = files.map((file) => `import ${JSON.stringify(relative(folder, file).replaceAll("\\", "/"))};\n`);
  writeFileSync(join(root, folder, `${name}.mjs`), [`import ${JSON.stringify(flushEvents)};\n`, ...lines].join(""));
  return `${folder}/${name}.mjs`;
}
