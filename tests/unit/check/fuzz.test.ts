import assert from "node:assert/strict";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { runCheck } from "../../../tools/check/main.ts";
import { makeTemporaryFolder } from "../../temporary-folder.ts";
import { makeBatch, runBatch } from "./fuzz/fuzz.ts";
import { makeRandom } from "./fuzz/random.ts";
import { root, today } from "./support/world.ts";
import { randomRuns, seed } from "../../chance.ts";

/** FUZZ_SECONDS=600 looks longer, FUZZ_SEED=N elsewhere, or again at what failed. */
const seconds = Number(process.env.FUZZ_SECONDS ?? 0);
const first = Number(process.env.FUZZ_SEED ?? seed);
const batches = randomRuns(12);

describe(`mutated records (FUZZ_SEED=${first})`, () => {
  it("are judged as their schema judges them, at places that are there, and the same each time", (test) => {
    const start = performance.now();
    let [runs, count] = [0, 0];
    while (seconds > 0 ? performance.now() - start < seconds * 1000 : count < batches) {
      runs += runBatch(first + count);
      count++;
    }
    const elapsed = (performance.now() - start) / 1000;
    test.diagnostic(`${runs} mutated records in ${elapsed.toFixed(1)} s, ${(runs / elapsed).toFixed(0)} per second`);
    assert.ok(runs > 0);
  });

  const folder = makeTemporaryFolder();
  it("on a disk make the command end with 1 and say why, never with 2", () => {
    for (let count = 0; count < randomRuns(2); count++) {
      cpSync(`${root}/data`, join(folder, "data"), { recursive: true });
      for (const { file, text } of makeBatch(makeRandom(first + count))) writeFileSync(join(folder, file), text);
      const texts = { out: "", error: "" };
      const code = runCheck([], {
        root: folder,
        folder,
        today,
        site: "/",
        print: (text) => (texts.out += text),
        printError: (text) => (texts.error += text),
      });
      assert.deepEqual([code, texts.error], [1, ""], `seed ${first + count}`);
      assert.match(texts.out, /\d+ problems in \d+ files\n$/);
      rmSync(join(folder, "data"), { recursive: true });
    }
  });
});
