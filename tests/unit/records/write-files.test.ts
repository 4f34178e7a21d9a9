import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { writeFiles } from "../../../tools/records/write-files.ts";
import { makeTemporaryFolder } from "../../temporary-folder.ts";

/** Files that hold their own names. */
const makeFiles = (side: string): Map<string, string> =>
  new Map(Array.from({ length: 500 }, (_, at) => [`${side}${at}.txt`, `${side}${at}.txt`]));

const program = `
  const { parentPort, workerData } = await import("node:worker_threads");
  (await import("tsx/esm/api")).register();
  const { writeFiles } = await import(workerData.module);
  parentPort.postMessage("ready");
  writeFiles(workerData.folder, workerData.files);`;

test("two threads write into one folder, each file with its own bytes", async (context) => {
  const folder = makeTemporaryFolder(context);
  const [mine, theirs] = [makeFiles("a"), makeFiles("b")];
  const module = new URL("../../../tools/records/write-files.ts", import.meta.url).href;
  const thread = new Worker(`(async () => {${program}})()`, {
    eval: true,
    workerData: { folder, files: theirs, module },
  });
  const exit = once(thread, "exit");
  await once(thread, "message");
  writeFiles(folder, mine);
  await exit;
  for (const name of [...mine.keys(), ...theirs.keys()]) assert.equal(readFileSync(join(folder, name), "utf8"), name);
});
