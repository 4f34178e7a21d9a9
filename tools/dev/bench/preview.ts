import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { copyRepository, type Listener, listenToEvents } from "../preview/test-support.ts";
import { startPreview } from "../preview/preview.ts";
import { median } from "../../records/samples.ts";
import { printFigures } from "./part.ts";

const TIMES = 10;

/** What is changed, and how: every change of a file is another one. A row's value is on its chart, which is drawn anew. */
const CHANGES: [name: string, file: string, change: (text: string, count: number) => string][] = [
  [
    "a row of the dataset",
    "data/datasets/nobel-vmxnet3-2013.yaml",
    (text, count) => text.replace(/\bvalue: (\S+)/, (_, value) => `value: ${Number(value) + count / 1000}`),
  ],
  [
    "the title of its source",
    "data/sources/nobel-vmxnet3-2013.yaml",
    (text, count) => text.replace(/^title: .*(?:\n .*)*/m, `title: A title of the benchmark, number ${count}`),
  ],
  [
    "a rule that rests on it",
    "data/rules/vmxnet3-measured-ahead.yaml",
    (text, count) => text.replace(/^because: .*(?:\n .*)*/m, `because: A reason of the benchmark, number ${count}.`),
  ],
];

/** Times how long after a save an open page is told to reload, in a copy of the repository. */
export async function benchPreview(root: string): Promise<void> {
  const copy = copyRepository(root);
  const said: string[] = [];
  try {
    const start = performance.now();
    const preview = await startPreview({
      root: copy.root,
      hugo: process.env.HUGO ?? "hugo",
      asked: [{ kind: "dataset", id: "nobel-vmxnet3-2013" }],
      port: 0,
      findToday: () => new Date().toISOString().slice(0, 10),
      print: (text) => said.push(text),
    });
    const figures: [string, string][] = [["start to the first page", `${Math.round(performance.now() - start)} ms`]];
    const events = await listenToEvents(preview.url);
    try {
      await events.next();
      for (const [name, file, change] of CHANGES)
        figures.push([name, describe(await timeChanges(join(copy.root, file), change, events))]);
    } finally {
      events.close();
      await preview.close();
    }
    // Stop if a page failed: a failure is fast and would distort the figures.
    const unmade = said.find((text) => !/^preview: ready/m.test(text));
    if (unmade !== undefined) throw new Error(unmade);
    figures.push([
      "load of this machine during the runs",
      `${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`,
    ]);
    printFigures("Preview: from a save to the reload of the page", figures);
  } finally {
    copy.remove();
  }
}

async function timeChanges(
  file: string,
  change: (text: string, count: number) => string,
  events: Listener,
): Promise<number[]> {
  const text = readFileSync(file, "utf8");
  const times: number[] = [];
  for (let count = 1; count <= TIMES; count++) {
    const changed = change(text, count);
    if (changed === text) throw new Error(`${file} has nothing to change`);
    const saved = performance.now();
    writeFileSync(file, changed);
    await events.next();
    times.push(performance.now() - saved);
  }
  return times.sort((a, b) => a - b);
}

function describe(sorted: number[]): string {
  return `${Math.round(median(sorted))} ms (median of ${TIMES}, ${Math.round(sorted[0] ?? 0)} to ${Math.round(sorted.at(-1) ?? 0)})`;
}
