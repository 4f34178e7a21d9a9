import assert from "node:assert/strict";
import { test } from "node:test";
import { runInTurn } from "../../../../tools/dev/test-runner/run-in-turn.mjs";

test("runs parts one after the other, the lab beside the first, and shows what each says in its turn", async () => {
  const log: string[] = [];
  let finishLab = (): void => {};
  const labIsDone = new Promise<void>((resolve) => (finishLab = resolve));
  const outcomes = await runInTurn(["records", "unit", "lab", "site"], {
    run: async (part, isBeside) => {
      log.push(`${part} begins${isBeside ? " beside" : ""}`);
      if (part === "lab") await labIsDone;
      if (part === "unit") finishLab();
      log.push(`${part} ends`);
      return { part, said: part === "lab" ? "counted" : "" };
    },
    print: (text) => void log.push(text.trim()),
  });
  assert.deepEqual(
    outcomes.map(({ part }) => part),
    ["records", "unit", "lab", "site"],
  );
  assert.deepEqual(
    log.filter((line) => line !== "lab ends"),
    [
      "lab begins beside",
      ...["== records", "records begins", "records ends"],
      ...["== unit", "unit begins", "unit ends"],
      ...["== lab", "counted"],
      ...["== site", "site begins", "site ends"],
    ],
  );
});

test("gives the lab the screen when it is the only part", async () => {
  const how: boolean[] = [];
  await runInTurn(["lab"], { run: async (_, isBeside) => (how.push(isBeside), {}), print: () => {} });
  assert.deepEqual(how, [false]);
});

test("ends with the interruption of a part, whatever becomes of the lab", async () => {
  const run = (part: string): Promise<object> => Promise.reject(new Error(`${part} was stopped`));
  await assert.rejects(runInTurn(["records", "lab"], { run, print: () => {} }), /records was stopped/);
});
