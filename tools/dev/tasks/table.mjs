import { bench, build, makeTask, preview, release } from "./programs.mjs";

/** @typedef {import('../setup/prepare.mjs').Task} Task */

/** What `npm run` offers. A task with a module of its own is loaded only when it is asked for. @type {ReadonlyMap<string, Task>} */
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
      load: () => build,
    },
  ],
  [
    "release",
    {
      about: "write a release: the site's archive, samples for web servers, packages, checksums, SBOM",
      load: () => release,
    },
  ],
  [
    "new",
    {
      about: "write the draft of a record: new dataset, source, guest, ...",
      load: () => makeTask("tools/dev/scaffold/main.ts"),
    },
  ],
  ["preview", { about: "serve the pages of some records and follow their changes", load: () => preview }],
  ["fix", { about: "format the code and mend what the linter can", load: () => import("./fix.mjs") }],
  ["check", { about: "check the records in data/", load: () => makeTask("tools/check/main.ts") }],
  [
    "data:diff",
    {
      about: "say what changed in the records, the advice and the charts since a git revision",
      load: () => makeTask("tools/dev/diff/main.ts"),
    },
  ],
  [
    "review",
    { about: "prepare what a pull request is answered with", load: () => makeTask("tools/dev/review/main.ts") },
  ],
  [
    "links",
    {
      about: "ask whether the cited addresses still answer (needs the network)",
      load: () => makeTask("tools/dev/links/main.ts"),
    },
  ],
  ["bench", { about: "measure the site and the engine", load: () => bench }],
  ["lab", { about: "count what a virtual adapter costs, in emulation", load: () => makeTask("tools/lab/main.ts") }],
  [
    "kit",
    { about: "import the output of network tests as a dataset record", load: () => makeTask("tools/kit/main.ts") },
  ],
  [
    "packages",
    {
      about: "build the npm packages into build/packages (-- --pack FOLDER makes tarballs)",
      load: () => makeTask("tools/packages/main.ts"),
    },
  ],
  ["advisor", { about: "run the advisor's command line", load: () => import("./advisor.mjs") }],
]);
