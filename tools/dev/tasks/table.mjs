/**
 * @typedef {{ args: readonly string[], env: NodeJS.ProcessEnv }} TaskCall
 * @typedef {{
 *   listNeeds: (args: readonly string[]) => import('../setup/prepare.mjs').Need[],
 *   run: (call: TaskCall) => Promise<number | void>,
 * }} TaskModule
 * @typedef {{ about: string, load: () => Promise<TaskModule> }} Task
 */

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
      about: "run every test, or one part: style, types, records, build, bundle, unit, data, lab, site, e2e",
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
  ["new", { about: "write the draft of a record: new dataset, source, guest, ...", load: () => import("./new.mjs") }],
  [
    "preview",
    { about: "serve the pages of some records and follow their changes", load: () => import("./preview.mjs") },
  ],
  ["fix", { about: "format the code and mend what the linter can", load: () => import("./fix.mjs") }],
  ["check", { about: "check the records in data/", load: () => import("./check.mjs") }],
  [
    "data:diff",
    {
      about: "say what changed in the records, the advice and the charts since a git revision",
      load: () => import("./data-diff.mjs"),
    },
  ],
  [
    "links",
    { about: "ask whether the cited addresses still answer (needs the network)", load: () => import("./links.mjs") },
  ],
  ["bench", { about: "measure the site and the engine", load: () => import("./bench.mjs") }],
  ["lab", { about: "count what a virtual adapter costs, in emulation", load: () => import("./lab.mjs") }],
  ["advisor", { about: "run the advisor's command line", load: () => import("./advisor.mjs") }],
]);
