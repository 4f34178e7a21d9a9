import { fork } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CheckerRun, Duration } from "./checker-run.ts";
import { median } from "../../records/samples.ts";
import { grouped, printFigures, withFolder } from "./part.ts";
import { breakSome, makeSyntheticRecords, type TextFile } from "./synthetic-records.ts";

/** Times the checker on today's records and on synthetic ones, right and with one in a hundred broken: phases and the whole command. */
export async function benchChecker(root: string): Promise<void> {
  await benchRepository("Checker, today's records", root, 7);
  const files = makeSyntheticRecords(root, 10_000);
  const heading = `Checker, ${grouped(files.length)} synthetic records`;
  await benchFiles(heading, root, files, 3);
  await benchFiles(`${heading}, 1 % of them broken`, root, breakSome(files), 3);
}

function benchFiles(heading: string, root: string, files: readonly TextFile[], rounds: number): Promise<void> {
  return withFolder((folder) => {
    for (const part of ["data/schema", "data/questions"])
      cpSync(join(root, part), join(folder, part), { recursive: true });
    for (const folderOfKind of new Set(files.map(({ file }) => dirname(file))))
      mkdirSync(join(folder, folderOfKind), { recursive: true });
    for (const { file, text } of files) writeFileSync(join(folder, file), text);
    return benchRepository(heading, folder, rounds);
  });
}

/** Runs each in its own process, so that none benefits from another's warm-up or suffers from its memory. */
async function benchRepository(heading: string, root: string, rounds: number): Promise<void> {
  const { phases, records, findings } = await runChecker(root, rounds);
  const wholes: Duration[] = [];
  const memories: number[] = [];
  for (let round = 0; round < 3; round++) {
    const start = performance.now();
    const { peakMemory, work } = await runChecker(root, 0);
    wholes.push({ clock: performance.now() - start, work });
    memories.push(peakMemory);
  }
  printFigures(heading, [
    ["records and findings", `${grouped(records)} and ${grouped(findings)}`],
    ...Object.entries(phases).map(([phase, times]): [string, string] => [
      phase,
      `${sayMedian(times)}; the first round ${milliseconds(times[0]?.clock ?? 0)}`,
    ]),
    ["the whole command", sayMedian(wholes)],
    ["its peak memory", `${grouped(median(memories) / 1000)} MB`],
  ]);
}

function runChecker(root: string, rounds: number): Promise<CheckerRun> {
  const child = fork(fileURLToPath(new URL("checker-run.ts", import.meta.url)), [root, String(rounds)], {
    execArgv: ["--import", "tsx"],
  });
  return new Promise((resolve, reject) => {
    child.once("message", (run) => resolve(run as CheckerRun));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the checker ended with ${code} before it said anything`)));
  });
}

function sayMedian(times: readonly Duration[]): string {
  const [clock, work] = [median(times.map((time) => time.clock)), median(times.map((time) => time.work))];
  return `${milliseconds(clock)}, ${milliseconds(work)} of work (medians of ${times.length})`;
}

function milliseconds(value: number): string {
  return `${grouped(value)} ms`;
}
