// StrykerJS 9.6.1 with its tap runner works over node:test and tsx, but starts a process for each test file and mutant. Three
// noticed mutants took 1.5, 3.8 and 31 s of CPU when run as it runs them; all tests, which a survivor they all reach needs,
// took 51 s. This program took about 1.4 s a mutant (13 tried, machine busy), so it stays. Stryker also fails on TypeScript 7,
// which lacks a function it reads tsconfig.json with, unless "tsconfigFile" names no file.
import { UsageError } from "../../records/command-line.mjs";
import { build } from "esbuild";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { whyEquivalent, mutantsOf, type Mutant } from "./mutants.ts";
import { buildProgram, compileModule, readModule, type Program } from "./mutation-program.ts";
import type { WorkerInput, Task, WorkerMessage } from "./mutation-worker.ts";
import { type BenchOptions, printFigures } from "./part.ts";

const TESTS = [
  "wording",
  "situations",
  "packet-rate",
  "platform-versions",
  "effects",
  "confidence",
  "messages",
  "reasons",
  "rules",
  "conflicts",
  "exactness",
  "properties",
  "vsphere-guests",
];
/** How many mutants are tried unless all are asked for. */
const SAMPLE = 400;
const SEED = 20260101;
const SAMPLED = `chosen by the seed ${SEED}`;
/** A test that takes this many times as long as without a mutant, and some seconds more, does not come to an end. */
const PATIENCE = 5;
const GRACE_MS = 3000;

/**
 * Puts one fault after another into the engine, in memory, and counts how many its tests notice: those of a sample that is
 * always the same, all of them (--all), or those of some lines (--only=FILE:LINE,FILE:LINE). Survivors that cannot be
 * noticed are told and counted apart, each with the reason.
 */
export async function benchMutation(root: string, options: BenchOptions): Promise<void> {
  const program = await buildProgram(root, TESTS);
  const all = program.engine.flatMap((name) => mutantsOf(`${name}.ts`, readModule(root, name)));
  const { chosen, how } = chooseMutants(all, options);
  const trial = await startTrial(root, program);
  const began = Date.now();
  let survived = 0;
  let equivalent = 0;
  for (const mutant of chosen) {
    if (await trial.notices(mutant)) continue;
    const why = whyEquivalent(mutant);
    if (why === undefined) survived++;
    else equivalent++;
    // Told at once, since all of them take long.
    process.stdout.write(
      `${why === undefined ? "survived" : "equivalent"}: advisor/${mutant.file}:${mutant.line}\n  ${mutant.from}\n  ${mutant.to}\n${why === undefined ? "" : `  ${why}\n`}`,
    );
  }
  await trial.end();
  const faults = chosen.length - equivalent;
  const noticed = faults - survived;
  const [low, high] = wilson(noticed, faults);
  printFigures("Mutation", [
    ["mutants", `${chosen.length} of ${all.length}, ${how}`],
    [
      "noticed",
      `${noticed} of ${faults}, ${percent(noticed / faults)}${how === SAMPLED ? ` (95 % interval ${percent(low)} to ${percent(high)})` : ""}`,
    ],
    ["survived", String(survived)],
    ["cannot be noticed", `${equivalent}, listed above with the reason and not counted`],
    ["tests, without a mutant", `${trial.tests}, ${(trial.seconds).toFixed(1)} s`],
    ["time", `${((Date.now() - began) / 60000).toFixed(1)} min`],
  ]);
}

function chooseMutants(all: readonly Mutant[], options: BenchOptions): { chosen: readonly Mutant[]; how: string } {
  if (options.all) return { chosen: all, how: "which is all" };
  const lines = options.only?.split(",");
  const empty = lines?.filter((line) => !all.some((mutant) => `${mutant.file}:${mutant.line}` === line)) ?? [];
  if (empty.length > 0) {
    const example = all[0] && `${all[0].file}:${all[0].line}`;
    throw new UsageError(`--only=${empty.join(",")}: no mutant found there. Example: --only=${example}`);
  }
  if (lines)
    return {
      chosen: all.filter(({ file, line }) => lines.includes(`${file}:${line}`)),
      how: "only the lines named",
    };
  return { chosen: sample(all, SAMPLE), how: SAMPLED };
}

interface Trial {
  notices: (mutant: Mutant) => Promise<boolean>;
  end: () => Promise<unknown>;
  tests: number;
  seconds: number;
}

/** A worker whose tests have passed once. Tests that detected most mutants run first, then the faster ones. */
async function startTrial(root: string, program: Program): Promise<Trial> {
  const { outputFiles } = await build({
    entryPoints: [join(root, "tools/dev/bench/mutation-worker.ts")],
    bundle: true,
    write: false,
    outdir: "build",
    format: "cjs",
    platform: "node",
  });
  // Keep the listeners for the worker's whole life: a worker whose listeners were removed stays silent.
  let onMessage: (message: WorkerMessage) => void = () => undefined;
  const start = (): Worker =>
    new Worker(outputFiles[0]?.text ?? "", {
      eval: true,
      workerData: { program, root, seed: SEED } satisfies WorkerInput,
    })
      .on("message", (message: WorkerMessage) => onMessage(message))
      .on("error", (error) => {
        throw error;
      });
  let worker = start();
  const usual = new Map<string, number>();
  const caught = new Map<string, number>();
  const run = (task: Task, limitOf: (test: string) => number): Promise<WorkerMessage> =>
    new Promise((resolve) => {
      let test = "";
      let since = cpuMs();
      const times = new Map<string, number>();
      const settle = (message: WorkerMessage): void => {
        clearInterval(watch);
        if ("passes" in message && usual.size === 0) for (const [name, time] of times) usual.set(name, time);
        resolve(message);
      };
      const watch = setInterval(() => {
        if (cpuMs() - since < limitOf(test)) return;
        onMessage = () => undefined;
        void worker.terminate().then(() => {
          worker = start();
          settle({ fails: test });
        });
      }, 100);
      onMessage = (message) => {
        if (test !== "") times.set(test, cpuMs() - since);
        if (!("begins" in message)) return settle(message);
        test = message.begins;
        since = cpuMs();
      };
      worker.postMessage(task);
    });
  const first = await run({ exchanged: "", code: "", first: [] }, () => 10 * 60 * 1000);
  if (!("passes" in first)) {
    // A worker that still listens keeps the process from its end.
    await worker.terminate();
    throw new Error(`without any mutant a test fails: ${"fails" in first ? first.fails : ""}`);
  }
  const cost = (name: string): number => (usual.get(name) ?? 0) / (1 + (caught.get(name) ?? 0));
  return {
    tests: usual.size,
    seconds: [...usual.values()].reduce((sum, time) => sum + time, 0) / 1000,
    end: () => worker.terminate(),
    async notices({ file, text }) {
      const first = [...usual.keys()].sort((a, b) => cost(a) - cost(b));
      const message = await run(
        { exchanged: file.replace(".ts", ""), code: await compileModule(text), first },
        (test) => GRACE_MS + PATIENCE * (usual.get(test) ?? 0),
      );
      if (!("fails" in message)) return false;
      caught.set(message.fails, (caught.get(message.fails) ?? 0) + 1);
      return true;
    },
  };
}

/** CPU time of this process with its worker: on a machine that is shared the clock would run on while a test waits. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** As many of a list as wanted, the same ones every time, in the order of the list. */
function sample<T>(list: readonly T[], wanted: number): T[] {
  let state = SEED;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
  };
  const drawn = new Set(
    list
      .map((_, at) => ({ at, by: next() }))
      .sort((a, b) => a.by - b.by)
      .slice(0, wanted)
      .map(({ at }) => at),
  );
  return list.filter((_, at) => drawn.has(at));
}

/** The interval in which a share lies with 95 % confidence, after Wilson (1927). */
function wilson(hits: number, of: number): [number, number] {
  const z = 1.96;
  const share = hits / of;
  const middle = share + z ** 2 / (2 * of);
  const half = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  return [(middle - half) / (1 + z ** 2 / of), (middle + half) / (1 + z ** 2 / of)];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
