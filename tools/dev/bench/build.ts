import { UsageError } from "../../records/command-line.mjs";
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Kind, kinds } from "../../records/kinds.ts";
import { loadRecords } from "../../records/load-records.ts";
import { listFiles } from "../../records/list-files.mjs";
import { copyRepository } from "../preview/test-support.ts";
import { type BenchOptions, grouped, printFigures } from "./part.ts";
import { makeSyntheticRecords, type TextFile } from "./synthetic-records.ts";

/** Kinds that grow with what people contribute; adapters, features and platforms hardly do. */
const growing: readonly Kind[] = ["guest", "finding", "source", "dataset"];

/** Times the whole build, nothing kept from an earlier one, with today's records and with ten times as many, or as often as --times=N says. */
export async function benchBuild(root: string, { times }: BenchOptions): Promise<void> {
  const { length } = loadRecords(root).records;
  if (times !== undefined && !/^[1-9]\d*$/.test(times))
    throw new UsageError(`--times=${times}: expected a whole number, at least 1`);
  for (const factor of times === undefined ? [1, 10] : [Number(times)]) {
    const files = factor === 1 ? [] : makeSyntheticRecords(root, factor * length, growing);
    await benchRecords(`Build, ${factor === 1 ? "today's records" : `${factor} times as many`}`, root, files);
  }
}

async function benchRecords(heading: string, root: string, files: readonly TextFile[]): Promise<void> {
  const copy = copyRepository(root);
  try {
    // A program knows its repository by where it lies, behind any link.
    for (const folder of ["tools", "tests/data"]) {
      rmSync(join(copy.root, folder), { recursive: true, force: true });
      cpSync(join(root, folder), join(copy.root, folder), { recursive: true });
    }
    for (const file of ["package.json", "package-lock.json", "tsconfig.json"])
      cpSync(join(root, file), join(copy.root, file));
    for (const { file, text } of files) {
      mkdirSync(join(copy.root, dirname(file)), { recursive: true });
      writeFileSync(join(copy.root, file), text);
    }
    const { records } = loadRecords(copy.root);
    const { seconds, processorSeconds, peakMemory, steps } = await runBuild(copy.root);
    const pages = listFiles(join(copy.root, "public"));
    printFigures(heading, [
      [
        "records",
        `${grouped(records.length)}: ${kinds.map((kind) => `${records.filter((record) => record.kind === kind).length} ${kind}s`).join(", ")}`,
      ],
      ["files of the site", grouped(pages.length)],
      ...steps,
      ["the whole build", `${seconds.toFixed(1)} s, of all processors ${processorSeconds.toFixed(1)} s`],
      ["peak memory, all processes", `${grouped(peakMemory / 1e6)} MB`],
    ]);
  } finally {
    copy.remove();
  }
}

interface BuildRun {
  seconds: number /** What the build's processes took of all processors; tells more than the clock where others work beside it. */;
  processorSeconds: number /** Bytes. */;
  peakMemory: number /** Name of each step to its time, as the build prints it. */;
  steps: [string, string][];
}

function runBuild(root: string): Promise<BuildRun> {
  const start = performance.now();
  const used = readProcessorSeconds();
  const child = spawn(process.execPath, ["--import", "tsx", "tools/site/pipeline/main.ts"], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  let peakMemory = 0;
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const timer = setInterval(() => {
    peakMemory = Math.max(peakMemory, measureTree(child.pid ?? 0));
  }, 100);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      clearInterval(timer);
      if (code !== 0) reject(new Error(`the build ended with ${code}: ${said.slice(-2000)}`));
      const steps = [...said.matchAll(/^build: (\w+) +([\d.]+ s)/gm)].map(
        ([, name = "", time = ""]): [string, string] => [name, time],
      );
      resolve({
        seconds: (performance.now() - start) / 1000,
        processorSeconds: readProcessorSeconds() - used,
        peakMemory,
        steps,
      });
    });
  });
}

/** Memory in use by a process and all that it has started; 0 where the system does not tell. */
function measureTree(root: number): number {
  const parents = new Map<number, { parent: number; bytes: number }>();
  try {
    for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
      const status = readStatus(name);
      parents.set(Number(name), {
        parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]),
        bytes: 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0),
      });
    }
  } catch {
    return 0;
  }
  const isBelow = (id: number): boolean =>
    id === root || (parents.has(id) && id > 1 && isBelow(parents.get(id)?.parent ?? 0));
  return [...parents].filter(([id]) => isBelow(id)).reduce((sum, [, { bytes }]) => sum + bytes, 0);
}

/** What processes that have ended took, started by this one or by those; 0 where the system does not tell. */
function readProcessorSeconds(): number {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
    // cutime and cstime of proc(5), in hundredths of a second.
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return 0;
  }
}

/** A process may end while the list is read. */
function readStatus(name: string): string {
  try {
    return readFileSync(`/proc/${name}/status`, "utf8");
  } catch {
    return "";
  }
}
