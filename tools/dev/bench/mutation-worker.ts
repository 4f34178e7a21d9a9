import { createRequire } from "node:module";
import { posix } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { Program } from "./mutation-program.ts";

/** What a worker is told: run the tests, those named first before the others, with the code of one module exchanged. */
export interface Task {
  exchanged: string;
  code: string;
  first: string[];
}

/** What it says: a test begins, a test has failed, or all have passed. */
export type WorkerMessage = { begins: string } | { fails: string } | { passes: true };

export interface WorkerInput {
  program: Program;
  root: string;
  seed: number;
}

type Require = (name: string) => unknown;
type Module = (module: { exports: object }, exports: object, require: Require) => void;

interface FastCheck {
  assert: (property: unknown, settings?: { numRuns?: number; seed?: number; endOnFailure?: boolean }) => void;
}

const LOADING = "loading";
/** Divides the runs of property tests. A surviving mutant has seen fewer examples than in the real tests. */
const FEWER_RUNS = 4;

/** Runs tasks one after another. Each loads its modules afresh, as a new process would. */
function listen({ program, root, seed }: WorkerInput): void {
  const fromDisk = createRequire(`${root}/package.json`);
  const fastCheck = fromDisk("fast-check") as FastCheck;
  // One seed for all, and no shrinking: only the failure counts.
  const assert: FastCheck["assert"] = (property, settings = {}) =>
    fastCheck.assert(property, {
      ...settings,
      numRuns: Math.ceil((settings.numRuns ?? 100) / FEWER_RUNS),
      seed,
      endOnFailure: true,
    });
  const hurried = { ...fastCheck, assert, default: { ...fastCheck, assert }, __esModule: true };
  const originals = new Map<string, Module>();
  for (const [name, code] of Object.entries(program.modules)) originals.set(`advisor/${name}`, compile(code));
  for (const [name, code] of Object.entries(program.tests)) originals.set(`tests/${name}`, compile(code));

  parentPort?.on("message", (task: Task) => {
    const send = (message: WorkerMessage): void => parentPort?.postMessage(message);
    let running = LOADING;
    send({ begins: running });
    try {
      const tests = loadTests(task);
      const known = task.first.filter((name) => tests.has(name));
      for (const name of new Set([...known, ...tests.keys()])) {
        running = name;
        send({ begins: name });
        tests.get(name)?.();
      }
      send({ passes: true });
    } catch (error) {
      if (running === LOADING) console.error(error);
      send({ fails: running });
    }
  });

  function loadTests({ exchanged, code }: Task): Map<string, () => unknown> {
    const exchangedModule = compile(code);
    const loaded = new Map<string, object>([["given/records", { loadRecords: () => ({ records: program.records }) }]]);
    const tests = new Map<string, () => unknown>();
    const title: string[] = [];
    const collecting = {
      test: (name: string, body: () => unknown): void => void tests.set([...title, name].join(": "), body),
      describe(name: string, body: () => void): void {
        title.push(name);
        body();
        title.pop();
      },
    };
    const requireFrom = (folder: string, name: string): unknown => {
      const own = name.startsWith(".") ? posix.join(folder, name).replace(/\.(?:ts|mjs)$/, "") : name;
      if (own === "node:test") return collecting;
      if (own === "fast-check") return hurried;
      const known = loaded.get(own);
      if (known) return known;
      if (own === "given/knowledge")
        return keep(own, {
          knowledge: program.knowledge,
          advisor: (
            requireFrom("", "advisor/index") as { createAdvisor: (knowledge: unknown) => unknown }
          ).createAdvisor(program.knowledge),
        });
      const define = own === `advisor/${exchanged}` ? exchangedModule : originals.get(own);
      if (!define) return fromDisk(own);
      const module = { exports: keep(own, {}) };
      define(module, module.exports, (wanted) => requireFrom(posix.dirname(own), wanted));
      // What a bundler writes replaces the exports as a whole.
      return keep(own, module.exports);
    };
    const keep = (name: string, exports: object): object => {
      loaded.set(name, exports);
      return exports;
    };
    for (const file of Object.keys(program.tests))
      collecting.describe(file, () => void requireFrom("", `tests/${file}`));
    return tests;
  }
}

function compile(code: string): Module {
  return new Function("module", "exports", "require", code) as Module;
}

listen(workerData as WorkerInput);
