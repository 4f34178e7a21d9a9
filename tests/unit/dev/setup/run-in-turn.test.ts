import assert from "node:assert/strict";
import { test } from "node:test";
import type { Part } from "../../../../tools/dev/test-runner/parts.mjs";
import { runInTurn } from "../../../../tools/dev/test-runner/run-in-turn.mjs";

/** Runs parts each of which ends when those that it waits for have ended, and lists what is seen of it on the screen. */
async function logOf(parts: Part[], waitsFor: Partial<Record<Part, Part[]>>): Promise<string[]> {
  const log: string[] = [];
  const ends = new Map(
    parts.map((part) => {
      let end = (): void => {};
      return [part, { ended: new Promise<void>((resolve) => (end = resolve)), end }];
    }),
  );
  const outcomes = await runInTurn(parts, {
    run: async (part, isBeside) => {
      if (!isBeside) log.push(`${part} begins`);
      for (const other of waitsFor[part] ?? []) await ends.get(other)?.ended;
      if (!isBeside) log.push(`${part} ends`);
      ends.get(part)?.end();
      return { part, said: isBeside ? `${part} said` : "" };
    },
    print: (text) => void log.push(text.trim()),
  });
  assert.deepEqual(
    outcomes.map(({ part }) => part),
    parts,
  );
  return log;
}

test("runs parts one after the other, the lab beside the first, and shows what it says once the screen is free", async () => {
  assert.deepEqual(await logOf(["records", "unit", "lab", "site"], { lab: ["records"], unit: ["lab"] }), [
    ...["== records", "records begins", "records ends"],
    ...["== unit", "unit begins", "unit ends"],
    "== lab\nlab said",
    ...["== site", "site begins", "site ends"],
  ]);
});

test("runs what needs no site beside its build, after the bundle", async () => {
  assert.deepEqual(await logOf(["bundle", "build", "unit", "data", "site"], { build: ["unit"], data: ["site"] }), [
    ...["== bundle", "bundle begins", "bundle ends"],
    ...["== build", "build begins", "build ends"],
    "== unit\nunit said",
    ...["== site", "site begins", "site ends"],
    "== data\ndata said",
  ]);
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
