import { executeTypeScript } from "../setup/execute.mjs";

/** @typedef {import('../setup/prepare.mjs').Task} Task */

/**
 * A task that hands its arguments to a TypeScript program, which needs packages only.
 * @param {string} program
 */
function runProgram(program) {
  return async () => ({
    /** @returns {import('../setup/prepare.mjs').Need[]} */
    listNeeds: () => ["dependencies"],
    run: (/** @type {import('../setup/prepare.mjs').TaskCall} */ { args, env }) =>
      executeTypeScript(program, args, { env }),
  });
}

/** What `npm run` offers. A task's module is loaded only when it is asked for. @type {ReadonlyMap<string, Task>} */
export const tasks = new Map([
  [
    "start",
    {
      about: "build the site and serve it at http://localhost:1313/ (PORT names another port)",
      load: () => import("./start.mjs"),
    },
  ],
  [
    "test",
    {
      about: "run every test, or one part, or what a change can touch (npm test -- --help)",
      load: () => import("./test.mjs"),
    },
  ],
  [
    "build",
    {
      about: "build the site into public/ (BASE_URL names the address it will have)",
      load: () => import("./build.mjs"),
    },
  ],
  [
    "release",
    {
      about: "write a release: the site's archive, samples for web servers, packages, checksums, SBOM",
      load: () => import("./release.mjs"),
    },
  ],
  [
    "new",
    {
      about: "write the draft of a record: new dataset, source, guest, ...",
      load: runProgram("tools/dev/scaffold/main.ts"),
    },
  ],
  [
    "preview",
    { about: "serve the pages of some records and follow their changes", load: () => import("./preview.mjs") },
  ],
  ["fix", { about: "format the code and mend what the linter can", load: () => import("./fix.mjs") }],
  ["check", { about: "check the records in data/", load: runProgram("tools/check/main.ts") }],
  [
    "data:diff",
    {
      about: "say what changed in the records, the advice and the charts since a git revision",
      load: runProgram("tools/dev/diff/main.ts"),
    },
  ],
  ["review", { about: "prepare what a pull request is answered with", load: runProgram("tools/dev/review/main.ts") }],
  [
    "links",
    {
      about: "ask whether the cited addresses still answer (needs the network)",
      load: runProgram("tools/dev/links/main.ts"),
    },
  ],
  ["bench", { about: "measure the site and the engine", load: () => import("./bench.mjs") }],
  ["lab", { about: "count what a virtual adapter costs, in emulation", load: runProgram("tools/lab/main.ts") }],
  ["kit", { about: "import the output of network tests as a dataset record", load: runProgram("tools/kit/main.ts") }],
  [
    "packages",
    {
      about: "build the npm packages into build/packages (-- --pack FOLDER makes tarballs)",
      load: runProgram("tools/packages/main.ts"),
    },
  ],
  ["advisor", { about: "run the advisor's command line", load: () => import("./advisor.mjs") }],
]);
