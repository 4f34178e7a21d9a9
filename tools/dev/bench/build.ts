import { UsageError } from "../../records/command-line.mjs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Kind, kinds, pluralOf } from "../../records/kinds.ts";
import { loadRecords } from "../../records/load-records.ts";
import { listFiles } from "../../records/list-files.mjs";
import { copyRepository } from "../preview/test-support.ts";
import { type BenchOptions, grouped, listChildMegabytes, printFigures, processorSeconds, watchPeak } from "./part.ts";
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
    const { seconds, processor, megabytes, steps } = await runBuild(copy.root);
    const pages = listFiles(join(copy.root, "public"));
    printFigures(heading, [
      [
        "records",
        `${grouped(records.length)}: ${kinds.map((kind) => `${records.filter((record) => record.kind === kind).length} ${pluralOf(kind)}`).join(", ")}`,
      ],
      ["files of the site", grouped(pages.length)],
      ...steps,
      ["the whole build", `${seconds.toFixed(1)} s, of all processors ${processor.toFixed(1)} s`],
      ["peak memory, all processes", `${grouped(megabytes)} MB`],
    ]);
  } finally {
    copy.remove();
  }
}

interface BuildRun {
  /** By the clock. */
  seconds: number;
  /** What the build's processes took of all processors; tells more than the clock where others work beside it. */
  processor: number;
  megabytes: number;
  /** Name of each step to its time, as the build prints it. */
  steps: [string, string][];
}

async function runBuild(root: string): Promise<BuildRun> {
  const start = performance.now();
  const used = processorSeconds(process.pid, true);
  const child = spawn(process.execPath, ["--import", "tsx", "tools/site/pipeline/main.ts"], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const peak = watchPeak(100, () => listChildMegabytes().reduce((sum, one) => sum + one, 0));
  const [code] = await once(child, "close");
  const megabytes = peak();
  if (code !== 0) throw new Error(`the build ended with ${code}: ${said.slice(-2000)}`);
  const steps = [...said.matchAll(/^build: (\w+) +([\d.]+ s)/gm)].map(([, name = "", time = ""]): [string, string] => [
    name,
    time,
  ]);
  const seconds = (performance.now() - start) / 1000;
  return { seconds, processor: processorSeconds(process.pid, true) - used, megabytes, steps };
}
